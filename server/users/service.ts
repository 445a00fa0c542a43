import { setTimeout as sleep } from 'node:timers/promises'
import type * as z from 'zod/mini'
import { AppError } from '#contract/errors.ts'
import type { ListedUser, profileSchema, User } from '#contract/users/users.ts'
import type { Db } from '#database/open.ts'
import type { UserRow } from '#database/rows.ts'
import { type ListPage, newestFirst, type PageRequest, pageOfList } from '../http/lists/page-of-list.ts'
import { changeRole, disableUser } from './roles.ts'
import { toUser } from './user.ts'

export type ProfileChange = z.output<typeof profileSchema>

/** What the store asks of the identity provider about an account. */
export type IdentityAdmin = {
  /**
   * The verified addresses of these accounts, by uid; null without service credentials. Throws
   * `identity_unavailable`.
   */
  verifiedEmails(uids: string[]): Promise<Map<string, string> | null>
  disable(uid: string): Promise<void>
  endSession(uid: string, sid: string): Promise<void>
  endOtherSessions(uid: string, sid: string): Promise<void>
  /** Removes the account; without service credentials this needs the account's own ID token. */
  remove(uid: string, idToken?: string): Promise<void>
}
export type Log = { error(details: object, message: string): void }

/** An account by its address, removed or not. Throws `not_found`. */
export async function getUserByEmail(db: Db, email: string): Promise<User> {
  const row = await db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst()
  if (!row) throw new AppError('not_found')
  return toUser(row)
}

/** Writes the fields that are named and no others; null clears. Throws `not_found`. */
export async function updateProfile(db: Db, email: string, profile: ProfileChange): Promise<User> {
  const named = Object.fromEntries(
    Object.entries({
      display_name: profile.displayName,
      photo_url: profile.photoURL,
      education: profile.education,
      location: profile.location,
      number: profile.number,
      linkedin: profile.linkedin,
    }).filter(([, value]) => value !== undefined),
  )
  if (Object.keys(named).length === 0) return getUserByEmail(db, email)
  const row = await db
    .updateTable('users')
    .set(named)
    .where('email', '=', email)
    .returningAll()
    .executeTakeFirst()
  if (!row) throw new AppError('not_found')
  return toUser(row)
}

type AskProvider = { identity: Pick<IdentityAdmin, 'verifiedEmails'>; log: Log }

/**
 * One page of accounts, newest first; removed ones only on request. If the provider is unavailable, the list does not
 * say which addresses are verified.
 */
export async function listUsers(
  db: Db,
  { disabled, ...page }: PageRequest & { disabled: boolean },
  { identity, log }: AskProvider,
): Promise<ListPage<ListedUser>> {
  let users = db.selectFrom('users').selectAll().where('deleted_at', 'is', null)
  if (!disabled) users = users.where('disabled_at', 'is', null)
  const { items, ...rest } = await pageOfList(users, {
    order: newestFirst<UserRow>('users'),
    page,
    toItem: (row) => row,
  })
  const verified = await identity.verifiedEmails(items.map(({ uid }) => uid)).catch((err: unknown) => {
    log.error({ err }, 'the identity provider does not say which addresses are verified')
    return null
  })
  const toListed = (row: UserRow): ListedUser => ({
    ...toUser(row),
    emailVerified: verified && isVerified(verified, row),
  })
  return { ...rest, items: items.map(toListed) }
}

/**
 * Makes an account an admin. Its address must be verified, unless the request confirms an unverified one.
 * Throws `email_unverified`, `identity_unavailable`, and what `changeRole` throws.
 */
export async function promoteUser(
  db: Db,
  { email, confirmUnverified = false }: { email: string; confirmUnverified?: boolean | undefined },
  { identity, actorId, at }: { identity: Pick<IdentityAdmin, 'verifiedEmails'>; actorId: string; at: Date },
): Promise<User> {
  const user = await db
    .selectFrom('users')
    .selectAll()
    .where('email', '=', email)
    .where('disabled_at', 'is', null)
    .executeTakeFirst()
  if (!user) throw new AppError('not_found')
  if (user.role !== 'admin' && !confirmUnverified) {
    const verified = await identity.verifiedEmails([user.uid])
    if (!verified || !isVerified(verified, user)) throw new AppError('email_unverified')
  }
  return changeRole(db, { email, uid: user.uid, role: 'admin' }, { actorId, at })
}

/** The provider may have another address for the account than the store. */
function isVerified(verified: Map<string, string>, { uid, email }: UserRow): boolean {
  return email !== null && verified.get(uid) === email
}

/**
 * Removes an account for good, here and then at the identity provider. The removal holds even if the
 * provider cannot be reached: the store itself refuses the account. Errors: those of `disableUser`.
 */
export async function removeUser(
  db: Db,
  { id, actorId, at }: { id: string; actorId: string; at: Date },
  { identity, log }: { identity: Pick<IdentityAdmin, 'disable'>; log: Log },
): Promise<void> {
  const uid = await disableUser(db, id, { actorId, at })
  for (const waitMs of [200, 1000, 0]) {
    try {
      return await identity.disable(uid)
    } catch (error) {
      log.error({ err: error, userId: id }, 'the identity provider did not disable a removed account')
      await sleep(waitMs)
    }
  }
}
