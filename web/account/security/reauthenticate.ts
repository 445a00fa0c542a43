import type { WindowMethod } from '#contract/users/identity-methods.ts'
import { browserApi } from '../../api/browser-api.ts'
import type { IdentityClient } from '../session/identity-client.ts'
import { exchangeForStoreToken, withIdentityClient } from '../session/session.ts'
import { runSteps } from '../session/sign-in.ts'
import type { SignInResult } from '../session/sign-in-result.ts'
import { readToken } from '../session/stored-token.ts'

/* The user proves again who they are, before a change of the account that needs a recent sign-in. */

/** A sign-in older than this is asked for again: the provider counts one as recent for five minutes. */
const RECENT_MS = 4 * 60_000

/** Whether the last sign-in or re-authentication is recent enough for a change of the account. */
export async function isSignInRecent(): Promise<boolean> {
  const { authTime } = await withIdentityClient((client) => client.claims())
  return Math.abs(Date.now() - Date.parse(authTime)) < RECENT_MS
}

export function reauthenticateWithPassword(password: string): Promise<SignInResult> {
  return reauthenticate((client) => client.reauthenticateWithPassword(password))
}

/** Opens the provider's popup; call it straight from a click. */
export function reauthenticateWithPopup(method: WindowMethod): Promise<SignInResult> {
  return reauthenticate((client) => client.reauthenticateWithPopup(method))
}

function reauthenticate(first: (client: IdentityClient) => Promise<SignInResult>): Promise<SignInResult> {
  return runSteps({ first, finish: replaceSignIn })
}

/** To the store a re-authentication is a new sign-in, which replaces the one before: that one ends. */
async function replaceSignIn(): Promise<void> {
  const former = readToken()
  await exchangeForStoreToken(former?.persistence ?? 'local')
  const id = former?.signInId
  if (!id || id === readToken()?.signInId) return
  // if this fails, the former one stays in the list of the account page, where it can be ended
  await browserApi.endSignIn({ params: { id } }).catch(() => undefined)
}
