import { decodeJwt } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  errorOf,
  linkIn,
  lookup,
  popupGrant,
  refresh,
  signIn,
  signInWithGoogle,
  signUp,
  startIdentity,
  type TestIdentity,
} from '#tests/support/identity/identity.ts'
import { signUpVerified } from '#tests/support/identity/second-factors.ts'

let identity: TestIdentity
beforeAll(async () => {
  identity = await startIdentity({ methods: ['password', 'google', 'emailLink'] })
})
afterAll(() => identity.close())

const CONTINUE_URL = 'http://localhost:3000/login?next=%2Fdashboard'
const linkRequest = (email: string, fields: object = {}) => ({
  requestType: 'EMAIL_SIGNIN',
  email,
  continueUrl: CONTINUE_URL,
  canHandleCodeInApp: true,
  ...fields,
})
const send = (body: object) => identity.post('v1/accounts:sendOobCode', body)
const openLink = (body: object) => identity.post('v1/accounts:signInWithEmailLink', body)
const requestCode = (email: string) => identity.mailedCode(linkRequest(email))

describe('requesting a link', () => {
  test('the mail has a link to the continue URL, for addresses with and without an account', async () => {
    const { email } = await signUp(identity)
    for (const to of [email, 'unknown@example.com']) {
      const { body } = await send(linkRequest(to))
      expect(body).toEqual({ kind: 'identitytoolkit#GetOobConfirmationCodeResponse', email: to })
      const link = linkIn(await identity.newestMail(to))
      expect(link.origin + link.pathname).toBe('http://localhost:3000/login')
      expect(Object.fromEntries(link.searchParams)).toEqual({
        next: '/dashboard',
        mode: 'signIn',
        oobCode: expect.stringMatching(/^[\w-]{43}$/),
        apiKey: 'test-key',
      })
    }
  })

  test.each([
    [linkRequest(''), '400 MISSING_EMAIL'],
    [linkRequest('nope'), '400 INVALID_EMAIL'],
    [linkRequest('a@b.example', { continueUrl: undefined }), '400 MISSING_CONTINUE_URI'],
    [
      linkRequest('a@b.example', { continueUrl: 'https://evil.example/' }),
      '400 UNAUTHORIZED_DOMAIN : Domain not allowlisted by project',
    ],
  ])('%j is rejected with %s', async (body, expected) => {
    expect(errorOf(await send(body))).toBe(expected)
  })

  test('a store with https sends no link with http', async () => {
    const secure = await startIdentity({ methods: ['emailLink'], origin: 'https://shop.example' })
    const plain = linkRequest('a@b.example', { continueUrl: 'http://shop.example/login' })
    expect(errorOf(await secure.post('v1/accounts:sendOobCode', plain))).toMatch(/^400 UNAUTHORIZED_DOMAIN/)
    const good = linkRequest('a@b.example', { continueUrl: 'https://shop.example/login' })
    expect((await secure.post('v1/accounts:sendOobCode', good)).status).toBe(200)
    await secure.close()
  })
})

