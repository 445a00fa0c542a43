import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  API_KEY,
  errorOf,
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

const credentials = { email: 'q@example.com', password: 'secret1' }

describe('errors have the form that the SDK reads', () => {
  test('a missing or wrong API key is rejected', async () => {
    const missing = await identity.post('v1/accounts:signUp', credentials, { key: null })
    expect(missing.status).toBe(403)
    expect(missing.body).toEqual({
      error: {
        code: 403,
        message: 'The request is missing a valid API key.',
        errors: [
          { message: 'The request is missing a valid API key.', reason: 'forbidden', domain: 'global' },
        ],
        status: 'PERMISSION_DENIED',
      },
    })
    const wrong = await identity.post('v1/accounts:signUp', credentials, { key: 'other' })
    expect(errorOf(wrong)).toBe('400 API key not valid. Please pass a valid API key.')
  })

  test('malformed JSON, JSON that is no object, and an unknown field are rejected', async () => {
    const post = (body: string) => identity.post('v1/accounts:signUp', body).then(errorOf)
    expect(await post('{bad')).toMatch(/^400 Invalid JSON payload received\. Expected property name/)
    for (const body of ['[]', '"text"', '7']) {
      expect(await post(body)).toBe('400 Invalid JSON payload received. Invalid value at "body"')
    }
    expect(await post('{"bogus":1}')).toBe(
      '400 Invalid JSON payload received. Unknown name "bogus": Cannot find field.',
    )
  })

  test('an empty body counts as an empty object', async () => {
    expect(errorOf(await identity.post('v1/accounts:lookup', ''))).toBe('400 MISSING_ID_TOKEN')
  })

  test('a body over 64 KiB is rejected', async () => {
    const reply = await identity.post('v1/accounts:signUp', { ...credentials, photoUrl: 'x'.repeat(65_536) })
    expect(errorOf(reply)).toBe('413 Request payload size exceeds the limit.')
  })

  test('plain text and a form are rejected by a call that expects JSON', async () => {
    for (const contentType of ['text/plain', 'application/x-www-form-urlencoded']) {
      const reply = await identity.post('v1/accounts:signUp', 'email=a', { contentType })
      expect(errorOf(reply)).toBe('415 Unsupported content type')
    }
  })

  test('an unknown path is rejected', async () => {
    for (const path of ['v1/accounts:nope', 'v3/accounts:signUp', 'v1/accountsXsignUp', '']) {
      const reply = await identity.post(path, {})
      expect(errorOf(reply)).toBe('404 Not Found')
      expect(reply.body).toMatchObject({ error: { errors: [{ reason: 'notFound' }], status: 'NOT_FOUND' } })
    }
  })

  test('a known path with another method gets an error that names the right one', async () => {
    const read = await identity.get(`v1/accounts:signUp?key=${API_KEY}`)
    expect(errorOf(read)).toBe('405 Method Not Allowed')
    expect(read.headers.allow).toBe('POST')
    const written = await identity.post('v1/projects', {})
    expect(errorOf(written)).toBe('405 Method Not Allowed')
    expect(written.headers.allow).toBe('GET')
  })

  test('an unexpected failure reveals nothing internal', async () => {
    const broken = await startIdentity({
      now() {
        throw new Error('secret detail')
      },
    })
    const reply = await signIn(broken, 'a@b.example')
    expect(errorOf(reply)).toBe(
      '500 NETWORK_REQUEST_FAILED : The sign-in service is not available. Try again.',
    )
    expect(JSON.stringify(reply.body)).not.toContain('secret detail')
    await broken.close()
  })

  test('known calls that are disabled are rejected', async () => {
    for (const path of [
      'v1/accounts:signInWithEmailLink',
      'v1/accounts:sendVerificationCode',
      'v1/accounts:signInWithPhoneNumber',
      'v2/accounts:revokeToken',
      'v2/accounts/mfaEnrollment:start',
      'v2/accounts/mfaEnrollment:finalize',
      'v2/accounts/mfaEnrollment:withdraw',
      'v2/accounts/mfaSignIn:start',
      'v2/accounts/mfaSignIn:finalize',
    ]) {
      expect(errorOf(await identity.post(path, {}))).toBe('400 OPERATION_NOT_ALLOWED')
    }
  })
})

