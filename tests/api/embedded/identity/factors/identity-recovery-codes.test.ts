import { decodeJwt } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  errorOf,
  linkIn,
  signIn,
  startIdentity,
  type TestIdentity,
} from '#tests/support/identity/identity.ts'
import {
  appCode,
  type Enrolled,
  enrolTotp,
  mfa,
  pendingOf,
  signUpVerified,
  submitTotp,
} from '#tests/support/identity/second-factors.ts'

let identity: TestIdentity
beforeAll(async () => {
  identity = await startIdentity({ methods: ['password', 'totp'] })
})
afterAll(() => identity.close())

const signUpWithTotp = async () => enrolTotp(identity, await signUpVerified(identity))
const generate = (idToken: unknown) => identity.post('v2/accounts/recoveryCodes:generate', { idToken })
const countCodes = async (idToken: unknown) =>
  (await identity.post('v2/accounts/recoveryCodes:count', { idToken })).body.remaining

async function signUpWithCodes(): Promise<Enrolled & { codes: string[] }> {
  const person = await signUpWithTotp()
  const { body } = await generate(person.idToken)
  return { ...person, codes: body.recoveryCodes as string[] }
}
const submitCode = async (person: Enrolled, code = '') =>
  submitTotp(identity, person, { pending: await pendingOf(identity, person), code })

test('ten different codes are returned and not stored in plain text', async () => {
  const { idToken, codes, email } = await signUpWithCodes()
  expect(new Set(codes).size).toBe(10)
  for (const code of codes)
    expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/)
  expect(await countCodes(idToken)).toBe(10)
  const { rows } = await identity.database.pool.query('select c::text from identity.recovery_codes c')
  for (const code of codes) expect(JSON.stringify(rows)).not.toContain(code.replaceAll('-', ''))
  expect((await identity.newestMail(email)).subject).toBe('New recovery codes were made')
})

describe('a recovery code', () => {
  test('a code signs in once in place of the factor, and the owner gets a mail', async () => {
    const { codes, ...person } = await signUpWithCodes()
    const reply = await submitCode(person, codes[0])
    expect(decodeJwt(String(reply.body.idToken))).toMatchObject({
      firebase: { sign_in_second_factor: 'totp' },
    })
    const mail = await identity.newestMail(person.email)
    expect([mail.subject, mail.text]).toEqual([
      'A recovery code was used',
      expect.stringContaining('Codes left: 9'),
    ])
    expect(errorOf(await submitCode(person, codes[0]))).toBe('400 INVALID_CODE')
    expect(await countCodes(reply.body.idToken)).toBe(9)
    expect((await submitCode(person, appCode(person.secret, identity.clock.now()))).status).toBe(200)
  })

  test('a code may be typed in lower case, with spaces for dashes, an o for a zero and an l for a one', async () => {
    const { codes, ...person } = await signUpWithCodes()
    const typed = ` ${codes[0]?.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l')} `
    expect((await submitCode(person, typed)).status).toBe(200)
  })

  test('a code in five concurrent sign-ins is accepted once', async () => {
    const { codes, ...person } = await signUpWithCodes()
    const pending = await Promise.all(Array.from({ length: 5 }, () => pendingOf(identity, person)))
    const replies = await Promise.all(
      pending.map((credential, index) =>
        submitTotp(identity, person, {
          pending: credential,
          code: codes[0] ?? '',
          address: `203.0.113.${index}`,
        }),
      ),
    )
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  test('a code of another account is rejected, and attempts are limited as for a factor', {
    tags: 'long',
  }, async () => {
    const { codes } = await signUpWithCodes()
    const person = await signUpWithCodes()
    expect(errorOf(await submitCode(person, codes[0]))).toBe('400 INVALID_CODE')
    const errors = []
    for (let guess = 0; guess < 12; guess += 1)
      errors.push(errorOf(await submitCode(person, '0000-0000-0000')))
    expect(errors.at(-1)).toMatch(/^400 TOO_MANY_ATTEMPTS_TRY_LATER/)
  })
})

test('new codes replace the old ones', async () => {
  const { codes, ...person } = await signUpWithCodes()
  const { body } = await generate(person.idToken)
  expect(errorOf(await submitCode(person, codes[0]))).toBe('400 INVALID_CODE')
  expect((await submitCode(person, (body.recoveryCodes as string[])[0])).status).toBe(200)
})

test('generating and using codes sends no mail to an unverified address', async () => {
  const { codes: _first, ...person } = await signUpWithCodes()
  const stranger = `stranger-${person.email}`
  const { body } = await identity.post('v1/accounts:update', {
    idToken: person.idToken,
    email: stranger,
    returnSecureToken: true,
  })
  const { body: generated } = await generate(body.idToken)
  const [code] = generated.recoveryCodes as string[]
  expect((await submitCode({ ...person, email: stranger }, code)).status).toBe(200)
  await expect(identity.newestMail(stranger)).rejects.toThrow('no mail')
})

describe('no recovery codes are returned', () => {
  test('an account without a factor gets no codes', async () => {
    const { idToken } = await signUpVerified(identity)
    expect(errorOf(await generate(idToken))).toBe('400 MFA_ENROLLMENT_NOT_FOUND')
    expect(await countCodes(idToken)).toBe(0)
  })

  test('a sign-in without the factor, or of more than five minutes ago, gets no codes', async () => {
    const before = await signUpVerified(identity)
    const { idToken } = await enrolTotp(identity, before)
    expect(errorOf(await generate(before.idToken))).toBe('400 CREDENTIAL_TOO_OLD_LOGIN_AGAIN')
    identity.clock.advance(301)
    expect(errorOf(await generate(idToken))).toBe('400 CREDENTIAL_TOO_OLD_LOGIN_AGAIN')
  })

  test.each(['generate', 'count'])('a call without a valid ID token (%s) gets no codes', async (call) => {
    const callWith = (body: object) => identity.post(`v2/accounts/recoveryCodes:${call}`, body)
    expect(errorOf(await callWith({}))).toBe('400 MISSING_ID_TOKEN')
    expect(errorOf(await callWith({ idToken: 'x' }))).toBe('400 INVALID_ID_TOKEN')
  })
})

describe('recovery codes are deleted', () => {
  const enrolAgain = async ({ email }: { email: string }) => {
    const { body } = await signIn(identity, email)
    return enrolTotp(identity, { email, uid: '', idToken: String(body.idToken), refreshToken: '' })
  }

  test('codes are deleted with the last factor, and a new one does not restore them', {
    tags: 'long',
  }, async () => {
    const { codes, ...person } = await signUpWithCodes()
    await mfa(identity, 'Enrollment:withdraw', { idToken: person.idToken, mfaEnrollmentId: person.factorId })
    const again = await enrolAgain(person)
    expect(await countCodes(again.idToken)).toBe(0)
    expect(errorOf(await submitCode(again, codes[0]))).toBe('400 INVALID_CODE')
  })

  test('codes are deleted when the link in the mail about a new factor withdraws the factor', async () => {
    const person = await signUpWithTotp()
    const oobCode = linkIn(await identity.newestMail(person.email)).searchParams.get('oobCode')
    await generate(person.idToken)
    identity.clock.advance(1)
    await identity.post('v1/accounts:update', { oobCode })
    const again = await enrolAgain(person)
    expect(await countCodes(again.idToken)).toBe(0)
  })
})
