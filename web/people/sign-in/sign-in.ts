import { popupProviderNames } from '#contract/people/sign-in/identity-texts.ts'
import { signInTexts as texts } from '#contract/people/sign-in/texts.ts'
import type { PopupMethod } from '#contract/platform/auth/identity-methods.ts'
import type { PublicConfig } from '#contract/platform/config.ts'
import { anonymousApi } from '../../platform/api/browser-api.ts'
import { errorMessage, isPopupReplaced } from '../../platform/api/error-message.ts'
import type { Persistence } from '../../platform/auth/access-token.ts'
import type { IdentityClient, PendingLink, SignInResult } from '../../platform/auth/identity-client.ts'
import { pageAddress } from '../../platform/auth/return-path.ts'
import { exchangeForStoreToken, withIdentityClient } from '../../platform/auth/session.ts'
import { SignInError } from '../../platform/auth/sign-in-error.ts'
import { notify } from '../../platform/ui/notice.tsx'

/** A call to the identity provider; resolving to nothing means that it is done. */
export type Attempt = () => Promise<SignInResult | undefined> | Promise<void>

export async function resultOf(attempt: Attempt): Promise<SignInResult> {
  try {
    return (await attempt()) ?? { kind: 'done' }
  } catch (error) {
    return isPopupReplaced(error) ? { kind: 'cancelled' } : { kind: 'failed', error: errorMessage(error) }
  }
}

type NewAccount = { name: string; email: string; password: string }

/** Renews the ID token after setting the name, which the store copies from it. May fail after the account exists. */
export function register({ name, email, password }: NewAccount): Promise<SignInResult> {
  return resultOf(() =>
    withIdentityClient(async (client) => {
      await client.setPersistence('local')
      await client.createAccount(email, password)
      try {
        await client.saveProfile({ displayName: name })
        await client.idToken(true)
        // the verification mail can be sent again: without it the sign-up must not fail
        await client.sendVerification(pageAddress('/login')).catch(() => undefined)
        await exchangeForStoreToken('local')
      } catch (cause) {
        await client.signOut()
        throw new SignInError('registered-not-signed-in', { cause })
      }
    }),
  )
}

export type FirstFactor = (client: IdentityClient) => Promise<SignInResult>

/** `remember`: the sign-in outlives the browser. For a popup, call it straight from a click: browsers block others. */
export function signIn(remember: boolean, first: FirstFactor): Promise<SignInResult> {
  const persistence: Persistence = remember ? 'local' : 'session'
  return runFactors(
    async (client) => {
      await client.setPersistence(persistence)
      const result = await first(client)
      if (result.kind === 'linkNeeded') pendingLink = result.pending
      return result
    },
    async (client) => {
      await linkPending(client)
      await enterStore(client, persistence)
    },
  )
}

/** Runs a first factor; `finish` follows it, or the second factor where the account has one. */
export function runFactors(
  first: FirstFactor,
  finish: (client: IdentityClient) => Promise<void>,
): Promise<SignInResult> {
  return resultOf(() =>
    withIdentityClient(async (client): Promise<SignInResult> => {
      const result = await first(client)
      if (result.kind === 'done') await finish(client)
      if (result.kind !== 'secondFactor') return result
      const { challenge } = result
      const verify = (factorId: string, code: string) =>
        runFactors(() => challenge.verify(factorId, code), finish)
      return { kind: 'secondFactor', challenge: { ...challenge, verify } }
    }),
  )
}

/** Signs in to the store, or out at the provider if that fails. An account without an address signs in at the provider only. */
export async function enterStore(client: IdentityClient, persistence: Persistence): Promise<void> {
  if (client.user()?.email === null) return
  try {
    await exchangeForStoreToken(persistence)
  } catch (error) {
    await client.signOut()
    throw error
  }
}

/** A popup's account, which the next sign-in links if its address is the same. */
let pendingLink: PendingLink | undefined

export function dropPendingLink(): void {
  pendingLink = undefined
}

/** Nothing is linked to an account with another address. The sign-in itself has worked, even if the link fails. */
async function linkPending(client: IdentityClient): Promise<void> {
  const pending = pendingLink
  pendingLink = undefined
  if (!pending || pending.email !== client.user()?.email?.toLowerCase()) return
  const link = await resultOf(async () => void (await client.linkCredential(pending.credential)))
  const { identity } = await anonymousApi.getConfig()
  const provider = providerName(pending.method, identity)
  if (link.kind === 'done') notify({ text: texts.linked(provider) })
  else notify({ text: texts.notLinked(provider), variant: 'danger' })
}

export function providerName(
  method: PopupMethod,
  { custom }: Pick<PublicConfig['identity'], 'custom'>,
): string {
  return method === 'custom' ? (custom?.name ?? '') : popupProviderNames[method]
}
