import { setTimeout as sleep } from 'node:timers/promises'
import { type SqlBool, sql } from 'kysely'
import type * as z from 'zod/mini'
import type { ListedUser, profileSchema, User } from '#contract/people/users/users.ts'
import { isStaff, may, type Permission, type Role } from '#contract/platform/auth/roles.ts'
import { sampleAdmin } from '#contract/platform/auth/sample-admin.ts'
import { AppError } from '#contract/platform/errors.ts'
import { normaliseEmail } from '#contract/platform/fields.ts'
import { MAX_COUNT } from '#contract/platform/list-sort.ts'
import { advisoryLocks } from '#database/advisory-locks.ts'
import { type Db, inTransaction } from '#database/open.ts'
import type { UserRow } from '#database/rows.ts'
import { recordChange } from '../../platform/audit.ts'
import { ConfigError } from '../../platform/config/config-error.ts'
import {
  countedPage,
  type ListKey,
  type ListPage,
  type SortedPageRequest,
  sortedBy,
} from '../../platform/http/page-of-list.ts'

type ProfileChange = z.output<typeof profileSchema>
type ChangedBy = { actorId: string | null; at: Date }

export type IdentityAdmin = {
  /** Verified addresses by uid; null for Firebase without a service account. Throws `identity_unavailable`. */
  verifiedEmails(uids: string[]): Promise<Map<string, string> | null>
  disable(uid: string): Promise<void>
  endSession(uid: string, sid: string): Promise<void>
  endOtherSessions(uid: string, sid: string): Promise<void>
  /** Removes the account; Firebase without a service account needs the account's own ID token for it. */
  remove(uid: string, idToken?: string): Promise<void>
}
export type Log = { error(details: object, message: string): void }

export function toUser(row: UserRow): User {
  return {
    _id: row.id,
    email: row.email,
    role: row.role,
    displayName: row.display_name,
    photoURL: row.photo_url,
    education: row.education,
    location: row.location,
    number: row.number,
    linkedin: row.linkedin,
    createdAt: row.created_at.toISOString(),
    disabled: row.disabled_at !== null,
  }
}

/** An account by its address, disabled or not. Throws `not_found`. */
export async function getUserByEmail(db: Db, email: string): Promise<User> {
  const row = await db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst()
  if (!row) throw new AppError('not_found')
  return toUser(row)
}

/** Changes the fields that are not undefined; null clears one. A change by somebody else is audited. Throws `not_found`. */
export function updateProfile(
  db: Db,
  { email, profile }: { email: string; profile: ProfileChange },
  { actorId, at }: ChangedBy,
): Promise<User> {
  const sent = Object.entries(profile).filter(([, value]) => value !== undefined)
  if (sent.length === 0) return getUserByEmail(db, email)
  const { displayName, photoURL, education, location, number, linkedin } = profile
  return inTransaction(db, async (trx) => {
    const row = await trx
      .updateTable('users')
      .set({ display_name: displayName, photo_url: photoURL, education, location, number, linkedin })
      .where('email', '=', email)
      .returningAll()
      .executeTakeFirst()
    if (!row) throw new AppError('not_found')
    // the names of the fields: their values are the person's, and the audit outlives the account
    const values = { before: null, after: sent.map(([name]) => name).join(', ') }
    const change = { at, actorId, entity: 'user', entityId: row.id, field: 'profile', ...values } as const
    if (row.id !== actorId) await recordChange(trx, change)
    return toUser(row)
  })
}

const byEmail: ListKey<UserRow> = {
  column: sql`coalesce(email, '')`,
  kind: 'text',
  of: (row) => row.email ?? '',
}

type UserFilter = { disabled: boolean; q?: string | undefined; role?: Role | 'staff' | undefined }

/** One page of accounts; disabled ones only with `disabled`. `emailVerified` is null if the provider fails, or for Firebase without a service account. */
export async function listUsers(
  db: Db,
  { disabled, q = '', role, ...page }: SortedPageRequest & UserFilter,
  { identity, log }: { identity: Pick<IdentityAdmin, 'verifiedEmails'>; log: Log },
): Promise<ListPage<ListedUser>> {
  let users = db.selectFrom('users').selectAll().where('deleted_at', 'is', null)
  if (!disabled) users = users.where('disabled_at', 'is', null)
  // the first condition of both is that of the index
  if (role !== undefined && role !== 'user') users = users.where('role', '<>', 'user')
  if (role !== undefined && role !== 'staff') users = users.where('role', '=', role)
  if (q.trim() !== '') {
    const words = await readWords(db, q)
    if (words === null) return { items: [], next: null, ...(page.count && { count: 0 }) }
    // Of matches beyond the count some are left out. The array keeps the planner from reading all accounts instead.
    users = users.where(sql<SqlBool>`id = any(array(
      select id from users where deleted_at is null and email is not null
        and lookup_words(display_name, email, number) @@ ${words}::tsquery
      limit ${MAX_COUNT + 1}))`)
    if (q.includes('@')) users = users.where(sql<SqlBool>`starts_with(email, ${normaliseEmail(q)})`)
  }
  const order = sortedBy('users', page.sort, { email: byEmail })
  const { items, next, count } = await countedPage(db, users, { order, page, toItem: (row) => row })
  const verified = await identity.verifiedEmails(items.map(({ uid }) => uid)).catch((err: unknown) => {
    log.error({ err }, 'the identity provider does not say which addresses are verified')
    return null
  })
  const listed = items.map((row) => ({
    ...toUser(row),
    emailVerified: verified && isVerified(verified, row),
  }))
  return { next, count, items: listed }
}

