import { sql, type Updateable } from 'kysely'
import { emailSchema } from '#contract/platform/fields.ts'
import type { Tables } from '#database/generated-tables.ts'
import type { Db } from '#database/open.ts'
import type { IdentityUserRow, NewIdentityUserRow, UserProviderRow } from '#database/rows.ts'
import { check } from '../http/toolkit-error.ts'
import type { ToolkitBody } from '../http/toolkit-request.ts'
import type { Identity } from '../identity.ts'
import { newUid, noLaterThanDatabase } from '../tokens/secrets.ts'

export type Account = { user: IdentityUserRow; providers: UserProviderRow[] }

export const PASSWORD_PROVIDER = 'password'
export const PHONE_PROVIDER = 'phone'
export const GOOGLE_PROVIDER = 'google.com'

/** Name and photo URL are part of every ID token, which must fit into a header. */
export const NAME_MAX_LENGTH = 256
export const PHOTO_MAX_LENGTH = 2048

/** "REDACTED" in base64, which Google sends: the SDK reads only whether the field is present. */
const REDACTED = 'UkVEQUNURUQ='

type AccountKey = { id: string } | { email: string } | { phoneNumber: string }

export async function findAccount(db: Db, key: AccountKey, { lock = false } = {}) {
  const user = await findUser(db, key, { lock })
  if (!user) return undefined
  const providers = await db
    .selectFrom('identity.user_providers')
    .selectAll()
    .where('user_id', '=', user.id)
    .orderBy('provider_id')
    .execute()
  return { user, providers }
}

export function findUser(db: Db, key: AccountKey, { lock = false } = {}) {
  let query = db.selectFrom('identity.users').selectAll()
  if ('id' in key) query = query.where('id', '=', key.id)
  else if ('email' in key) query = query.where('email', '=', key.email)
  else query = query.where('phone_number', '=', key.phoneNumber)
  return (lock ? query.forUpdate() : query).executeTakeFirst()
}

export async function requireAccount(db: Db, id: string, options: { lock?: boolean } = {}): Promise<Account> {
  const account = await findAccount(db, { id }, options)
  check(account, 'USER_NOT_FOUND')
  return account
}

/** Locks until the transaction ends: concurrent sign-ins of one person must not create two accounts. */
export async function lockIdentifier(trx: Db, identifier: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`identity:${identifier}`}, 0))`.execute(trx)
}

export async function createAccount(identity: Identity, db: Db, fields: Partial<NewIdentityUserRow>) {
  const at = identity.now()
  const times = {
    valid_since: noLaterThanDatabase(at),
    created_at: at,
    last_login_at: at,
    last_refresh_at: at,
  }
  const user = await db
    .insertInto('identity.users')
    .values({ email: null, ...fields, id: newUid(), ...times })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returningAll()
    .executeTakeFirst()
  return user && { user, providers: [] }
}

type Deletion = { executeTakeFirst(): Promise<{ numDeletedRows: bigint }> }

/** Deletes a code or credential that is valid once: of concurrent calls one succeeds, the others throw `error`. */
export async function deleteOnce(deletion: Deletion, error: string): Promise<void> {
  const { numDeletedRows } = await deletion.executeTakeFirst()
  check(numDeletedRows === 1n, error)
}

export async function updateUser(db: Db, id: string, fields: Updateable<Tables['identity.users']>) {
  await db.updateTable('identity.users').set(fields).where('id', '=', id).execute()
}

export function normaliseEmail(email: string, error = 'INVALID_EMAIL'): string {
  const parsed = emailSchema.safeParse(email)
  check(parsed.success, error)
  return parsed.data
}

export function readProfile({ displayName, photoUrl, deleteAttribute }: ToolkitBody) {
  const name = deleteAttribute?.includes('DISPLAY_NAME') ? null : displayName
  const photo = deleteAttribute?.includes('PHOTO_URL') ? null : photoUrl
  checkDisplayName(name)
  check((photo?.length ?? 0) <= PHOTO_MAX_LENGTH, 'INVALID_PHOTO_URL : The address is too long.')
  return {
    ...(name === undefined ? {} : { display_name: name || null }),
    ...(photo === undefined ? {} : { photo_url: photo || null }),
  }
}

export function checkDisplayName(name: string | null | undefined): void {
  check((name?.length ?? 0) <= NAME_MAX_LENGTH, 'INVALID_DISPLAY_NAME : The name is too long.')
}

export function describeUpdate(account: Account) {
  return {
    kind: 'identitytoolkit#SetAccountInfoResponse',
    localId: account.user.id,
    ...describeProfile(account),
    providerUserInfo: describeProviders(account),
  }
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

function describeProfile({ user }: Account) {
  return {
    email: user.email ?? undefined,
    emailVerified: user.email_verified,
    displayName: user.display_name ?? undefined,
    photoUrl: user.photo_url ?? undefined,
    passwordHash: user.password_hash ? REDACTED : undefined,
  }
}

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
  const { phone_number: phoneNumber } = user
  const phone = phoneNumber && { providerId: PHONE_PROVIDER, rawId: phoneNumber, phoneNumber }
  return [...(password ? [password] : []), ...federated, ...(phone ? [phone] : [])]
}

export function federatedId(providerId: string, rawId: string): string {
  return providerId === GOOGLE_PROVIDER ? `https://accounts.google.com/${rawId}` : rawId
}
