import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { identityMethods } from '#contract/platform/auth/identity-methods.ts'
import { readConfig } from '#server/platform/config/config.ts'
import { errorOf, signUp, startIdentity, type TestIdentity } from '#tests/support/identity/identity.ts'
import { appCode } from '#tests/support/identity/second-factors.ts'
import { toolkit } from '#tests/support/identity/store-identity.ts'
import { openTestStore } from '#tests/support/store.ts'
import { someOf } from '#tests/support/thoroughness.ts'

let on: TestIdentity
let off: TestIdentity
beforeAll(async () => {
  on = await startIdentity()
  off = await startIdentity({ db: on.database.db, now: on.clock.now, methods: [] })
})
afterAll(async () => {
  await off.close()
  await on.close()
})

const credentials = { email: 'q@example.com', password: 'secret1' }

describe('a disabled sign-in method', () => {
  test.each([
    ['signUp', credentials, '400 OPERATION_NOT_ALLOWED'],
    ['signInWithPassword', credentials, '400 PASSWORD_LOGIN_DISABLED'],
    ['sendOobCode', { requestType: 'PASSWORD_RESET', email: 'q@example.com' }, '400 OPERATION_NOT_ALLOWED'],
    [
      'signInWithIdp',
      { requestUri: 'http://localhost', postBody: 'id_token=x&providerId=google.com' },
      '400 OPERATION_NOT_ALLOWED',
    ],
  ])('the call %s with %j gets %s', async (call, body, expected) => {
    expect(errorOf(await off.post(`v1/accounts:${call}`, body))).toBe(expected)
  })

  test('no new password is accepted from a code or from an account that has one', async () => {
    const { email, idToken } = await signUp(on)
    const update = { idToken, password: 'secret2' }
    expect(errorOf(await off.post('v1/accounts:update', update))).toBe('400 OPERATION_NOT_ALLOWED')
    const link = { idToken, email, password: 'secret2' }
    expect(errorOf(await off.post('v1/accounts:signUp', link))).toBe('400 OPERATION_NOT_ALLOWED')
    const oobCode = await on.mailedCode({ requestType: 'PASSWORD_RESET', email })
    const reset = { oobCode, newPassword: 'secret2' }
    expect(errorOf(await off.post('v1/accounts:resetPassword', reset))).toBe('400 PASSWORD_LOGIN_DISABLED')
  })

  test('signed-in users keep their sessions', async () => {
    const { idToken } = await signUp(on)
    expect((await off.post('v1/accounts:lookup', { idToken })).status).toBe(200)
    expect((await off.post('v1/accounts:update', { idToken, displayName: 'Ann' })).status).toBe(200)
  })
})

/** A production store without any sign-in settings. */
const production = {
  STORE_MODE: 'production',
  PUBLIC_URL: 'https://parts.example',
  CARDS: 'off',
  SMTP_URL: 'smtps://mail.example',
  MAIL_FROM: 'shop@parts.example',
  TRUST_PROXY: 'false',
}
const client = { OIDC_CLIENT_ID: 'store', OIDC_CLIENT_SECRET: 'secret' }
const google = { GOOGLE_CLIENT_ID: 'store', GOOGLE_CLIENT_SECRET: 'secret' }

describe('the configuration for pages', () => {
  test.each(
    someOf<[Record<string, string>, string[], object | null]>(
      [
        [{}, ['password', 'google'], null],
        [{ IDENTITY_METHODS: 'password' }, ['password'], null],
        [{ IDENTITY_METHODS: 'phone, google,password,totp' }, ['password', 'google', 'phone', 'totp'], null],
        [
          { IDENTITY_METHODS: 'custom,twitter,password' },
          ['password', 'twitter', 'custom'],
          { providerId: 'oidc.custom', name: 'OpenID' },
        ],
        [production, ['password'], null],
        [{ ...production, ...google }, ['password', 'google'], null],
        [
          {
            ...production,
            ...client,
            IDENTITY_METHODS: 'custom',
            OIDC_ISSUER: 'https://id.example',
            OIDC_NAME: 'Garage Club',
            OIDC_PROVIDER_ID: 'oidc.club',
          },
          ['custom'],
          { providerId: 'oidc.club', name: 'Garage Club' },
        ],
      ],
      { share: 4 },
    ),
  )('the setting %j enables the methods %j', async (env, methods, custom) => {
    const store = await openTestStore({ env })
    const { identity } = await store.api.getConfig()
    expect(identity).toMatchObject({ methods, custom })
    await store.close()
  })
})