/** More would only make the search slower. */
const MAX_WORDS = 5

/**
 * A query of the words that an account must have: each begins with one of the text, or of its part before an "@". Null without
 * a word. A word of one letter counts if there is no other.
 */
async function readWords(db: Db, text: string): Promise<string | null> {
  const { rows } = await sql<{ word: string }>`
    select word from unnest(tsvector_to_array(lookup_words(split_part(${text}, '@', 1), null, null))) as word
    order by length(word) desc limit ${MAX_WORDS}`.execute(db)
  const words = rows.map(({ word }) => word)
  const wanted = words.filter((word, at) => at === 0 || word.length > 1)
  return wanted.map((word) => `'${word.replace(/['\\]/g, '$&$&')}':*`).join(' & ') || null
}

type RoleChange = {
  email: string
  role: Role
  /** Changes nothing for an account with another role than this one. */
  from?: Role
}

/**
 * Gives an account a role, as `changeRole`, if the actor may still do that once it is their turn; a staff role for an
 * unverified address needs `confirmUnverified`. Throws also `email_unverified`, `identity_unavailable`, `forbidden`.
 */
export async function setRole(
  db: Db,
  { confirmUnverified = false, ...change }: RoleChange & { confirmUnverified?: boolean | undefined },
  { identity, actorId, at }: { identity: Pick<IdentityAdmin, 'verifiedEmails'>; actorId: string; at: Date },
): Promise<User> {
  const user = await findActive(db, 'email', change.email)
  if (!user) throw new AppError('not_found')
  const isNewStaffRole = isStaff(change.role) && change.role !== user.role
  if (isNewStaffRole && user.id !== actorId && !confirmUnverified) {
    const verified = await identity.verifiedEmails([user.uid])
    if (!verified || !isVerified(verified, user)) throw new AppError('email_unverified')
  }
  return inTransaction(db, async (trx) => {
    await lockRoles(trx)
    await requireActor(trx, actorId, 'staff.write')
    return changeRole(trx, { ...change, uid: user.uid }, { actorId, at })
  })
}

/** Throws `forbidden` if a change of roles before this one took the actor's permission. */
async function requireActor(trx: Db, actorId: string, permission: Permission): Promise<void> {
  const actor = await findActive(trx, 'id', actorId)
  if (!actor || !may(actor.role, permission)) throw new AppError('forbidden')
}

function isVerified(verified: Map<string, string>, { uid, email }: UserRow): boolean {
  return email !== null && verified.get(uid) === email
}

/** Disables an account in the store, then at the identity provider; a failure there is only logged. Throws as `disableUser` does, and `forbidden` as `setRole`. */
export async function removeUser(
  db: Db,
  { id, actorId, at }: { id: string; actorId: string; at: Date },
  { identity, log }: { identity: Pick<IdentityAdmin, 'disable'>; log: Log },
): Promise<void> {
  const uid = await inTransaction(db, async (trx) => {
    await lockRoles(trx)
    await requireActor(trx, actorId, 'customers.write')
    return disableUser(trx, id, { actorId, at })
  })
  for (const waitMs of [200, 1000, 0]) {
    try {
      return await identity.disable(uid)
    } catch (error) {
      log.error({ err: error, userId: id }, 'the identity provider did not disable a removed account')
      await sleep(waitMs)
    }
  }
}

/** Gives an account a role. Throws `last_admin`, `own_role`, and `not_found` if no active account, or another one than `uid`, has the address. */
export function changeRole(
  db: Db,
  { email, uid, role, from }: RoleChange & { uid?: string },
  { actorId, at }: ChangedBy,
): Promise<User> {
  return inTransaction(db, async (trx) => {
    await lockRoles(trx)
    const user = await findActive(trx, 'email', email)
    if (!user || (uid !== undefined && user.uid !== uid)) throw new AppError('not_found')
    if (user.role === role || (from && user.role !== from)) return toUser(user)
    await requireAnotherAdmin(trx, user)
    if (user.id === actorId) throw new AppError('own_role')
    await trx.updateTable('users').set({ role }).where('id', '=', user.id).execute()
    const values = { before: user.role, after: role }
    await recordChange(trx, { at, actorId, entity: 'user', entityId: user.id, field: 'role', ...values })
    return toUser({ ...user, role })
  })
}

/** Disables an account, and resolves to its uid. Throws `own_account`, `last_admin`; `not_found` if it is unknown or disabled already. */
export async function disableUser(db: Db, id: string, { actorId, at }: ChangedBy): Promise<string> {
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

export async function requireAnotherAdmin(db: Db, user: UserRow): Promise<void> {
  if (user.role !== 'admin') return
  const other = await db
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'admin')
    .where('disabled_at', 'is', null)
    .where('id', '<>', user.id)
    .limit(1)
    .executeTakeFirst()
  if (!other) throw new AppError('last_admin')
}

/** The sample admin's password is public: a production store does not start while that account belongs to staff. Throws `ConfigError`. */
export async function rejectSampleAdmin(db: Db): Promise<void> {
  const user = await findActive(db, 'email', sampleAdmin.email)
  if (!user || !isStaff(user.role)) return
  throw new ConfigError(
    `This database is a demo's: its sample admin ${sampleAdmin.email} has a password that everybody knows. Remove that account in the demo, or name another database.`,
  )
}
