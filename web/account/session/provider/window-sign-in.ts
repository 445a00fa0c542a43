import { FirebaseError } from '@firebase/app'
import { type Auth, OAuthProvider, signInWithPopup } from '@firebase/auth'
import type { PublicConfig } from '#contract/config.ts'
import { type WindowMethod, windowProviders } from '#contract/users/identity-methods.ts'
import { LINK_NEEDED, LinkNeeded } from './link-needed.ts'

type Custom = PublicConfig['identity']['custom']

/** The SDK's own classes differ in their names alone. Nobody is asked by a provider that a shop does not have. */
export function windowProvider(method: WindowMethod, custom: Custom): OAuthProvider {
  const provider = new OAuthProvider(
    method === 'custom' ? (custom?.providerId ?? '') : windowProviders[method],
  )
  if (method === 'google') provider.addScope('profile')
  return provider
}

type Asked = { method: WindowMethod; provider: OAuthProvider }

/** Signs in by another provider's window. Throws `LinkNeeded` when its address has an account of its own. */
export async function openWindow(auth: Auth, { method, provider }: Asked): Promise<void> {
  try {
    await signInWithPopup(auth, provider)
  } catch (error) {
    if (!(error instanceof FirebaseError) || error.code !== LINK_NEEDED) throw error
    const email = error.customData?.email
    const credential = OAuthProvider.credentialFromError(error)
    if (!credential || typeof email !== 'string') throw error
    throw new LinkNeeded({ method, email: email.toLowerCase(), credential }, { cause: error })
  }
}
