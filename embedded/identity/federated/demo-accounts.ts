import { createHash } from 'node:crypto'
import type { WindowMethod } from '#contract/users/identity-methods.ts'
import { newSecret } from '../tokens/secrets.ts'
import { type OutsidePerson, readClaims } from './outside-person.ts'
import { type OutsideProvider, vouch } from './outside-providers.ts'

type DemoAccount = { id: string; name: string; email?: string; screenName?: string }

const ada = { id: 'ada', name: 'Ada Practice', email: 'ada.practice@example.net', screenName: 'ada_practice' }

/**
 * The accounts that the demo's popup offers. Ada has the same address at every provider, so that a second sign-in
 * leads to the linking of accounts. Tom has no address.
 */
export const demoAccounts: Record<WindowMethod, readonly DemoAccount[]> = {
  google: [ada, { id: 'max', name: 'Max Practice', email: 'max.practice@example.net' }],
  facebook: [ada, { id: 'fay', name: 'Fay Practice', email: 'fay.practice@example.net' }],
  github: [
    ada,
    { id: 'gil', name: 'Gil Practice', email: 'gil.practice@example.net', screenName: 'gil-practice' },
  ],
  twitter: [ada, { id: 'tom', name: 'Tom Practice', screenName: 'tom_practice' }],
  custom: [ada, { id: 'cam', name: 'Cam Practice', email: 'cam.practice@example.net' }],
}

export function findDemoPerson(provider: OutsideProvider, id: string): OutsidePerson | undefined {
  const account = demoAccounts[provider.method].find((one) => one.id === id)
  return account && verifiedPerson(provider, account)
}

/** A person who proved the mailbox: the same outside identity each time. */
export function verifiedPerson(
  provider: OutsideProvider,
  { name, email, screenName }: Omit<DemoAccount, 'id'>,
): OutsidePerson {
  const id = outsideId(provider, email ?? `@${screenName}`)
  const person = readClaims({ id, name, email, screenName })
  // demo providers that host mailboxes host those of every domain
  return vouch(provider, person, { isVerified: true, hostedDomain: person.email?.split('@')[1] })
}

/** A person without proof of the mailbox: a new outside identity each time, so that no one is impersonated. */
export function unverifiedPerson(
  provider: OutsideProvider,
  { name, email }: { name: string; email?: string | undefined },
): OutsidePerson {
  return readClaims({ id: outsideId(provider, newSecret()), name, email })
}

/** 21 digits, as Google's account ids; each provider has its own. */
function outsideId({ method }: OutsideProvider, seed: string): string {
  const place = method === 'google' ? '' : `${method}:`
  const number = BigInt(`0x${createHash('sha256').update(`practice:${place}${seed}`).digest('hex')}`)
  return `1${String(number % 10n ** 20n).padStart(20, '0')}`
}
