import { windowProviderNames as names } from '#contract/messages/account/identity.ts'
import { type WindowMethod, windowProviders } from '#contract/users/identity-methods.ts'
import type { Identity } from '../identity.ts'
import type { OutsidePerson } from './outside-person.ts'

/**
 * For which addresses a provider's "verified" counts. Only who runs a mailbox knows whose it is today; who
 * once mailed a link there knows whose it was then, and a lapsed domain or a provider that does not ask would
 * open somebody else's account here. Whoever is not vouched for keeps the address unverified: where it has
 * an account already, its owner signs in first and then links.
 */
type Vouching = {
  /** Mailboxes at these domains are the provider's own. */
  domains: readonly string[]
  /** It hosts the mailboxes of other domains, too, and then says which one. */
  hosts: boolean
}

const nobody: Vouching = { domains: [], hosts: false }
const vouching: Record<keyof typeof windowProviders, Vouching> = {
  // https://developers.google.com/identity/gsi/web/guides/verify-google-id-token: gmail.com, or the domain in `hd`
  google: { domains: ['gmail.com', 'googlemail.com'], hosts: true },
  // tells addresses that nobody confirmed
  facebook: nobody,
  // confirmed once, by a mail of long ago
  github: nobody,
  twitter: nobody,
}

export type OutsideProvider = {
  method: WindowMethod
  /** As Identity Toolkit names it, e.g. `google.com`. */
  providerId: string
  /** As people call it. */
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

/** What a provider said of the address: whether it is verified, and whose mail it hosts there. */
export type AddressClaims = { isVerified: boolean; hostedDomain?: string | undefined }

/** Believes a provider's word about its person's address, or not. */
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
