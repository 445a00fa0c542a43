import { readFile } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'

/** Source files that the portfolio links to. No part of a request becomes a path. */
const SOURCES = {
  catalogue: 'server/catalog/products/list.ts',
  drawings: 'drawings/kinds/cooling.ts',
  'order-desk': 'server/sales/orders/place-order.ts',
  'open-interface': 'server/docs/openapi.ts',
}

const ROOT = new URL('../../', import.meta.url)

export function sourceFileRoutes(app: FastifyInstance): void {
  for (const [project, file] of Object.entries(SOURCES)) {
    app.get(`/code/${project}`, async (_request, reply) => {
      const text = await readFile(new URL(file, ROOT), 'utf8')
      return reply.type('text/plain; charset=utf-8').header('cache-control', 'no-cache').send(text)
    })
  }
}
