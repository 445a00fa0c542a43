import { decodeJwt } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  codeIn,
  errorOf,
  linkIn,
  lookup,
  refresh,
  type SignedUp,
  signIn,
  startIdentity,
  type TestIdentity,
  textedCode,
  wrongCode,
} from '#tests/support/identity/identity.ts'
import { factorsOf, mfa, pendingOf, signUpVerified } from '#tests/support/identity/second-factors.ts'

let identity: TestIdentity
beforeAll(async () => {
  identity = await startIdentity({ methods: ['password', 'phone', 'totp', 'phoneFactor'] })
})
afterAll(() => identity.close())

let numbers = 0
function freshNumber(): string {
  numbers += 1
  return `+1555556${String(numbers).padStart(4, '0')}`
}

const start = (idToken: unknown, phoneNumber: string) =>
  mfa(identity, 'Enrollment:start', { idToken, phoneEnrollmentInfo: { phoneNumber, recaptchaToken: 'x' } })

/** Returns the session and the texted code in the format of `phoneVerificationInfo`. */
async function readVerification(reply: { body: Record<string, unknown> }, phoneNumber: string) {
  const { sessionInfo } = Object.values(reply.body)[0] as { sessionInfo: string }
  return { sessionInfo, code: codeIn(await identity.newestMail(phoneNumber)) }
}

async function enrolPhone(person: SignedUp, phoneNumber = freshNumber()) {
  const phoneVerificationInfo = await readVerification(await start(person.idToken, phoneNumber), phoneNumber)
  const body = { idToken: person.idToken, displayName: 'My phone', phoneVerificationInfo }
  const reply = await mfa(identity, 'Enrollment:finalize', body)
  if (reply.status !== 200) throw new Error(errorOf(reply))
  const factor = (await factorsOf(identity, reply.body.idToken)).find((one) => one.phoneInfo === phoneNumber)
  return {
    ...person,
    idToken: String(reply.body.idToken),
    refreshToken: String(reply.body.refreshToken),
    phoneNumber,
    factorId: factor?.mfaEnrollmentId ?? '',
  }
}
type Enrolled = Awaited<ReturnType<typeof enrolPhone>>
const signUpWithPhone = async () => enrolPhone(await signUpVerified(identity))

async function challenge({ factorId, phoneNumber }: Enrolled, mfaPendingCredential: string) {
  const body = { mfaPendingCredential, mfaEnrollmentId: factorId, phoneSignInInfo: { recaptchaToken: 'x' } }
  return readVerification(await mfa(identity, 'SignIn:start', body), phoneNumber)
}
const finalize = (mfaPendingCredential: string, phoneVerificationInfo: object) =>
  mfa(identity, 'SignIn:finalize', { mfaPendingCredential, phoneVerificationInfo })

