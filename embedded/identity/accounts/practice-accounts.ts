import { createHash } from 'node:crypto'
import type { WindowMethod } from '#contract/users/identity-methods.ts'
import { type OutsidePerson, readClaims } from '../federated/outside-person.ts'
import { type OutsideProvider, vouch } from '../federated/outside-providers.ts'
import { newSecret } from '../tokens/secrets.ts'

type ReadyAccount = { id: string; name: string; email?: string; screenName?: string }

const ada = { id: 'ada', name: 'Ada Practice', email: 'ada.practice@example.net', screenName: 'ada_practice' }

/**
 * The accounts that the demo's popup offers by one click; their mailboxes exist nowhere. Ada is everywhere,
 * with one address: who knows her from another provider is asked to link. Tom has told Twitter none.
 */
export const practiceAccounts: Record<WindowMethod, readonly ReadyAccount[]> = {
  google: [ada, { id: 'max', name: 'Max Practice', email: 'max.practice@example.net' }],
  facebook: [ada, { id: 'fay', name: 'Fay Practice', email: 'fay.practice@example.net' }],
  github: [
    ada,
    { id: 'gil', name: 'Gil Practice', email: 'gil.practice@example.net', screenName: 'gil-practice' },
  ],
  twitter: [ada, { id: 'tom', name: 'Tom Practice', screenName: 'tom_practice' }],
  custom: [ada, { id: 'cam', name: 'Cam Practice', email: 'cam.practice@example.net' }],
}

export function readyPerson(provider: OutsideProvider, id: string): OutsidePerson | undefined {
  const account = practiceAccounts[provider.method].find((one) => one.id === id)
  return account && provenPerson(provider, account)
}

/** Whoever proved the mailbox is the same outside account each time. */
export function provenPerson(
  provider: OutsideProvider,
  { name, email, screenName }: Omit<ReadyAccount, 'id'>,
): OutsidePerson {
  const id = outsideId(provider, email ?? `@${screenName}`)
  const person = readClaims({ id, name, email, screenName })
  // a practice provider that hosts mailboxes hosts all of them
  return vouch(provider, person, { isVerified: true, hostedDomain: person.email?.split('@')[1] })
}

/** Who did not is a stranger each time: nobody may come back as somebody else's unproven address. */
export function unprovenPerson(
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
