import { decodeJwt } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cleanUp } from '#embedded/identity/accounts/clean-up.ts'
import {
  errorOf,
  linkIn,
  lookup,
  signIn,
  signUp,
  startIdentity,
  type TestIdentity,
  textedCode,
  wrongCode,
} from '#tests/support/identity/identity.ts'

let identity: TestIdentity
beforeAll(async () => {
  identity = await startIdentity({ methods: ['password', 'emailLink', 'phone'] })
})
afterAll(() => identity.close())

const send = (body: object) => identity.post('v1/accounts:sendVerificationCode', body)
const submit = (body: object) => identity.post('v1/accounts:signInWithPhoneNumber', body)

let numbers = 0
function freshNumber(): string {
  numbers += 1
  return `+1555555${String(numbers).padStart(4, '0')}`
}

describe('requesting a code', () => {
  test('a request accepts the SDK’s captcha fields and returns a session without the code', async () => {
    const phoneNumber = freshNumber()
    const { body } = await send({
      phoneNumber,
      clientType: 'CLIENT_TYPE_WEB',
      captchaResponse: 'NO_RECAPTCHA',
      recaptchaVersion: 'RECAPTCHA_ENTERPRISE',
      recaptchaToken: 'x',
    })
    expect(body).toEqual({ sessionInfo: expect.stringMatching(/^[\w-]{43}$/) })
    const { text } = await identity.newestMail(phoneNumber)
    expect(text).toMatch(/^\d{6} is your sign-in code for localhost:3000\./)
  })

  test.each([
    [undefined, '400 MISSING_PHONE_NUMBER'],
    ['123', '400 INVALID_PHONE_NUMBER : Invalid format.'],
    ['+0155555501', '400 INVALID_PHONE_NUMBER : Invalid format.'],
    ['+1555555010012345', '400 INVALID_PHONE_NUMBER : Invalid format.'],
    ['+1 (555) 555-9999', '200 no error'],
  ])('the number %s gets %s', async (phoneNumber, expected) => {
    expect(errorOf(await send({ phoneNumber }))).toBe(expected)
  })

  test('requests are limited per hour by number and by IP address', async () => {
    const limits = { smsPerHour: 2, smsPerIpAddressPerHour: 3 }
    const strict = await startIdentity({ methods: ['phone'], limits })
    const call = (phoneNumber: string, address: string) =>
      strict.post('v1/accounts:sendVerificationCode', { phoneNumber }, { address }).then(errorOf)
    const TOO_MANY = /^429 TOO_MANY_ATTEMPTS_TRY_LATER/
    expect(await call('+15555550001', '192.0.2.1')).toBe('200 no error')
    expect(await call('+1 555 555 0001', '192.0.2.2')).toBe('200 no error')
    expect(await call('+15555550001', '192.0.2.3')).toMatch(TOO_MANY)
    for (const last of [2, 3, 4]) expect(await call(`+1555555000${last}`, '192.0.2.9')).toBe('200 no error')
    expect(await call('+15555550005', '192.0.2.9')).toMatch(TOO_MANY)
    strict.clock.advance(3600)
    expect(await call('+15555550001', '192.0.2.9')).toBe('200 no error')
    await strict.close()
  })

  test('requests are rejected without an SMS gateway or if the method is off', { tags: 'long' }, async () => {
    const bare = await startIdentity({ methods: ['phone'], sendSms: undefined })
    const off = await startIdentity({ methods: ['password'] })
    for (const provider of [bare, off]) {
      for (const call of ['sendVerificationCode', 'signInWithPhoneNumber']) {
        const reply = await provider.post(`v1/accounts:${call}`, { phoneNumber: '+15555550001' })
        expect(errorOf(reply)).toBe('400 OPERATION_NOT_ALLOWED')
      }
      await provider.close()
    }
  })

  test('codes are not stored in plain text', async () => {
    const phoneNumber = freshNumber()
    const { sessionInfo, code } = await textedCode(identity, phoneNumber)
    const { rows } = await identity.database.pool.query<{ row: string }>(
      'select s::text as row from identity.sms_codes s where phone_number = $1',
      [phoneNumber],
    )
    expect(rows).toHaveLength(1)
    expect(rows[0]?.row).not.toContain(sessionInfo)
    expect(rows[0]?.row.split(',')).not.toContain(code)
  })
})

