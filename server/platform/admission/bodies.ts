import { Socket } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Overload } from './overload.ts'

const WARN_INTERVAL_MS = 10_000

/**
 * Bounds the bytes of request bodies that are on their way from clients who are not signed in, by their declared length:
 * beyond `maxBytes` the connection of the body that is longest on its way is closed. A body arrives quickly as a rule, so that
 * connections which send one slowly keep nobody out.
 */
export function limitBodies(
  app: FastifyInstance,
  { overload, maxBytes }: { overload: Overload; maxBytes: number },
): void {
  /** In the order of arrival. */
  const underWay = new Map<FastifyRequest, number>()
  let total = 0
  let warnedAt = Number.NEGATIVE_INFINITY

  function forget(request: FastifyRequest): void {
    total -= underWay.get(request) ?? 0
    underWay.delete(request)
  }

  function makeRoom(): void {
    for (const [longest] of underWay) {
      if (total <= maxBytes) return
      forget(longest)
      overload.count('bodies')
      longest.raw.socket.destroy()
      if (performance.now() - warnedAt < WARN_INTERVAL_MS) continue
      warnedAt = performance.now()
      app.log.warn('overload: connections with slow bodies are closed, store_shed_requests_total counts them')
    }
  }

  app.addHook('preParsing', async (request) => {
    const { headers, raw, routeOptions, caller } = request
    const isChunked = headers['transfer-encoding'] !== undefined
    const declared = isChunked ? Number.POSITIVE_INFINITY : Number(headers['content-length'] ?? 0)
    // calls in process have arrived as a whole
    if (caller || declared === 0 || !(raw.socket instanceof Socket)) return
    const bytes = Math.min(declared, routeOptions.bodyLimit ?? declared)
    underWay.set(request, bytes)
    total += bytes
    raw.once('close', () => forget(request))
    makeRoom()
  })
  app.addHook('preValidation', async (request) => forget(request))
}
