import { createHash } from 'node:crypto'
import { newSecret } from './secrets.ts'

/** A person as the outside identity provider vouches for them. */
export type OutsidePerson = { rawId: string; email: string; emailVerified: boolean; name: string }

/** The accounts that the demo's popup offers by one click; their mailboxes exist nowhere. */
export const practiceAccounts = [
  { id: 'ada', name: 'Ada Practice', email: 'ada.practice@example.net' },
  { id: 'max', name: 'Max Practice', email: 'max.practice@example.net' },
] as const

export function readyPerson(id: string): OutsidePerson | undefined {
  const account = practiceAccounts.find((one) => one.id === id)
  return account && provenPerson(account)
}

/** Whoever proved the mailbox is the same outside account each time. */
export function provenPerson({ name, email }: { name: string; email: string }): OutsidePerson {
  return { rawId: outsideId(email), email, emailVerified: true, name }
}

/** Who did not is a stranger each time: nobody may come back as somebody else's unproven address. */
export function unprovenPerson({ name, email }: { name: string; email: string }): OutsidePerson {
  return { rawId: outsideId(newSecret()), email, emailVerified: false, name }
}

/** 21 digits, as Google's account ids. */
function outsideId(seed: string): string {
  const number = BigInt(`0x${createHash('sha256').update(`practice:${seed}`).digest('hex')}`)
  return `1${String(number % 10n ** 20n).padStart(20, '0')}`
}
