import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { networkOf } from '#server/platform/admission/client-address.ts'
import {
  errorOf,
  linkIn,
  type PostOptions,
  signIn,
  signUp,
  startIdentity,
  type TestIdentity,
} from '#tests/support/identity/identity.ts'
import { appCode, enrolTotp, pendingOf, signUpVerified } from '#tests/support/identity/second-factors.ts'

const HOME = '203.0.113.1'
const AWAY = '198.51.100.77'
const LAPTOP = 'a'.repeat(32)
const PHONE = 'b'.repeat(32)
const TOO_MANY = /TOO_MANY_ATTEMPTS_TRY_LATER/
const WRONG = '400 INVALID_LOGIN_CREDENTIALS'

let identity: TestIdentity
beforeAll(async () => {
  identity = await startIdentity({ limits: { mailsPerHour: 8 }, methods: ['password', 'google', 'totp'] })
})
afterAll(() => identity.close())

const tryPassword = (email: string, password: string, from: PostOptions) =>
  signIn(identity, email, password, from).then(errorOf)

const signInFrom = (email: string, from: PostOptions) => tryPassword(email, 'secret1', from)

/** Guesses from many networks until the account takes no attempt of an unknown client. */
async function attack(email: string): Promise<void> {
  for (let n = 0; n < 55; n += 1) await tryPassword(email, 'wrong', { address: `2001:db8:${n + 1}::1` })
  expect(await tryPassword(email, 'wrong', { address: '2001:db8:999::1' })).toMatch(TOO_MANY)
}

const askReset = (email: string, from: PostOptions) =>
  identity.post('v1/accounts:sendOobCode', { requestType: 'PASSWORD_RESET', email }, from).then(errorOf)

async function flood(email: string): Promise<void> {
  for (let n = 0; n < 10; n += 1) await askReset(email, { address: `2001:db8:${n + 1}::1` })
  expect(await askReset(email, { address: '2001:db8:999::1' })).toMatch(TOO_MANY)
}

describe('while others guess the password of an account', () => {
  test('its owner signs in from a network of an earlier sign-in, each time, and from no other', async () => {
    const { email } = await signUp(identity)
    await attack(email)
    for (let n = 0; n < 40; n += 1) {
      // the attacker takes the attempt of each thirty seconds
      await tryPassword(email, 'wrong', { address: `2001:db8:${n + 100}::1` })
      expect(await signInFrom(email, { address: HOME })).toBe('200 no error')
      identity.clock.advance(3)
    }
    expect(await signInFrom(email, { address: AWAY })).toMatch(TOO_MANY)
  })

  test('its owner signs in on the device of an earlier sign-in, in a new network', async () => {
    const { email } = await signUp(identity)
    await signInFrom(email, { address: HOME, device: LAPTOP })
    await attack(email)
    expect(await signInFrom(email, { address: AWAY, device: LAPTOP })).toBe('200 no error')
    expect(await signInFrom(email, { address: '198.51.100.78', device: PHONE })).toMatch(TOO_MANY)
  })

  test('its owner signs in on a known device although others guess from the same network', async () => {
    const { email } = await signUp(identity)
    await signInFrom(email, { address: HOME, device: LAPTOP })
    for (let n = 0; n < 6; n += 1) await tryPassword(email, 'wrong', { address: HOME })
    expect(await signInFrom(email, { address: HOME })).toMatch(TOO_MANY)
    expect(await signInFrom(email, { address: HOME, device: LAPTOP })).toBe('200 no error')
    identity.clock.advance(3600)
  })

  test('a network becomes known when a session is refreshed there', async () => {
    const { email, refreshToken } = await signUp(identity)
    const form = new URLSearchParams({ grant_type: 'refresh_token', refresh_token: refreshToken })
    const contentType = 'application/x-www-form-urlencoded'
    await identity.post('v1/token', form.toString(), { contentType, address: AWAY })
    await attack(email)
    expect(await signInFrom(email, { address: AWAY })).toBe('200 no error')
  })

  test('a sign-in of the owner gives the guesses of others no new start', async () => {
    const { email } = await signUp(identity)
    await attack(email)
    expect(await signInFrom(email, { address: HOME })).toBe('200 no error')
    expect(await tryPassword(email, 'wrong', { address: '2001:db8:998::1' })).toMatch(TOO_MANY)
  })

  test('a reset lets its owner in from where the password was set', async () => {
    const { email } = await signUp(identity)
    const oobCode = await identity.mailedCode({ requestType: 'PASSWORD_RESET', email })
    const reset = { oobCode, newPassword: 'secret2' }
    expect((await identity.post('v1/accounts:resetPassword', reset, { address: AWAY })).status).toBe(200)
    await attack(email)
    expect(await tryPassword(email, 'secret2', { address: AWAY })).toBe('200 no error')
  })
})

