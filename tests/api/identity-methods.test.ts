import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { errorOf, signUp, startIdentity, type TestIdentity } from '#tests/support/identity.ts'
import { openTestStore } from '#tests/support/store.ts'

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

describe('a method that is off', () => {
  test.each([
    ['signUp', credentials, '400 OPERATION_NOT_ALLOWED'],
    ['signInWithPassword', credentials, '400 PASSWORD_LOGIN_DISABLED'],
    ['sendOobCode', { requestType: 'PASSWORD_RESET', email: 'q@example.com' }, '400 OPERATION_NOT_ALLOWED'],
    [
      'signInWithIdp',
      { requestUri: 'http://localhost', postBody: 'id_token=x&providerId=google.com' },
      '400 OPERATION_NOT_ALLOWED',
    ],
  ])('answers %s %j with %s', async (call, body, expected) => {
    expect(errorOf(await off.post(`v1/accounts:${call}`, body))).toBe(expected)
  })

  test('takes no new password from a code or from an account that has one', async () => {
    const { email, idToken } = await signUp(on)
    const update = { idToken, password: 'secret2' }
    expect(errorOf(await off.post('v1/accounts:update', update))).toBe('400 OPERATION_NOT_ALLOWED')
    const link = { idToken, email, password: 'secret2' }
    expect(errorOf(await off.post('v1/accounts:signUp', link))).toBe('400 OPERATION_NOT_ALLOWED')
    const oobCode = await on.mailedCode({ requestType: 'PASSWORD_RESET', email })
    const reset = { oobCode, newPassword: 'secret2' }
    expect(errorOf(await off.post('v1/accounts:resetPassword', reset))).toBe('400 PASSWORD_LOGIN_DISABLED')
  })

  test('leaves those who are signed in as they are', async () => {
    const { idToken } = await signUp(on)
    expect((await off.post('v1/accounts:lookup', { idToken })).status).toBe(200)
    expect((await off.post('v1/accounts:update', { idToken, displayName: 'Ann' })).status).toBe(200)
  })
})

describe('the login page is told', () => {
  test.each([
    [undefined, ['password', 'google']],
    ['password', ['password']],
    ['phone, google,password,totp', ['password', 'google']],
  ])('of IDENTITY_METHODS=%s what it can draw: %j', async (value, methods) => {
    const store = await openTestStore({ env: value === undefined ? {} : { IDENTITY_METHODS: value } })
    const { body } = await store.call({ url: '/api/config' })
    expect(JSON.parse(body)).toMatchObject({ identity: { methods } })
    await store.close()
  })
})
