import { sql } from 'kysely'
import { AppError } from '#contract/errors.ts'
import type { Role, User } from '#contract/users/users.ts'
import { advisoryLocks } from '#database/advisory-locks.ts'
import { type Db, inTransaction } from '#database/open.ts'
import type { UserRow } from '#database/rows.ts'
import { recordChange } from '../audit/record.ts'
import { toUser } from './user.ts'

type By = { actorId: string | null; at: Date }

/**
 * Gives an account a role; the role it has already changes nothing.
 * Throws `not_found` for an unknown address, one that another account than `uid` has, or a removed account, `last_admin`
 * for the last admin's own role.
 */
export function changeRole(
  db: Db,
  { email, uid, role }: { email: string; uid?: string; role: Role },
  { actorId, at }: By,
): Promise<User> {
  return inTransaction(db, async (trx) => {
    await lockRoles(trx)
    const user = await findActive(trx, 'email', email)
    if (!user || (uid !== undefined && user.uid !== uid)) throw new AppError('not_found')
    if (user.role === role) return toUser(user)
    await requireAnotherAdmin(trx, user)
    await trx.updateTable('users').set({ role }).where('id', '=', user.id).execute()
    const values = { before: user.role, after: role }
    await recordChange(trx, { at, actorId, entity: 'user', entityId: user.id, field: 'role', ...values })
    return toUser({ ...user, role })
  })
}

/**
 * Disables an account: its tokens stop at once, its orders stay. Resolves to its uid.
 * Throws `own_account`, `not_found` for an unknown id or the second time, `last_admin`.
 */
export async function disableUser(db: Db, id: string, { actorId, at }: By): Promise<string> {
  if (id === actorId) throw new AppError('own_account')
  return inTransaction(db, async (trx) => {
    await lockRoles(trx)
    const user = await findActive(trx, 'id', id)
    if (!user) throw new AppError('not_found')
    await requireAnotherAdmin(trx, user)
    await trx.updateTable('users').set({ disabled_at: at }).where('id', '=', id).execute()
    const values = { before: 'false', after: 'true' }
    await recordChange(trx, { at, actorId, entity: 'user', entityId: id, field: 'disabled', ...values })
    return user.uid
  })
}

/** Serialises changes of who is an admin, to the end of the transaction. */
export async function lockRoles(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(${advisoryLocks.roles})`.execute(db)
}

function findActive(db: Db, column: 'id' | 'email', value: string): Promise<UserRow | undefined> {
  return db
    .selectFrom('users')
    .selectAll()
    .where(column, '=', value)
    .where('disabled_at', 'is', null)
    .executeTakeFirst()
}

/** Throws `last_admin` where the account is the only active admin. */
export async function requireAnotherAdmin(db: Db, leaving: UserRow): Promise<void> {
  if (leaving.role !== 'admin') return
  const other = await db
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'admin')
    .where('disabled_at', 'is', null)
    .where('id', '<>', leaving.id)
    .limit(1)
    .executeTakeFirst()
  if (!other) throw new AppError('last_admin')
}
