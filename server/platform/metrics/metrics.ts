import { statfs } from 'node:fs/promises'
import { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { routes } from '#contract/platform/routes.ts'
import type { Db } from '#database/open.ts'
import { MAX_ATTEMPTS } from '../mail/outbox.ts'
import type { DatabaseClock } from './database-clock.ts'

type CacheCounts = { hits: number; joined: number; misses: number; entries: number; bytes: number }

type MetricSources = {
  db: Db
  pool: { totalCount: number; idleCount: number; waitingCount: number }
  cache: () => CacheCounts
  shed: () => Record<string, number>
  clock: Pick<DatabaseClock, 'readDifferenceSeconds'>
  dataDir: string
}

export type Metrics = ReturnType<typeof createMetrics>

/** From a cached response to the longest time that a request waits for the card provider. */
const BUCKETS_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const PLACE_ORDER = `/api${routes.placeOrder.path}`

export function createMetrics({ db, pool, cache, shed, clock, dataDir }: MetricSources) {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  addGauge(registry, {
    name: 'store_database_connections',
    help: 'Connections of the pool, and callers that wait for one.',
    label: 'state',
    read: () => ({
      busy: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waited_for: pool.waitingCount,
    }),
  })
  addCacheMetrics(registry, cache)
  new Counter({
    name: 'store_shed_requests_total',
    help: 'Requests rejected with 503 overloaded, by what was full: slots of requests, queues for connections of the database, for pages to render, for passwords to hash; and connections closed: those beyond the limit, and those of bodies that were too long on their way.',
    labelNames: ['reason'],
    registers,
    collect() {
      this.reset()
      for (const [reason, count] of Object.entries(shed())) this.inc({ reason }, count)
    },
  })
  addGauge(registry, {
    name: 'store_backlog',
    help: 'Rows that wait: mails to send and those that failed, order events to mail and those of which no mail can be composed, card payments that are not closed.',
    label: 'of',
    // while the database is unavailable the scrape still has the figures of the process
    read: () => readBacklog(db).catch(() => ({})),
  })
  new Gauge({
    name: 'store_storage_free_bytes',
    help: 'Bytes free in DATA_DIR, where uploaded pictures and the embedded database are.',
    registers,
    async collect() {
      this.set(await readFreeBytes(dataDir))
    },
  })
  new Gauge({
    name: 'store_clock_difference_seconds',
    help: 'The clock of this machine less that of the database. From two seconds on the log warns: tokens, codes and payment deadlines are off by it.',
    registers,
    async collect() {
      this.set((await clock.readDifferenceSeconds()) ?? Number.NaN)
    },
  })
  return {
    registry,
    requests: new Histogram({
      name: 'http_request_duration_seconds',
      help: 'Durations of requests by declared route, and by whether they came over a socket or in process (via=page): from a page that is rendered, or to or from an embedded provider. Neither malformed HTTP is counted nor what http_cached_responses_total counts.',
      labelNames: ['method', 'route', 'status', 'via'],
      buckets: BUCKETS_SECONDS,
      registers,
    }),
    orders: new Counter({
      name: 'store_orders_total',
      help: 'Requests to place an order, by outcome: placed, replayed, or the error code.',
      labelNames: ['outcome'],
      registers,
    }),
    errors: new Counter({
      name: 'store_refusals_total',
      help: 'Requests that got problem details or the busy page, by error code; malformed HTTP is not counted.',
      labelNames: ['code'],
      registers,
    }),
    countCached: addCachedResponses(registry),
  }
}

/**
 * Adds a counter of the responses that the cache sends at once, and returns the function that counts one. It counts in a map:
 * a histogram takes a tenth of the time of such a response, and all of them belong in its first bucket.
 */
function addCachedResponses(registry: Registry): (request: FastifyRequest, route: string) => void {
  const counts = { socket: new Map<string, number>(), page: new Map<string, number>() }
  new Counter({
    name: 'http_cached_responses_total',
    help: 'Responses sent from the cache before admission, by declared route, and by whether the request came over a socket or in process (via=page).',
    labelNames: ['route', 'via'],
    registers: [registry],
    collect() {
      this.reset()
      for (const [via, byRoute] of Object.entries(counts))
        for (const [route, count] of byRoute) this.inc({ route, via }, count)
    },
  })
  return (request, route) => {
    const byRoute = counts[viaOf(request)]
    byRoute.set(route, (byRoute.get(route) ?? 0) + 1)
  }
}

type GaugeOptions = {
  name: string
  help: string
  label: string
  read: () => Record<string, number> | Promise<Record<string, number>>
}

function addGauge(registry: Registry, { name, help, label, read }: GaugeOptions): void {
  new Gauge({
    name,
    help,
    labelNames: [label],
    registers: [registry],
    async collect() {
      const values = await read()
      this.reset()
      for (const [of, value] of Object.entries(values)) this.set({ [label]: of }, value)
    },
  })
}

/** Measures responses by their declared route: requested addresses would make series without limit. What `addResponseCache`, added before, sends is not measured. */
export function observeRequests(app: FastifyInstance, { requests, orders, errors }: Metrics): void {
  app.addHook('onRequest', (request, reply, done) => {
    const startedAt = performance.now()
    const observe = () => {
      const route = request.routeOptions.url ?? 'unknown'
      const status = `${Math.floor(reply.statusCode / 100)}xx`
      const seconds = (performance.now() - startedAt) / 1000
      requests.observe({ method: request.method, route, status, via: viaOf(request) }, seconds)
      if (request.errorCode) errors.inc({ code: request.errorCode })
      if (route === PLACE_ORDER && request.method === routes.placeOrder.method)
        orders.inc({ outcome: outcomeOf(request, reply) })
    }
    reply.raw.once('finish', observe).once('error', observe)
    done()
  })
}

/** `page`: in process, from a page that is rendered, or to or from an embedded provider. */
function viaOf({ raw }: FastifyRequest): 'socket' | 'page' {
  return raw.socket instanceof Socket ? 'socket' : 'page'
}

function outcomeOf(request: FastifyRequest, reply: FastifyReply): string {
  if (request.errorCode) return request.errorCode
  return reply.hasHeader('idempotent-replayed') ? 'replayed' : 'placed'
}

function addCacheMetrics(registry: Registry, cache: () => CacheCounts): void {
  const about = 'Cache of pages and API responses'
  const counts = {
    hits: 'responses sent as cached',
    misses: 'responses computed',
    joined: 'waits for a computation under way',
  }
  for (const name of ['hits', 'misses', 'joined'] as const) {
    new Counter({
      name: `store_cache_${name}_total`,
      help: `${about}: ${counts[name]}.`,
      registers: [registry],
      collect() {
        this.reset()
        this.inc(cache()[name])
      },
    })
  }
  for (const name of ['entries', 'bytes'] as const) {
    new Gauge({
      name: `store_cache_${name}`,
      help: `${about}: ${name} held.`,
      registers: [registry],
      collect() {
        this.set(cache()[name])
      },
    })
  }
}

async function readBacklog(db: Db): Promise<Record<string, number>> {
  const counted = await sql<Record<string, number>>`
    select
      (select count(*) from mails where sent_at is null and attempts < ${MAX_ATTEMPTS}
        and (send_until is null or send_until > now())) as mails,
      (select count(*) from mails where sent_at is null and attempts >= ${MAX_ATTEMPTS}) as failed_mails,
      (select count(*) from order_events where mailed_at is null and mail_error is null) as order_events,
      (select count(*) from order_events where mailed_at is null and mail_error is not null) as failed_order_events,
      (select count(*) from payment_intents where closed_at is null) as open_intents`.execute(db)
  return counted.rows[0] ?? {}
}

/** Bytes that this process may still write in a folder: what the system reserves for root is not counted. */
export async function readFreeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}
