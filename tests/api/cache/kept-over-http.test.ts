import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { type IncomingHttpHeaders, request, type Server } from 'node:http'
import { connect } from 'node:net'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { trackRequests } from '#server/http/drain.ts'
import { insertProduct } from '../../support/database/rows.ts'
import { writePageOfParts } from '../../support/http/one-page.ts'
import { openTestStore, type TestStore } from '../../support/store.ts'

let root: string
let store: TestStore
let port: number
let id: string

beforeAll(async () => {
  root = await writePageOfParts()
  // an instance alone: what is kept is answered before the application sees the request
  store = await openTestStore({ web: root, hear: () => ({ stop: async () => {} }) })
  id = await insertProduct(store.database.db, { description: 'vented '.repeat(300) })
  for (let n = 0; n < 30; n += 1) await insertProduct(store.database.db)
  await store.app.listen({ port: 0, host: '127.0.0.1' })
  const address = store.app.server.address()
  port = typeof address === 'object' && address ? address.port : 0
  // what is asked for once is not kept yet
  for (const path of [...addresses(), '/?category=tools&q=disc', '/api/service?limit=10']) await ask(path)
})
afterAll(async () => {
  await store.close()
  await rm(root, { recursive: true, force: true })
})
beforeEach(() => store.cache.change(['*']))

type Answer = { status: number; headers: IncomingHttpHeaders; body: Buffer }

function ask(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const call = request({ port, host: '127.0.0.1', path, method, headers }, async (answer) => {
      const chunks: Buffer[] = []
      for await (const chunk of answer) chunks.push(chunk)
      const { date: _, ...rest } = answer.headers
      resolve({ status: answer.statusCode ?? 0, headers: rest, body: Buffer.concat(chunks) })
    })
    call.on('error', reject).end()
  })
}

/** Whether an answer was taken from the cache, and how the application, asked past the port, would answer. */
async function askKept(path: string, headers: Record<string, string> = {}, method = 'GET') {
  const before = store.cache.stats()
  const answer = await ask(path, headers, method)
  const after = store.cache.stats()
  return { answer, isKept: after.hits === before.hits + 1 && after.misses === before.misses }
}

const addresses = () => [
  '/',
  '/api/service',
  `/api/service/${id}`,
  '/api/review',
  '/api/config',
  '/sitemap.xml',
]

test('a kept answer has the status, headers and bytes of the first one, in every encoding', async () => {
  for (const path of addresses()) {
    for (const encoding of ['identity', 'gzip', 'br']) {
      const headers = { 'accept-encoding': encoding }
      store.cache.change(['*'])
      const first = await ask(path, headers)
      const { answer, isKept } = await askKept(path, headers)
      expect([path, isKept]).toEqual([path, true])
      expect(answer).toEqual(first)
      const past = await store.app.inject({ url: path, headers })
      const { date: _, ...pastHeaders } = past.headers
      const { 'keep-alive': _alive, ...hereHeaders } = first.headers
      expect({ ...pastHeaders, connection: 'keep-alive' }).toEqual(hereHeaders)
    }
  }
})

test('every kept answer says how to keep it, and carries the headers of every other answer', async () => {
  const other = await ask('/api/nope')
  for (const path of addresses()) {
    const { headers } = await ask(path)
    for (const name of ['x-content-type-options', 'referrer-policy', 'cross-origin-opener-policy'])
      expect([path, name, headers[name]]).toEqual([path, name, other.headers[name]])
    expect(headers).toMatchObject({
      vary: 'accept-encoding',
      etag: expect.stringMatching(/^W\/"[\w-]{22}"$/),
    })
    expect(headers['cache-control']).toBe(path.endsWith('.xml') ? 'public, max-age=3600' : 'no-cache')
    const policy = path === '/' ? "default-src 'self'" : "default-src 'none'"
    expect(headers['content-security-policy']).toContain(policy)
  }
})

describe('encodings', () => {
  const open = { identity: (body: Buffer) => body, br: brotliDecompressSync, gzip: gunzipSync }
  test.each([
    ['br, gzip', 'br'],
    ['gzip', 'gzip'],
    ['gzip;q=1, br;q=0', 'gzip'],
    ['deflate', 'identity'],
    ['', 'identity'],
  ] as const)('who takes “%s” gets %s, of what is worth it', async (accepted, encoding) => {
    const plain = await ask('/api/service')
    for (const _ of ['made', 'kept']) {
      const { headers, body } = await ask('/api/service', { 'accept-encoding': accepted })
      expect(headers['content-encoding'] ?? 'identity').toBe(encoding)
      expect(Number(headers['content-length'])).toBe(body.length)
      expect(open[encoding](body)).toEqual(plain.body)
    }
    const short = await ask('/api/review', { 'accept-encoding': accepted })
    expect([short.headers['content-encoding'], short.body.toString()]).toEqual([undefined, '[]'])
  })
})

