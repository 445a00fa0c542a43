import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Db } from '#database/open.ts'
import { addBacklog } from './backlog.ts'
import { addStorage } from './storage.ts'

/** The counts of a connection pool. */
export type PoolCounts = { totalCount: number; idleCount: number; waitingCount: number }
/** The counts of the response cache. */
type CacheCounts = { hits: number; joined: number; misses: number; entries: number; bytes: number }

export type Metrics = {
  registry: Registry
  requests: Histogram<'method' | 'route' | 'status' | 'via'>
  /** By outcome: `placed`, `replayed`, or the code of the refusal. */
  orders: Counter<'outcome'>
  /** Error responses, by code. */
  refusals: Counter<'code'>
}

export type MetricSources = {
  db: Db
  pool: PoolCounts
  cache: () => CacheCounts
  /** Requests that were shed, by reason. */
  shed: () => Record<string, number>
  dataDir: string
}

/** From a cached response to the time limit of the card provider. */
const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** The metrics of one process; each store has a registry of its own. */
export function createMetrics({ db, pool, cache, shed, dataDir }: MetricSources): Metrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  addPool(registry, pool)
  addCache(registry, cache)
  addShed(registry, shed)
  addBacklog(registry, db)
  addStorage(registry, dataDir)
  return {
    registry,
    requests: new Histogram({
      name: 'http_request_duration_seconds',
      help: 'Requests by declared address, and by whether they came over a socket or in process, from a page that is rendered.',
      labelNames: ['method', 'route', 'status', 'via'],
      buckets: SECONDS,
      registers,
    }),
    orders: new Counter({
      name: 'store_orders_total',
      help: 'Orders asked for, by outcome: placed, replayed, or the code of the refusal.',
      labelNames: ['outcome'],
      registers,
    }),
    refusals: new Counter({
      name: 'store_refusals_total',
      help: 'Answers in the error form, by code.',
      labelNames: ['code'],
      registers,
    }),
  }
}

function addPool(registry: Registry, pool: PoolCounts): void {
  new Gauge({
    name: 'store_database_connections',
    help: 'Connections of the pool, and requests that wait for one.',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      this.set({ state: 'busy' }, pool.totalCount - pool.idleCount)
      this.set({ state: 'idle' }, pool.idleCount)
      this.set({ state: 'waited_for' }, pool.waitingCount)
    },
  })
}

function addShed(registry: Registry, shed: () => Record<string, number>): void {
  new Counter({
    name: 'store_shed_requests_total',
    help: 'Requests refused with 503 overloaded, by the queue that was full: requests as a whole, connections of the database, pages to render, passwords to hash.',
    labelNames: ['reason'],
    registers: [registry],
    collect() {
      this.reset()
      for (const [reason, count] of Object.entries(shed())) this.inc({ reason }, count)
    },
  })
}

function addCache(registry: Registry, cache: () => CacheCounts): void {
  const counts = {
    hits: 'responses sent as cached',
    misses: 'responses computed',
    joined: 'waits for a computation under way',
  }
  for (const name of ['hits', 'misses', 'joined'] as const) {
    new Counter({
      name: `store_cache_${name}_total`,
      help: `Cache of pages and API responses: ${counts[name]}.`,
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
      help: `Cache of pages and API responses: ${name} held.`,
      registers: [registry],
      collect() {
        this.set(cache()[name])
      },
    })
  }
}
