import type { Pool } from 'pg'
import type { JobName } from '#contract/platform/jobs/failed-jobs.ts'
import { newId } from '#database/uuid.ts'

type Run = { state?: 'failed' | 'completed' | 'retry'; at?: string; error?: object }

/** Inserts a run of a job as the queue leaves it; the jobs of the store must have started once. Returns its id. */
export async function addRun(
  { database }: { database: { pool: Pick<Pool, 'query'> } },
  job: JobName,
  { state = 'failed', at = new Date().toISOString(), error = { message: 'no answer' } }: Run = {},
): Promise<string> {
  const id = newId()
  await database.pool.query(
    `insert into jobs.job (id, name, policy, state, retry_limit, retry_count, deletion_seconds, created_on, started_on,
       completed_on, start_after, output)
     values ($1, $2, 'stately', $3, 0, 0, 604800, $4, $4, $5, $6, $7)`,
    [
      id,
      job,
      state,
      at,
      state === 'retry' ? null : at,
      state === 'retry' ? '2999-01-01' : at,
      state === 'failed' ? JSON.stringify(error) : null,
    ],
  )
  return id
}
