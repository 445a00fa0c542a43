import {
  type AuthCredential,
  type AuthError,
  createUserWithEmailAndPassword,
  FacebookAuthProvider,
  GithubAuthProvider,
  GoogleAuthProvider,
  initializeAuth,
  inMemoryPersistence,
  linkWithCredential,
  OAuthProvider,
  reauthenticateWithCredential,
  signInWithCredential,
  signInWithCustomToken,
  TwitterAuthProvider,
  unlink,
} from '@firebase/auth'
import { afterAll, describe, expect, test } from 'vitest'
import { popupGrant, signInWithIdp } from '#tests/support/identity/identity.ts'
import { openSdk } from '#tests/support/identity/identity-sdk.ts'

const sdk = await openSdk({ createUserWithEmailAndPassword, initializeAuth, inMemoryPersistence })
const { auth, identity, register } = sdk
afterAll(() => sdk.close())

type ProviderClass = {
  providerId: string
  toCredential: (pendingToken: string) => AuthCredential
  readError: (error: AuthError) => AuthCredential | null
}
const custom = new OAuthProvider('oidc.custom')
/** How the SDK's classes create a credential, and read one from the error of a conflict. */
const providerClasses: ProviderClass[] = [
  {
    providerId: 'google.com',
    toCredential: (token) => GoogleAuthProvider.credential(token),
    readError: (error) => GoogleAuthProvider.credentialFromError(error),
  },
  {
    providerId: 'facebook.com',
    toCredential: (token) => FacebookAuthProvider.credential(token),
    readError: (error) => FacebookAuthProvider.credentialFromError(error),
  },
  {
    providerId: 'github.com',
    toCredential: (token) => GithubAuthProvider.credential(token),
    readError: (error) => GithubAuthProvider.credentialFromError(error),
  },
  {
    providerId: 'twitter.com',
    toCredential: (token) => TwitterAuthProvider.credential(token, 'none'),
    readError: (error) => TwitterAuthProvider.credentialFromError(error),
  },
  {
    providerId: 'oidc.custom',
    toCredential: (accessToken) => custom.credential({ accessToken }),
    readError: (error) => OAuthProvider.credentialFromError(error),
  },
]

/** Signs in at a provider with the address of an account; returns the pending token of the conflict. */
async function createConflict(providerId: string, email: string): Promise<string> {
  const grant = await popupGrant(identity, { providerId, name: 'Con', email })
  const { body } = await signInWithIdp(identity, { grant, providerId })
  return String(body.pendingToken)
}

const catchError = (work: Promise<unknown>) =>
  work.then(
    () => expect.unreachable(),
    (error: AuthError) => error,
  )

describe('the unchanged SDK', () => {
  test.each(providerClasses)(
    'the SDK resolves a conflict at $providerId by the credential in the error',
    async (providerClass) => {
      const { providerId, toCredential, readError } = providerClass
      const email = `sdk.${providerId}@example.com`
      const user = await register(email)
      const error = await catchError(
        signInWithCredential(auth, toCredential(await createConflict(providerId, email))),
      )
      expect(error).toMatchObject({
        code: 'auth/account-exists-with-different-credential',
        customData: { email },
      })
      const credential = readError(error) ?? expect.unreachable()
      const linked = await linkWithCredential(user, credential)
      expect(linked.user.providerData.map((one) => one.providerId)).toEqual(['password', providerId])
      const unlinked = await unlink(linked.user, providerId)
      expect(unlinked.providerData.map((one) => one.providerId)).toEqual(['password'])
    },
  )

  test('the SDK reports an external person who is linked to another account', async () => {
    const providerId = 'github.com'
    await signInWithIdp(identity, {
      providerId,
      grant: await popupGrant(identity, { providerId, account: 'gil' }),
    })
    const user = await register('other.gil@example.com')
    const idToken = await user.getIdToken()
    const grant = await popupGrant(identity, { providerId, account: 'gil' })
    const { body } = await signInWithIdp(identity, { providerId, grant }, { idToken })
    const credential = GithubAuthProvider.credential(String(body.pendingToken))
    const error = await catchError(linkWithCredential(user, credential))
    expect(error.code).toBe('auth/credential-already-in-use')
  })

  test('a re-authentication with an external identity that is not linked fails as an expired user token', async () => {
    const email = 'same@example.com'
    const user = await register(email)
    const token = await createConflict('facebook.com', email)
    const error = await catchError(reauthenticateWithCredential(user, FacebookAuthProvider.credential(token)))
    expect(error.code).toBe('auth/user-token-expired')
  })

  test('a custom token is rejected', async () => {
    const error = await catchError(signInWithCustomToken(auth, 'a.b.c'))
    expect(error.code).toBe('auth/custom-token-mismatch')
  })
})
