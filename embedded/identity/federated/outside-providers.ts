import { emailSchema } from '#contract/fields.ts'
import { windowProviderNames as names } from '#contract/messages/account/identity.ts'
import { type WindowMethod, windowProviders } from '#contract/users/identity-methods.ts'
import { NAME_MAX_LENGTH, PHOTO_MAX_LENGTH } from '../accounts/accounts.ts'
import type { Identity } from '../identity.ts'

/**
 * The addresses for which a provider's `email_verified` is trusted: only those that it hosts itself. Any other provider
 * verified the address once at most, and the domain may have a new owner since: trusting it would open another person's
 * account. Without trust the address stays unverified, and an existing account is linked after its owner signs in.
 */
type Trust = {
  domains: readonly string[]
  /** The provider also hosts other domains, and names them in a claim. */
  hosts: boolean
}

export type OutsideProvider = { method: WindowMethod; providerId: string; name: string; trust: Trust }

const noTrust: Trust = { domains: [], hosts: false }
// https://developers.google.com/identity/gsi/web/guides/verify-google-id-token: gmail.com, or the domain in `hd`
const googleTrust: Trust = { domains: ['gmail.com', 'googlemail.com'], hosts: true }

const known = [
  describe('google', googleTrust),
  // Facebook reports unconfirmed addresses; GitHub and Twitter confirm them only once
  describe('facebook', noTrust),
  describe('github', noTrust),
  describe('twitter', noTrust),
]

function describe(method: keyof typeof windowProviders, trust: Trust): OutsideProvider {
  return { method, providerId: windowProviders[method], name: names[method], trust }
}

export function findProvider({ custom }: Identity, providerId: string): OutsideProvider | undefined {
  if (providerId !== custom.providerId) return known.find((provider) => provider.providerId === providerId)
  const trust = { domains: custom.trustedDomains, hosts: false }
  return { method: 'custom', providerId, name: custom.name, trust }
}

export type OutsidePerson = {
  rawId: string
  email: string | null
  /** A provider that is trusted for this address has verified it; see `markVerified`. */
  emailVerified: boolean
  name: string | null
  photoUrl: string | null
  screenName: string | null
}

export type OutsideClaims = {
  id: string
  email?: unknown
  name?: unknown
  photoUrl?: unknown
  screenName?: unknown
}

/** Keeps the claims that can be stored and displayed. The address is unverified; see `markVerified`. */
export function readClaims({ id, email, name, photoUrl, screenName }: OutsideClaims): OutsidePerson {
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

/** The provider's claims about the address; `hostedDomain` is a domain whose mail it hosts. */
export type AddressClaims = { isVerified: boolean; hostedDomain?: string | undefined }

export function markVerified(
  { trust: { domains, hosts } }: OutsideProvider,
  person: OutsidePerson,
  { isVerified, hostedDomain }: AddressClaims,
): OutsidePerson {
  const domain = person.email?.split('@')[1]
  const isTrusted =
    domain !== undefined && (domains.includes(domain) || (hosts && hostedDomain?.toLowerCase() === domain))
  return { ...person, emailVerified: isVerified && isTrusted }
}
