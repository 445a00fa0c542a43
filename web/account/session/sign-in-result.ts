import type { AuthCredential } from '@firebase/auth'
import type { WindowMethod } from '#contract/users/identity-methods.ts'
import { type ErrorMessage, errorMessage, isReplaced } from '../../api/error-message.ts'

/** A thing that gives second-factor codes; `label` is its owner's name for it, or a masked number. */
export type SecondFactor = { id: string; kind: 'totp' | 'phone'; label: string | null }

/** What an account with a second factor asks for after the first one. */
export type Challenge = {
  factors: SecondFactor[]
  /** Texts a code to a phone factor. */
  sendCode(factorId: string): Promise<void>
  /** Continues what was asked for, by a code of the factor or by one of the account's recovery codes. */
  prove(factorId: string, code: string): Promise<SignInResult>
}

/** A provider's account that is linked when its owner signs in by an earlier method; `email` is in lower case. */
export type PendingLink = { method: WindowMethod; email: string; credential: AuthCredential }

/** What a sign-in, a re-authentication or another call to the identity provider came to. */
export type SignInResult =
  | { kind: 'done' }
  | { kind: 'secondFactor'; challenge: Challenge }
  /** The address of a popup's account belongs to an account that this one is not linked to. */
  | { kind: 'linkNeeded'; pending: PendingLink }
  /** The user gave it up, or a newer popup replaced it: there is nothing to show. */
  | { kind: 'cancelled' }
  | { kind: 'failed'; error: ErrorMessage }

/** A call to the identity provider; answering nothing means that it is done. */
export type Attempt = () => Promise<SignInResult | undefined> | Promise<void>

/** Runs an attempt and never throws: an error becomes `failed` with its message. */
export async function resultOf(attempt: Attempt): Promise<SignInResult> {
  try {
    return (await attempt()) ?? { kind: 'done' }
  } catch (error) {
    return isReplaced(error) ? { kind: 'cancelled' } : { kind: 'failed', error: errorMessage(error) }
  }
}