describe('a known client', () => {
  test('guesses no more than an unknown one, on its device and in its network', async () => {
    const { email } = await signUp(identity)
    await signInFrom(email, { address: HOME, device: LAPTOP })
    for (let n = 0; n < 5; n += 1)
      expect(await tryPassword(email, 'wrong', { address: `192.0.2.${n}`, device: LAPTOP })).toBe(WRONG)
    expect(await signInFrom(email, { address: '192.0.2.9', device: LAPTOP })).toMatch(TOO_MANY)
    for (let n = 0; n < 5; n += 1) expect(await tryPassword(email, 'wrong', { address: HOME })).toBe(WRONG)
    expect(await tryPassword(email, 'wrong', { address: HOME })).toMatch(TOO_MANY)
    identity.clock.advance(3600)
  })

  test('is known to its own account only', async () => {
    const attacker = await signUp(identity)
    await signInFrom(attacker.email, { address: AWAY, device: PHONE })
    const { email } = await signUp(identity)
    await attack(email)
    expect(await tryPassword(email, 'wrong', { address: AWAY, device: PHONE })).toMatch(TOO_MANY)
  })

  test('is not made by a wrong password, an invented id or an id of another form', async () => {
    const { email } = await signUp(identity)
    await tryPassword(email, 'wrong', { address: AWAY, device: LAPTOP })
    identity.clock.advance(60)
    await signInFrom(email, { address: HOME, device: 'short' })
    await attack(email)
    for (const device of [LAPTOP, 'short', 'c'.repeat(32)])
      expect(await signInFrom(email, { address: '192.0.2.55', device })).toMatch(TOO_MANY)
  })

  test('is forgotten when all sessions end: a stranger who registered the address gains nothing', async () => {
    const stranger = { address: AWAY, device: PHONE }
    const { email } = await signUp(identity)
    await signInFrom(email, stranger)
    const oobCode = await identity.mailedCode({ requestType: 'PASSWORD_RESET', email })
    await identity.post('v1/accounts:resetPassword', { oobCode, newPassword: 'secret2' })
    await attack(email)
    expect(await tryPassword(email, 'wrong', stranger)).toMatch(TOO_MANY)
    expect(await tryPassword(email, 'secret2', { address: HOME })).toBe('200 no error')
  })

  test('is forgotten after 180 days, and beyond fifty', async () => {
    const { email, uid } = await signUp(identity)
    for (let n = 0; n < 60; n += 1) {
      await signInFrom(email, { address: `192.0.2.${n}` })
      identity.clock.advance(60)
    }
    const count = async () => {
      const { rows } = await identity.database.pool.query(
        'select from identity.known_clients where user_id = $1',
        [uid],
      )
      return rows.length
    }
    expect(await count()).toBe(50)
    await attack(email)
    expect(await signInFrom(email, { address: '192.0.2.59' })).toBe('200 no error')
    expect(await signInFrom(email, { address: '192.0.2.1' })).toMatch(TOO_MANY)
    identity.clock.advance(181 * 86_400)
    await attack(email)
    expect(await signInFrom(email, { address: '192.0.2.59' })).toMatch(TOO_MANY)
  })

  test('is stored as a hash that needs the secret of the store', async () => {
    const { email } = await signUp(identity)
    await signInFrom(email, { address: AWAY, device: LAPTOP })
    const { rows } = await identity.database.pool.query('select k::text as row from identity.known_clients k')
    const text = rows.map(({ row }) => row).join()
    expect(text).not.toContain(AWAY)
    expect(text).not.toContain(LAPTOP)
  })
})

