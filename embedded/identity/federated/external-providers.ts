import { popupProviderNames as names } from '#contract/people/sign-in/identity-texts.ts'
import { type PopupMethod, popupProviders } from '#contract/platform/auth/identity-methods.ts'
import { emailSchema } from '#contract/platform/fields.ts'
import type { Db } from '#database/open.ts'
import { NAME_MAX_LENGTH, PHOTO_MAX_LENGTH } from '../accounts/accounts.ts'
import type { Identity } from '../identity.ts'
import { digest, GRANT_SECONDS, newSecret, PENDING_GRANT_SECONDS, secondsAfter } from '../tokens/secrets.ts'

/**
 * The domains for whose addresses a provider's `email_verified` is trusted: only those that it hosts itself. An address
 * at another host was verified once, if at all; its owner may have changed since.
 */
type Trust = {
  domains: readonly string[]
  /** Also trusts the domain in the `hd` claim. */
  trustsHostedDomain: boolean
}

export type ExternalProvider = { method: PopupMethod; providerId: string; name: string; trust: Trust }

const noTrust: Trust = { domains: [], trustsHostedDomain: false }
// https://developers.google.com/identity/gsi/web/guides/verify-google-id-token: gmail.com, or the domain in `hd`
const googleTrust: Trust = { domains: ['gmail.com', 'googlemail.com'], trustsHostedDomain: true }

const providers = [
  createProvider('google', googleTrust),
  // Facebook reports unconfirmed addresses; GitHub and Twitter confirm them only once
  createProvider('facebook', noTrust),
  createProvider('github', noTrust),
  createProvider('twitter', noTrust),
]

function createProvider(method: keyof typeof popupProviders, trust: Trust): ExternalProvider {
  return { method, providerId: popupProviders[method], name: names[method], trust }
}

export function findProvider({ custom }: Identity, providerId: string): ExternalProvider | undefined {
  if (providerId !== custom.providerId)
    return providers.find((provider) => provider.providerId === providerId)
  const trust = { domains: custom.trustedDomains, trustsHostedDomain: false }
  return { method: 'custom', providerId, name: custom.name, trust }
}

export type ExternalProfile = {
  rawId: string
  email: string | null
  emailVerified: boolean
  name: string | null
  photoUrl: string | null
  screenName: string | null
}

export type ProfileClaims = {
  id: string
  email?: unknown
  name?: unknown
  photoUrl?: unknown
  screenName?: unknown
}

export function readClaims({ id, email, name, photoUrl, screenName }: ProfileClaims): ExternalProfile {
  const address = emailSchema.safeParse(email)
  return {
    rawId: id,
    email: address.success ? address.data : null,
    emailVerified: false,
    name: readText(name),
    photoUrl: readPhoto(photoUrl),
    screenName: readText(screenName),
  }
}

function readText(value: unknown): string | null {
  if (typeof value !== 'string') return null
  return value.toWellFormed().replaceAll('\0', '').trim().slice(0, NAME_MAX_LENGTH).toWellFormed() || null
}

function readPhoto(value: unknown): string | null {
  if (typeof value !== 'string' || value.length > PHOTO_MAX_LENGTH) return null
  const address = URL.parse(value)
  return address && /^https?:$/.test(address.protocol) ? address.href : null
}

export type AddressClaims = { isVerified: boolean; hostedDomain?: string | undefined }

export function withVerification(
  { trust }: ExternalProvider,
  profile: ExternalProfile,
  { isVerified, hostedDomain }: AddressClaims,
): ExternalProfile {
  const domain = profile.email?.split('@')[1]
  const isHosted = trust.trustsHostedDomain && hostedDomain?.toLowerCase() === domain
  const isTrusted = domain !== undefined && (isHosted || trust.domains.includes(domain))
  return { ...profile, emailVerified: isVerified && isTrusted }
}

const NO_NONCE = ''

/** The profile of a person at an external provider, exchanged once for a sign-in or a link. */
export type Grant = {
  providerId: string
  profile: ExternalProfile
  isReauthentication: boolean
}
type NewGrant = Grant & {
  nonce?: string
  at: Date
}

/** A grant without a nonce is a pending token, which links the external identity after an account conflict. */
export async function createGrant(db: Db, grant: NewGrant): Promise<string> {
  const { providerId, profile, nonce, isReauthentication, at } = grant
  const token = newSecret()
  await db
    .insertInto('identity.idp_grants')
    .values({
      grant_hash: digest(token),
      nonce_hash: digest(nonce ?? NO_NONCE),
      provider_id: providerId,
      raw_id: profile.rawId,
      email: profile.email,
      email_verified: profile.emailVerified,
      display_name: profile.name,
      photo_url: profile.photoUrl,
      screen_name: profile.screenName,
      is_reauthentication: isReauthentication,
      expires_at: secondsAfter(at, nonce === undefined ? PENDING_GRANT_SECONDS : GRANT_SECONDS),
    })
    .execute()
  return token
}

/** Consumes a grant, even if the nonce is wrong; undefined unless grant, provider, nonce and expiry are valid. */
export async function consumeGrant(
  db: Db,
  query: { grant: string; providerId?: string; nonce?: string; at: Date },
): Promise<Grant | undefined> {
  const { grant, providerId, nonce = NO_NONCE, at } = query
  const row = await db
    .deleteFrom('identity.idp_grants')
    .where('grant_hash', '=', digest(grant))
    .returningAll()
    .executeTakeFirst()
  if (!row || (providerId !== undefined && row.provider_id !== providerId)) return undefined
  if (row.nonce_hash !== digest(nonce) || row.expires_at <= at) return undefined
  const profile = {
    rawId: row.raw_id,
    email: row.email,
    emailVerified: row.email_verified,
    name: row.display_name,
    photoUrl: row.photo_url,
    screenName: row.screen_name,
  }
  return { providerId: row.provider_id, profile, isReauthentication: row.is_reauthentication }
}
