import type { FastifyInstance } from 'fastify'

/** `/healthz`: the process answers. `/readyz`: it can serve, that is, the database answers too. Neither waits for others. */
export function healthRoutes(app: FastifyInstance, isReady: () => Promise<boolean>): void {
  app.get('/healthz', async () => ({ status: 'ok' }))
  app.get('/readyz', async (_request, reply) => {
    if (await isReady()) return { status: 'ready' }
    return reply.code(503).send({ status: 'unavailable' })
  })
}