describe('a phone as second factor', () => {
  test('a phone is enrolled by its code; a session shows the whole number, a pending sign-in its last four digits', async () => {
    const person = await signUpWithPhone()
    const { phoneNumber, factorId } = person
    expect((await lookup(identity, person.idToken)).body).toMatchObject({
      users: [{ mfaInfo: [{ mfaEnrollmentId: factorId, phoneInfo: phoneNumber, displayName: 'My phone' }] }],
    })
    const { body } = await signIn(identity, person.email)
    expect(body).toMatchObject({ mfaInfo: [{ phoneInfo: `+*******${phoneNumber.slice(-4)}` }] })
    expect(JSON.stringify(body)).not.toContain(phoneNumber)
  })

  test('a phone factor signs in by a code sent to it', async () => {
    const person = await signUpWithPhone()
    const pending = await pendingOf(identity, person)
    const { body } = await finalize(pending, await challenge(person, pending))
    expect(decodeJwt(String(body.idToken))).toMatchObject({
      firebase: { sign_in_second_factor: 'phone', second_factor_identifier: person.factorId },
    })
  })

  test('one of two concurrent sign-ins with the same code succeeds', async () => {
    const person = await signUpWithPhone()
    const pendings = [await pendingOf(identity, person), await pendingOf(identity, person)]
    const verification = await challenge(person, pendings[0] ?? '')
    const replies = await Promise.all(pendings.map((pending) => finalize(pending, verification)))
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 400])
  })

  test('a code of another account or purpose is rejected', async () => {
    const person = await signUpWithPhone()
    const other = await signUpWithPhone()
    const pending = await pendingOf(identity, person)
    const foreign = await challenge(other, await pendingOf(identity, other))
    expect(errorOf(await finalize(pending, foreign))).toBe('400 INVALID_SESSION_INFO')
    const signInCode = await textedCode(identity, person.phoneNumber)
    expect(errorOf(await finalize(pending, signInCode))).toBe('400 INVALID_SESSION_INFO')
    const factorCode = await challenge(person, pending)
    const asFirstFactor = await identity.post('v1/accounts:signInWithPhoneNumber', factorCode)
    expect(errorOf(asFirstFactor)).toBe('400 INVALID_SESSION_INFO')
    const number = freshNumber()
    const enrolment = await readVerification(await start(person.idToken, number), number)
    expect(errorOf(await finalize(pending, enrolment))).toBe('400 INVALID_SESSION_INFO')
    const asEnrolment = { idToken: person.idToken, phoneVerificationInfo: factorCode }
    expect(errorOf(await mfa(identity, 'Enrollment:finalize', asEnrolment))).toBe('400 INVALID_SESSION_INFO')
    expect((await finalize(pending, factorCode)).status).toBe(200)
  })

  test('a code allows five guesses', async () => {
    const person = await signUpWithPhone()
    const pending = await pendingOf(identity, person)
    const { sessionInfo, code } = await challenge(person, pending)
    for (let n = 0; n < 5; n += 1) {
      const guess = await finalize(pending, { sessionInfo, code: wrongCode(code) })
      expect(errorOf(guess)).toBe('400 INVALID_CODE')
    }
    // The delay after five failed attempts ends before the code expires.
    identity.clock.advance(60)
    expect(errorOf(await finalize(pending, { sessionInfo, code }))).toBe('400 SESSION_EXPIRED')
  })

  test('a number is enrolled once per account, and no account has a phone as both first and second factor', async () => {
    const person = await signUpWithPhone()
    expect(errorOf(await start(person.idToken, person.phoneNumber))).toMatch(/^400 SECOND_FACTOR_EXISTS : /)
    const link = { idToken: person.idToken, ...(await textedCode(identity, freshNumber())) }
    const linked = await identity.post('v1/accounts:signInWithPhoneNumber', link)
    expect(errorOf(linked)).toMatch(/^400 UNSUPPORTED_FIRST_FACTOR : /)
    const caller = await signUpVerified(identity)
    const own = { idToken: caller.idToken, ...(await textedCode(identity, freshNumber())) }
    await identity.post('v1/accounts:signInWithPhoneNumber', own)
    expect(errorOf(await start(caller.idToken, freshNumber()))).toMatch(/^400 UNSUPPORTED_FIRST_FACTOR : /)
  })

  test.each([
    [{}, '400 INVALID_ARGUMENT : ((Missing phoneEnrollmentInfo.))'],
    [{ phoneEnrollmentInfo: {} }, '400 MISSING_PHONE_NUMBER'],
    [{ phoneEnrollmentInfo: { phoneNumber: '123' } }, '400 INVALID_PHONE_NUMBER : Invalid format.'],
    [
      { phoneEnrollmentInfo: { phoneNumber: 7 } },
      '400 Invalid JSON payload received. Invalid value at "phoneEnrollmentInfo.phoneNumber"',
    ],
  ])('%j is rejected with %s', async (body, expected) => {
    const { idToken } = await signUpVerified(identity)
    expect(errorOf(await mfa(identity, 'Enrollment:start', { idToken, ...body }))).toBe(expected)
  })
})