test('who has an answer already is told so, whatever the encoding, until it changes', async () => {
  for (const path of addresses()) {
    const { headers } = await ask(path)
    const etag = String(headers.etag)
    for (const condition of [etag, etag.replace('W/', ''), `"x", ${etag}`, '*']) {
      const known = await ask(path, { 'if-none-match': condition, 'accept-encoding': 'br' })
      expect([path, known.status, known.body.length, known.headers.etag]).toEqual([path, 304, 0, etag])
      expect(known.headers['cache-control']).toBe(headers['cache-control'])
    }
    expect((await ask(path, { 'if-none-match': '"other"' })).status).toBe(200)
  }
  const before = await ask(`/api/service/${id}`)
  await store.database.db.updateTable('products').set({ price_minor: 4321 }).where('id', '=', id).execute()
  store.cache.change([`product:${id}`])
  const after = await ask(`/api/service/${id}`, { 'if-none-match': String(before.headers.etag) })
  expect([after.status, JSON.parse(after.body.toString()).price]).toEqual([200, 43.21])
})

test('HEAD answers the headers of GET and no body, made or kept', async () => {
  for (const path of addresses()) {
    store.cache.change(['*'])
    const made = await ask(path, {}, 'HEAD')
    const full = await ask(path)
    const { answer: kept, isKept } = await askKept(path, {}, 'HEAD')
    expect(isKept).toBe(true)
    for (const head of [made, kept]) expect(head).toEqual({ ...full, body: Buffer.alloc(0) })
  }
})

test('parameters that an address does not know change nothing, and the link to the next page leaves them out', async () => {
  const first = await ask('/api/service?limit=10')
  const { answer, isKept } = await askKept('/api/service?utm_source=x&limit=10&fbclid=y')
  expect([isKept, answer]).toEqual([true, first])
  expect(first.headers.link).toMatch(/\/api\/service\?limit=10&after=[\w-]+>; rel="next"$/)
  await ask('/?category=tools&q=disc')
  expect((await askKept('/?utm=1&q=disc&category=tools')).isKept).toBe(true)
})

test('what a refusal would answer is not taken from the cache', async () => {
  await ask('/api/service')
  expect((await ask('/api/service', {}, 'PUT')).status).toBe(404)
  expect((await ask('/api/service', {}, 'POST')).status).toBe(401)
  expect((await ask('/api/service?limit=0')).status).toBe(400)
  expect((await ask('/api/service?limit=5&limit=6')).status).toBe(400)
  expect((await ask('/nope')).status).toBe(404)
  expect((await ask('/nope')).status).toBe(404)
})

test('a reading that brings a body is left to the application, and answered alike', async () => {
  const first = await ask('/api/service')
  const answer = await new Promise<Answer>((resolve, reject) => {
    const headers = { 'content-type': 'application/json', 'content-length': '2' }
    request({ port, host: '127.0.0.1', path: '/api/service', method: 'GET', headers }, async (incoming) => {
      const chunks: Buffer[] = []
      for await (const chunk of incoming) chunks.push(chunk)
      resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, body: Buffer.concat(chunks) })
    })
      .on('error', reject)
      .end('{}')
  })
  expect([answer.status, answer.body]).toEqual([200, first.body])
})

test('a store that drains asks the clients of kept answers to leave, too', async () => {
  const server: Server = store.app.server
  await ask('/api/service')
  const { misses } = store.cache.stats()
  const drain = trackRequests(server)
  expect((await ask('/api/service')).headers.connection).toBe('keep-alive')
  // the server takes no new connection while it drains: this one stands before
  const accepted = once(server, 'connection')
  const socket = connect(port, '127.0.0.1')
  await accepted
  const drained = drain()
  socket.write('GET /api/service HTTP/1.1\r\nhost: store\r\n\r\n')
  const [head] = await once(socket.setEncoding('latin1'), 'data')
  expect(head).toMatch(/^HTTP\/1\.1 200 OK\r\n/)
  expect(head).toMatch(/\r\nconnection: close\r\n/i)
  await drained
  expect(store.cache.stats().misses).toBe(misses)
})
