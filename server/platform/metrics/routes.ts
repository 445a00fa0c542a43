import { hash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '#contract/platform/errors.ts'
import { isLoopback } from '../admission/client-address.ts'
import type { Metrics } from './metrics.ts'

type MetricsAccess = { demo: boolean; token: string | undefined }

/** Headers that proxies add: behind one the client is unknown, although the connection comes from this machine. */
const FORWARDED = [
  'forwarded',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
  'via',
]

/** Host names of this machine: a proxy that adds none of these headers may pass on the public name of the store. */
const OWN_NAMES = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?$/i

/** `GET /metrics` for Prometheus: with `METRICS_TOKEN`, or in a demo from this machine. Any other request gets a 404. */
export function metricsRoutes(app: FastifyInstance, { registry }: Metrics, access: MetricsAccess): void {
  app.get('/metrics', async (request, reply) => {
    if (!mayScrape(request, access)) throw new AppError('not_found')
    void reply.header('cache-control', 'no-store').type(registry.contentType)
    return registry.metrics()
  })
}

function mayScrape(request: FastifyRequest, { demo, token }: MetricsAccess): boolean {
  if (token !== undefined && hasToken(request.headers.authorization, token)) return true
  return demo && isFromThisMachine(request)
}

function hasToken(authorization: string | undefined, token: string): boolean {
  const digest = (text: string) => hash('sha256', text, 'buffer')
  // the scheme's name is the same in any case (RFC 9110 § 11.1)
  const given = /^bearer (.+)$/i.exec(authorization ?? '')?.[1] ?? ''
  return timingSafeEqual(digest(given), digest(token))
}

function isFromThisMachine({ headers, socket }: FastifyRequest): boolean {
  return (
    OWN_NAMES.test(headers.host ?? '') &&
    isLoopback(socket.remoteAddress ?? '') &&
    FORWARDED.every((name) => headers[name] === undefined)
  )
}