describe('withdrawing a factor', () => {
  const withdraw = (idToken: unknown, mfaEnrollmentId?: string) =>
    mfa(identity, 'Enrollment:withdraw', { idToken, mfaEnrollmentId })

  test('a withdrawal ends the sessions that passed the factor, returns new tokens and sends a mail', async () => {
    const person = await signUpWithPhone()
    const { body, status } = await withdraw(person.idToken, person.factorId)
    expect(status).toBe(200)
    expect(await factorsOf(identity, body.idToken)).toEqual([])
    expect(decodeJwt(String(body.idToken)).firebase).not.toHaveProperty('sign_in_second_factor')
    expect(errorOf(await refresh(identity, person.refreshToken))).toBe('400 TOKEN_EXPIRED')
    expect((await refresh(identity, body.refreshToken)).status).toBe(200)
    expect((await identity.newestMail(person.email)).subject).toContain('removed')
    expect((await signIn(identity, person.email)).body).toHaveProperty('idToken')
  })

  test('a withdrawal requires a sign-in of the last five minutes', async () => {
    const person = await signUpWithPhone()
    identity.clock.advance(301)
    const late = await withdraw(person.idToken, person.factorId)
    expect(errorOf(late)).toBe('400 CREDENTIAL_TOO_OLD_LOGIN_AGAIN')
  })

  test('a factor of another account cannot be withdrawn', async () => {
    const thief = await signUpWithPhone()
    const owner = await signUpWithPhone()
    expect(errorOf(await withdraw(thief.idToken, owner.factorId))).toBe('400 MFA_ENROLLMENT_NOT_FOUND')
    expect(errorOf(await withdraw(thief.idToken))).toBe('400 MISSING_MFA_ENROLLMENT_ID')
    expect(await factorsOf(identity, owner.idToken)).toHaveLength(1)
  })
})

describe('the mail about a new factor', () => {
  async function readLink({ email }: { email: string }) {
    const mail = await identity.newestMail(email)
    expect(mail.subject).toContain('added')
    return linkIn(mail).searchParams
  }

  test('its link shows the factor, withdraws it and ends the session', async () => {
    const person = await signUpWithPhone()
    const link = await readLink(person)
    expect(link.get('mode')).toBe('revertSecondFactorAddition')
    const oobCode = link.get('oobCode')
    const read = await identity.post('v1/accounts:resetPassword', { oobCode })
    expect(read.body).toMatchObject({
      requestType: 'REVERT_SECOND_FACTOR_ADDITION',
      email: person.email,
      mfaInfo: { mfaEnrollmentId: person.factorId, phoneInfo: `+*******${person.phoneNumber.slice(-4)}` },
    })
    identity.clock.advance(1)
    expect((await identity.post('v1/accounts:update', { oobCode })).status).toBe(200)
    expect(errorOf(await lookup(identity, person.idToken))).toBe('400 TOKEN_EXPIRED')
    expect(errorOf(await refresh(identity, person.refreshToken))).toBe('400 TOKEN_EXPIRED')
    expect((await signIn(identity, person.email)).body).toHaveProperty('idToken')
    expect(errorOf(await identity.post('v1/accounts:update', { oobCode }))).toBe('400 INVALID_OOB_CODE')
  })

  test('the link is invalid after the factor was withdrawn', async () => {
    const person = await signUpWithPhone()
    const oobCode = (await readLink(person)).get('oobCode')
    await mfa(identity, 'Enrollment:withdraw', {
      idToken: person.idToken,
      mfaEnrollmentId: person.factorId,
    })
    expect(errorOf(await identity.post('v1/accounts:update', { oobCode }))).toBe('400 INVALID_OOB_CODE')
  })
})

test('a session keeps its second factor after a change of the password', async () => {
  const person = await signUpWithPhone()
  const change = { idToken: person.idToken, password: 'secret2', returnSecureToken: true }
  const { body } = await identity.post('v1/accounts:update', change)
  expect(decodeJwt(String(body.idToken))).toMatchObject({
    firebase: { sign_in_second_factor: 'phone', second_factor_identifier: person.factorId },
  })
})
