import { Socket } from 'node:net'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '#contract/platform/errors.ts'

export type Overload = ReturnType<typeof createOverload>

const RETRY_SECONDS = 2

export function createOverload(database: { busyCount(): number }) {
  const counts = { requests: 0, rendering: 0, passwords: 0, bodies: 0, connections: 0 }
  return {
    /** Counts what was closed instead of answered. */
    count(reason: 'bodies' | 'connections') {
      counts[reason] += 1
    },
    rejection(reason: 'requests' | 'rendering' | 'passwords') {
      counts[reason] += 1
      return new AppError('overloaded', { retryAfterSeconds: RETRY_SECONDS })
    },
    counts: () => ({ ...counts, database: database.busyCount() }),
  }
}

/** Monitoring must work under overload. */
const NEVER_SHED = ['/healthz', '/readyz', '/metrics']
/** Orders, payments, and the built files of pages. Not webhooks: the provider sends them again. */
const SHED_LAST = /^\/(?:api\/order|api\/create-payment-intent|payments|assets)(?:\/|$)/

/** The part of `max` that requests shed first or last may fill; more once their body has arrived, less while the event loop is late. */
const SHARES = { shedFirst: 0.5, shedLast: 1 }
const RESUMED_SHARE = 1.5
const LATE_SHARE = 0.25

/**
 * A request holds a slot from its arrival until its response is ready, except while its body is on the way. Without a
 * free slot for its priority it is rejected. Monitoring and calls in process need none.
 */
export function limitRequests(
  app: FastifyInstance,
  { overload, max }: { overload: Overload; max: number },
): void {
  const holders = new WeakSet<FastifyRequest>()
  const isLate = watchEventLoop(app)
  let usedSlots = 0
  let warnedAt = Number.NEGATIVE_INFINITY

  function hold(request: FastifyRequest, share: number): void {
    if (holders.has(request)) return
    if (usedSlots >= max * share * (isLate() ? LATE_SHARE : 1)) {
      warn()
      throw overload.rejection('requests')
    }
    usedSlots += 1
    holders.add(request)
  }

  function release(request: FastifyRequest): void {
    if (holders.delete(request)) usedSlots -= 1
  }

  function warn(): void {
    if (performance.now() - warnedAt < WARN_INTERVAL_MS) return
    warnedAt = performance.now()
    app.log.warn('overload: requests are rejected, store_shed_requests_total counts them')
  }

  app.addHook('onRequest', async (request, reply) => {
    const priority = priorityOf(request)
    if (priority === 'neverShed') return
    hold(request, SHARES[priority])
    // a hijacked reply has no `onSend`; if the client hangs up earlier the work goes on, and holds its slot
    reply.raw.once('close', () => reply.sent && release(request))
  })
  app.addHook('preParsing', async (request) => {
    if (hasBody(request)) release(request)
  })
  app.addHook('preValidation', async (request) => {
    if (hasBody(request) && priorityOf(request) !== 'neverShed') hold(request, RESUMED_SHARE)
  })
  app.addHook('onSend', async (request) => release(request))
}

const WARN_INTERVAL_MS = 10_000

function priorityOf(request: FastifyRequest): 'neverShed' | 'shedLast' | 'shedFirst' {
  const { url = '' } = request.routeOptions
  if (!(request.raw.socket instanceof Socket) || NEVER_SHED.includes(url)) return 'neverShed'
  return SHED_LAST.test(url) ? 'shedLast' : 'shedFirst'
}

function hasBody({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

const LATE_MS = 100
const SAMPLE_MS = 500
const RESOLUTION_MS = 20

function watchEventLoop(app: FastifyInstance): () => boolean {
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  let isLate = false
  const timer = setInterval(() => {
    isLate = delays.mean / 1e6 > RESOLUTION_MS + LATE_MS
    delays.reset()
  }, SAMPLE_MS).unref()
  delays.enable()
  app.addHook('onClose', async () => {
    clearInterval(timer)
    delays.disable()
  })
  return () => isLate
}
