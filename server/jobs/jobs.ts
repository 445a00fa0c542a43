import type { FastifyBaseLogger } from 'fastify'
import { PgBoss } from 'pg-boss'
import { AppError } from '#contract/errors.ts'
import type { JobName } from '#contract/jobs/failed-jobs.ts'
import { codeOf } from '#database/failures/unavailable.ts'
import type { Database } from '#database/open.ts'
import { syncAndCheckLedger } from '../payments/ledger-check.ts'
import type { CardProvider } from '../payments/provider/card-provider.ts'
import { reconcilePayments } from '../payments/reconciliation-job.ts'
import type { CardRules } from '../payments/sync.ts'
import { mergePendingWords } from '../products/search/merge-pending-words.ts'
import { removeDeletedIdentities } from '../users/account-deletion.ts'
import type { IdentityAdmin } from '../users/service.ts'
import { cleanUp } from './clean-up.ts'
import { findFailedJob } from './failed-jobs.ts'

export type Jobs = ReturnType<typeof createJobs>
type Deps = {
  database: Database
  cards: CardProvider | undefined
  identityAdmin: IdentityAdmin
  rules: CardRules
  /** Called when orders may have returned units to stock. */
  onStockReturned: () => void
  demo: boolean
  now: () => Date
  log: FastifyBaseLogger
}
type Job = { name: JobName; cron: string; run: () => Promise<void> }

/**
 * The schedule repeats a failed job; an admin can run it again before. A failed job is kept for seven days. The run of an
 * instance that died is given up after `heartbeatSeconds`, not after a quarter of an hour.
 */
const QUEUE = { retryLimit: 0, deleteAfterSeconds: 7 * 24 * 3600, heartbeatSeconds: 30 }
const EVERY_MINUTE = '* * * * *'
const EVERY_HOUR = '17 * * * *'
const EVERY_NIGHT = '40 3 * * *'
const MAX_LOGGED = 10
/** The nightly comparison covers several days, so that a missed night loses nothing. The sync before it covers 35. */
const COMPARED_DAYS = 7

/** One of several instances runs each job at a time. A job that runs twice does no harm. */
export function createJobs(deps: Deps) {
  const { database, log } = deps
  const boss = new PgBoss({ ...database.connection, schema: 'jobs', max: 3 })
  const workers = new Map<string, string>()
  boss.on('error', (error) => log.warn({ err: error }, 'jobs: the queue reports an error'))

  async function schedule({ name, cron, run }: Job): Promise<void> {
    // `stately`: one run waits at most, so that an outage of the provider is not followed by sixty runs in a row
    await boss.createQueue(name, { policy: 'stately', ...QUEUE })
    await boss.updateQueue(name, QUEUE)
    await boss.schedule(name, cron)
    const worker = await boss.work(name, { pollingIntervalSeconds: 5 }, () =>
      run().catch((error: unknown) => {
        // the queue does not log errors
        log.error({ err: error }, `jobs: ${name} failed`)
        throw error
      }),
    )
    workers.set(name, worker)
  }

  return {
    async start(): Promise<void> {
      await boss.start()
      for (const job of listJobs(deps)) await schedule(job)
    },
    stop: () => boss.stop({ graceful: true, timeout: 5000 }),
    /** Throws `not_found` if no such job has failed, and `job_waiting` while another failed run of it waits to run again. */
    async runAgain(id: string): Promise<JobName> {
      const name = await findFailedJob(database.db, id)
      if (!name) throw new AppError('not_found')
      try {
        await boss.retry(name, id)
      } catch (cause) {
        // `stately` has a unique index: one run of each job in a state, here `retry`
        throw codeOf(cause) === '23505' ? new AppError('job_waiting', { cause }) : cause
      }
      boss.notifyWorker(workers.get(name) ?? '')
      return name
    },
  }
}

function listJobs({ database, cards, identityAdmin, rules, onStockReturned, demo, now, log }: Deps): Job[] {
  const db = database.background
  return [
    {
      name: 'reconcile-payments',
      cron: EVERY_MINUTE,
      async run() {
        const failures = await reconcilePayments({ db, cards, now }, rules).finally(onStockReturned)
        throwFailures(log, failures)
      },
    },
    {
      name: 'check-ledger',
      cron: EVERY_NIGHT,
      async run() {
        if (!cards) return
        const { check, failures } = await syncAndCheckLedger({ db, cards, now }, { days: COMPARED_DAYS })
        onStockReturned()
        const { differences } = check
        if (differences.length > 0) log.error({ differences }, 'payments: the ledger and the provider differ')
        throwFailures(log, failures)
      },
    },
    { name: 'index-words', cron: EVERY_MINUTE, run: () => mergePendingWords(db) },
    { name: 'clean-up', cron: EVERY_HOUR, run: () => cleanUp(db, now(), { demo }) },
    {
      name: 'remove-identities',
      cron: EVERY_HOUR,
      run: () => removeDeletedIdentities({ db, identity: identityAdmin, log, now }),
    },
  ]
}

/** Logs what failed, and throws, so that the job counts as failed. What succeeded stays done. */
function throwFailures(
  log: FastifyBaseLogger,
  failures: { task?: string; id: string; error: unknown }[],
): void {
  if (failures.length === 0) return
  const first = failures.slice(0, MAX_LOGGED)
  for (const { error, ...failed } of first)
    log.warn({ ...failed, err: error }, 'payments: will be tried again')
  const more = failures.length - first.length
  if (more > 0) log.warn(`payments: ${more} more will be tried again`)
  const described = first.map(({ task = 'payment', id, error }) => `${task} ${id}: ${describeError(error)}`)
  throw new Error(`${failures.length} will be tried again: ${described.join('; ')}`)
}

function describeError(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