test('a custom token is rejected as one of another project, even if this provider signed it', async () => {
  const { idToken } = await signUp(identity)
  const call = (body: object) => identity.post('v1/accounts:signInWithCustomToken', body).then(errorOf)
  expect(await call({})).toBe('400 MISSING_CUSTOM_TOKEN')
  expect(await call({ token: 'no token' })).toMatch(/^400 INVALID_CUSTOM_TOKEN : /)
  expect(await call({ token: idToken })).toBe('400 CREDENTIAL_MISMATCH')
})

describe('calls before signing in', () => {
  test('the project and its authorized domains can be read without signing in', async () => {
    const { body } = await identity.get(`v1/projects?key=${API_KEY}`)
    expect(body).toEqual({ projectId: 'partsline-test', authorizedDomains: ['localhost', 'shop.example'] })
  })

  test('no captcha is required', async () => {
    const { body } = await identity.get(`v2/recaptchaConfig?key=${API_KEY}`)
    expect(body).toMatchObject({
      recaptchaKey: 'projects/p/keys/k',
      recaptchaEnforcementState: [{ enforcementState: 'OFF' }, { enforcementState: 'OFF' }],
    })
  })

  test('the keys are public without an API key', async () => {
    expect((await identity.get('.well-known/jwks.json')).status).toBe(200)
  })
})

describe('rate limits', () => {
  test('sign-ups from one IP address are limited per hour; 429 has the seconds to wait', async () => {
    const strict = await startIdentity({ limits: { signUpsPerHour: 3 } })
    for (let n = 0; n < 3; n += 1) await signUp(strict)
    const rejected = await strict.post('v1/accounts:signUp', { ...credentials })
    expect(errorOf(rejected)).toMatch(/^429 TOO_MANY_ATTEMPTS_TRY_LATER : /)
    expect(rejected.headers['retry-after']).toBe('3600')
    const other = await strict.post('v1/accounts:signUp', credentials, { address: '198.51.100.7' })
    expect(other.status).toBe(200)
    strict.clock.advance(3600)
    await signUp(strict)
    await strict.close()
  })

  test('changes to taken addresses are limited per hour', async () => {
    const strict = await startIdentity({ limits: { signUpsPerHour: 3 } })
    const { email } = await signUp(strict)
    const first = await signUp(strict)
    const second = await signUp(strict)
    const changeAddress = async ({ idToken }: { idToken: string }, address: string) =>
      errorOf(await strict.post('v1/accounts:update', { idToken, email }, { address }))
    const REJECTED = /^429 TOO_MANY_ATTEMPTS_TRY_LATER : /
    // From the IP address that signed up three accounts; then from others, by one account and by the next.
    expect(await changeAddress(first, '203.0.113.1')).toMatch(REJECTED)
    for (let n = 0; n < 3; n += 1)
      expect(await changeAddress(first, `198.51.100.${n}`)).toBe('400 EMAIL_EXISTS')
    expect(await changeAddress(first, '198.51.100.3')).toMatch(REJECTED)
    expect(await changeAddress(second, '198.51.100.3')).toBe('400 EMAIL_EXISTS')
    const own = await strict.post('v1/accounts:update', { idToken: first.idToken, email: first.email })
    expect(own.status).toBe(200)
    strict.clock.advance(3600)
    const { body } = await signIn(strict, first.email)
    expect(await changeAddress({ idToken: String(body.idToken) }, '203.0.113.1')).toBe('400 EMAIL_EXISTS')
    await strict.close()
  })
})

