import { Socket } from 'node:net'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '#contract/errors.ts'

/** Which queue was full: requests as a whole, pages to render, or passwords to hash. */
type Reason = 'requests' | 'rendering' | 'passwords'

export type Overload = {
  /** Counts a refusal and answers the error to throw: 503 `overloaded` with `Retry-After`. */
  refuse(reason: Reason): AppError
  /** Refusals so far; those of the database's pool are counted there. */
  counts(): Record<Reason | 'database', number>
}

export function createOverload(database: { busyCount(): number }): Overload {
  const counts = { requests: 0, rendering: 0, passwords: 0 }
  return {
    refuse(reason) {
      counts[reason] += 1
      return new AppError('overloaded', { retryAfterSeconds: RETRY_SECONDS })
    },
    counts: () => ({ ...counts, database: database.busyCount() }),
  }
}

const RETRY_SECONDS = 2

type Priority = 'always' | 'last' | 'first'

/** Whoever watches the store must see it most of all when it is busy; these cost next to nothing. */
const ALWAYS = ['/healthz', '/readyz', '/metrics']
/** Money, and the files of a page that was served. Webhooks are not among them: the provider sends them again. */
const SHED_LAST = /^\/(?:api\/order|api\/create-payment-intent|payments|assets)(?:\/|$)/

/** Of all places: those that requests of this priority may fill. */
const SHARES = { first: 0.5, last: 1 }
/** What has been admitted and has sent its body is refused only if very many did so at once. */
const RESUMED_SHARE = 1.5
/** Of all places, while the event loop is late: what runs then is heavier than usual. */
const LATE_SHARE = 0.25

/**
 * Admission of requests. A request holds a place from its arrival until its response is ready, even if its client has
 * hung up, except while its body is on the way: slow senders and slow readers hold none. Where all places of its priority
 * are taken it is refused at once, so that no request waits longer than it takes to answer those under way. Calls that a
 * page makes in process run in the page's place. Cached responses are sent by an earlier hook and need no place.
 */
export function limitRequests(
  app: FastifyInstance,
  { overload, most }: { overload: Overload; most: number },
): void {
  const holders = new WeakSet<FastifyRequest>()
  const isLate = watchEventLoop(app)
  const warn = warnNowAndThen(app)
  let held = 0

  function hold(request: FastifyRequest, share: number): void {
    if (holders.has(request)) return
    if (held >= most * share * (isLate() ? LATE_SHARE : 1)) {
      warn()
      throw overload.refuse('requests')
    }
    held += 1
    holders.add(request)
  }

  function release(request: FastifyRequest): void {
    if (holders.delete(request)) held -= 1
  }

  app.addHook('onRequest', async (request, reply) => {
    const priority = priorityOf(request)
    if (priority === 'always') return
    hold(request, SHARES[priority])
    // a hijacked reply has no `onSend`; a client that hangs up earlier frees no place, because the work for it goes on
    reply.raw.once('close', () => reply.sent && release(request))
  })
  app.addHook('preParsing', async (request) => {
    if (hasBody(request)) release(request)
  })
  app.addHook('preValidation', async (request) => {
    if (hasBody(request) && priorityOf(request) !== 'always') hold(request, RESUMED_SHARE)
  })
  app.addHook('onSend', async (request) => release(request))
}

function priorityOf(request: FastifyRequest): Priority {
  const { url = '' } = request.routeOptions
  if (!(request.raw.socket instanceof Socket) || ALWAYS.includes(url)) return 'always'
  return SHED_LAST.test(url) ? 'last' : 'first'
}

function hasBody({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

const LATE_MS = 100
const SAMPLE_MS = 500
const RESOLUTION_MS = 20

/** Whether timers came late by more than a tenth of a second, on the average of the last half second. */
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

const WARN_MS = 10_000

function warnNowAndThen(app: FastifyInstance): () => void {
  let warnedAt = Number.NEGATIVE_INFINITY
  return () => {
    if (performance.now() - warnedAt < WARN_MS) return
    warnedAt = performance.now()
    app.log.warn('overload: requests are refused, store_shed_requests_total counts them')
  }
}
