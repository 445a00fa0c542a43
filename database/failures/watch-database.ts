import { setImmediate as afterReading, setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { CircuitBreaker } from './circuit-breaker.ts'

export type DatabaseWatch = {
  /** Whether the database answers, as far as that is known within a fifth of a second. */
  isReady(): Promise<boolean>
  /** Asks every second from now on. */
  start(): void
  stop(): Promise<void>
}

const EVERY_MS = 1000
/** After a failure: the store is to notice soon that the database is back. */
const AGAIN_MS = 100
const ANSWER_MS = 1000
/** While it is away: a server that was stopped takes up what waits for it, and needs no new connection every second. */
const PATIENT_MS = 5000
const READY_MS = 200

async function inTime(answer: Promise<unknown>): Promise<void> {
  let isOver = false
  const tooLong = sleep(ANSWER_MS, undefined, { ref: false }).then(async () => {
    // a busy process runs its timers late, and before it reads: an answer that has arrived counts
    await afterReading()
    if (!isOver) throw new Error('no answer')
  })
  try {
    await Promise.race([answer, tooLong])
  } finally {
    isOver = true
    answer.catch(() => {})
    tooLong.catch(() => {})
  }
}

/**
 * The probe: asks `select 1` on a connection of its own, which waits behind no request, and reports to the circuit breaker
 * what came of it.
 */
export function watchDatabase(connection: pg.PoolConfig, breaker: CircuitBreaker): DatabaseWatch {
  let client: pg.Client | undefined
  let question: Promise<boolean> | undefined
  let timer: NodeJS.Timeout | undefined
  let isStopped = false

  async function open(): Promise<pg.Client> {
    const next = new pg.Client({
      ...connection,
      keepAlive: true,
      connectionTimeoutMillis: breaker.isOpen() ? PATIENT_MS : ANSWER_MS,
    })
    // its statement fails and says so
    next.on('error', () => {})
    next.once('end', () => {
      if (client === next) client = undefined
    })
    client = next
    await next.connect()
    return next
  }

  async function ask(): Promise<boolean> {
    try {
      const asked = client ?? (await open())
      await inTime(asked.query('select 1'))
      breaker.answered()
      return true
    } catch {
      // its answer is still under way: another connection asks next
      void client?.end().catch(() => {})
      client = undefined
      breaker.timedOut()
      return false
    }
  }

  function askOnce(): Promise<boolean> {
    question ??= ask().finally(() => {
      question = undefined
    })
    return question
  }

  function plan(ms: number): void {
    timer = setTimeout(async () => {
      const isAnswered = await askOnce()
      if (!isStopped) plan(isAnswered ? EVERY_MS : AGAIN_MS)
    }, ms).unref()
  }

  return {
    async isReady() {
      if (breaker.isOpen()) return false
      // a busy machine answers late, which is no reason to send its visitors elsewhere
      return Promise.race([askOnce(), sleep(READY_MS).then(() => !breaker.isOpen())])
    },
    start: () => plan(0),
    async stop() {
      isStopped = true
      clearTimeout(timer)
      await question
      await client?.end().catch(() => {})
    },
  }
}
