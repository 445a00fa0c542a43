import { decodeJwt } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { identityMethods } from '#contract/platform/auth/identity-methods.ts'
import {
  API_KEY,
  errorOf,
  lookup,
  NONCE,
  popupGrant,
  refresh,
  signIn,
  signInWithGoogle,
  signInWithIdp,
  signUp,
  startIdentity,
  type TestIdentity,
  verifiedGrant,
} from '#tests/support/identity/identity.ts'

let identity: TestIdentity
beforeAll(async () => {
  identity = await startIdentity({
    methods: identityMethods,
    custom: { providerId: 'oidc.custom', name: 'Garage <Club>', trustedDomains: ['garage.example'] },
  })
})
afterAll(() => identity.close())

const otherProviders = ['facebook.com', 'github.com', 'twitter.com', 'oidc.custom']
const signInAt = async (providerId: string, choice: object, fields: object = {}) =>
  signInWithIdp(
    identity,
    { providerId, grant: await popupGrant(identity, { providerId, ...choice }) },
    fields,
  )

describe('the demo popup', () => {
  test.each([
    ['google.com', 'Google', 'max.practice@example.net'],
    ['facebook.com', 'Facebook', 'fay.practice@example.net'],
    ['github.com', 'GitHub', 'gil.practice@example.net'],
    ['twitter.com', 'Twitter', '@tom_practice, without an email'],
    ['oidc.custom', 'Garage &#60;Club&#62;', 'cam.practice@example.net'],
  ])('the popup of %s says %s and offers %s', async (providerId, name, account) => {
    const url = `/identity/popup?apiKey=${API_KEY}&providerId=${providerId}`
    const { body } = await identity.app.inject({ url })
    expect(body).toContain(`<title>Sign in with ${name} (practice)</title>`)
    expect(body).toContain(account)
  })

  test('the popup of a disabled or unknown provider does not open', async () => {
    const githubOnly = await startIdentity({ methods: ['password', 'github'] })
    for (const providerId of ['google.com', 'oidc.other', 'password']) {
      const page = await githubOnly.get(`popup?apiKey=${API_KEY}&providerId=${providerId}`)
      expect(errorOf(page)).toBe('400 OPERATION_NOT_ALLOWED')
      const grant = await githubOnly.post('popup/grant', { nonce: NONCE, providerId, account: 'ada' })
      expect(errorOf(grant)).toBe('400 OPERATION_NOT_ALLOWED')
    }
    await githubOnly.close()
  })
})

describe('a demo account', () => {
  test.each([
    ['facebook.com', 'fay', { federatedId: expect.stringMatching(/^1\d{20}$/) }],
    ['github.com', 'gil', { screenName: 'gil-practice' }],
    ['twitter.com', 'tom', { screenName: 'tom_practice', oauthTokenSecret: 'none' }],
    ['oidc.custom', 'cam', { oauthIdToken: expect.any(String) }],
  ])(
    'a demo account of %s signs in by one click, which creates the account once',
    async (providerId, account, more) => {
      const first = await signInAt(providerId, { account })
      expect(first.body).toMatchObject({ providerId, isNewUser: true, ...more })
      expect(decodeJwt(String(first.body.idToken))).toMatchObject({
        firebase: {
          sign_in_provider: providerId,
          identities: { [providerId]: [first.body.federatedId] },
        },
      })
      const again = await signInAt(providerId, { account })
      expect(again.body.localId).toBe(first.body.localId)
      expect(again.body).not.toHaveProperty('isNewUser')
    },
  )

  test('a sign-in returns the profile of the demo account in the format that the SDK reads', async () => {
    const readRawUserInfo = async (providerId: string, account: string) =>
      JSON.parse(String((await signInAt(providerId, { account })).body.rawUserInfo))
    expect(await readRawUserInfo('github.com', 'gil')).toMatchObject({ login: 'gil-practice' })
    expect(await readRawUserInfo('twitter.com', 'tom')).toMatchObject({ login: 'tom_practice' })
    expect(await readRawUserInfo('facebook.com', 'fay')).toMatchObject({ name: 'Fay Practice' })
    expect(await readRawUserInfo('oidc.custom', 'cam')).toMatchObject({ email: 'cam.practice@example.net' })
  })

  test('a demo account without an address gets an account without one', async () => {
    const { body } = await signInAt('twitter.com', { account: 'tom' })
    for (const field of ['email', 'emailVerified']) expect(body).not.toHaveProperty(field)
    expect(decodeJwt(String(body.idToken))).not.toHaveProperty('email')
    const { users } = (await lookup(identity, body.idToken)).body
    expect(users).toMatchObject([
      { displayName: 'Tom Practice', providerUserInfo: [{ screenName: 'tom_practice' }] },
    ])
    expect(users).not.toMatchObject([{ email: expect.anything() }])
  })

  test('a demo account can omit the address where the provider allows it, and is new each time', async () => {
    const one = await signInAt('facebook.com', { name: 'Bo' })
    const two = await signInAt('facebook.com', { name: 'Bo' })
    expect(one.body).toMatchObject({ isNewUser: true, displayName: 'Bo' })
    expect(two.body).toMatchObject({ isNewUser: true })
    const google = await identity.post('popup/grant', { nonce: NONCE, providerId: 'google.com', name: 'Bo' })
    expect(errorOf(google)).toBe('400 INVALID_EMAIL')
  })

  test('a grant of one provider is rejected for another', async () => {
    const providerId = 'github.com'
    const grant = await popupGrant(identity, { providerId, account: 'gil' })
    const stolen = await signInWithIdp(identity, { grant, providerId: 'facebook.com' })
    expect(errorOf(stolen)).toMatch(/^400 INVALID_IDP_RESPONSE : /)
  })
})

