import type { WindowMethod } from '#contract/users/identity-methods.ts'
import { browserApi } from '../../api/browser-api.ts'
import { actInSteps } from './act-in-steps.ts'
import type { IdentityClient } from './identity-client.ts'
import { tradeAnew, whileActing } from './session.ts'
import { readToken } from './stored-token.ts'

/*
 * Who is signed in proves it again, before a change of the account that asks for a recent sign-in. Each throws
 * `SecondStepNeeded` where the account has a second step. A mailed link proves by signing in anew.
 */

export function reauthenticateWithPassword(password: string): Promise<void> {
  return reauthenticate((client) => client.reauthenticateWithPassword(password))
}

/** Opens the provider's window; call it straight from a click. */
export function reauthenticateWithWindow(method: WindowMethod): Promise<void> {
  return reauthenticate((client) => client.reauthenticateWithWindow(method))
}

/** Texts a code to a number (+15550147731); answers the id that goes with the code. */
export function textCode(number: string): Promise<string> {
  return whileActing((client) => client.textCode(number))
}

function reauthenticate(act: (client: IdentityClient) => Promise<void>): Promise<void> {
  return actInSteps({ act, finish: followProof })
}

/** The proof is a sign-in of its own, which takes the place of the one before: that one ends. */
async function followProof(): Promise<void> {
  const former = readToken()
  await tradeAnew(former?.keep ?? 'local')
  const id = former?.signInId
  if (!id || id === readToken()?.signInId) return
  // one that is left over stands among the sign-ins of the account page, where it can be ended by hand
  await browserApi.endSignIn({ params: { id } }).catch(() => undefined)
}
