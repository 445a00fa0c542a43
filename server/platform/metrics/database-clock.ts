import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import type { Db } from '#database/open.ts'

const EVERY_MS = 60_000
const WARN_FROM_SECONDS = 2
/** The time of a slower answer says too little. */
const SLOWEST_ANSWER_MS = 1000

type Measurement = { databaseTime: number; at: number; differenceSeconds: number }

export type DatabaseClock = ReturnType<typeof createDatabaseClock>

/**
 * The clock of the database, which all instances share, and how far this machine's differs from it. Until `start` has measured
 * it, `now` is the given clock.
 */
export function createDatabaseClock({ db, now, log }: { db: Db; now: () => Date; log: FastifyBaseLogger }) {
  let measured: Measurement | undefined
  let timer: NodeJS.Timeout | undefined

  async function measure(): Promise<Measurement | undefined> {
    const askedAt = performance.now()
    const { rows } = await sql<{ time: Date }>`select clock_timestamp() as time`.execute(db)
    const [row] = rows
    const answeredAt = performance.now()
    if (!row || answeredAt - askedAt > SLOWEST_ANSWER_MS) return undefined
    // the database read its clock halfway, as far as can be known
    const databaseTime = row.time.getTime() + (answeredAt - askedAt) / 2
    return { databaseTime, at: answeredAt, differenceSeconds: (now().getTime() - databaseTime) / 1000 }
  }

  /** Measures, and warns of a difference; does nothing while the database does not answer. */
  async function check(): Promise<void> {
    measured = (await measure().catch(() => undefined)) ?? measured
    const seconds = measured?.differenceSeconds ?? 0
    if (Math.abs(seconds) < WARN_FROM_SECONDS) return
    const differs = `the clock of this machine is ${Math.abs(seconds).toFixed(1)} s ${seconds > 0 ? 'ahead of' : 'behind'} that of the database`
    log.warn({ differenceSeconds: seconds }, `${differs}: tokens, codes and payment deadlines are off by it`)
  }

  return {
    check,
    /** The time of the database; between measurements it runs on, whatever happens to the clock of this machine. */
    now: () => (measured ? new Date(measured.databaseTime + performance.now() - measured.at) : now()),
    /** This machine's clock less the database's; undefined while the database does not answer. */
    readDifferenceSeconds: async () => (await measure().catch(() => undefined))?.differenceSeconds,
    async start(): Promise<void> {
      await check()
      timer = setInterval(() => void check(), EVERY_MS).unref()
    },
    stop: () => clearInterval(timer),
  }
}
