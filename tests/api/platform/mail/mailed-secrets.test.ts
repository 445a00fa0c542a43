import { afterAll, beforeAll, expect, test } from 'vitest'
import { listMail } from '#server/platform/mail/mail-history.ts'
import { openSmtpServer, type SmtpServer } from '../../../support/smtp-server.ts'
import { openTestStore, type Person, type TestStore } from '../../../support/store.ts'

let smtp: SmtpServer
let store: TestStore
let person: Person

beforeAll(async () => {
  smtp = await openSmtpServer()
  const rules = { STORE_MODE: 'production', PUBLIC_URL: 'https://parts.example:8443', CARDS: 'off' }
  const mail = { SMTP_URL: smtp.smtpUrl, MAIL_FROM: 'store@parts.example', TRUST_PROXY: 'false' }
  store = await openTestStore({ env: { ...rules, ...mail, IDENTITY_METHODS: 'password,emailLink' } })
  person = await store.signUp()
})
afterAll(async () => {
  await store.close()
  await smtp.stop()
})

test('a store in production deletes the text of a mail with a one-time link once it was sent', async () => {
  const { email, idToken } = person
  const requests = [
    { requestType: 'PASSWORD_RESET', email },
    { requestType: 'VERIFY_EMAIL', idToken },
    { requestType: 'EMAIL_SIGNIN', email, continueUrl: 'https://parts.example:8443/login' },
    { requestType: 'VERIFY_AND_CHANGE_EMAIL', idToken, newEmail: 'new@example.com' },
  ]
  const url = `/identity/v1/accounts:sendOobCode?key=${store.config.identity.apiKey}`
  for (const payload of requests) {
    const response = await store.call({ method: 'POST', url, payload })
    expect(response.statusCode).toBe(200)
  }
  const texts = async () => (await listMail(store.database.db)).map(({ text }) => text)
  expect((await texts()).filter((text) => text.includes('oobCode='))).toHaveLength(4)
  expect(await store.outbox.deliver()).toBe(4)
  // Quoted-printable breaks long lines.
  const mailed = smtp.accepted.map(({ text }) => text.replaceAll('=\r\n', ''))
  expect(mailed.filter((text) => text.includes('oobCode'))).toHaveLength(4)
  expect(await texts()).toEqual(['', '', '', ''])
  // RFC 5322, 3.6.4: a Message-ID contains no port.
  for (const { messageId } of smtp.accepted) expect(messageId).toMatch(/^<[0-9a-f-]{36}@parts\.example>$/)
})
