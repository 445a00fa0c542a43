import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cleanUp } from '#embedded/identity/accounts/clean-up.ts'
import {
  errorOf,
  linkIn,
  lookup,
  ORIGIN,
  refresh,
  signIn,
  signUp,
  startIdentity,
  type TestIdentity,
} from '#tests/support/identity/identity.ts'

let identity: TestIdentity
beforeAll(async () => {
  identity = await startIdentity()
})
afterAll(() => identity.close())

const send = (body: object) => identity.post('v1/accounts:sendOobCode', body)
const reset = (body: object) => identity.post('v1/accounts:resetPassword', body)
const apply = (oobCode: unknown) => identity.post('v1/accounts:update', { oobCode })

const requestResetCode = (email: string) => identity.mailedCode({ requestType: 'PASSWORD_RESET', email })
const requestVerifyCode = (idToken: string, email: string) =>
  identity.mailedCode({ requestType: 'VERIFY_EMAIL', idToken }, email)

describe('requesting a mail', () => {
  test('the link leads to the store, with the code and the continue URL', async () => {
    const { email } = await signUp(identity)
    const continueUrl = 'http://localhost:3000/login?a=b'
    const { body } = await send({ requestType: 'PASSWORD_RESET', email, continueUrl })
    expect(body).toEqual({ kind: 'identitytoolkit#GetOobConfirmationCodeResponse', email })
    const link = linkIn(await identity.newestMail(email))
    expect(link.origin + link.pathname).toBe(`${ORIGIN}/reset-password`)
    expect(Object.fromEntries(link.searchParams)).toEqual({
      mode: 'resetPassword',
      oobCode: expect.stringMatching(/^[\w-]{43}$/),
      apiKey: 'test-key',
      continueUrl,
    })
  })

  test('mails for a reset and a verification have exactly one link', async () => {
    const { email, idToken } = await signUp(identity)
    await requestResetCode(email)
    const { text } = await identity.newestMail(email)
    await requestVerifyCode(idToken, email)
    for (const body of [text, (await identity.newestMail(email)).text]) {
      expect(body.match(/https?:/g)).toHaveLength(1)
      expect(body).toContain('localhost:3000')
    }
  })

  test('an unknown and a disabled address get the same response and no mail', async () => {
    const { email, uid } = await signUp(identity)
    await identity.admin.disable(uid)
    for (const address of ['zed@example.com', email]) {
      const { body } = await send({ requestType: 'PASSWORD_RESET', email: address })
      expect(body).toEqual({ kind: 'identitytoolkit#GetOobConfirmationCodeResponse', email: address })
      await expect(identity.newestMail(address)).rejects.toThrow('no mail')
    }
  })

  test.each([
    [{ email: 'ann@example.com' }, '400 MISSING_REQ_TYPE'],
    [{ requestType: 'PASSWORD_RESET' }, '400 MISSING_EMAIL'],
    [{ requestType: 'PASSWORD_RESET', email: 'nope' }, '400 INVALID_EMAIL'],
    [{ requestType: 'VERIFY_EMAIL' }, '400 MISSING_ID_TOKEN'],
    [{ requestType: 'EMAIL_SIGNIN', email: 'a@b.example' }, '400 OPERATION_NOT_ALLOWED'],
    [{ requestType: 'VERIFY_AND_CHANGE_EMAIL', newEmail: 'a@b.example' }, '400 MISSING_ID_TOKEN'],
    [{ requestType: 'RECOVER_EMAIL' }, '400 INVALID_REQ_TYPE'],
  ])('%j is rejected with %s', async (body, expected) => {
    expect(errorOf(await send(body))).toBe(expected)
  })

  test.each([
    ['nope', '400 INVALID_CONTINUE_URI : ((expected an absolute URI with valid scheme and host))'],
    [
      'javascript://localhost/%0aalert(1)',
      '400 INVALID_CONTINUE_URI : ((expected an absolute URI with valid scheme and host))',
    ],
    ['https://evil.example/', '400 UNAUTHORIZED_DOMAIN : Domain not allowlisted by project'],
    ['https://notshop.example/', '400 UNAUTHORIZED_DOMAIN : Domain not allowlisted by project'],
    ['https://shop.example@evil.example/', '400 UNAUTHORIZED_DOMAIN : Domain not allowlisted by project'],
    ['https://www.shop.example/login', '200 no error'],
    ['http://localhost:3000/login', '200 no error'],
    ['http://localhost:9999/', '400 UNAUTHORIZED_DOMAIN : Domain not allowlisted by project'],
    ['https://shop.example:8443/', '400 UNAUTHORIZED_DOMAIN : Domain not allowlisted by project'],
    ['https://user:pw@shop.example/', '400 UNAUTHORIZED_DOMAIN : Domain not allowlisted by project'],
    ['https://user@shop.example/', '400 UNAUTHORIZED_DOMAIN : Domain not allowlisted by project'],
    ['https://:pw@shop.example/', '400 UNAUTHORIZED_DOMAIN : Domain not allowlisted by project'],
  ])('the continue URL %s gets %s', async (continueUrl, expected) => {
    const body = { requestType: 'PASSWORD_RESET', email: 'back@example.com', continueUrl }
    expect(errorOf(await send(body))).toBe(expected)
  })

  test('mails are limited per hour by mailbox, with and without an account, and by IP address', async () => {
    const strict = await startIdentity({ limits: { mailsPerHour: 2, mailsPerIpAddressPerHour: 5 } })
    const requestReset = (email: string, ipAddress: string) =>
      strict
        .post('v1/accounts:sendOobCode', { requestType: 'PASSWORD_RESET', email }, { address: ipAddress })
        .then(errorOf)
    const { email } = await signUp(strict)
    for (const mailbox of [email, 'unknown@example.com']) {
      expect(await requestReset(mailbox, '198.51.100.1')).toBe('200 no error')
      expect(await requestReset(mailbox, '198.51.100.2')).toBe('200 no error')
      expect(await requestReset(mailbox, '198.51.100.3')).toMatch(/^429 TOO_MANY_ATTEMPTS_TRY_LATER/)
    }
    for (let n = 0; n < 5; n += 1)
      expect(await requestReset(`n${n}@example.com`, '192.0.2.1')).toBe('200 no error')
    expect(await requestReset('n9@example.com', '192.0.2.1')).toMatch(/^429 TOO_MANY_ATTEMPTS_TRY_LATER/)
    strict.clock.advance(3600)
    expect(await requestReset('n9@example.com', '192.0.2.1')).toBe('200 no error')
    await strict.close()
  })

  test('codes are not stored in plain text', async () => {
    const { email } = await signUp(identity)
    const code = await requestResetCode(email)
    const { rows } = await identity.database.pool.query('select c::text from identity.oob_codes c')
    expect(rows.length).toBeGreaterThan(0)
    expect(JSON.stringify(rows)).not.toContain(code)
  })
})

