import type { Db } from '#database/open.ts'
import type { IdentityUserRow, UserProviderRow } from '#database/rows.ts'

/** An account with the outside identities linked to it. */
export type Account = { user: IdentityUserRow; providers: UserProviderRow[] }

export const PASSWORD_PROVIDER = 'password'
export const PHONE_PROVIDER = 'phone'
export const GOOGLE_PROVIDER = 'google.com'

export type AccountKey = { id: string } | { email: string } | { phoneNumber: string }

/** Finds an account; `lock` holds its row until the caller's transaction ends. */
export async function findAccount(
  db: Db,
  key: AccountKey,
  { lock = false } = {},
): Promise<Account | undefined> {
  const user = await findUser(db, key, { lock })
  return user && { user, providers: await listProviders(db, user.id) }
}

/** The account's own row, without its links. */
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

function listProviders(db: Db, userId: string): Promise<UserProviderRow[]> {
  return db
    .selectFrom('identity.user_providers')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('provider_id')
    .execute()
}

/** The account as `accounts:lookup` shows it; of the password only that there is one. */
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
    ...(user.email_link ? { emailLinkSignin: true } : {}),
    ...(providerUserInfo.length > 0 ? { providerUserInfo } : {}),
  }
}

/** The fields that `accounts:lookup` and `accounts:update` share; absent ones are left out of the JSON. */
export function describeProfile({ user }: Account) {
  return {
    email: user.email ?? undefined,
    emailVerified: user.email_verified,
    displayName: user.display_name ?? undefined,
    photoUrl: user.photo_url ?? undefined,
    passwordHash: user.password_hash ? REDACTED : undefined,
  }
}

/** "REDACTED" in base64, as Google sends it: the SDK reads only whether there is one. */
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
