import { decodeJwt } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  codeIn,
  errorOf,
  lookup,
  NONCE,
  popupGrant,
  refresh,
  signIn,
  signInWithGoogle,
  signUp,
  startIdentity,
  type TestIdentity,
  verifiedGrant,
  wrongCode,
} from '#tests/support/identity/identity.ts'
import { signUpVerified } from '#tests/support/identity/second-factors.ts'

let identity: TestIdentity
beforeAll(async () => {
  identity = await startIdentity()
})
afterAll(() => identity.close())

const INVALID = /^400 INVALID_IDP_RESPONSE : /

describe('a demo account', () => {
  test('a demo account signs in by one click, which creates the account once', async () => {
    const first = await signInWithGoogle(identity, await popupGrant(identity, { account: 'ada' }))
    expect(first.body).toMatchObject({
      kind: 'identitytoolkit#VerifyAssertionResponse',
      providerId: 'google.com',
      email: 'ada.practice@example.net',
      emailVerified: true,
      displayName: 'Ada Practice',
      fullName: 'Ada Practice',
      isNewUser: true,
      federatedId: expect.stringMatching(/^https:\/\/accounts\.google\.com\/1\d{20}$/),
      expiresIn: '3600',
    })
    expect(JSON.parse(String(first.body.rawUserInfo))).toMatchObject({
      name: 'Ada Practice',
      email: 'ada.practice@example.net',
      emailVerified: true,
    })
    const rawId = String(first.body.federatedId).slice(-21)
    expect(decodeJwt(String(first.body.idToken))).toMatchObject({
      name: 'Ada Practice',
      email_verified: true,
      firebase: {
        sign_in_provider: 'google.com',
        identities: { email: ['ada.practice@example.net'], 'google.com': [rawId] },
      },
    })
    expect((await lookup(identity, first.body.idToken)).body).toMatchObject({
      users: [{ emailVerified: true, providerUserInfo: [{ providerId: 'google.com', rawId }] }],
    })
    const second = await signInWithGoogle(identity, await popupGrant(identity, { account: 'ada' }))
    expect(second.body.localId).toBe(first.body.localId)
    expect(second.body).not.toHaveProperty('isNewUser')
  })

  test('the code from its mailbox verifies a new address, and the next sign-in finds the same account', async () => {
    const person = { name: 'Nora New', email: 'nora@example.com' }
    const first = await signInWithGoogle(identity, await verifiedGrant(identity, person))
    expect(first.body).toMatchObject({ email: 'nora@example.com', emailVerified: true, isNewUser: true })
    const again = await signInWithGoogle(identity, await verifiedGrant(identity, person))
    expect(again.body.localId).toBe(first.body.localId)
  })

  test('a sign-in without the code has an unverified address, and the next one needs a confirmation', async () => {
    const person = { name: 'Uma', email: 'uma@example.com' }
    const first = await signInWithGoogle(identity, await popupGrant(identity, person))
    expect(first.body).toMatchObject({ emailVerified: false, isNewUser: true })
    const again = await signInWithGoogle(identity, await popupGrant(identity, person))
    expect(again.body).toMatchObject({ needConfirmation: true })
    expect(again.body).not.toHaveProperty('idToken')
  })

  test('a disabled account is rejected', async () => {
    const first = await signInWithGoogle(identity, await popupGrant(identity, { account: 'max' }))
    await identity.admin.disable(String(first.body.localId))
    const again = await signInWithGoogle(identity, await popupGrant(identity, { account: 'max' }))
    expect(errorOf(again)).toBe('400 USER_DISABLED')
  })
})

