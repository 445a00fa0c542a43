import { sql } from 'kysely'
import { type FailedJob, type JobName, jobNameSchema } from '#contract/platform/jobs/failed-jobs.ts'
import type { Db } from '#database/open.ts'
import { type ListOrder, type ListPage, type PageRequest, pageOfList } from '../http/page-of-list.ts'

type FailedRow = {
  id: string
  name: JobName
  failed_at: Date
  first_failed_at: Date
  attempts: number
  error: string
  succeeded_at: Date | null
}

const MAX_ERROR_LENGTH = 500

const newest: ListOrder<FailedRow> = {
  name: 'newest',
  descending: true,
  keys: [
    { column: sql.ref('failed.failed_at'), kind: 'time', of: (row) => row.failed_at.toISOString() },
    { column: sql.ref('failed.id'), kind: 'id', of: (row) => row.id },
  ],
}

/**
 * One page of the failed jobs; failures of a job without a success between them are one item. In SQL, because the search
 * of pg-boss has no pages and does not group.
 */
export async function listFailedJobs(db: Db, page: PageRequest): Promise<ListPage<FailedJob>> {
  if (!(await isQueueInstalled(db))) return { items: [], next: null }
  // window functions instead of a join, which took half a minute for 20,000 runs; cursors have milliseconds
  const failed = sql<Omit<FailedRow, 'error'>>`(
    with runs as (
      select id, name, state, retry_count, completed_on, date_trunc('milliseconds', completed_on) as ended_at
      from jobs.job where state in ('failed', 'completed') and name = any (${jobNameSchema.options})
    ), counted as (
      select *,
        count(*) filter (where state = 'completed') over (partition by name order by completed_on, id) as successes,
        min(ended_at) filter (where state = 'completed')
          over (partition by name order by completed_on desc, id desc) as succeeded_at
      from runs
    )
    select distinct on (name, successes) id, name, ended_at as failed_at, min(ended_at) over series as first_failed_at,
      (sum(retry_count + 1) over series)::int as attempts, succeeded_at
    from counted where state = 'failed'
    window series as (partition by name, successes)
    order by name, successes, completed_on desc, id desc
  )`.as<'failed'>('failed')
  const error = sql<string>`(
    select left(coalesce(
      nullif(output->>'message', ''), nullif(output->'value'->>'message', ''), output->>'code', output::text, ''
    ), ${MAX_ERROR_LENGTH})
    from jobs.job where job.name = failed.name and job.id = failed.id
  )`.as('error')
  const query = db.selectFrom(failed).selectAll().select(error)
  return pageOfList(query, { order: newest, page, toItem: toFailedJob })
}

/** The jobs that failed and have not succeeded since, and when the first failure of these was. */
export async function countFailedJobs(db: Db): Promise<{ count: number; oldestAt: Date | null }> {
  const none = { count: 0, oldestAt: null }
  if (!(await isQueueInstalled(db))) return none
  const { rows } = await sql<typeof none | { count: number; oldestAt: Date }>`
    with succeeded as (
      select name, max(completed_on) as at from jobs.job
      where state = 'completed' and name = any (${jobNameSchema.options}) group by name
    )
    select count(distinct job.name)::integer as count, min(completed_on) as "oldestAt"
    from jobs.job left join succeeded on succeeded.name = job.name
    where state = 'failed' and job.name = any (${jobNameSchema.options})
      and (succeeded.at is null or completed_on > succeeded.at)`.execute(db)
  return rows[0] ?? none
}

function toFailedJob(row: FailedRow): FailedJob {
  return {
    _id: row.id,
    job: row.name,
    failedAt: row.failed_at.toISOString(),
    firstFailedAt: row.first_failed_at.toISOString(),
    attempts: row.attempts,
    error: row.error,
    succeededAt: row.succeeded_at?.toISOString() ?? null,
  }
}

export async function findFailedJob(db: Db, id: string): Promise<JobName | undefined> {
  if (!(await isQueueInstalled(db))) return undefined
  const { rows } = await sql<{ name: JobName }>`select name from jobs.job
    where id = ${id} and state = 'failed' and name = any (${jobNameSchema.options})`.execute(db)
  return rows[0]?.name
}

/** A new store serves requests before the queue has created its tables. */
async function isQueueInstalled(db: Db): Promise<boolean> {
  const { rows } = await sql<{ table: string | null }>`select to_regclass('jobs.job') as table`.execute(db)
  return Boolean(rows[0]?.table)
}
