import { sql } from 'kysely'
import { type Db, inTransaction } from '#database/open.ts'
import { EVERY_MINUTE, type Job } from '../../platform/jobs/jobs.ts'

export function searchJobs(db: Db): Job[] {
  return [{ name: 'index-words', cron: EVERY_MINUTE, run: () => mergePendingWords(db) }]
}

/** Merges the pending list of the index of words. A write merges it only above 256 MB, or orders would wait for seconds. */
export async function mergePendingWords(db: Db): Promise<void> {
  await inTransaction(db, async (trx) => {
    await sql`set local lock_timeout = 0`.execute(trx)
    await sql`select gin_clean_pending_list('products_search_vector')`.execute(trx)
  })
}