describe('wrong passwords', () => {
  const TOO_MANY = /^400 TOO_MANY_ATTEMPTS_TRY_LATER : Access to this account/

  async function failSignIns(email: string, times: number, address: string) {
    for (let n = 0; n < times; n += 1) {
      expect(errorOf(await signIn(identity, email, 'wrong', { address }))).toBe(
        '400 INVALID_LOGIN_CREDENTIALS',
      )
    }
  }

  test('after five wrong passwords the delays double, even for the right one, and no account is locked', async () => {
    const { email } = await signUp(identity)
    const address = '198.51.100.1'
    await failSignIns(email, 5, address)
    for (const seconds of [1, 2, 4, 8]) {
      const rejected = await signIn(identity, email, 'secret1', { address })
      expect(errorOf(rejected)).toMatch(TOO_MANY)
      expect(rejected.headers['retry-after']).toBe(String(seconds))
      identity.clock.advance(seconds)
      await failSignIns(email, 1, address)
    }
    identity.clock.advance(900)
    expect((await signIn(identity, email, 'secret1', { address })).status).toBe(200)
    await failSignIns(email, 5, address)
  })

  test('wrong passwords do not delay the owner at another IP address', async () => {
    const { email } = await signUp(identity)
    await failSignIns(email, 5, '198.51.100.2')
    expect(errorOf(await signIn(identity, email, 'secret1', { address: '198.51.100.2' }))).toMatch(TOO_MANY)
    expect((await signIn(identity, email, 'secret1', { address: '198.51.100.3' })).status).toBe(200)
  })

  test('wrong passwords count equally for addresses without an account', async () => {
    await failSignIns('ghost@example.com', 5, '198.51.100.4')
    expect(errorOf(await signIn(identity, 'ghost@example.com', 'x', { address: '198.51.100.4' }))).toMatch(
      TOO_MANY,
    )
  })

  test('concurrent guesses get no more attempts than sequential ones', async () => {
    const { email } = await signUp(identity)
    const guesses = Array.from({ length: 30 }, () =>
      signIn(identity, email, 'wrong', { address: '198.51.100.5' }),
    )
    const errors = (await Promise.all(guesses)).map(errorOf)
    expect(errors.filter((error) => error === '400 INVALID_LOGIN_CREDENTIALS')).toHaveLength(5)
  })

  test('guesses from many IP addresses at one account are slowed', async () => {
    const { email } = await signUp(identity)
    for (let n = 0; n < 50; n += 1) await failSignIns(email, 1, `192.0.2.${n}`)
    const rejected = await signIn(identity, email, 'secret1', { address: '192.0.2.200' })
    expect(errorOf(rejected)).toMatch(TOO_MANY)
    expect(Number(rejected.headers['retry-after'])).toBeLessThanOrEqual(30)
  })

  test('guesses from one IP address at many accounts are slowed; a right one subtracts only its own attempt', async () => {
    const strict = await startIdentity({ limits: { signInFailuresPerHour: 8 } })
    const { email } = await signUp(strict)
    for (let n = 0; n < 7; n += 1) await signIn(strict, `victim${n}@example.com`, 'wrong')
    expect((await signIn(strict, email)).status).toBe(200)
    expect(errorOf(await signIn(strict, 'victim8@example.com', 'wrong'))).toBe(
      '400 INVALID_LOGIN_CREDENTIALS',
    )
    expect(errorOf(await signIn(strict, 'victim9@example.com', 'wrong'))).toMatch(TOO_MANY)
    await strict.close()
  })

  test('guesses are limited by account where IP addresses are not used', async () => {
    const local = await startIdentity({ trustedIpAddress: () => undefined })
    const { email } = await signUp(local)
    for (let n = 0; n < 5; n += 1) await signIn(local, email, 'wrong')
    expect(errorOf(await signIn(local, email))).toMatch(TOO_MANY)
    expect((await signIn(local, (await signUp(local)).email)).status).toBe(200)
    await local.close()
  })
})
