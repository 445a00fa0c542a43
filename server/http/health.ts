import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Db } from '#database/open.ts'

/** `/healthz`: the process answers. `/readyz`: it can serve, that is, the database answers too. */
export function healthRoutes(app: FastifyInstance, db: Db): void {
  app.get('/healthz', async () => ({ status: 'ok' }))
  app.get('/readyz', async (request, reply) => {
    try {
      await sql`select 1`.execute(db)
      return { status: 'ready' }
    } catch (error) {
      request.log.warn(error)
      return reply.code(503).send({ status: 'unavailable' })
    }
  })
}
