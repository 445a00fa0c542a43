import { type WindowMethod, windowProviders } from '#contract/identity-methods.ts'
import { windowProviderNames as names } from '#contract/messages/identity.ts'
import type { Identity } from './identity.ts'
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

export function listProviders({ custom }: Pick<Identity, 'custom'>): OutsideProvider[] {
  const known = Object.entries(windowProviders).map(([key, providerId]) => {
    const method = key as keyof typeof windowProviders
    return { method, providerId, name: names[method], vouching: vouching[method] }
  })
  const { providerId, name, trustedDomains } = custom
  const domains = { domains: trustedDomains, hosts: false }
  return [...known, { method: 'custom', providerId, name, vouching: domains }]
}

export function findProvider(identity: Pick<Identity, 'custom'>, providerId: string) {
  return listProviders(identity).find((provider) => provider.providerId === providerId)
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
