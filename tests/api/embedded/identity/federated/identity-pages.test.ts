import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  API_KEY,
  errorOf,
  NONCE,
  startIdentity,
  type TestIdentity,
} from '#tests/support/identity/identity.ts'

let identity: TestIdentity
beforeAll(async () => {
  identity = await startIdentity()
})
afterAll(() => identity.close())

const page = (path: string, headers: Record<string, string> = { accept: 'text/html' }) =>
  identity.app.inject({ url: `/identity/${path}`, headers })

describe('the demo popup', () => {
  test('the popup is a page without inline script that no frame may embed', async () => {
    const response = await page(`popup?apiKey=${API_KEY}&eventId="><script>alert(1)</script>&nonce=n`)
    expect(response.statusCode).toBe(200)
    expect(response.headers['content-security-policy']).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    )
    expect(response.body).toContain('<title>Sign in with Google (practice)</title>')
    expect(response.body).toContain('ada.practice@example.net')
    expect(response.body).not.toContain('alert(1)')
    expect(response.body).not.toMatch(/<script(?![^>]*\ssrc=)|\son[a-z]+=|\sstyle=/)
  })

  test('its script and style have their content types', async () => {
    expect((await page('popup.js')).headers['content-type']).toBe('text/javascript; charset=utf-8')
    expect((await page('pages.css')).headers['content-type']).toBe('text/css; charset=utf-8')
  })

  test('the popup and its calls require the API key', async () => {
    expect((await page('popup')).statusCode).toBe(403)
    for (const path of ['popup/code', 'popup/grant']) {
      const reply = await identity.post(path, { nonce: NONCE, account: 'ada' }, { key: 'other' })
      expect(errorOf(reply)).toBe('400 API key not valid. Please pass a valid API key.')
    }
  })

  test.each([
    ['popup/grant', { nonce: NONCE, account: 'eve' }, '400 USER_NOT_FOUND'],
    ['popup/grant', { nonce: 'short', account: 'ada' }, '400 INVALID_ARGUMENT'],
    ['popup/grant', { account: 'ada' }, '400 INVALID_ARGUMENT'],
    ['popup/grant', { nonce: NONCE, name: ' ', email: 'a@b.example' }, '400 INVALID_ARGUMENT'],
    ['popup/grant', { nonce: NONCE, name: 'A\0', email: 'a@b.example' }, '400 INVALID_ARGUMENT'],
    ['popup/grant', { nonce: NONCE, name: 'A', email: 'nope' }, '400 INVALID_EMAIL'],
    ['popup/code', { nonce: NONCE, email: 'nope' }, '400 INVALID_EMAIL'],
    ['popup/code', { nonce: NONCE, email: 'a@b.example\r\nBcc: c@d.example' }, '400 INVALID_EMAIL'],
    ['popup/code', {}, '400 INVALID_ARGUMENT'],
  ])('a request to %s with %j is rejected with %s', async (path, body, expected) => {
    expect(errorOf(await identity.post(path, body))).toBe(expected)
  })

  test('grants and codes of the popup are limited per hour', async () => {
    const strict = await startIdentity({ limits: { signUpsPerHour: 2, mailsPerHour: 1 } })
    const requestGrant = () => strict.post('popup/grant', { nonce: NONCE, account: 'ada' }).then(errorOf)
    expect([await requestGrant(), await requestGrant()]).toEqual(['200 no error', '200 no error'])
    expect(await requestGrant()).toMatch(/^429 TOO_MANY_ATTEMPTS_TRY_LATER/)
    const requestCode = () => strict.post('popup/code', { nonce: NONCE, email: 'a@b.example' }).then(errorOf)
    expect(await requestCode()).toBe('200 no error')
    expect(await requestCode()).toMatch(/^429 TOO_MANY_ATTEMPTS_TRY_LATER/)
    strict.clock.advance(3600)
    expect([await requestGrant(), await requestCode()]).toEqual(['200 no error', '200 no error'])
    await strict.close()
  })
})

describe('the outbox', () => {
  test('the outbox lists mails newest first, as JSON and as a page with links and escaped text', async () => {
    await identity.post('v1/accounts:signUp', { email: 'ann@example.com', password: 'secret1' })
    await identity.post('v1/accounts:sendOobCode', {
      requestType: 'PASSWORD_RESET',
      email: 'ann@example.com',
    })
    const mail = { to: 'bo@example.com', subject: '<b>Hi</b>', text: 'See https://x.example/?a=1&b="2" now' }
    await identity.database.db
      .insertInto('mails')
      .values({
        id: '0193d3a0-0000-7000-8000-000000000000',
        recipient: mail.to,
        subject: mail.subject,
        body: mail.text,
      })
      .execute()
    const json = await page('outbox', { accept: 'application/json' })
    expect(json.json()).toMatchObject([
      mail,
      { to: 'ann@example.com', subject: 'Reset your password', text: expect.stringContaining('oobCode=') },
    ])
    const html = await page('outbox')
    expect(html.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(html.body).toContain('&#60;b&#62;Hi&#60;/b&#62;')
    expect(html.body).toContain('<a href="https://x.example/?a=1&#38;b=&#34;2&#34;" rel="noreferrer">')
    expect(html.body).toMatch(/href="http:\/\/localhost:3000\/reset-password\?mode=resetPassword/)
  })
})

test('the outbox rejects foreign host names, which a page of another site may own', async () => {
  for (const host of ['rebind.evil.test', 'localhost.evil.test', '127.0.0.1.evil.test:3000']) {
    const reply = await page('outbox', { host })
    expect(reply.statusCode, host).toBe(403)
    expect(reply.body).not.toContain('oobCode')
    expect(reply.json().error.status).toBe('PERMISSION_DENIED')
  }
  for (const host of ['localhost:3000', '127.0.0.1:8080', '[::1]:3000'])
    expect((await page('outbox', { host })).statusCode, host).toBe(200)
})

describe('outside demo mode', () => {
  test('popup, grants, outbox and Google sign-in do not exist', async () => {
    const production = await startIdentity({ demo: false })
    for (const path of ['popup', 'popup.js', 'pages.css', 'outbox']) {
      const reply = await production.get(`${path}?apiKey=${API_KEY}`)
      expect(errorOf(reply)).toBe('404 Not Found')
    }
    for (const path of ['popup/code', 'popup/grant']) {
      const reply = await production.post(path, { nonce: NONCE, account: 'ada', email: 'a@b.example' })
      expect(errorOf(reply)).toBe('404 Not Found')
    }
    const body = { requestUri: 'http://localhost', postBody: 'id_token=x&providerId=google.com' }
    const google = await production.post('v1/accounts:signInWithIdp', body)
    expect(errorOf(google)).toBe('400 OPERATION_NOT_ALLOWED')
    await production.close()
  })
})
