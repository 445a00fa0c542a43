import { rm } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { writeOnePage } from '../../../support/http/one-page.ts'
import { openTestStore, type TestStore } from '../../../support/store.ts'

let root: string
let store: TestStore

beforeAll(async () => {
  root = await writeOnePage()
  store = await openTestStore({ web: root })
})
afterAll(async () => {
  await store.close()
  await rm(root, { recursive: true, force: true })
})

test('the page of this store is sent', async () => {
  const response = await store.call({ url: '/' })
  expect([response.statusCode, response.payload]).toEqual([200, '<p>page</p>'])
})

test.each(['//', '//evil.example', '//[', '//a:99999/', '/nope'])('%s is 404', async (url) => {
  expect((await getUnchanged(url)).statusCode).toBe(404)
})

test.each(['/parts/%E0%A4%A', '/%', '/%ff', '/%ff?q=1', 'http://other.example/%ff'])(
  'the malformed address %s is an unknown page',
  async (url) => {
    const { statusCode, headers, payload } = await getUnchanged(url)
    expect([statusCode, headers['content-type'], payload]).toEqual([404, 'text/html', '<p>page</p>'])
    expect(headers['content-security-policy']).toContain("default-src 'self'")
    const head = await store.app.inject({ method: 'HEAD', url: { pathname: url } })
    expect([head.statusCode, head.payload]).toEqual([404, ''])
  },
)

test.each(['/api/%', '/api/service/%ff', '/uploads/%ff', '/assets/%ff'])(
  'the malformed address %s is 404',
  async (url) => {
    const response = await getUnchanged(url)
    expect([response.statusCode, response.json().code]).toEqual([404, 'not_found'])
  },
)

test('a page is sent only in an encoding that the client accepts', async () => {
  const encoding = async (accepted: string) =>
    (await store.call({ url: '/', headers: { 'accept-encoding': accepted } })).headers['content-encoding']
  expect(await encoding('gzip, br')).toBe('br')
  expect(await encoding('gzip;q=0.5, br;q=0')).toBe('gzip')
  expect(await encoding('br;q=0.0, gzip;q=0, bread')).toBeUndefined()
})

describe('an unknown address gets an error in the form of its prefix', () => {
  test.each(['GET', 'POST', 'PUT'] as const)('%s of the API gets a problem document', async (method) => {
    const response = await store.call({ method, url: '/api/nope' })
    expect(response.statusCode).toBe(404)
    expect(response.headers['content-type']).toBe('application/problem+json')
    expect(response.json()).toMatchObject({ code: 'not_found' })
  })

  const methods = ['GET', 'POST'] as const
  test.each(methods)('%s of the sign-in gets the Identity Toolkit’s error', async (method) => {
    for (const url of ['/identity/nope', '/identity/%zz', `/identity/${'x'.repeat(2000)}`]) {
      const response = await store.call({ method, url })
      expect(response.json()).toMatchObject({ error: { code: 404, message: 'Not Found' } })
    }
  })

  test('the prefix without a path gets an error in the same form', async () => {
    expect((await store.call({ url: '/api' })).json()).toMatchObject({ code: 'not_found' })
    expect((await store.call({ url: '/identity' })).json()).toMatchObject({ error: { code: 404 } })
    const { error } = (await store.call({ url: '/payments/v1' })).json()
    expect(error).toMatchObject({ type: 'invalid_request_error' })
  })

  test('a sign-in call by the wrong method gets an error that names the right one', async () => {
    const response = await store.call({ url: '/identity/v1/accounts:lookup' })
    expect([response.statusCode, response.headers.allow]).toEqual([405, 'POST'])
  })

  test.each(methods)('%s of the card sandbox gets the provider’s error', async (method) => {
    const long = `/payments/v1/nope/${'x'.repeat(2000)}`
    for (const url of ['/payments/v1/nope', '/payments/nope', '/payments/%zz', long]) {
      const response = await store.call({ method, url })
      expect(response.statusCode).toBe(404)
      const message = `Unrecognized request URL (${method}: ${url.replace('/payments', '')}).`
      expect(response.json()).toMatchObject({ error: { type: 'invalid_request_error' } })
      expect(response.json().error.message).toContain(message)
    }
  })
})

describe('errors of the file server are client errors', () => {
  test.each(['/uploads/', '/assets/', '/uploads/nope.webp', '/assets/.git/config'])(
    '%s is 404',
    async (url) => {
      expect((await store.call({ url })).json()).toMatchObject({ status: 404, code: 'not_found' })
    },
  )

  test.each(['/uploads/%00', '/assets/a%5c..%5cb', '/assets/%2e%2e%2fserver/index.js'])(
    '%s is 400 or 404',
    async (url) => {
      expect((await getUnchanged(url)).statusCode).toBeOneOf([400, 404])
    },
  )

  test.each([{ 'if-match': '"another"' }, { 'if-unmodified-since': 'Mon, 01 Jan 1990 00:00:00 GMT' }])(
    'a file requested with %o is 400',
    async (headers) => {
      const response = await store.call({ url: '/assets/a.js', headers })
      expect([response.statusCode, response.json().code]).toEqual([400, 'invalid_request'])
    },
  )

  test('a range outside the file is 416 and returns the length of the file', async () => {
    const { payload: file } = await store.call({ url: '/assets/a.js' })
    const response = await store.call({ url: '/assets/a.js', headers: { range: 'bytes=99999-' } })
    expect([response.statusCode, response.json().code]).toEqual([416, 'range_unsatisfiable'])
    expect(response.headers['content-range']).toBe(`bytes */${file.length}`)
  })
})

/** Sends the address unchanged, since `inject` would parse `//host` as a host. */
function getUnchanged(url: string) {
  return store.app.inject({ method: 'GET', url: { pathname: url } })
}
