import { sql } from 'kysely'
import { AppError } from '#contract/errors.ts'
import { cleanProfile, type User } from '#contract/users/users.ts'
import { advisoryLocks } from '#database/advisory-locks.ts'
import { type Db, inTransaction } from '#database/open.ts'
import type { UserRow } from '#database/rows.ts'
import { newId } from '#database/uuid.ts'
import type { VerifiedIdentity } from '../auth/id-token.ts'
import { toUser } from './service.ts'

/** `email` is folded and `signedInAt` the auth time of the token; `emailVerified` as the provider says now. */
type SignIn = {
  identity: Pick<VerifiedIdentity, 'uid' | 'name' | 'photo' | 'signedInAt'> & {
    email: string
    emailVerified: boolean
  }
  validSince: Date
  at: Date
}

/**
 * The account of a verified identity by uid, created at its first sign-in. The latest verified token owns its address.
 * A missing name is filled in: registering names the account after creating it.
 * Throws `account_disabled`, `unauthenticated`.
 */
export async function signInUser(db: Db, proven: SignIn): Promise<User> {
  const signIn = { ...proven, identity: { ...proven.identity, ...cleanProfile(proven.identity) } }
  if (signIn.identity.signedInAt < signIn.validSince) throw new AppError('unauthenticated')
  const known = await findByUid(db, signIn.identity.uid)
  if (known?.deleted_at) throw new AppError('unauthenticated')
  if (known?.disabled_at) throw new AppError('account_disabled')
  if (known && isUpToDate(known, signIn)) return toUser(known)
  const row = await inTransaction(db, async (trx) => {
    await sql`select pg_advisory_xact_lock(${advisoryLocks.signIn})`.execute(trx)
    await releaseAddress(trx, signIn.identity)
    const row = await saveAccount(trx, signIn)
    if (row.disabled_at) throw new AppError('account_disabled')
    return row
  })
  return toUser(row)
}

function findByUid(db: Db, uid: string): Promise<UserRow | undefined> {
  return db.selectFrom('users').selectAll().where('uid', '=', uid).executeTakeFirst()
}

function isUpToDate(row: UserRow, { identity, validSince }: SignIn): boolean {
  return (
    row.email === identity.email &&
    row.email_verified === identity.emailVerified &&
    Number(row.valid_since) >= validSince.getTime() &&
    (row.display_name !== null || identity.name === null)
  )
}

async function releaseAddress(db: Db, { uid, email }: { uid: string; email: string }): Promise<void> {
  await db
    .updateTable('users')
    .set({ email: null, email_verified: false })
    .where('email', '=', email)
    .where('uid', '<>', uid)
    .execute()
}

function saveAccount(db: Db, { identity, validSince, at }: SignIn): Promise<UserRow> {
  return db
    .insertInto('users')
    .values({
      id: newId(),
      uid: identity.uid,
      email: identity.email,
      email_verified: identity.emailVerified,
      display_name: identity.name,
      photo_url: identity.photo,
      valid_since: validSince,
      created_at: at,
    })
    .onConflict((conflict) =>
      conflict.column('uid').doUpdateSet({
        email: (eb) => eb.ref('excluded.email'),
        email_verified: (eb) => eb.ref('excluded.email_verified'),
        display_name: (eb) => eb.fn.coalesce('users.display_name', 'excluded.display_name'),
        valid_since: sql`greatest(users.valid_since, excluded.valid_since)`,
      }),
    )
    .returningAll()
    .executeTakeFirstOrThrow()
}
