import { rm } from 'node:fs/promises'
import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { writeTestRenderedPage } from '../../../support/http/one-page.ts'
import { insertProduct } from '../../../support/shop-rows.ts'
import { openTestStore, type TestStore } from '../../../support/store.ts'

let root: string
let store: TestStore
let port: number
let rendered: string[]
/** Names of the headers with which a page was rendered last. */
let headerNames: string[]
let beforeRender: () => Promise<void>

beforeAll(async () => {
  root = await writeTestRenderedPage()
  Object.assign(globalThis, {
    async renderPage({ url, headers }: Request) {
      const { pathname, search } = new URL(url)
      rendered.push(pathname + search)
      headerNames = [...headers.keys()]
      await beforeRender()
      return `<p>${pathname}${search}</p>`
    },
  })
  store = await openTestStore({ web: root })
  port = Number(new URL(await store.app.listen({ port: 0, host: '127.0.0.1' })).port)
})
afterAll(async () => {
  await store.close()
  await rm(root, { recursive: true, force: true })
})
beforeEach(() => {
  rendered = []
  beforeRender = async () => {}
})

type FetchedResponse = { status: number; type: string | undefined; body: string }

/** Sends the address unchanged over a connection, since `inject` would resolve dot segments. */
function send(address: string): Promise<FetchedResponse> {
  return new Promise((resolve, reject) => {
    const call = request({ port, host: '127.0.0.1', path: address }, async (response) => {
      const { statusCode = 0, headers } = response
      resolve({ status: statusCode, type: headers['content-type'], body: await text(response) })
    })
    call.on('error', reject).end()
  })
}

test('a page whose address resolves to an API address is not sent to callers of that API', async () => {
  const id = await insertProduct(store.database.db)
  const another = await insertProduct(store.database.db)
  const rendering = Promise.withResolvers<void>()
  const gate = Promise.withResolvers<void>()
  beforeRender = () => {
    rendering.resolve()
    return gate.promise
  }
  const page = send(`/x/%2e%2e/api/service/${id}`)
  await rendering.promise
  const apiCall = send(`/api/service/${id}`)
  // Once a later call has its response, the first one would have joined an in-flight request.
  await send(`/api/service/${another}`)
  gate.resolve()
  const response = await apiCall
  expect(response).toMatchObject({ status: 200, type: 'application/json; charset=utf-8' })
  expect(JSON.parse(response.body)._id).toBe(id)
  expect(await page).toMatchObject({ status: 404, type: 'text/html' })
})

const unknownAddresses = [
  '//',
  '//api/service',
  '/x//y',
  '/x/../api/service',
  '/./',
  '/x/%2E%2e/',
  '/\\x',
  '/parts\\..\\x',
  '/x#y',
  '/%70arts',
  '/%61pi/service',
]

test.each(unknownAddresses)('%s is rendered as /page-not-found, with 404', async (address) => {
  expect(await send(address)).toMatchObject({ status: 404, type: 'text/html' })
  expect(rendered).toEqual(['/page-not-found'])
})

test.each([
  ['/api//service', 'not_found'],
  ['/api/./service', 'not_found'],
  ['/api/x/%2e%2e/service', 'not_found'],
  ['/api/service\\', 'not_found'],
  ['/api/service#x', 'not_found'],
  ['/api/%73ervice', 'not_found'],
  ['/uploads/../api/service', 'not_found'],
])('%s gets 404 with the code %s and does not use the cache', async (address, code) => {
  const { misses } = store.cache.stats()
  const { status, type, body } = await send(address)
  expect([status, type, JSON.parse(body).code]).toEqual([404, 'application/problem+json', code])
  expect(store.cache.stats().misses).toBe(misses)
})

test.each(['/identity/../api/service', '/identity/v1//accounts:lookup'])(
  '%s gets an error in the form of the Identity Toolkit',
  async (address) => {
    const { status, body } = await send(address)
    expect([status, JSON.parse(body)]).toMatchObject([404, { error: { code: 404, message: 'Not Found' } }])
  },
)

test.each(['/payments/../api/service', '/payments/v1/%2e%2e/control'])(
  '%s gets an error in the form of the card provider',
  async (address) => {
    const { status, body } = await send(address)
    expect([status, JSON.parse(body)]).toMatchObject([404, { error: { type: 'invalid_request_error' } }])
  },
)

test.each([
  ['/parts/', '/parts/'],
  ['/parts?q=%C3%B6l%20filter', '/parts?q=%C3%B6l+filter'],
  ['/parts?q=a//b/../c', '/parts?q=a%2F%2Fb%2F..%2Fc'],
  ['/parts/caf%C3%A9', '/parts/caf%C3%A9'],
  ['/parts/a%2Fb', '/parts/a%2Fb'],
  ['http://other.example/parts?q=1', '/parts?q=1'],
  ['http://other.example?q=/api/service', '/?q=%2Fapi%2Fservice'],
])('%s is rendered as the page %s', async (address, expected) => {
  await send(address)
  expect(rendered).toEqual([expected])
})

test('a page is rendered without the headers of its visitor, since all visitors get it', async () => {
  const headers = { authorization: 'Bearer secret', cookie: 'a=b', 'accept-language': 'de' }
  const first = await store.call({ url: '/?q=shared', headers })
  expect([first.statusCode, rendered, headerNames]).toEqual([200, ['/?q=shared'], []])
  expect(first.headers.vary).toBe('accept-encoding')
  expect(first.headers['set-cookie']).toBeUndefined()
})

test('the API rejects a query with invalid escapes, since it would share a cache key with a valid one', async () => {
  const { body } = await send('/api/service?limit=1&q=%ff')
  expect(JSON.parse(body)).toMatchObject({
    code: 'invalid_request',
    errors: [{ path: 'q', message: 'Escapes must be UTF-8, such as %C3%A9; a percent sign is %25' }],
  })
  for (const query of ['q=%EF%BF%BD', 'q=100%25', 'q=%C3%B6l+filter%20x'])
    expect(await send(`/api/service?${query}`)).toMatchObject({ status: 200, body: '[]' })
})
