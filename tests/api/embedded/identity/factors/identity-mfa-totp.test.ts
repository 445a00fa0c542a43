import { decodeJwt } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cleanUp } from '#embedded/identity/accounts/clean-up.ts'
import {
  errorOf,
  popupGrant,
  refresh,
  signIn,
  signInWithGoogle,
  signUp,
  startIdentity,
  type TestIdentity,
  textedCode,
  verifiedGrant,
  wrongCode,
} from '#tests/support/identity/identity.ts'
import {
  appCode,
  type Enrolled,
  enrolTotp,
  factorsOf,
  mfa,
  pendingOf,
  signUpVerified,
  startTotp,
  submitTotp,
} from '#tests/support/identity/second-factors.ts'

let identity: TestIdentity
beforeAll(async () => {
  identity = await startIdentity({ methods: ['password', 'google', 'emailLink', 'phone', 'totp'] })
})
afterAll(() => identity.close())

const signUpWithTotp = async () => enrolTotp(identity, await signUpVerified(identity))
const codeOf = ({ secret }: { secret: string }, off = 0) => appCode(secret, identity.clock.now(), off)
const finalize = (body: object) => mfa(identity, 'Enrollment:finalize', body)

async function submitCode(person: Enrolled, code = codeOf(person)) {
  return submitTotp(identity, person, { pending: await pendingOf(identity, person), code })
}