describe('opening a link', () => {
  test('the first link creates a verified account, and the second finds it', async () => {
    const email = 'lin@example.com'
    const first = await openLink({ email: 'Lin@Example.com', oobCode: await requestCode(email) })
    expect(first.body).toMatchObject({
      kind: 'identitytoolkit#EmailLinkSigninResponse',
      email,
      isNewUser: true,
      expiresIn: '3600',
    })
    expect(decodeJwt(String(first.body.idToken))).toMatchObject({
      email_verified: true,
      firebase: { sign_in_provider: 'password' },
    })
    const again = await openLink({ email, oobCode: await requestCode(email) })
    expect(again.body).toMatchObject({ localId: first.body.localId, isNewUser: false })
    const { body } = await lookup(identity, again.body.idToken)
    expect(body).toMatchObject({
      users: [{ emailVerified: true, emailLinkSignin: true, providerUserInfo: [{ providerId: 'password' }] }],
    })
  })

  test('opening one link invalidates every link that was mailed to the address', async () => {
    const email = 'once@example.com'
    const older = await requestCode(email)
    const newer = await requestCode(email)
    expect((await openLink({ email, oobCode: newer })).status).toBe(200)
    for (const oobCode of [newer, older]) {
      expect(errorOf(await openLink({ email, oobCode }))).toBe('400 INVALID_OOB_CODE')
    }
  })

  test('one of several concurrent calls with one code succeeds', async () => {
    const email = 'race@example.com'
    const oobCode = await requestCode(email)
    const replies = await Promise.all(Array.from({ length: 5 }, () => openLink({ email, oobCode })))
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400])
  })

  test('the code is rejected for another address and stays valid for its own', async () => {
    const oobCode = await requestCode('mine@example.com')
    expect(errorOf(await openLink({ email: 'other@example.com', oobCode }))).toBe(
      '400 INVALID_EMAIL : The email provided does not match the sign-in email address.',
    )
    expect((await openLink({ email: 'mine@example.com', oobCode })).status).toBe(200)
  })

  test('a code is rejected after an hour', async () => {
    const oobCode = await requestCode('late@example.com')
    identity.clock.advance(3600)
    expect(errorOf(await openLink({ email: 'late@example.com', oobCode }))).toBe('400 EXPIRED_OOB_CODE')
  })

  test('the code is valid for no other purpose, nor another code for this one', async () => {
    const { email, idToken } = await signUp(identity)
    const oobCode = await requestCode(email)
    const reset = await identity.post('v1/accounts:resetPassword', { oobCode, newPassword: 'secret2' })
    expect(errorOf(reset)).toBe('400 INVALID_OOB_CODE')
    expect(errorOf(await identity.post('v1/accounts:update', { oobCode }))).toBe('400 INVALID_OOB_CODE')
    const verify = await identity.mailedCode({ requestType: 'VERIFY_EMAIL', idToken }, email)
    expect(errorOf(await openLink({ email, oobCode: verify }))).toBe('400 INVALID_OOB_CODE')
    expect((await openLink({ email, oobCode })).status).toBe(200)
  })

  test('a disabled account is reported to the reader of the mailbox', async () => {
    const { email, uid } = await signUp(identity)
    const oobCode = await requestCode(email)
    await identity.admin.disable(uid)
    expect(errorOf(await openLink({ email, oobCode }))).toBe('400 USER_DISABLED')
  })

  test('the reader of the mailbox takes over the account of a person who registered it unverified', async () => {
    const { email, idToken, refreshToken, uid } = await signUp(identity)
    await signInWithGoogle(identity, await popupGrant(identity, { account: 'ada' }), { idToken })
    const { body } = await openLink({ email, oobCode: await requestCode(email) })
    expect(body).toMatchObject({ localId: uid, isNewUser: false })
    expect(errorOf(await signIn(identity, email))).toBe('400 INVALID_LOGIN_CREDENTIALS')
    expect(errorOf(await refresh(identity, refreshToken))).toBe('400 TOKEN_EXPIRED')
    const ada = await signInWithGoogle(identity, await popupGrant(identity, { account: 'ada' }))
    expect(ada.body.localId).not.toBe(uid)
  })

  test('a verified account keeps its password', async () => {
    const { email } = await signUpVerified(identity)
    await openLink({ email, oobCode: await requestCode(email) })
    expect((await signIn(identity, email)).status).toBe(200)
  })
})

describe('linking by a link', () => {
  test('a link verifies the address of the signed-in account', async () => {
    const { email, idToken, uid } = await signUp(identity)
    const { body } = await openLink({ idToken, email, oobCode: await requestCode(email) })
    expect(body).toMatchObject({ localId: uid, isNewUser: false })
    expect((await lookup(identity, body.idToken)).body).toMatchObject({
      users: [{ emailVerified: true, emailLinkSignin: true }],
    })
    expect((await signIn(identity, email)).status).toBe(200)
  })

  test('a link changes the address of the account, which invalidates its earlier refresh tokens', async () => {
    const { idToken, refreshToken, uid } = await signUp(identity)
    const email = 'brought@example.com'
    const { body } = await openLink({ idToken, email, oobCode: await requestCode(email) })
    expect(body).toMatchObject({ localId: uid, email })
    expect(errorOf(await refresh(identity, refreshToken))).toBe('400 TOKEN_EXPIRED')
    expect((await refresh(identity, body.refreshToken)).status).toBe(200)
  })

  test('a link does not set an address that another account has', async () => {
    const thief = await signUp(identity)
    const owner = await signUp(identity)
    const oobCode = await requestCode(owner.email)
    const stolen = await openLink({ idToken: thief.idToken, email: owner.email, oobCode })
    expect(errorOf(stolen)).toBe('400 EMAIL_EXISTS')
    expect((await openLink({ email: owner.email, oobCode })).body.localId).toBe(owner.uid)
  })

  test('linking requires a sign-in of the last five minutes, so a stolen token adds no method', async () => {
    const { idToken } = await signUp(identity)
    identity.clock.advance(301)
    const email = 'thief@example.com'
    const linked = await openLink({ idToken, email, oobCode: await requestCode(email) })
    expect(errorOf(linked)).toBe('400 CREDENTIAL_TOO_OLD_LOGIN_AGAIN')
  })
})

test('the database rejects a link sign-in without a verified address', async () => {
  const { uid } = await signUp(identity)
  const forged = identity.database.pool.query('update identity.users set email_link = true where id = $1', [
    uid,
  ])
  await expect(forged).rejects.toThrow('email_link_requires_verified_email')
})