describe('popups across origins', () => {
  test('only a store with a registered provider allows popups of another origin', {
    tags: 'long',
  }, async () => {
    const policies: unknown[] = []
    for (const env of [{}, { ...client, OIDC_ISSUER: 'https://id.example' }]) {
      const store = await openTestStore({ env: { ...env, IDENTITY_METHODS: 'password,google,custom' } })
      const popup = `/identity/popup?apiKey=${store.config.identity.apiKey}`
      for (const url of ['/api/config', popup]) {
        const { headers } = await store.call({ url })
        policies.push(headers['cross-origin-opener-policy'])
      }
      await store.close()
    }
    const strict = 'same-origin'
    const open = 'same-origin-allow-popups'
    expect(policies).toEqual([strict, strict, open, open])
  })
})

describe('the start of the store fails', () => {
  test.each<[Record<string, string>, string]>([
    [
      { ...production, IDENTITY_METHODS: 'google' },
      'GOOGLE_CLIENT_ID is missing (IDENTITY_METHODS names google)',
    ],
    [
      { ...production, IDENTITY_METHODS: 'github', GITHUB_CLIENT_ID: 'store' },
      'GITHUB_CLIENT_SECRET is missing',
    ],
    [{ ...production, IDENTITY_METHODS: 'custom', ...client }, 'OIDC_ISSUER is missing'],
    [{ TWITTER_CLIENT_SECRET: 'half of it' }, 'TWITTER_CLIENT_ID is missing'],
    [{ ...client, OIDC_ISSUER: 'http://id.example' }, 'OIDC_ISSUER is an https address'],
    [{ OIDC_PROVIDER_ID: 'google.com' }, 'OIDC_PROVIDER_ID is oidc.'],
    [{ OIDC_TRUSTED_DOMAINS: '*' }, 'lists domains, separated by commas'],
  ])('the settings %j fail with "%s"', (env, fault) => {
    expect(() => readConfig({ DATA_DIR: '/srv/store', ...env })).toThrow(fault)
  })
})

describe('a store with every method on', () => {
  const env = { IDENTITY_METHODS: identityMethods.join(',') }

  test('a demo sends text messages to its outbox and requires an enrolled second factor', {
    tags: 'long',
  }, async () => {
    const store = await openTestStore({ env })
    const call = (path: string, payload: object) => toolkit(store, path, payload)
    await call('v1/accounts:sendVerificationCode', { phoneNumber: '+15555550100' })
    const { body } = await store.call({ url: '/identity/outbox' })
    expect(JSON.parse(body)).toMatchObject([
      { to: '+15555550100', subject: 'Text message', text: expect.stringMatching(/^\d{6} is your/) },
    ])
    const { idToken, email, password } = await store.signUp()
    await store.database.pool.query('update identity.users set email_verified = true')
    const started = await call('v2/accounts/mfaEnrollment:start', { idToken, totpEnrollmentInfo: {} })
    const { sharedSecretKey, sessionInfo } = started.totpSessionInfo
    const verificationCode = appCode(sharedSecretKey, store.clock.now())
    const totpVerificationInfo = { sessionInfo, verificationCode }
    const enrolled = await call('v2/accounts/mfaEnrollment:finalize', { idToken, totpVerificationInfo })
    expect(enrolled).toHaveProperty('idToken')
    const signedIn = await call('v1/accounts:signInWithPassword', { email, password })
    expect(signedIn).toHaveProperty('mfaPendingCredential')
    const [hint] = signedIn.mfaInfo
    const passed = await call('v2/accounts/mfaSignIn:finalize', {
      mfaPendingCredential: signedIn.mfaPendingCredential,
      mfaEnrollmentId: hint.mfaEnrollmentId,
      totpVerificationInfo: { verificationCode: appCode(sharedSecretKey, store.clock.now(), 1) },
    })
    // The store accepts the token of a session that passed both factors.
    const exchanged = await store.call({
      method: 'PUT',
      url: `/api/user/${email}`,
      token: passed.idToken,
      payload: { email },
    })
    expect(exchanged.statusCode).toBe(200)
    await store.close()
  })

  test('a production store without an SMS gateway rejects code requests', { tags: 'long' }, async () => {
    const store = await openTestStore({ env: { ...production, IDENTITY_METHODS: 'password,phone' } })
    const url = `/identity/v1/accounts:sendVerificationCode?key=${store.config.identity.apiKey}`
    const payload = { phoneNumber: '+15555550100' }
    const response = await store.call({ method: 'POST', url, payload })
    expect(response.json()).toMatchObject({ error: { code: 400, message: 'OPERATION_NOT_ALLOWED' } })
    await store.close()
  })
})