describe('enrolling an app', () => {
  test('an enrolment returns a secret, accepts its code and returns tokens that name the factor', async () => {
    const { idToken } = await signUpVerified(identity)
    const started = await mfa(identity, 'Enrollment:start', { idToken, totpEnrollmentInfo: {} })
    expect(started.body).toEqual({
      totpSessionInfo: {
        sharedSecretKey: expect.stringMatching(/^[A-Z2-7]{32}$/),
        hashingAlgorithm: 'SHA1',
        verificationCodeLength: 6,
        periodSec: 30,
        sessionInfo: expect.stringMatching(/^[\w-]{43}$/),
        finalizeEnrollmentTime: new Date(identity.clock.now().getTime() + 600_000).toISOString(),
      },
    })
    const { sharedSecretKey: secret, sessionInfo } = await startTotp(identity, idToken)
    const totpVerificationInfo = { sessionInfo, verificationCode: codeOf({ secret }) }
    const { body } = await finalize({ idToken, displayName: 'My app', totpVerificationInfo })
    expect(Object.keys(body).sort()).toEqual(['idToken', 'refreshToken'])
    const [factor, ...others] = await factorsOf(identity, body.idToken)
    expect(others).toEqual([])
    expect(factor).toEqual({
      mfaEnrollmentId: expect.stringMatching(/^[A-Za-z0-9]{28}$/),
      displayName: 'My app',
      enrolledAt: identity.clock.now().toISOString(),
      totpInfo: {},
    })
    expect(decodeJwt(String(body.idToken))).toMatchObject({
      firebase: {
        sign_in_provider: 'password',
        sign_in_second_factor: 'totp',
        second_factor_identifier: factor?.mfaEnrollmentId,
      },
    })
  })

  test('enrolling requires a verified address and a sign-in of the last five minutes', async () => {
    const unverified = await signUp(identity)
    const verified = await signUpVerified(identity)
    const start = ({ idToken }: { idToken: string }) =>
      mfa(identity, 'Enrollment:start', { idToken, totpEnrollmentInfo: {} }).then(errorOf)
    expect(await start(unverified)).toMatch(/^400 UNVERIFIED_EMAIL : /)
    const { sharedSecretKey: secret, sessionInfo } = await startTotp(identity, verified.idToken)
    identity.clock.advance(301)
    expect(await start(verified)).toBe('400 CREDENTIAL_TOO_OLD_LOGIN_AGAIN')
    const totpVerificationInfo = { sessionInfo, verificationCode: codeOf({ secret }) }
    const late = await finalize({ idToken: verified.idToken, totpVerificationInfo })
    expect(errorOf(late)).toBe('400 CREDENTIAL_TOO_OLD_LOGIN_AGAIN')
  })

  test.each([
    [{}, '400 INVALID_ARGUMENT : ((Missing phoneVerificationInfo.))'],
    [{ totpVerificationInfo: {} }, '400 MISSING_SESSION_INFO'],
    [{ totpVerificationInfo: { sessionInfo: 'x' } }, '400 MISSING_CODE'],
    [{ totpVerificationInfo: { sessionInfo: 'x', verificationCode: '123456' } }, '400 INVALID_SESSION_INFO'],
    [{ phoneVerificationInfo: { sessionInfo: 'x', code: '123456' } }, '400 OPERATION_NOT_ALLOWED'],
    [{ displayName: 'x'.repeat(257) }, '400 INVALID_DISPLAY_NAME : The name is too long.'],
  ])('%j is rejected with %s', async (body, expected) => {
    const { idToken } = await signUpVerified(identity)
    expect(errorOf(await finalize({ idToken, ...body }))).toBe(expected)
  })

  test('a session of an enrolment belongs to its account', async () => {
    const mine = await signUpVerified(identity)
    const theirs = await signUpVerified(identity)
    const { sharedSecretKey: secret, sessionInfo } = await startTotp(identity, mine.idToken)
    const totpVerificationInfo = { sessionInfo, verificationCode: codeOf({ secret }) }
    const crossed = await finalize({ idToken: theirs.idToken, totpVerificationInfo })
    expect(errorOf(crossed)).toBe('400 INVALID_SESSION_INFO')
  })

  test('an enrolment allows five concurrent guesses and one use, and the clean-up deletes it', async () => {
    const { idToken } = await signUpVerified(identity)
    const guessed = await startTotp(identity, idToken)
    const body = (session: { sharedSecretKey: string; sessionInfo: string }, wrong = false) => {
      const code = codeOf({ secret: session.sharedSecretKey })
      const verificationCode = wrong ? wrongCode(code) : code
      return { idToken, totpVerificationInfo: { sessionInfo: session.sessionInfo, verificationCode } }
    }
    const guesses = await Promise.all(Array.from({ length: 9 }, () => finalize(body(guessed, true))))
    expect(guesses.map(errorOf).filter((error) => error === '400 INVALID_CODE')).toHaveLength(5)
    expect(errorOf(await finalize(body(guessed)))).toBe('400 SESSION_EXPIRED')
    const used = await startTotp(identity, idToken)
    const replies = await Promise.all([finalize(body(used)), finalize(body(used))])
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 400])
    const signedIn = replies.find(({ status }) => status === 200)?.body.idToken
    const { sessionInfo } = await startTotp(identity, signedIn)
    await cleanUp(identity.database.db, new Date(identity.clock.now().getTime() + 86_400_000 + 601_000))
    const cleanedUp = await finalize({
      idToken: signedIn,
      totpVerificationInfo: { sessionInfo, verificationCode: '1' },
    })
    expect(errorOf(cleanedUp)).toBe('400 INVALID_SESSION_INFO')
  })

  test('an account has at most five factors after concurrent enrolments', async () => {
    const { idToken } = await signUpWithTotp()
    const sessions = await Promise.all(Array.from({ length: 6 }, () => startTotp(identity, idToken)))
    const replies = await Promise.all(
      sessions.map(({ sharedSecretKey: secret, sessionInfo }) =>
        finalize({ idToken, totpVerificationInfo: { sessionInfo, verificationCode: codeOf({ secret }) } }),
      ),
    )
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(4)
    const limit = /^400 SECOND_FACTOR_LIMIT_EXCEEDED : /
    expect(replies.map(errorOf).filter((error) => limit.test(error))).toHaveLength(2)
    const sixth = await mfa(identity, 'Enrollment:start', { idToken, totpEnrollmentInfo: {} })
    expect(errorOf(sixth)).toMatch(limit)
  })

  test('secrets in the database are encrypted', async () => {
    const person = await signUpWithTotp()
    const { rows } = await identity.database.pool.query<{ secret: string }>(
      'select secret from identity.mfa_factors where user_id = $1',
      [person.uid],
    )
    expect(rows[0]?.secret).toMatch(/^[\w-]{64}$/)
    expect(JSON.stringify(rows)).not.toContain(person.secret)
    const shared = { db: identity.database.db, now: identity.clock.now }
    const other = await startIdentity({ ...shared, encryptionSecret: 'another secret' })
    const pending = await pendingOf(other, person)
    const failed = await submitTotp(other, person, { pending, code: codeOf(person) })
    expect(failed.status).toBe(500)
    await other.close()
  })

  test('a secret copied to another account cannot be decrypted there', async () => {
    const thief = await signUpWithTotp()
    const owner = await signUpWithTotp()
    await identity.database.pool.query(
      'update identity.mfa_factors set secret = (select secret from identity.mfa_factors where id = $2) where id = $1',
      [owner.factorId, thief.factorId],
    )
    expect((await submitCode(owner, codeOf(thief))).status).toBe(500)
  })
})

