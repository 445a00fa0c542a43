import { once } from 'node:events'
import { createServer } from 'node:http'
import { expect, test } from 'vitest'
import { portOf } from '#tests/support/http/listening-port.ts'
import { openTestStore, type TestStore } from '../../../support/store.ts'

/** Calls the embedded provider; returns the body, also of an error. */
async function callIdentity({ call, config }: TestStore, operation: string, payload: object) {
  const url = `/identity/v1/accounts:${operation}?key=${config.identity.apiKey}`
  const reply = await call({ method: 'POST', url, payload })
  return reply.json()
}

test.each([
  ['on', 'INVALID_LOGIN_CREDENTIALS', 'INVALID_LOGIN_CREDENTIALS', undefined],
  ['off', 'INVALID_PASSWORD', 'EMAIL_NOT_FOUND', 'EMAIL_NOT_FOUND'],
])(
  'with IDENTITY_EMAIL_PRIVACY=%s a wrong password gets %s, an unknown address %s',
  async (setting, wrong, unknown, reset) => {
    const store = await openTestStore({ env: { IDENTITY_EMAIL_PRIVACY: setting } })
    const { email } = await store.signUp()
    const outcomeOf = async (operation: string, payload: object) =>
      (await callIdentity(store, operation, payload)).error?.message
    expect(await outcomeOf('signInWithPassword', { email, password: 'not-this-one' })).toBe(wrong)
    const stranger = 'unknown@example.com'
    expect(await outcomeOf('signInWithPassword', { email: stranger, password: 'not-this-one' })).toBe(unknown)
    expect(await outcomeOf('sendOobCode', { requestType: 'PASSWORD_RESET', email: stranger })).toBe(reset)
    await store.close()
  },
)

test('a production store sends sign-in codes by its text message gateway', { tags: 'long' }, async () => {
  const received: string[] = []
  const gateway = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    received.push(`${request.headers.authorization} ${body}`)
    response.end()
  })
  gateway.listen(0, '127.0.0.1')
  await once(gateway, 'listening')
  const port = portOf(gateway)
  const store = await openTestStore({
    env: {
      STORE_MODE: 'production',
      DATABASE_URL: 'postgres://not-used@localhost/none',
      PUBLIC_URL: 'https://parts.example',
      CARDS: 'off',
      SMTP_URL: 'smtps://mail.example',
      MAIL_FROM: 'shop@parts.example',
      TRUST_PROXY: 'true',
      IDENTITY_METHODS: 'password,phone',
      SMS_URL: `http://127.0.0.1:${port}/send`,
      SMS_TOKEN: 't0ken',
    },
  })
  expect((await store.api.getConfig()).identity.methods).toEqual(['password', 'phone'])
  const phoneNumber = '+15555550100'
  const { sessionInfo } = await callIdentity(store, 'sendVerificationCode', { phoneNumber })
  expect(await store.outbox.deliver()).toBe(1)
  const [message] = received
  expect(message).toContain(`Bearer t0ken {"to":"${phoneNumber}","text":"`)
  const code = /\d{6} is/.exec(message ?? '')?.[0].slice(0, 6)
  const signedIn = await callIdentity(store, 'signInWithPhoneNumber', { sessionInfo, code })
  expect(signedIn).toMatchObject({ phoneNumber, isNewUser: true })
  await store.close()
  gateway.closeAllConnections()
  gateway.close()
})
