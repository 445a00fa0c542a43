import { setImmediate as afterReading, setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { DatabaseUnavailableError } from './unavailable.ts'

export type CircuitBreaker = ReturnType<typeof createCircuitBreaker>

const PROBE_INTERVAL_MS = 1000
const RETRY_MS = 100
const PROBE_TIMEOUT_MS = 1000
/** While the breaker is open: when a stalled server continues, it accepts a connection that still waits. */
const RECONNECT_MS = 5000
const MAX_READY_WAIT_MS = 200

/** Open from `timeoutsToOpen` consecutive calls of `timedOut` to the next of `answered`: `whileClosed` then fails at once, also if it waits. */
export function createCircuitBreaker({
  timeoutsToOpen,
  onChange,
}: {
  timeoutsToOpen: number
  onChange: (isOpen: boolean) => void
}) {
  const waiting = new Set<(error: Error) => void>()
  let timeouts = 0
  let openings = 0
  let isOpen = false
  return {
    isOpen: () => isOpen,
    openings: () => openings,
    async whileClosed<T>(work: Promise<T>): Promise<T> {
      if (isOpen) throw new DatabaseUnavailableError()
      const { promise: opened, reject } = Promise.withResolvers<never>()
      waiting.add(reject)
      try {
        return await Promise.race([work, opened])
      } finally {
        waiting.delete(reject)
      }
    },
    answered(): void {
      timeouts = 0
      if (!isOpen) return
      isOpen = false
      onChange(false)
    },
    timedOut(): void {
      timeouts += 1
      if (isOpen || timeouts < timeoutsToOpen) return
      isOpen = true
      openings += 1
      onChange(true)
      for (const reject of waiting) reject(new DatabaseUnavailableError())
      waiting.clear()
    },
  }
}

export function watchDatabase(connection: pg.PoolConfig, breaker: CircuitBreaker) {
  let client: pg.Client | undefined
  let running: Promise<boolean> | undefined
  let timer: NodeJS.Timeout | undefined
  let isStopped = false

  async function open(): Promise<pg.Client> {
    const next = new pg.Client({
      ...connection,
      keepAlive: true,
      connectionTimeoutMillis: breaker.isOpen() ? RECONNECT_MS : PROBE_TIMEOUT_MS,
    })
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
      // a late response must not count as that of the next probe, which opens another connection
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
      if (!isStopped) schedule(isAnswered ? PROBE_INTERVAL_MS : RETRY_MS)
    }, ms).unref()
  }

  return {
    async isReady(): Promise<boolean> {
      if (breaker.isOpen()) return false
      return Promise.race([probeOnce(), sleep(MAX_READY_WAIT_MS).then(() => !breaker.isOpen())])
    },
    start: () => schedule(0),
    async stop(): Promise<void> {
      isStopped = true
      clearTimeout(timer)
      await running
      await client?.end().catch(() => {})
    },
  }
}

async function inTime(answer: Promise<unknown>): Promise<void> {
  let isOver = false
  const timeout = sleep(PROBE_TIMEOUT_MS, undefined, { ref: false }).then(async () => {
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
