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
import { popupGrant, signInElsewhere } from '#tests/support/identity/identity.ts'
import { openSdk } from '#tests/support/identity/identity-sdk.ts'

const sdk = await openSdk({ createUserWithEmailAndPassword, initializeAuth, inMemoryPersistence })
const { auth, identity, register } = sdk
afterAll(() => sdk.close())

type Kind = {
  providerId: string
  from: (pendingToken: string) => AuthCredential
  again: (error: AuthError) => AuthCredential | null
}
const custom = new OAuthProvider('oidc.custom')
/** How the SDK's classes make credentials, and read them from the error of a conflict. */
const kinds: Kind[] = [
  {
    providerId: 'google.com',
    from: (token) => GoogleAuthProvider.credential(token),
    again: (error) => GoogleAuthProvider.credentialFromError(error),
  },
  {
    providerId: 'facebook.com',
    from: (token) => FacebookAuthProvider.credential(token),
    again: (error) => FacebookAuthProvider.credentialFromError(error),
  },
  {
    providerId: 'github.com',
    from: (token) => GithubAuthProvider.credential(token),
    again: (error) => GithubAuthProvider.credentialFromError(error),
  },
  {
    providerId: 'twitter.com',
    from: (token) => TwitterAuthProvider.credential(token, 'none'),
    again: (error) => TwitterAuthProvider.credentialFromError(error),
  },
  {
    providerId: 'oidc.custom',
    from: (accessToken) => custom.credential({ accessToken }),
    again: (error) => OAuthProvider.credentialFromError(error),
  },
]

/** Returns the token of the error about the conflict with the account of `email`. */
async function conflict(providerId: string, email: string): Promise<string> {
  const grant = await popupGrant(identity, { providerId, name: 'Con', email })
  const { body } = await signInElsewhere(identity, { grant, providerId })
  return String(body.pendingToken)
}

const failure = (work: Promise<unknown>) =>
  work.then(
    () => expect.unreachable(),
    (error: AuthError) => error,
  )

describe('the unchanged SDK', () => {
  test.each(kinds)(
    'the SDK resolves a conflict at $providerId by the credential of its own error',
    async (kind) => {
      const { providerId, from, again } = kind
      const email = `sdk.${providerId}@example.com`
      const user = await register(email)
      const error = await failure(signInWithCredential(auth, from(await conflict(providerId, email))))
      expect(error).toMatchObject({
        code: 'auth/account-exists-with-different-credential',
        customData: { email },
      })
      const credential = again(error) ?? expect.unreachable()
      const linked = await linkWithCredential(user, credential)
      expect(linked.user.providerData.map((one) => one.providerId)).toEqual(['password', providerId])
      const alone = await unlink(linked.user, providerId)
      expect(alone.providerData.map((one) => one.providerId)).toEqual(['password'])
    },
  )

  test('the SDK reports an external person who is linked to another account', async () => {
    const providerId = 'github.com'
    await signInElsewhere(identity, {
      providerId,
      grant: await popupGrant(identity, { providerId, account: 'gil' }),
    })
    const user = await register('other.gil@example.com')
    const idToken = await user.getIdToken()
    const grant = await popupGrant(identity, { providerId, account: 'gil' })
    const { body } = await signInElsewhere(identity, { providerId, grant }, { idToken })
    const credential = GithubAuthProvider.credential(String(body.pendingToken))
    const error = await failure(linkWithCredential(user, credential))
    expect(error.code).toBe('auth/credential-already-in-use')
  })

  test('the SDK reports a re-authentication as another person', async () => {
    const email = 'same@example.com'
    const user = await register(email)
    const token = await conflict('facebook.com', email)
    const error = await failure(reauthenticateWithCredential(user, FacebookAuthProvider.credential(token)))
    expect(error.code).toBe('auth/user-token-expired')
  })

  test('the SDK’s custom token is rejected', async () => {
    const error = await failure(signInWithCustomToken(auth, 'a.b.c'))
    expect(error.code).toBe('auth/custom-token-mismatch')
  })
})