describe('while others ask for reset mails', () => {
  test('the owner gets one from a known network, and on a known device anywhere, but not without end', async () => {
    const { email } = await signUp(identity)
    await signInFrom(email, { address: HOME, device: LAPTOP })
    await flood(email)
    expect(await askReset(email, { address: HOME })).toBe('200 no error')
    expect(linkIn(await identity.newestMail(email)).searchParams.get('oobCode')).toBeTruthy()
    expect(await askReset(email, { address: AWAY, device: LAPTOP })).toBe('200 no error')
    expect(await askReset(email, { address: AWAY })).toMatch(TOO_MANY)
    expect(await askReset(email, { address: HOME })).toBe('200 no error')
    expect(await askReset(email, { address: HOME })).toMatch(TOO_MANY)
  })

  test('an address without an account has no known client, and is answered as one with', async () => {
    await flood('nobody-at-all@example.com')
    expect(await askReset('nobody-at-all@example.com', { address: HOME, device: LAPTOP })).toMatch(TOO_MANY)
  })

  test('who used up the mails of a network does not keep a known device there from one', async () => {
    const strict = await startIdentity({ limits: { mailsPerIpAddressPerHour: 3 } })
    const { email } = await signUp(strict)
    await signIn(strict, email, 'secret1', { device: LAPTOP })
    const body = (to: string) => ({ requestType: 'PASSWORD_RESET', email: to })
    for (let n = 0; n < 4; n += 1) await strict.post('v1/accounts:sendOobCode', body(`x${n}@example.com`))
    const ask = (from: PostOptions) => strict.post('v1/accounts:sendOobCode', body(email), from).then(errorOf)
    expect(await ask({})).toMatch(TOO_MANY)
    expect(await ask({ device: LAPTOP })).toBe('200 no error')
    await strict.close()
  })
})

test('while others, who know the password, guess the second factor, its owner signs in on a known device', async () => {
  const owner = await enrolTotp(identity, await signUpVerified(identity))
  const codeOf = ({ secret }: { secret: string }) => appCode(secret, identity.clock.now())
  identity.clock.advance(60)
  const finish = async (code: string, from: PostOptions) =>
    identity
      .post(
        'v2/accounts/mfaSignIn:finalize',
        {
          mfaPendingCredential: await pendingOf(identity, owner),
          mfaEnrollmentId: owner.factorId,
          totpVerificationInfo: { verificationCode: code },
        },
        from,
      )
      .then(errorOf)
  expect(await finish(codeOf(owner), { address: '192.0.2.201', device: LAPTOP })).toBe('200 no error')
  identity.clock.advance(60)
  for (let n = 0; n < 12; n += 1) await finish('000000', { address: `2001:db8:${n + 1}::1` })
  expect(await finish(codeOf(owner), { address: AWAY })).toMatch(TOO_MANY)
  expect(await finish(codeOf(owner), { address: AWAY, device: LAPTOP })).toBe('200 no error')
})

test('guesses from the networks of one IPv6 site at many accounts are slowed', async () => {
  const strict = await startIdentity({
    limits: { signInFailuresPerHour: 10 },
    trustedIpAddress: (request) => networkOf(request.ip),
  })
  const guess = (n: number) =>
    signIn(strict, `victim${n}@example.com`, 'wrong', { address: `2001:db8:7:${n + 1}::1` }).then(errorOf)
  for (let n = 0; n < 12; n += 1) expect(await guess(n)).toBe(WRONG)
  expect(await guess(12)).toMatch(TOO_MANY)
  await strict.close()
})