describe('a grant', () => {
  test('a grant works once', async () => {
    const grant = await popupGrant(identity, { account: 'ada' })
    expect((await signInWithGoogle(identity, grant)).status).toBe(200)
    expect(errorOf(await signInWithGoogle(identity, grant))).toMatch(INVALID)
  })

  test('one of several concurrent calls with a grant succeeds', async () => {
    const grant = await popupGrant(identity, { account: 'ada' })
    const replies = await Promise.all([1, 2, 3, 4].map(() => signInWithGoogle(identity, grant)))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  test('a grant with another or no nonce is rejected and used up', async () => {
    for (const sessionId of ['nonce-of-a-thief', undefined]) {
      const grant = await popupGrant(identity, { account: 'ada' })
      expect(errorOf(await signInWithGoogle(identity, grant, { sessionId }))).toMatch(INVALID)
      expect(errorOf(await signInWithGoogle(identity, grant))).toMatch(INVALID)
    }
  })

  test('a grant expires after two minutes', async () => {
    const grant = await popupGrant(identity, { account: 'ada' })
    identity.clock.advance(120)
    expect(errorOf(await signInWithGoogle(identity, grant))).toMatch(INVALID)
  })

  test('a grant cannot be forged from plain JSON claims or a foreign token', async () => {
    const claims = JSON.stringify({ sub: 'g-1', email: 'admin@example.com', email_verified: true })
    const { idToken } = await signUp(identity)
    for (const forged of [claims, idToken, 'garbage', '']) {
      expect(errorOf(await signInWithGoogle(identity, forged))).toMatch(INVALID)
    }
  })

  test('a call for a disabled or no provider, or without a request URI, is rejected', async () => {
    const call = (postBody: string) => signInWithGoogle(identity, '', { postBody }).then(errorOf)
    expect(await call('id_token=x&providerId=facebook.com')).toBe('400 OPERATION_NOT_ALLOWED')
    expect(await call('id_token=garbage')).toBe(
      '400 INVALID_CREDENTIAL_OR_PROVIDER_ID : Invalid IdP response/credential: http://localhost:3000/identity/popup?id_token=garbage',
    )
    expect(errorOf(await signInWithGoogle(identity, '', { requestUri: undefined }))).toBe(
      '400 MISSING_REQUEST_URI',
    )
  })
})

describe('claiming another person’s mailbox', () => {
  const victim = { name: 'Eve', email: 'victim@example.com' }
  const send = (nonce: string) => identity.post('popup/code', { nonce, email: victim.email })
  const grantFor = (fields: object) => identity.post('popup/grant', { nonce: NONCE, ...victim, ...fields })

  test('a guessed code is rejected, and five attempts use the code up', async () => {
    const { body } = await send(NONCE)
    const code = codeIn(await identity.newestMail(victim.email))
    for (let n = 0; n < 5; n += 1) {
      expect(errorOf(await grantFor({ codeId: body.codeId, code: wrongCode(code) }))).toBe('400 INVALID_CODE')
    }
    expect(errorOf(await grantFor({ codeId: body.codeId, code }))).toBe('400 INVALID_CODE')
  })

  test('a code of another address, another popup or ten minutes ago is rejected', async () => {
    const own = await identity.post('popup/code', { nonce: NONCE, email: 'eve@example.com' })
    const ownCode = codeIn(await identity.newestMail('eve@example.com'))
    expect(errorOf(await grantFor({ codeId: own.body.codeId, code: ownCode }))).toBe('400 INVALID_CODE')
    const other = await send('nonce-of-the-victim')
    const otherCode = codeIn(await identity.newestMail(victim.email))
    expect(errorOf(await grantFor({ codeId: other.body.codeId, code: otherCode }))).toBe('400 INVALID_CODE')
    const late = await send(NONCE)
    const lateCode = codeIn(await identity.newestMail(victim.email))
    identity.clock.advance(600)
    expect(errorOf(await grantFor({ codeId: late.body.codeId, code: lateCode }))).toBe('400 INVALID_CODE')
  })

  test('a sign-in without a code does not reach an existing account, verified or not', async () => {
    for (const { uid, email } of [await signUp(identity), await signUpVerified(identity)]) {
      const { body } = await signInWithGoogle(identity, await popupGrant(identity, { name: 'Eve', email }))
      expect(body).toMatchObject({ needConfirmation: true, localId: uid, emailVerified: false })
      expect(body).not.toHaveProperty('idToken')
      expect((await signIn(identity, email)).status).toBe(200)
    }
  })
})

describe('an address with an existing account', () => {
  test('a verified owner takes over an unverified account, whose password and session become invalid', async () => {
    const hijacker = await signUp(identity)
    identity.clock.advance(1)
    const grant = await verifiedGrant(identity, { name: 'Owner', email: hijacker.email })
    const { body } = await signInWithGoogle(identity, grant)
    expect(body).toMatchObject({ localId: hijacker.uid })
    expect(body).not.toHaveProperty('isNewUser')
    expect(errorOf(await signIn(identity, hijacker.email))).toBe('400 INVALID_LOGIN_CREDENTIALS')
    expect(errorOf(await refresh(identity, hijacker.refreshToken))).toBe('400 TOKEN_EXPIRED')
    expect(errorOf(await lookup(identity, hijacker.idToken))).toBe('400 TOKEN_EXPIRED')
    expect((await lookup(identity, body.idToken)).body).toMatchObject({ users: [{ emailVerified: true }] })
  })

  test('a verified account keeps both sign-in methods', async () => {
    const { email, uid, refreshToken } = await signUpVerified(identity)
    const { body } = await signInWithGoogle(identity, await verifiedGrant(identity, { name: 'Owner', email }))
    expect(body).toMatchObject({ localId: uid })
    expect((await signIn(identity, email)).status).toBe(200)
    expect((await refresh(identity, refreshToken)).status).toBe(200)
  })

  test('a password reset of an unverified account also unlinks the Google account of its first user', async () => {
    const hijacker = await signUp(identity)
    const link = await verifiedGrant(identity, { name: 'Mallory', email: 'mallory@example.com' })
    await signInWithGoogle(identity, link, { idToken: hijacker.idToken })
    const oobCode = await identity.mailedCode({ requestType: 'PASSWORD_RESET', email: hijacker.email })
    await identity.post('v1/accounts:resetPassword', { oobCode, newPassword: 'owner-secret' })
    const again = await verifiedGrant(identity, { name: 'Mallory', email: 'mallory@example.com' })
    expect((await signInWithGoogle(identity, again)).body.localId).not.toBe(hijacker.uid)
  })
})

describe('linking', () => {
  test('a demo account is linked to the caller, and deleteProvider removes it', async () => {
    const { idToken, uid, email } = await signUp(identity)
    const grant = await verifiedGrant(identity, { name: 'Ann', email: 'ann9@example.com' })
    const { body } = await signInWithGoogle(identity, grant, { idToken })
    expect(body).toMatchObject({ localId: uid, email: 'ann9@example.com' })
    expect((await lookup(identity, body.idToken)).body).toMatchObject({
      users: [{ email, providerUserInfo: [{ providerId: 'password' }, { providerId: 'google.com' }] }],
    })
    const removed = await identity.post('v1/accounts:update', { idToken, deleteProvider: ['google.com'] })
    expect(removed.body.providerUserInfo).toMatchObject([{ providerId: 'password' }])
  })

  test('linking a demo account that another account has linked returns 200 with an error message', async () => {
    const person = { name: 'Gina', email: 'gina@example.com' }
    await signInWithGoogle(identity, await verifiedGrant(identity, person))
    const { idToken } = await signUp(identity)
    const { status, body } = await signInWithGoogle(identity, await verifiedGrant(identity, person), {
      idToken,
    })
    expect(status).toBe(200)
    expect(body).toMatchObject({ errorMessage: 'FEDERATED_USER_ID_ALREADY_LINKED' })
    expect(body).not.toHaveProperty('idToken')
  })
})
