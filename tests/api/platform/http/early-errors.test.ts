import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { writeOnePage } from '../../../support/http/one-page.ts'
import { openTestStore, type TestStore } from '../../../support/store.ts'

let root: string
let store: TestStore
let port: number

beforeAll(async () => {
  root = await writeOnePage()
  store = await openTestStore({ web: root, env: { PUBLIC_URL: 'https://shop.example' } })
  port = Number(new URL(await store.app.listen({ port: 0, host: '127.0.0.1' })).port)
})
afterAll(async () => {
  await store.close()
  await rm(root, { recursive: true, force: true })
})

const securityHeaders = [
  'x-content-type-options: nosniff',
  'referrer-policy: strict-origin-when-cross-origin',
  'cross-origin-opener-policy: same-origin',
  'cross-origin-resource-policy: same-origin',
  'permissions-policy: camera=(), ',
  'cache-control: ',
  'strict-transport-security: max-age=31536000',
  'content-security-policy: default-src',
]

/** Sends the bytes; returns everything received until the connection ends, with header lines in lower case. */
async function send(bytes: string): Promise<{ lines: string[]; body: string }> {
  const socket = connect(port, '127.0.0.1')
  socket.write(bytes)
  return read(socket)
}

async function read(socket: Socket): Promise<{ lines: string[]; body: string }> {
  const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n', 2)
  return { lines: head.toLowerCase().split('\r\n'), body }
}

function get(address: string): Promise<{ lines: string[]; body: string }> {
  return send(`GET ${address} HTTP/1.1\r\nhost: shop.example\r\nconnection: close\r\n\r\n`)
}

function expectSecurityHeaders(lines: string[]): void {
  for (const line of securityHeaders) expect(lines).toContainEqual(expect.stringContaining(line))
}

const long = 'x'.repeat(1025)

test.each([
  ['/%zz', 404, '<p>page</p>'],
  ['/x/../y', 404, '<p>page</p>'],
  ['/api/%zz', 404, '"code":"not_found"'],
  ['/uploads/%zz', 404, '"code":"not_found"'],
  [`/api/service/${long}`, 414, '"code":"address_too_long"'],
  [`/api/nope/${long}`, 414, '"code":"address_too_long"'],
  [`/api/user/${'%C3%A9'.repeat(1025)}`, 414, '"code":"address_too_long"'],
  [`/api/user/${'%C3%A9'.repeat(300)}@example.com`, 401, '"code":"unauthenticated"'],
  ['/identity/%zz', 404, '"status":"NOT_FOUND"'],
  [`/identity/${long}`, 404, '"status":"NOT_FOUND"'],
  ['/payments/%zz', 404, '"type":"invalid_request_error"'],
  [`/payments/v1/payment_intents/${long}`, 401, '"type":"invalid_request_error"'],
])('%s is rejected with %i in the form of its prefix, with all security headers', async (...row) => {
  const [address, status, part] = row
  const { lines, body } = await get(address)
  expect(lines[0]).toContain(`http/1.1 ${status} `)
  expect(body).toContain(part)
  expectSecurityHeaders(lines)
})

test.each([
  ['GET', '/'],
  ['GET', '/healthz'],
  ['GET', '/readyz'],
  ['GET', '/x.png'],
  ['GET', '/robots.txt'],
  ['GET', '/sitemap.xml'],
  ['GET', '/assets/a.js'],
  ['GET', '/assets/nope.js'],
  ['GET', '/uploads/nope.webp'],
  ['GET', '/metrics'],
  ['GET', '/api/config'],
  ['GET', '/api/service'],
  ['GET', '/api/order'],
  ['GET', '/api/docs'],
  ['GET', '/api/openapi.json'],
  ['GET', '/identity/.well-known/jwks.json'],
  ['GET', '/identity/outbox'],
  ['GET', '/identity/popup'],
  ['GET', '/payments/v1/stripe.js'],
  ['GET', '/payments/control'],
  ['HEAD', '/'],
  ['HEAD', '/healthz'],
  ['OPTIONS', '/'],
  ['POST', '/healthz'],
  ['TRACE', '/'],
])('%s %s has all security headers, and says how it is cached', async (method, address) => {
  const request = `${method} ${address} HTTP/1.1\r\nhost: shop.example\r\nconnection: close\r\n\r\n`
  const { lines } = await send(request)
  for (const line of securityHeaders) {
    // the sandbox of the popup and of the card frame have their own
    const [name = ''] = line.split(': ')
    const isOwn = ['content-security-policy', 'referrer-policy', 'cross-origin-opener-policy'].includes(name)
    expect(lines).toContainEqual(expect.stringContaining(isOwn ? `${name}: ` : line))
  }
})

const unreadable: [string, string, number, string][] = [
  ['no HTTP', 'GARBAGE\r\n\r\n', 400, 'malformed_request'],
  ['an address without a slash', 'GET parts HTTP/1.1\r\nhost: x\r\n\r\n', 400, 'malformed_request'],
  ['two lengths', 'POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 1, 2\r\n\r\n', 400, 'malformed_request'],
  ['long headers', `GET / HTTP/1.1\r\nhost: x\r\nx: ${'x'.repeat(20_000)}\r\n\r\n`, 431, 'headers_too_large'],
  ['a long address', `GET /${'x'.repeat(20_000)} HTTP/1.1\r\n\r\n`, 431, 'headers_too_large'],
]

test.each(unreadable)(
  '%s gets a problem document, and the connection ends',
  async (_what, bytes, status, code) => {
    const { lines, body } = await send(bytes)
    expect(lines[0]).toContain(`http/1.1 ${status} `)
    expect(lines).toContain('content-type: application/problem+json')
    expect(lines).toContain('connection: close')
    expect(lines).toContain(`content-length: ${body.length}`)
    expectSecurityHeaders(lines)
    expect(JSON.parse(body)).toMatchObject({ status, code })
  },
)

test('a request that Node reports as too late gets 408', async () => {
  const accepted = once(store.app.server, 'connection')
  const client = connect(port, '127.0.0.1')
  const [socket] = await accepted
  const late = Object.assign(new Error('Request timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })
  store.app.server.emit('clientError', late, socket)
  const { lines, body } = await read(client)
  expect([lines[0], JSON.parse(body).code]).toEqual(['http/1.1 408 request timeout', 'request_timeout'])
})
