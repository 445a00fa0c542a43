import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '#contract/errors.ts'
import { isLoopback } from '../http/limits.ts'
import type { Metrics } from './metrics.ts'

export type MetricsAccess = { demo: boolean; token: string | undefined }

/** What a proxy adds, most of them without being told: then the visitor may be anybody, though the connection is ours. */
const FORWARDED = [
  'forwarded',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
  'via',
]

/** A proxy that adds nothing passes the shop's own name on. */
const OWN_NAMES = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?$/i

/**
 * `GET /metrics`, for Prometheus. Whoever carries `METRICS_TOKEN` may; in a demo so may this machine itself. To all
 * others the address does not exist.
 */
export function metricsRoutes(app: FastifyInstance, { registry }: Metrics, access: MetricsAccess): void {
  app.get('/metrics', async (request, reply) => {
    if (!mayScrape(request, access)) throw new AppError('not_found')
    void reply.header('cache-control', 'no-store').type(registry.contentType)
    return registry.metrics()
  })
}

function mayScrape(request: FastifyRequest, { demo, token }: MetricsAccess): boolean {
  if (token !== undefined && carries(request.headers.authorization, token)) return true
  return demo && isOurMachine(request)
}

function carries(authorization: string | undefined, token: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  // the scheme's name is the same in any case (RFC 9110 § 11.1)
  const given = /^bearer (.+)$/i.exec(authorization ?? '')?.[1] ?? ''
  return timingSafeEqual(digest(given), digest(token))
}

function isOurMachine({ headers, socket }: FastifyRequest): boolean {
  const isNamedSo = OWN_NAMES.test(headers.host ?? '')
  return (
    isNamedSo &&
    isLoopback(socket.remoteAddress ?? '') &&
    FORWARDED.every((name) => headers[name] === undefined)
  )
}