describe('verifying an address', () => {
  test('a code works once and marks the account’s address as verified', async () => {
    const { email, idToken } = await signUp(identity)
    const oobCode = await requestVerifyCode(idToken, email)
    expect((await reset({ oobCode })).body).toMatchObject({ requestType: 'VERIFY_EMAIL', email })
    expect((await apply(oobCode)).body).toMatchObject({ email, emailVerified: true })
    expect((await lookup(identity, idToken)).body).toMatchObject({ users: [{ emailVerified: true }] })
    expect(errorOf(await apply(oobCode))).toBe('400 INVALID_OOB_CODE')
  })

  test('a code for an address that has changed since is rejected', async () => {
    const { email, idToken } = await signUp(identity)
    const oobCode = await requestVerifyCode(idToken, email)
    await identity.post('v1/accounts:update', { idToken, email: 'changed@example.com' })
    expect(errorOf(await apply(oobCode))).toBe('400 INVALID_OOB_CODE')
  })

  test('a code of one kind is rejected for the other', async () => {
    const { email, idToken } = await signUp(identity)
    const verify = await requestVerifyCode(idToken, email)
    const password = await requestResetCode(email)
    expect(errorOf(await apply(password))).toBe('400 INVALID_OOB_CODE')
    const misuse = await reset({ oobCode: verify, newPassword: 'secret2' })
    expect(errorOf(misuse)).toBe('400 INVALID_OOB_CODE')
  })
})