describe('signing in by a code', () => {
  test('the first sign-in creates an account, and the second finds it', async () => {
    const phoneNumber = freshNumber()
    const first = await submit(await textedCode(identity, phoneNumber))
    expect(first.body).toMatchObject({ isNewUser: true, phoneNumber, expiresIn: '3600' })
    expect(decodeJwt(String(first.body.idToken))).toMatchObject({
      phone_number: phoneNumber,
      firebase: { identities: { phone: [phoneNumber] }, sign_in_provider: 'phone' },
    })
    expect((await lookup(identity, first.body.idToken)).body).toMatchObject({
      users: [{ phoneNumber, providerUserInfo: [{ providerId: 'phone', rawId: phoneNumber, phoneNumber }] }],
    })
    const again = await submit(await textedCode(identity, phoneNumber))
    expect(again.body).toMatchObject({ isNewUser: false, localId: first.body.localId })
  })

  test('only one of three concurrent calls with a code succeeds', async () => {
    const texted = await textedCode(identity, freshNumber())
    const replies = await Promise.all([submit(texted), submit(texted), submit(texted)])
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 400, 400])
    expect(errorOf(await submit(texted))).toBe('400 INVALID_SESSION_INFO')
  })

  test('a code of another number’s session is rejected', async () => {
    const mine = await textedCode(identity, freshNumber())
    const theirs = await textedCode(identity, freshNumber())
    // Once in a million the two codes are equal.
    if (mine.code === theirs.code) return
    const crossed = await submit({ sessionInfo: theirs.sessionInfo, code: mine.code })
    expect(errorOf(crossed)).toBe('400 INVALID_CODE')
  })

  test('a code allows five concurrent guesses; then the right code is rejected', async () => {
    const { sessionInfo, code } = await textedCode(identity, freshNumber())
    const guesses = Array.from({ length: 12 }, () => submit({ sessionInfo, code: wrongCode(code) }))
    const errors = (await Promise.all(guesses)).map(errorOf)
    expect(errors.filter((error) => error === '400 INVALID_CODE')).toHaveLength(5)
    expect(errorOf(await submit({ sessionInfo, code }))).toBe('400 SESSION_EXPIRED')
  })

  test('a code is valid for five minutes', async () => {
    const early = await textedCode(identity, freshNumber())
    const late = await textedCode(identity, freshNumber())
    identity.clock.advance(299)
    expect((await submit(early)).status).toBe(200)
    identity.clock.advance(1)
    expect(errorOf(await submit(late))).toBe('400 SESSION_EXPIRED')
    identity.clock.advance(90_000)
    await cleanUp(identity.database.db, identity.clock.now())
    expect(errorOf(await submit(late))).toBe('400 INVALID_SESSION_INFO')
  })

  test.each([
    [{}, '400 MISSING_SESSION_INFO'],
    [{ sessionInfo: 'zzz' }, '400 MISSING_CODE'],
    [{ sessionInfo: 'zzz', code: '123456' }, '400 INVALID_SESSION_INFO'],
    [{ temporaryProof: 'zzz' }, '400 MISSING_PHONE_NUMBER'],
    [{ temporaryProof: 'zzz', phoneNumber: '+15555550001' }, '400 INVALID_TEMPORARY_PROOF'],
  ])('%j is rejected with %s', async (body, expected) => {
    expect(errorOf(await submit(body))).toBe(expected)
  })

  test('concurrent sign-ins with a new number create one account', async () => {
    const phoneNumber = freshNumber()
    const codes = [await textedCode(identity, phoneNumber), await textedCode(identity, phoneNumber)]
    const replies = await Promise.all(codes.map(submit))
    expect(new Set(replies.map(({ body }) => body.localId)).size).toBe(1)
    expect(replies.filter(({ body }) => body.isNewUser)).toHaveLength(1)
  })

  test('a re-authentication by a phone without an account creates none', async () => {
    const texted = await textedCode(identity, freshNumber())
    expect(errorOf(await submit({ ...texted, operation: 'REAUTH' }))).toBe('400 USER_NOT_FOUND')
    expect((await submit(texted)).body).toMatchObject({ isNewUser: true })
  })

  test('a disabled account is rejected', async () => {
    const phoneNumber = freshNumber()
    const { body } = await submit(await textedCode(identity, phoneNumber))
    await identity.admin.disable(String(body.localId))
    expect(errorOf(await submit(await textedCode(identity, phoneNumber)))).toBe('400 USER_DISABLED')
  })
})

