import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { type IncomingHttpHeaders, request, type Server } from 'node:http'
import { connect } from 'node:net'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { trackRequests } from '#server/platform/http/drain.ts'
import { portOf } from '#tests/support/http/listening-port.ts'
import { writePartsPage } from '../../../support/http/one-page.ts'
import { insertProduct } from '../../../support/shop-rows.ts'
import { openTestStore, type TestStore } from '../../../support/store.ts'

let root: string
let store: TestStore
let port: number
let id: string

beforeAll(async () => {
  root = await writePartsPage()
  // With a fixed clock no response expires.
  store = await openTestStore({ web: root, cacheLife: { now: () => 0 } })
  id = await insertProduct(store.database.db, { description: 'vented '.repeat(300) })
  for (let n = 0; n < 30; n += 1) await insertProduct(store.database.db)
  await store.app.listen({ port: 0, host: '127.0.0.1' })
  port = portOf(store.app.server)
  // A response is stored when it is requested a second time.
  for (const path of [...paths(), '/?category=tools&q=disc', '/api/service?limit=10']) await fetchPath(path)
})
afterAll(async () => {
  await store.close()
  await rm(root, { recursive: true, force: true })
})
beforeEach(() => store.cache.invalidate(['*']))

type FetchedResponse = { status: number; headers: IncomingHttpHeaders; body: Buffer }

function fetchPath(
  path: string,
  headers: Record<string, string> = {},
  method = 'GET',
): Promise<FetchedResponse> {
  return new Promise((resolve, reject) => {
    const call = request({ port, host: '127.0.0.1', path, method, headers }, async (response) => {
      const chunks: Buffer[] = []
      for await (const chunk of response) chunks.push(chunk)
      const { date: _, ...rest } = response.headers
      resolve({ status: response.statusCode ?? 0, headers: rest, body: Buffer.concat(chunks) })
    })
    call.on('error', reject).end()
  })
}

/** Returns a response, and whether it came from the cache. */
async function fetchAndCheckCache(path: string, headers: Record<string, string> = {}, method = 'GET') {
  const before = store.cache.stats()
  const response = await fetchPath(path, headers, method)
  const after = store.cache.stats()
  return { response, isCached: after.hits === before.hits + 1 && after.misses === before.misses }
}

const paths = () => ['/', '/api/service', `/api/service/${id}`, '/api/review', '/api/config', '/sitemap.xml']

test('a cached response has the status, headers and bytes of the first one, in every encoding', async () => {
  for (const path of paths()) {
    for (const encoding of ['identity', 'gzip', 'br']) {
      const headers = { 'accept-encoding': encoding }
      store.cache.invalidate(['*'])
      const first = await fetchPath(path, headers)
      const { response, isCached } = await fetchAndCheckCache(path, headers)
      expect([path, isCached]).toEqual([path, true])
      expect(response).toEqual(first)
      const inProcess = await store.app.inject({ url: path, headers })
      const { date: _, ...inProcessHeaders } = inProcess.headers
      const { 'keep-alive': _alive, ...socketHeaders } = first.headers
      expect({ ...inProcessHeaders, connection: 'keep-alive' }).toEqual(socketHeaders)
    }
  }
})

