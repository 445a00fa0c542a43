import type { FastifyBaseLogger } from 'fastify'
import { PgBoss } from 'pg-boss'
import { AppError } from '#contract/platform/errors.ts'
import type { JobName } from '#contract/platform/jobs/failed-jobs.ts'
import { codeOf } from '#database/failures/unavailable.ts'
import type { Database } from '#database/open.ts'
import { findFailedJob } from './failed-jobs.ts'

export type Jobs = ReturnType<typeof createJobs>
/** Work by a schedule: it throws if anything failed. A run that happens twice does no harm. */
export type Job = { name: JobName; cron: string; run: () => Promise<void> }
type Deps = { database: Database; jobs: Job[]; log: FastifyBaseLogger }

/**
 * The schedule repeats a failed job; an admin can run it again before. A failed job is kept for seven days. The run of an
 * instance that died is given up after `heartbeatSeconds`, not after a quarter of an hour.
 */
const QUEUE = { retryLimit: 0, deleteAfterSeconds: 7 * 24 * 3600, heartbeatSeconds: 30 }
export const EVERY_MINUTE = '* * * * *'
export const EVERY_HOUR = '17 * * * *'
export const EVERY_NIGHT = '40 3 * * *'

/** One of several instances runs each job at a time. */
export function createJobs({ database, jobs, log }: Deps) {
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
      for (const job of jobs) await schedule(job)
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