describe('resetting a password', () => {
  test('a reset ends the session, verifies the address and works once', async () => {
    const { email, idToken, refreshToken } = await signUp(identity)
    const oobCode = await requestResetCode(email)
    expect((await reset({ oobCode })).body).toEqual({
      kind: 'identitytoolkit#ResetPasswordResponse',
      requestType: 'PASSWORD_RESET',
      email,
    })
    expect(errorOf(await reset({ oobCode, newPassword: '123' }))).toMatch(/^400 WEAK_PASSWORD/)
    identity.clock.advance(1)
    expect((await reset({ oobCode, newPassword: 'secret2' })).body).toMatchObject({ email })
    expect(errorOf(await reset({ oobCode, newPassword: 'secret3' }))).toBe('400 INVALID_OOB_CODE')
    expect(errorOf(await lookup(identity, idToken))).toBe('400 TOKEN_EXPIRED')
    expect(errorOf(await refresh(identity, refreshToken))).toBe('400 TOKEN_EXPIRED')
    expect(errorOf(await signIn(identity, email))).toBe('400 INVALID_LOGIN_CREDENTIALS')
    const { body } = await signIn(identity, email, 'secret2')
    expect((await lookup(identity, body.idToken)).body).toMatchObject({ users: [{ emailVerified: true }] })
  })

  test('one of several concurrent resets with one code succeeds', async () => {
    const { email } = await signUp(identity)
    const oobCode = await requestResetCode(email)
    const calls = ['one1234', 'two1234', 'three123'].map((newPassword) => reset({ oobCode, newPassword }))
    const statuses = (await Promise.all(calls)).map(({ status }) => status)
    expect(statuses.sort()).toEqual([200, 400, 400])
  })

  test('a reset invalidates the account’s other reset codes', async () => {
    const { email } = await signUp(identity)
    const first = await requestResetCode(email)
    const second = await requestResetCode(email)
    await reset({ oobCode: second, newPassword: 'secret2' })
    expect(errorOf(await reset({ oobCode: first, newPassword: 'secret3' }))).toBe('400 INVALID_OOB_CODE')
  })

  test('a code is valid for an hour, reported as expired for a day, then unknown', async () => {
    const { email } = await signUp(identity)
    const oobCode = await requestResetCode(email)
    identity.clock.advance(3599)
    expect((await reset({ oobCode })).status).toBe(200)
    identity.clock.advance(1)
    expect(errorOf(await reset({ oobCode }))).toBe('400 EXPIRED_OOB_CODE')
    identity.clock.advance(86_400)
    await cleanUp(identity.database.db, identity.clock.now())
    expect(errorOf(await reset({ oobCode }))).toBe('400 EXPIRED_OOB_CODE')
    identity.clock.advance(1)
    await cleanUp(identity.database.db, identity.clock.now())
    expect(errorOf(await reset({ oobCode }))).toBe('400 INVALID_OOB_CODE')
  })

  test('a reset ends the delays after failed attempts', async () => {
    const { email } = await signUp(identity)
    for (let n = 0; n < 5; n += 1) await signIn(identity, email, 'wrong')
    expect(errorOf(await signIn(identity, email))).toMatch(/TOO_MANY_ATTEMPTS/)
    await reset({ oobCode: await requestResetCode(email), newPassword: 'secret2' })
    expect((await signIn(identity, email, 'secret2')).status).toBe(200)
  })

  test('a missing or unknown code and a disabled account are rejected', async () => {
    expect(errorOf(await reset({ newPassword: 'secret2' }))).toBe('400 MISSING_OOB_CODE')
    expect(errorOf(await reset({ oobCode: 'unknown', newPassword: 'secret2' }))).toBe('400 INVALID_OOB_CODE')
    const { email, uid } = await signUp(identity)
    const oobCode = await requestResetCode(email)
    await identity.admin.disable(uid)
    expect(errorOf(await reset({ oobCode, newPassword: 'secret2' }))).toBe('400 USER_DISABLED')
  })
})

describe('reading the sign-in methods of an address', () => {
  const readMethods = (provider: TestIdentity, identifier: string) =>
    provider.post('v1/accounts:createAuthUri', { identifier, continueUri: 'http://localhost' })

  test('the response reveals nothing with e-mail privacy', async () => {
    const { email } = await signUp(identity)
    const { body } = await readMethods(identity, email)
    expect(Object.keys(body).sort()).toEqual(['kind', 'sessionId'])
  })

  test('the response lists the methods without e-mail privacy', { tags: 'long' }, async () => {
    const withoutPrivacy = await startIdentity({ emailPrivacy: false, methods: ['password', 'emailLink'] })
    const { email, idToken } = await signUp(withoutPrivacy)
    expect((await readMethods(withoutPrivacy, email)).body).toMatchObject({
      registered: true,
      signinMethods: ['password'],
    })
    const link = { requestType: 'EMAIL_SIGNIN', email, continueUrl: 'http://localhost:3000/login' }
    const signedIn = { idToken, email, oobCode: await withoutPrivacy.mailedCode(link) }
    await withoutPrivacy.post('v1/accounts:signInWithEmailLink', signedIn)
    expect((await readMethods(withoutPrivacy, email)).body).toMatchObject({
      allProviders: ['password'],
      signinMethods: ['password', 'emailLink'],
    })
    expect((await readMethods(withoutPrivacy, 'no@example.com')).body).toMatchObject({
      registered: false,
      signinMethods: [],
    })
    await withoutPrivacy.close()
  })
})
