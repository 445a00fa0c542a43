import { setImmediate as afterReading, setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { CircuitBreaker } from './circuit-breaker.ts'

export type DatabaseWatch = {
  /** Whether the database answers; resolves within 200 ms. */
  isReady(): Promise<boolean>
  start(): void
  stop(): Promise<void>
}

const EVERY_MS = 1000
/** After a failure, to notice quickly that the database is back. */
const RETRY_MS = 100
const ANSWER_MS = 1000
/** While the breaker is open: a stalled server then accepts the waiting connection when it continues. */
const RECONNECT_MS = 5000
const READY_MS = 200

async function inTime(answer: Promise<unknown>): Promise<void> {
  let isOver = false
  const timeout = sleep(ANSWER_MS, undefined, { ref: false }).then(async () => {
    // a busy process runs timers late and before it reads sockets: an answer that has arrived counts
    await afterReading()
    if (!isOver) throw new Error('no answer')
  })
  try {
    await Promise.race([answer, timeout])
  } finally {
    isOver = true
    answer.catch(() => {})
    timeout.catch(() => {})
  }
}

/**
 * Probes the database with `select 1` on a connection of its own, which waits for no request, and reports the result to
 * the circuit breaker.
 */
export function watchDatabase(connection: pg.PoolConfig, breaker: CircuitBreaker): DatabaseWatch {
  let client: pg.Client | undefined
  let running: Promise<boolean> | undefined
  let timer: NodeJS.Timeout | undefined
  let isStopped = false

  async function open(): Promise<pg.Client> {
    const next = new pg.Client({
      ...connection,
      keepAlive: true,
      connectionTimeoutMillis: breaker.isOpen() ? RECONNECT_MS : ANSWER_MS,
    })
    // errors are reported by the statement
    next.on('error', () => {})
    next.once('end', () => {
      if (client === next) client = undefined
    })
    client = next
    await next.connect()
    return next
  }

  async function probe(): Promise<boolean> {
    try {
      const connected = client ?? (await open())
      await inTime(connected.query('select 1'))
      breaker.answered()
      return true
    } catch {
      // a late answer must not be taken for the next one: the next probe opens another connection
      void client?.end().catch(() => {})
      client = undefined
      breaker.timedOut()
      return false
    }
  }

  function probeOnce(): Promise<boolean> {
    running ??= probe().finally(() => {
      running = undefined
    })
    return running
  }

  function schedule(ms: number): void {
    timer = setTimeout(async () => {
      const isAnswered = await probeOnce()
      if (!isStopped) schedule(isAnswered ? EVERY_MS : RETRY_MS)
    }, ms).unref()
  }

  return {
    async isReady() {
      if (breaker.isOpen()) return false
      // a late answer of a busy machine must not fail the readiness check
      return Promise.race([probeOnce(), sleep(READY_MS).then(() => !breaker.isOpen())])
    },
    start: () => schedule(0),
    async stop() {
      isStopped = true
      clearTimeout(timer)
      await running
      await client?.end().catch(() => {})
    },
  }
}
