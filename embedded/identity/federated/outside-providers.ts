import { windowProviderNames as names } from '#contract/messages/account/identity.ts'
import { type WindowMethod, windowProviders } from '#contract/users/identity-methods.ts'
import type { Identity } from '../identity.ts'
import type { OutsidePerson } from './outside-person.ts'

/**
 * The addresses for which a provider's `email_verified` is trusted: only those that it hosts itself. Any other provider
 * verified the address once at most, and the domain may have a new owner since: trusting it would open another person's
 * account. Without trust the address stays unverified, and an existing account is linked after its owner signs in.
 */
type Vouching = {
  domains: readonly string[]
  /** The provider also hosts other domains, and names them in a claim. */
  hosts: boolean
}

const noTrust: Vouching = { domains: [], hosts: false }
const vouching: Record<keyof typeof windowProviders, Vouching> = {
  // https://developers.google.com/identity/gsi/web/guides/verify-google-id-token: gmail.com, or the domain in `hd`
  google: { domains: ['gmail.com', 'googlemail.com'], hosts: true },
  // Facebook reports unconfirmed addresses; GitHub and Twitter confirm them only once
  facebook: noTrust,
  github: noTrust,
  twitter: noTrust,
}

export type OutsideProvider = {
  method: WindowMethod
  providerId: string
  name: string
  vouching: Vouching
}

export function findProvider({ custom }: Identity, providerId: string): OutsideProvider | undefined {
  if (providerId !== custom.providerId) return known.find((provider) => provider.providerId === providerId)
  const vouching = { domains: custom.trustedDomains, hosts: false }
  return { method: 'custom', providerId, name: custom.name, vouching }
}

const known = [describe('google'), describe('facebook'), describe('github'), describe('twitter')]

function describe(method: keyof typeof windowProviders): OutsideProvider {
  return { method, providerId: windowProviders[method], name: names[method], vouching: vouching[method] }
}

/** The provider's claims about the address; `hostedDomain` is a domain whose mail it hosts. */
export type AddressClaims = { isVerified: boolean; hostedDomain?: string | undefined }

/** Marks the address as verified if the provider is trusted for it. */
export function vouch(
  { vouching: { domains, hosts } }: OutsideProvider,
  person: OutsidePerson,
  { isVerified, hostedDomain }: AddressClaims,
): OutsidePerson {
  const domain = person.email?.split('@')[1]
  const isTheirs =
    domain !== undefined && (domains.includes(domain) || (hosts && hostedDomain?.toLowerCase() === domain))
  return { ...person, emailVerified: isVerified && isTheirs }
}
