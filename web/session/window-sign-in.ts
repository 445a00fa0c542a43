import { FirebaseError } from '@firebase/app'
import {
  type Auth,
  type AuthCredential,
  linkWithCredential,
  OAuthProvider,
  signInWithPopup,
  type User,
} from '@firebase/auth'
import type { PublicConfig } from '#contract/config.ts'
import { type WindowMethod, windowProviders } from '#contract/identity-methods.ts'
import { LinkNeeded } from './link-needed.ts'

type Waiting = { method: WindowMethod; email: string; credential: AuthCredential }

type Custom = PublicConfig['identity']['custom']

/** The SDK's own classes differ in their names alone. Nobody is asked by a provider that a shop does not have. */
export function windowProvider(method: WindowMethod, custom: Custom): OAuthProvider {
  const provider = new OAuthProvider(
    method === 'custom' ? (custom?.providerId ?? '') : windowProviders[method],
  )
  if (method === 'google') provider.addScope('profile')
  return provider
}

/** Sign-in in another provider's window, and what becomes of it when its address has an account already. */
export function windowSignIn(auth: Auth, provider: (method: WindowMethod) => OAuthProvider) {
  let waiting: Waiting | undefined
  return {
    /** Throws `LinkNeeded` when the address has another account, whose owner's next sign-in links the two. */
    async open(method: WindowMethod): Promise<void> {
      waiting = undefined
      try {
        await signInWithPopup(auth, provider(method))
      } catch (cause) {
        waiting = readConflict(method, cause)
        throw waiting ? new LinkNeeded({ method, email: waiting.email }, { cause }) : cause
      }
    },

    /** What waits for the person who has just signed in; nothing is linked to somebody else's address. */
    waiting: (person: User) => (waiting?.email === foldCase(person.email) ? waiting?.method : undefined),

    /** Links it; answers whether there was something. */
    async link(person: User): Promise<boolean> {
      const found = waiting
      waiting = undefined
      if (found?.email !== foldCase(person.email)) return false
      await linkWithCredential(person, found.credential)
      return true
    },

    forget: () => {
      waiting = undefined
    },
  }
}

function foldCase(email: string | null): string {
  return email?.toLowerCase() ?? ''
}

function readConflict(method: WindowMethod, error: unknown): Waiting | undefined {
  if (!(error instanceof FirebaseError)) return undefined
  if (error.code !== 'auth/account-exists-with-different-credential') return undefined
  const email = error.customData?.email
  const credential = OAuthProvider.credentialFromError(error)
  return credential && typeof email === 'string' ? { method, email: foldCase(email), credential } : undefined
}
