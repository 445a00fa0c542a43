import { sql } from 'kysely'
import type { Db } from '#database/open.ts'
import type { IdentityUserRow, UserProviderRow } from '#database/rows.ts'
import { check } from '../http/toolkit-error.ts'

export type Account = { user: IdentityUserRow; providers: UserProviderRow[] }

export const PASSWORD_PROVIDER = 'password'
export const PHONE_PROVIDER = 'phone'
export const GOOGLE_PROVIDER = 'google.com'

export type AccountKey = { id: string } | { email: string } | { phoneNumber: string }

/** Finds an account; `lock` locks its row until the transaction ends. */
export async function findAccount(
  db: Db,
  key: AccountKey,
  { lock = false } = {},
): Promise<Account | undefined> {
  const user = await findUser(db, key, { lock })
  return user && { user, providers: await listProviders(db, user.id) }
}

export function findUser(
  db: Db,
  key: AccountKey,
  { lock = false } = {},
): Promise<IdentityUserRow | undefined> {
  let query = db.selectFrom('identity.users').selectAll()
  if ('id' in key) query = query.where('id', '=', key.id)
  else if ('email' in key) query = query.where('email', '=', key.email)
  else query = query.where('phone_number', '=', key.phoneNumber)
  return (lock ? query.forUpdate() : query).executeTakeFirst()
}

/** Error: USER_NOT_FOUND. */
export async function requireAccount(db: Db, id: string, options: { lock?: boolean } = {}): Promise<Account> {
  const account = await findAccount(db, { id }, options)
  check(account, 'USER_NOT_FOUND')
  return account
}

/**
 * Serialises the creation of accounts for one email address, phone number or outside identity: concurrent sign-ins of
 * one person must not create two accounts.
 */
export async function lockIdentifier(trx: Db, identifier: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`identity:${identifier}`}, 0))`.execute(trx)
}

function listProviders(db: Db, userId: string): Promise<UserProviderRow[]> {
  return db
    .selectFrom('identity.user_providers')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('provider_id')
    .execute()
}

export function describeAccount(account: Account) {
  const { user } = account
  const providerUserInfo = describeProviders(account)
  return {
    localId: user.id,
    ...describeProfile(account),
    phoneNumber: user.phone_number ?? undefined,
    passwordUpdatedAt: user.password_updated_at?.getTime(),
    validSince: String(user.valid_since.getTime() / 1000),
    lastLoginAt: String(user.last_login_at.getTime()),
    createdAt: String(user.created_at.getTime()),
    lastRefreshAt: user.last_refresh_at.toISOString(),
    emailLinkSignin: user.email_link || undefined,
    providerUserInfo: providerUserInfo.length > 0 ? providerUserInfo : undefined,
  }
}

/** The fields that `accounts:lookup` and `accounts:update` share; JSON leaves out undefined ones. */
export function describeProfile({ user }: Account) {
  return {
    email: user.email ?? undefined,
    emailVerified: user.email_verified,
    displayName: user.display_name ?? undefined,
    photoUrl: user.photo_url ?? undefined,
    passwordHash: user.password_hash ? REDACTED : undefined,
  }
}

/** "REDACTED" in base64, as Google sends it: the SDK reads only whether the field is present. */
const REDACTED = 'UkVEQUNURUQ='

export function describeProviders({ user, providers }: Account) {
  const password = (user.password_hash || user.email_link) &&
    user.email && {
      providerId: PASSWORD_PROVIDER,
      email: user.email,
      federatedId: user.email,
      rawId: user.email,
      displayName: user.display_name ?? undefined,
      photoUrl: user.photo_url ?? undefined,
    }
  const federated = providers.map((provider) => ({
    providerId: provider.provider_id,
    rawId: provider.raw_id,
    federatedId: federatedId(provider.provider_id, provider.raw_id),
    email: provider.email ?? undefined,
    displayName: provider.display_name ?? undefined,
    photoUrl: provider.photo_url ?? undefined,
    screenName: provider.screen_name ?? undefined,
  }))
  const phone = user.phone_number && {
    providerId: PHONE_PROVIDER,
    rawId: user.phone_number,
    phoneNumber: user.phone_number,
  }
  return [...(password ? [password] : []), ...federated, ...(phone ? [phone] : [])]
}

export function federatedId(providerId: string, rawId: string): string {
  return providerId === GOOGLE_PROVIDER ? `https://accounts.google.com/${rawId}` : rawId
}