describe('an address counts as verified', () => {
  const signInWithCode = async (providerId: string, email: string) =>
    signInWithIdp(identity, {
      providerId,
      grant: await verifiedGrant(identity, { name: 'Nora', email, providerId }),
    })

  test('even with the mailed code, an address is verified only if the provider runs the mailbox', async () => {
    for (const [index, providerId] of otherProviders.entries()) {
      const { body } = await signInWithCode(providerId, `nora${index}@example.com`)
      expect(body, providerId).toMatchObject({ isNewUser: true, emailVerified: false })
    }
    // In the demo, Google counts as the host of every domain.
    expect((await signInWithCode('google.com', 'nora@example.com')).body).toMatchObject({
      emailVerified: true,
    })
    expect((await signInWithCode('oidc.custom', 'nora@garage.example')).body).toMatchObject({
      emailVerified: true,
    })
    const tricked = await signInWithCode('oidc.custom', 'nora@not-garage.example')
    expect(tricked.body).toMatchObject({ emailVerified: false })
  })

  test('a provider that does not run the mailbox reaches no account by it; password and session stay valid', async () => {
    for (const providerId of otherProviders) {
      const { uid, email, refreshToken } = await signUp(identity)
      const { body } = await signInWithCode(providerId, email)
      expect(body, providerId).toMatchObject({ needConfirmation: true, localId: uid })
      expect(body).not.toHaveProperty('idToken')
      expect((await signIn(identity, email)).status).toBe(200)
      expect((await refresh(identity, refreshToken)).status).toBe(200)
    }
  })
})

describe('a conflict with an existing account', () => {
  /** The fields with which the SDK sends a credential: no session of a popup. */
  const credential = { requestUri: 'http://localhost', sessionId: undefined, returnIdpCredential: undefined }

  test.each(otherProviders)(
    'the owner resolves a conflict with %s by signing in and then linking',
    async (providerId) => {
      const { uid, email } = await signUp(identity)
      const conflict = await signInAt(providerId, { name: 'Ann', email })
      const { idToken } = (await signIn(identity, email)).body
      const postBody = `&access_token=${conflict.body.oauthAccessToken}&providerId=${providerId}`
      const linked = await signInAt(providerId, { name: 'Unused' }, { ...credential, idToken, postBody })
      expect(linked.body).toMatchObject({ localId: uid, providerId })
      expect((await lookup(identity, linked.body.idToken)).body).toMatchObject({
        users: [{ providerUserInfo: expect.arrayContaining([expect.objectContaining({ providerId })]) }],
      })
    },
  )

  test('the pending token does not sign in without an ID token', async () => {
    const { email } = await signUp(identity)
    const conflict = await signInAt('github.com', { name: 'Ann', email })
    const { pendingToken } = conflict.body
    const again = await identity.post('v1/accounts:signInWithIdp', {
      requestUri: 'http://localhost',
      pendingToken,
    })
    expect(again.body).toMatchObject({ needConfirmation: true })
    expect(again.body).not.toHaveProperty('idToken')
  })

  test('after an unverified sign-in at another provider, the owner of the mailbox takes the account over', async () => {
    const email = 'squatted@example.com'
    const squatter = await signInAt('facebook.com', { name: 'Mallory', email })
    expect(squatter.body).toMatchObject({ isNewUser: true, emailVerified: false })
    const owner = await signInWithGoogle(identity, await verifiedGrant(identity, { name: 'Owner', email }))
    expect(owner.body).toMatchObject({ localId: squatter.body.localId, emailVerified: true })
    const { users } = (await lookup(identity, owner.body.idToken)).body
    expect(users).toMatchObject([{ providerUserInfo: [{ providerId: 'google.com' }] }])
  })
})

describe('re-authentication', () => {
  const authType = 'reauthViaPopup'

  test('another person gets an error and no account', async () => {
    const stranger = { name: 'Sam', email: 'sam.stranger@example.com' }
    for (const providerId of ['google.com', 'github.com']) {
      const reply = await signInAt(providerId, { ...stranger, authType })
      expect(errorOf(reply)).toBe('400 USER_MISMATCH')
    }
    expect(errorOf(await signIn(identity, stranger.email))).toBe('400 INVALID_LOGIN_CREDENTIALS')
    const after = await signInAt('github.com', stranger)
    expect(after.body).toMatchObject({ isNewUser: true })
  })

  test('the same person signs in again to the linked account', async () => {
    const first = await signInAt('github.com', { account: 'gil' })
    const again = await signInAt('github.com', { account: 'gil', authType })
    expect(again.body.localId).toBe(first.body.localId)
  })

  test('a re-authentication with an external identity that is not linked returns an error and no tokens', async () => {
    const reply = await signInAt('facebook.com', { name: 'Ida' }, { autoCreate: false })
    expect(reply.status).toBe(200)
    expect(reply.body).toMatchObject({ errorMessage: 'USER_NOT_FOUND' })
    expect(reply.body).not.toHaveProperty('idToken')
  })
})

test('concurrent popups of one person without an address create one account', async () => {
  const fresh = await startIdentity({ methods: identityMethods })
  const grants = await Promise.all(
    [1, 2, 3, 4].map(() => popupGrant(fresh, { providerId: 'twitter.com', account: 'tom' })),
  )
  const replies = await Promise.all(
    grants.map((grant) => signInWithIdp(fresh, { grant, providerId: 'twitter.com' })),
  )
  expect(new Set(replies.map(({ body }) => body.localId)).size).toBe(1)
  expect(replies.filter(({ body }) => body.isNewUser)).toHaveLength(1)
  await fresh.close()
})
