import { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { routes } from '#contract/routes.ts'
import type { Metrics } from './metrics.ts'

const PLACE_ORDER = `/api${routes.placeOrder.path}`

/** Counts every response by its declared route: requested addresses would make series without limit. */
export function observeRequests(app: FastifyInstance, { requests, orders, refusals }: Metrics): void {
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'unknown'
    const status = `${Math.floor(reply.statusCode / 100)}xx`
    const via = request.raw.socket instanceof Socket ? 'socket' : 'page'
    requests.observe({ method: request.method, route, status, via }, reply.elapsedTime / 1000)
    if (request.refusal) refusals.inc({ code: request.refusal })
    if (route === PLACE_ORDER && request.method === routes.placeOrder.method)
      orders.inc({ outcome: outcomeOf(request, reply) })
    done()
  })
}

function outcomeOf(request: FastifyRequest, reply: FastifyReply): string {
  if (request.refusal) return request.refusal
  return reply.hasHeader('idempotent-replayed') ? 'replayed' : 'placed'
}
