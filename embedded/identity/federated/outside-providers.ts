import { emailSchema } from '#contract/fields.ts'
import { windowProviderNames as names } from '#contract/messages/account/identity.ts'
import { type WindowMethod, windowProviders } from '#contract/users/identity-methods.ts'
import { NAME_MAX_LENGTH, PHOTO_MAX_LENGTH } from '../accounts/accounts.ts'
import type { Identity } from '../identity.ts'

/**
 * The addresses for which a provider's `email_verified` is trusted: only those that it hosts itself. Others it verified
 * once at most, and the domain may have a new owner since.
 */
type Trust = {
  domains: readonly string[]
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