describe('signing in with an app', () => {
  test('a password alone gives no tokens, and the response names the second factor', async () => {
    const person = await signUpWithTotp()
    const { body } = await signIn(identity, person.email)
    expect(body).toMatchObject({
      localId: person.uid,
      mfaPendingCredential: expect.stringMatching(/^[\w-]{43}$/),
      mfaInfo: [{ mfaEnrollmentId: person.factorId, displayName: 'My app', totpInfo: {} }],
    })
    for (const token of ['idToken', 'refreshToken', 'expiresIn']) expect(body).not.toHaveProperty(token)
    const signedIn = await submitTotp(identity, person, {
      pending: String(body.mfaPendingCredential),
      code: codeOf(person),
    })
    expect(Object.keys(signedIn.body).sort()).toEqual(['idToken', 'refreshToken'])
    const renewed = await refresh(identity, signedIn.body.refreshToken)
    for (const token of [signedIn.body.idToken, renewed.body.id_token]) {
      expect(decodeJwt(String(token))).toMatchObject({
        firebase: {
          sign_in_provider: 'password',
          sign_in_second_factor: 'totp',
          second_factor_identifier: person.factorId,
        },
      })
    }
  })

  test('Google, a mailed link and a phone also require the second factor', async () => {
    const profile = { name: 'Gil', email: 'gil@example.com' }
    const google = await signInWithGoogle(identity, await verifiedGrant(identity, profile))
    const person = { email: profile.email, uid: String(google.body.localId), refreshToken: '' }
    const idToken = String(google.body.idToken)
    const phoneNumber = '+15555550199'
    const byPhone = async () =>
      identity.post('v1/accounts:signInWithPhoneNumber', await textedCode(identity, phoneNumber))
    await identity.post('v1/accounts:signInWithPhoneNumber', {
      idToken,
      ...(await textedCode(identity, phoneNumber)),
    })
    await enrolTotp(identity, { ...person, idToken })
    const oobCode = await identity.mailedCode({
      requestType: 'EMAIL_SIGNIN',
      email: profile.email,
      continueUrl: 'http://localhost:3000/login',
    })
    const replies = [
      await signInWithGoogle(identity, await verifiedGrant(identity, profile)),
      await identity.post('v1/accounts:signInWithEmailLink', { email: profile.email, oobCode }),
      await byPhone(),
    ]
    for (const { status, body } of replies) {
      expect(status).toBe(200)
      expect(body).toMatchObject({ localId: person.uid, mfaInfo: [{ totpInfo: {} }] })
      expect(body).toHaveProperty('mfaPendingCredential')
      expect(body).not.toHaveProperty('idToken')
      expect(body).not.toHaveProperty('refreshToken')
    }
  })

  test('each time step is accepted once: codes of the enrolment, used and older ones are rejected', async () => {
    const person = await signUpWithTotp()
    // The enrolment used the code of the step before.
    expect(errorOf(await submitCode(person, codeOf(person, -1)))).toBe('400 INVALID_CODE')
    expect((await submitCode(person)).status).toBe(200)
    expect(errorOf(await submitCode(person))).toBe('400 INVALID_CODE')
    expect((await submitCode(person, codeOf(person, 1))).status).toBe(200)
    expect(errorOf(await submitCode(person))).toBe('400 INVALID_CODE')
  })

  test('codes of neighbouring time steps are accepted, others are not', async () => {
    const person = await signUpWithTotp()
    identity.clock.advance(90)
    expect(errorOf(await submitCode(person, codeOf(person, 2)))).toBe('400 INVALID_CODE')
    expect(errorOf(await submitCode(person, codeOf(person, -2)))).toBe('400 INVALID_CODE')
    expect((await submitCode(person, codeOf(person, -1))).status).toBe(200)
    expect((await submitCode(person, codeOf(person, 1))).status).toBe(200)
  })

  test('one of two concurrent sign-ins with one code succeeds', async () => {
    const person = await signUpWithTotp()
    const pendings = [await pendingOf(identity, person), await pendingOf(identity, person)]
    const code = codeOf(person)
    const replies = await Promise.all(
      pendings.map((pending) => submitTotp(identity, person, { pending, code })),
    )
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 400])
  })

  test('a pending credential is valid for one sign-in of its own account and expires after ten minutes', async () => {
    const person = await signUpWithTotp()
    const other = await signUpWithTotp()
    const pending = await pendingOf(identity, person)
    const crossed = await submitTotp(identity, other, { pending, code: codeOf(other) })
    expect(errorOf(crossed)).toBe('400 MFA_ENROLLMENT_NOT_FOUND')
    expect((await submitTotp(identity, person, { pending, code: codeOf(person) })).status).toBe(200)
    const again = await submitTotp(identity, person, { pending, code: codeOf(person, 1) })
    expect(errorOf(again)).toBe('400 INVALID_MFA_PENDING_CREDENTIAL')
    const old = await pendingOf(identity, person)
    identity.clock.advance(600)
    const late = await submitTotp(identity, person, { pending: old, code: codeOf(person) })
    expect(errorOf(late)).toBe('400 INVALID_MFA_PENDING_CREDENTIAL')
  })

  test('a pending sign-in ends when the password is reset or the account disabled', async () => {
    const reset = await signUpWithTotp()
    const disabled = await signUpWithTotp()
    const pendings = [await pendingOf(identity, reset), await pendingOf(identity, disabled)]
    const oobCode = await identity.mailedCode({ requestType: 'PASSWORD_RESET', email: reset.email })
    await identity.post('v1/accounts:resetPassword', { oobCode, newPassword: 'secret2' })
    await identity.admin.disable(disabled.uid)
    for (const [index, person] of [reset, disabled].entries()) {
      const attempt = { pending: pendings[index] ?? '', code: codeOf(person) }
      const reply = await submitTotp(identity, person, attempt)
      expect(errorOf(reply)).toBe('400 INVALID_MFA_PENDING_CREDENTIAL')
    }
    const after = await signIn(identity, reset.email, 'secret2')
    expect(after.body).toHaveProperty('mfaPendingCredential')
  })

  test('guesses by a person who knows the password are limited across IP addresses for at most 15 minutes', async () => {
    const person = await signUpWithTotp()
    const wrong = wrongCode(codeOf(person))
    const guess = async (address: string, code = wrong) =>
      submitTotp(identity, person, { pending: await pendingOf(identity, person), code, address })
    for (let n = 0; n < 10; n += 1) {
      expect(errorOf(await guess(`198.51.100.${n}`))).toBe('400 INVALID_CODE')
    }
    const rejected = await guess('198.51.100.99', codeOf(person))
    expect(errorOf(rejected)).toMatch(/^400 TOO_MANY_ATTEMPTS_TRY_LATER/)
    expect(Number(rejected.headers['retry-after'])).toBeLessThanOrEqual(900)
    identity.clock.advance(900)
    expect((await guess('198.51.100.99', codeOf(person))).status).toBe(200)
  })

  test.each([
    [{}, '400 MISSING_MFA_PENDING_CREDENTIAL'],
    [{ mfaPendingCredential: 'x' }, '400 INVALID_MFA_PENDING_CREDENTIAL'],
  ])('%j is rejected with %s', async (body, expected) => {
    for (const call of ['SignIn:start', 'SignIn:finalize']) {
      expect(errorOf(await mfa(identity, call, body))).toBe(expected)
    }
  })

  test('a missing factor or code is rejected', async () => {
    const person = await signUpWithTotp()
    const mfaPendingCredential = await pendingOf(identity, person)
    const callWith = (body: object) =>
      mfa(identity, 'SignIn:finalize', { mfaPendingCredential, ...body }).then(errorOf)
    const totpVerificationInfo = { verificationCode: codeOf(person) }
    expect(await callWith({})).toBe('400 INVALID_ARGUMENT : ((Missing phoneVerificationInfo.))')
    expect(await callWith({ totpVerificationInfo })).toBe('400 MISSING_MFA_ENROLLMENT_ID')
    expect(await callWith({ totpVerificationInfo: {}, mfaEnrollmentId: person.factorId })).toBe(
      '400 MISSING_CODE',
    )
  })

  test('the factor is still required after the store stops offering the method', async () => {
    const person = await signUpWithTotp()
    const shared = { db: identity.database.db, now: identity.clock.now }
    const later = await startIdentity({ ...shared, methods: ['password'] })
    const pending = await pendingOf(later, person)
    const signedIn = await submitTotp(later, person, { pending, code: codeOf(person) })
    expect(signedIn.status).toBe(200)
    const start = { idToken: signedIn.body.idToken, totpEnrollmentInfo: {} }
    expect(errorOf(await mfa(later, 'Enrollment:start', start))).toBe('400 OPERATION_NOT_ALLOWED')
    const withdraw = { idToken: signedIn.body.idToken, mfaEnrollmentId: person.factorId }
    expect((await mfa(later, 'Enrollment:withdraw', withdraw)).status).toBe(200)
    await later.close()
  })
})

test('the database accepts no time step twice', async () => {
  const { factorId } = await signUpWithTotp()
  const sameStep = 'update identity.mfa_factors set last_step = last_step where id = $1'
  await expect(identity.database.pool.query(sameStep, [factorId])).rejects.toThrow('never taken twice')
})

test('an owner who verifies the account finds no factor of another person', async () => {
  const stranger = await signUpWithTotp()
  const update = { idToken: stranger.idToken, email: 'max.practice@example.net', returnSecureToken: true }
  await identity.post('v1/accounts:update', update)
  const owner = await signInWithGoogle(identity, await popupGrant(identity, { account: 'max' }))
  expect(owner.body).toMatchObject({ localId: stranger.uid })
  expect(owner.body).toHaveProperty('idToken')
  expect(await factorsOf(identity, owner.body.idToken)).toEqual([])
})
