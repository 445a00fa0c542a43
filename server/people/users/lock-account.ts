import { AppError } from '#contract/platform/errors.ts'
import type { Db } from '#database/open.ts'

/** Changes of what belongs to an account take turns until `trx` ends, and none comes after its deletion: `unauthenticated`. */
export async function lockAccount(trx: Db, userId: string): Promise<void> {
  const account = await trx
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!account) throw new AppError('unauthenticated')
}
