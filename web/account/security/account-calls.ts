import type { WindowMethod } from '#contract/users/identity-methods.ts'
import { anonymousApi } from '../../api/browser-api.ts'
import type { IdentityClient } from '../session/identity-client.ts'
import type { PhoneProof } from '../session/provider/phone-codes.ts'
import { pageAddress } from '../session/return-path.ts'
import { leaveSession, tradeAnew, whileActing } from '../session/session.ts'
import { readToken } from '../session/stored-token.ts'
import type { TotpStart } from './own-account.ts'

/*
 * What the person signed in changes of their own account at the identity provider. What wants a recent proof of
 * who they are throws `auth/requires-recent-login` without one; `reauthenticate.ts` gives it.
 */

/** A proof older than this is asked for again: the provider takes one for five minutes. */
const PROOF_MS = 4 * 60_000

/** Whether the last proof of who is signed in still counts. */
export async function isProofFresh(): Promise<boolean> {
  const { authTime } = await whileActing((client) => client.claims())
  return Math.abs(Date.now() - Date.parse(authTime)) < PROOF_MS
}

/** Sets the password. Every other sign-in of the account ends with it. */
export function changePassword(password: string): Promise<void> {
  return change((client) => client.changePassword(password))
}

/** Mails a link to the new address; the address changes when it is opened. */
export function requestEmailChange(email: string): Promise<void> {
  return whileActing((client) => client.changeEmail(email, pageAddress('/login')))
}

/** Mails the link that proves the address of now once more. */
export function requestVerification(): Promise<void> {
  return whileActing((client) => client.sendVerification(pageAddress('/dashboard/account')))
}

/** Makes another provider's account a way in to this one; call it straight from a click. */
export function linkMethod(method: WindowMethod): Promise<void> {
  return change((client) => client.link(method))
}

export function unlinkProvider(providerId: string): Promise<void> {
  return change((client) => client.unlink(providerId))
}

/** Adds an authenticator app by the first code it shows. */
export function addTotp({ secret }: TotpStart, { code, name }: { code: string; name: string | null }) {
  return change((client) => client.addTotp(secret, code, name))
}

/** Texts a code to a phone that is to be a second step; answers the id that goes with the code. */
export function startPhoneFactor(number: string): Promise<string> {
  return whileActing((client) => client.startPhoneFactor(number))
}

export function addPhoneFactor(proof: PhoneProof): Promise<void> {
  return change((client) => client.addPhoneFactor(proof))
}

/** Makes a phone a way in, by the code texted as for a sign-in. */
export function linkPhone(proof: PhoneProof): Promise<void> {
  return change((client) => client.linkPhone(proof))
}

export function removeFactor(id: string): Promise<void> {
  return change((client) => client.removeFactor(id))
}

/** Deletes the account at the store, which tells the identity provider. Wants a recent proof. */
export async function deleteAccount(email: string): Promise<void> {
  const idToken = await whileActing((client) => client.idToken(false))
  const headers = { authorization: `Bearer ${idToken}` }
  await anonymousApi.deleteAccount({ params: { email } }, { headers })
  await leaveSession()
}

/** The act gives this browser another sign-in: the store's token follows it. */
function change(act: (client: IdentityClient) => Promise<unknown>): Promise<void> {
  return whileActing(async (client) => {
    await act(client)
    // The act is done whatever comes of this; the next call trades again, and can show the failure.
    await tradeAnew(readToken()?.keep ?? 'local').catch(() => undefined)
  })
}