test('cacheable responses say how to cache them, and have the security headers of other responses', async () => {
  const other = await fetchPath('/api/nope')
  for (const path of paths()) {
    const { headers } = await fetchPath(path)
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

describe('encodings of cached responses', () => {
  const decode = { identity: (body: Buffer) => body, br: brotliDecompressSync, gzip: gunzipSync }
  test.each([
    ['br, gzip', 'br'],
    ['gzip', 'gzip'],
    ['gzip;q=1, br;q=0', 'gzip'],
    ['deflate', 'identity'],
    ['', 'identity'],
  ] as const)('a client that accepts “%s” gets %s, except for short bodies', async (accepted, encoding) => {
    const plain = await fetchPath('/api/service')
    for (const _ of ['first', 'second']) {
      const { headers, body } = await fetchPath('/api/service', { 'accept-encoding': accepted })
      expect(headers['content-encoding'] ?? 'identity').toBe(encoding)
      expect(Number(headers['content-length'])).toBe(body.length)
      expect(decode[encoding](body)).toEqual(plain.body)
    }
    const short = await fetchPath('/api/review', { 'accept-encoding': accepted })
    expect([short.headers['content-encoding'], short.body.toString()]).toEqual([undefined, '[]'])
  })
})

test('a client that has the response in another encoding gets 304 until it changes', async () => {
  for (const path of paths()) {
    const { headers } = await fetchPath(path)
    const etag = String(headers.etag)
    for (const condition of [etag, etag.replace('W/', ''), `"x", ${etag}`, '*']) {
      const response = await fetchPath(path, { 'if-none-match': condition, 'accept-encoding': 'br' })
      expect([path, response.status, response.body.length, response.headers.etag]).toEqual([
        path,
        304,
        0,
        etag,
      ])
      expect(response.headers['cache-control']).toBe(headers['cache-control'])
    }
    expect((await fetchPath(path, { 'if-none-match': '"other"' })).status).toBe(200)
  }
  const before = await fetchPath(`/api/service/${id}`)
  await store.database.db.updateTable('products').set({ price_minor: 4321 }).where('id', '=', id).execute()
  store.cache.invalidate([`product:${id}`])
  const after = await fetchPath(`/api/service/${id}`, { 'if-none-match': String(before.headers.etag) })
  expect([after.status, JSON.parse(after.body.toString()).price]).toEqual([200, 43.21])
})

test('HEAD has the headers of GET and no body, computed or cached', async () => {
  for (const path of paths()) {
    store.cache.invalidate(['*'])
    const computed = await fetchPath(path, {}, 'HEAD')
    const full = await fetchPath(path)
    const { response: cached, isCached } = await fetchAndCheckCache(path, {}, 'HEAD')
    expect(isCached).toBe(true)
    for (const head of [computed, cached]) expect(head).toEqual({ ...full, body: Buffer.alloc(0) })
  }
})

test('unknown parameters change nothing, and the link to the next page omits them', async () => {
  const first = await fetchPath('/api/service?limit=10')
  const { response, isCached } = await fetchAndCheckCache('/api/service?utm_source=x&limit=10&fbclid=y')
  expect([isCached, response]).toEqual([true, first])
  expect(first.headers.link).toMatch(/\/api\/service\?limit=10&after=[\w-]+>; rel="next"$/)
  await fetchPath('/?category=tools&q=disc')
  expect((await fetchAndCheckCache('/?utm=1&q=disc&category=tools')).isCached).toBe(true)
})

test('a rejected request gets no cached response', async () => {
  await fetchPath('/api/service')
  expect((await fetchPath('/api/service', {}, 'PUT')).status).toBe(404)
  expect((await fetchPath('/api/service', {}, 'POST')).status).toBe(401)
  expect((await fetchPath('/api/service?limit=0')).status).toBe(400)
  expect((await fetchPath('/api/service?limit=5&limit=6')).status).toBe(400)
  expect((await fetchPath('/nope')).status).toBe(404)
  expect((await fetchPath('/nope')).status).toBe(404)
})

test('a page that an invalid filter has is computed twice, and then sent from the cache like any other', async () => {
  const first = await fetchPath('/?category=brakes')
  await fetchPath('/?category=brakes')
  const { response, isCached } = await fetchAndCheckCache('/?category=brakes')
  expect([first.status, isCached]).toEqual([400, true])
  expect(response).toEqual(first)
})

test('a GET with a body gets the same response', async () => {
  const first = await fetchPath('/api/service')
  const response = await new Promise<FetchedResponse>((resolve, reject) => {
    const headers = { 'content-type': 'application/json', 'content-length': '2' }
    request({ port, host: '127.0.0.1', path: '/api/service', method: 'GET', headers }, async (incoming) => {
      const chunks: Buffer[] = []
      for await (const chunk of incoming) chunks.push(chunk)
      resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, body: Buffer.concat(chunks) })
    })
      .on('error', reject)
      .end('{}')
  })
  expect([response.status, response.body]).toEqual([200, first.body])
})

test('a response is counted once by its route, whether the cache or the handler sent it', async () => {
  const address = `/api/service/${id}`
  const before = await countsOf('/api/service/:id')
  for (let n = 0; n < 3; n += 1) await fetchPath(address)
  await store.app.inject({ url: address })
  const after = await countsOf('/api/service/:id')
  const added = Object.entries(after).map(([series, count]) => [series, count - (before[series] ?? 0)])
  expect(Object.fromEntries(added)).toEqual({
    'http_request_duration_seconds_count socket': 1,
    'http_cached_responses_total socket': 2,
    'http_request_duration_seconds_count page': 0,
    'http_cached_responses_total page': 1,
  })
})

/** Of all statuses. */
async function countsOf(route: string): Promise<Record<string, number>> {
  const { payload } = await store.app.inject({ url: '/metrics' })
  const count = (name: string, via: string) => {
    const series = new RegExp(`^${name}\\{.*route="${route}".*via="${via}"\\} (\\d+)$`, 'gm')
    const values = [...payload.matchAll(series)].map(([, value]) => Number(value))
    return [`${name} ${via}`, values.reduce((sum, value) => sum + value, 0)]
  }
  const names = ['http_request_duration_seconds_count', 'http_cached_responses_total']
  return Object.fromEntries(names.flatMap((name) => [count(name, 'socket'), count(name, 'page')]))
}

test('a store that drains also closes the connections of cached responses', async () => {
  const server: Server = store.app.server
  await fetchPath('/api/service')
  const { misses } = store.cache.stats()
  const drain = trackRequests(server)
  expect((await fetchPath('/api/service')).headers.connection).toBe('keep-alive')
  // A draining server accepts no new connection, so this one is opened before.
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