describe('linking a number', () => {
  test('a number is added to the account, and unlinking removes it', async () => {
    const { idToken, uid } = await signUp(identity)
    const phoneNumber = freshNumber()
    const linked = await submit({ idToken, ...(await textedCode(identity, phoneNumber)) })
    expect(linked.body).toMatchObject({ localId: uid, phoneNumber, isNewUser: false })
    expect((await submit(await textedCode(identity, phoneNumber))).body.localId).toBe(uid)
    const removed = await identity.post('v1/accounts:update', { idToken, deleteProvider: ['phone'] })
    expect(removed.body.providerUserInfo).toMatchObject([{ providerId: 'password' }])
    expect((await lookup(identity, idToken)).body).not.toMatchObject({ users: [{ phoneNumber }] })
    expect((await submit(await textedCode(identity, phoneNumber))).body).toMatchObject({ isNewUser: true })
  })

  test('the number of another account is not linked; the response has a proof that signs in there once', async () => {
    const phoneNumber = freshNumber()
    const owner = await submit(await textedCode(identity, phoneNumber))
    const { idToken } = await signUp(identity)
    const { body } = await submit({ idToken, ...(await textedCode(identity, phoneNumber)) })
    expect(body).toEqual({
      phoneNumber,
      temporaryProof: expect.stringMatching(/^[\w-]{43}$/),
      temporaryProofExpiresIn: '3600',
    })
    const { temporaryProof } = body
    const forced = await submit({ idToken, temporaryProof, phoneNumber })
    expect(errorOf(forced)).toBe('400 PHONE_NUMBER_EXISTS')
    const other = await submit({ temporaryProof, phoneNumber: freshNumber() })
    expect(errorOf(other)).toBe('400 INVALID_TEMPORARY_PROOF')
    expect((await submit({ temporaryProof, phoneNumber })).body.localId).toBe(owner.body.localId)
    expect(errorOf(await submit({ temporaryProof, phoneNumber }))).toBe('400 INVALID_TEMPORARY_PROOF')
    expect((await lookup(identity, idToken)).body).not.toMatchObject({ users: [{ phoneNumber }] })
  })

  test('a proof expires after an hour', async () => {
    const phoneNumber = freshNumber()
    await submit(await textedCode(identity, phoneNumber))
    const { idToken } = await signUp(identity)
    const { body } = await submit({ idToken, ...(await textedCode(identity, phoneNumber)) })
    identity.clock.advance(3600)
    const late = await submit({ temporaryProof: body.temporaryProof, phoneNumber })
    expect(errorOf(late)).toBe('400 INVALID_TEMPORARY_PROOF')
  })

  test('linking requires a sign-in of the last five minutes, so a stolen token adds no method', async () => {
    const { idToken } = await signUp(identity)
    identity.clock.advance(301)
    const linked = await submit({ idToken, ...(await textedCode(identity, freshNumber())) })
    expect(errorOf(linked)).toBe('400 CREDENTIAL_TOO_OLD_LOGIN_AGAIN')
  })

  test('one of two accounts that link a number concurrently gets it, the other a proof', async () => {
    const phoneNumber = freshNumber()
    const people = [await signUp(identity), await signUp(identity)]
    const codes = [await textedCode(identity, phoneNumber), await textedCode(identity, phoneNumber)]
    const replies = await Promise.all(
      people.map(({ idToken }, index) => submit({ idToken, ...codes[index] })),
    )
    expect(replies.filter(({ body }) => body.idToken)).toHaveLength(1)
    expect(replies.filter(({ body }) => body.temporaryProof)).toHaveLength(1)
  })

  test('a number is removed when the owner verifies an address that another person registered', async () => {
    const { email, idToken, uid } = await signUp(identity)
    const linkedNumber = freshNumber()
    await submit({ idToken, ...(await textedCode(identity, linkedNumber)) })
    const oobCode = await identity.mailedCode({ requestType: 'PASSWORD_RESET', email })
    await identity.post('v1/accounts:resetPassword', { oobCode, newPassword: 'secret2' })
    expect((await signIn(identity, email, 'secret2')).body.localId).toBe(uid)
    expect((await submit(await textedCode(identity, linkedNumber))).body).toMatchObject({ isNewUser: true })
  })

  test('an account with only a number gets an address by a confirmed link', async () => {
    const { body } = await submit(await textedCode(identity, freshNumber()))
    const newEmail = 'called@example.com'
    const payload = { requestType: 'VERIFY_AND_CHANGE_EMAIL', idToken: body.idToken, newEmail }
    const requested = await identity.post('v1/accounts:sendOobCode', payload)
    expect(requested.body).toEqual({ kind: 'identitytoolkit#GetOobConfirmationCodeResponse' })
    const oobCode = linkIn(await identity.newestMail(newEmail)).searchParams.get('oobCode')
    const applied = await identity.post('v1/accounts:update', { oobCode })
    expect(applied.body).toMatchObject({ localId: body.localId, email: newEmail, emailVerified: true })
  })
})

test('the outbox lists text messages', async () => {
  const phoneNumber = freshNumber()
  const { code } = await textedCode(identity, phoneNumber)
  const outbox = await identity.app.inject({ url: '/identity/outbox', headers: { accept: 'text/html' } })
  expect(outbox.body).toContain(phoneNumber)
  expect(outbox.body).toContain(code)
})

test('the database rejects a second account with the same number, and a sixth guess', async () => {
  const { uid } = await signUp(identity)
  const phoneNumber = freshNumber()
  await submit(await textedCode(identity, phoneNumber))
  const { pool } = identity.database
  const duplicate = pool.query('update identity.users set phone_number = $2 where id = $1', [
    uid,
    phoneNumber,
  ])
  await expect(duplicate).rejects.toThrow('users_phone_number_key')
  await textedCode(identity, freshNumber())
  await expect(pool.query('update identity.sms_codes set tries = 6')).rejects.toThrow('sms_codes_tries_check')
})
