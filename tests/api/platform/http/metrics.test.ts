import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { orderBody } from '#demo/purchase.ts'
import { openShop, type Shop } from '#tests/support/shop.ts'
import { openTestStore, type TestStore } from '#tests/support/store.ts'

const TOKEN = randomBytes(24).toString('hex')

let demo: Shop
let production: TestStore
let withoutToken: TestStore

const PRODUCTION = {
  STORE_MODE: 'production',
  PUBLIC_URL: 'https://parts.example.com',
  CARDS: 'off',
  SMTP_URL: 'smtp://localhost:2525',
  MAIL_FROM: 'shop@parts.example',
  TRUST_PROXY: 'true',
}

beforeAll(async () => {
  demo = await openShop({ cacheLife: {} })
  production = await openTestStore({ env: { ...PRODUCTION, METRICS_TOKEN: TOKEN } })
  withoutToken = await openTestStore({ env: PRODUCTION })
})
afterAll(() => Promise.all([demo, production, withoutToken].map((store) => store.close())))

describe('access to the metrics', () => {
  test('a demo serves metrics to its own machine', async () => {
    const response = await demo.call({ url: '/metrics' })
    expect(response.statusCode).toBe(200)
    expect(response.headers['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8')
    expect(response.headers['cache-control']).toBe('no-store')
  })

  test.each(['x-forwarded-for', 'forwarded', 'x-real-ip', 'x-forwarded-proto', 'via'])(
    'a demo behind a proxy (%s) serves no metrics',
    async (name) => {
      const response = await demo.call({ url: '/metrics', headers: { [name]: '127.0.0.1' } })
      expect(response.statusCode).toBe(404)
    },
  )

  test('a demo under a public host name serves no metrics', async () => {
    const response = await demo.call({ url: '/metrics', headers: { host: 'parts.example.com' } })
    expect(response.statusCode).toBe(404)
  })

  test('a demo serves metrics to no other machine', async () => {
    const response = await demo.call({ url: '/metrics', remoteAddress: '192.0.2.7' })
    expect(response.statusCode).toBe(404)
  })

  test('production requires the exact token', async () => {
    expect((await production.call({ url: '/metrics', token: TOKEN })).statusCode).toBe(200)
    const lowerCase = { authorization: `bearer ${TOKEN}` }
    expect((await production.call({ url: '/metrics', headers: lowerCase })).statusCode).toBe(200)
    for (const token of [undefined, TOKEN.slice(1), `${TOKEN}0`, TOKEN.toUpperCase().padEnd(48, 'x')]) {
      expect((await production.call({ url: '/metrics', token })).statusCode, token).toBe(404)
    }
  })

  test('production without a token has no metrics', async () => {
    const response = await withoutToken.call({ url: '/metrics', token: 'undefined' })
    expect(response.json()).toMatchObject({ code: 'not_found' })
  })
})

test('a request is counted by its declared route, not by the requested path', async () => {
  const id = '01890000-0000-7000-8000-00000000abcd'
  await demo.call({ url: `/api/service/${id}?secret=typed` })
  const text = await scrape(demo)
  expect(text).toMatch(
    /^http_request_duration_seconds_count\{method="GET",route="\/api\/service\/:id",status="4xx",via="page"\} 1$/m,
  )
  expect(text).toMatch(/^store_refusals_total\{code="not_found"\} \d+$/m)
  expect(text).not.toContain(id)
  expect(text).not.toContain('typed')
})

test('orders are counted by their outcome', async () => {
  const buyer = await demo.buyer()
  const part = await demo.part({
    productName: 'Counted relay',
    price: 4,
    available: 5,
    category: 'electrical',
  })
  await demo.order([{ part, quantity: 2 }])
  await expect(demo.order([{ part, quantity: 9 }])).rejects.toThrow()
  const again = { headers: { 'idempotency-key': 'counted' }, url: '/api/order', method: 'POST' as const }
  for (let i = 0; i < 2; i++)
    await demo.call({ ...again, token: buyer.token, payload: orderBody([{ part, quantity: 1 }], buyer) })
  const text = await scrape(demo)
  expect(text).toContain('store_orders_total{outcome="placed"} 2')
  expect(text).toContain('store_orders_total{outcome="replayed"} 1')
  expect(text).toContain('store_orders_total{outcome="above_available"} 1')
})

test('hits, misses and bytes of the cache are counted, and hits as requests', async () => {
  // A response is stored when it is requested a second time.
  await demo.call({ url: '/api/review' })
  const before = valuesOf(await scrape(demo))
  for (let i = 0; i < 3; i++) await demo.call({ url: '/api/review' })
  const text = await scrape(demo)
  const after = valuesOf(text)
  expect(text).toMatch(
    /_duration_seconds_count\{method="GET",route="\/api\/review",status="2xx",via="page"\} 2$/m,
  )
  expect(text).toMatch(/^http_cached_responses_total\{.*route="\/api\/review".*\} 2$/m)
  expect((after.store_cache_misses_total ?? 0) - (before.store_cache_misses_total ?? 0)).toBe(1)
  expect((after.store_cache_hits_total ?? 0) - (before.store_cache_hits_total ?? 0)).toBe(2)
  expect(after.store_cache_bytes).toBeGreaterThan(before.store_cache_bytes ?? 0)
})

test('a scrape has metrics of the process, the connection pool and the backlogs', async () => {
  const text = await scrape(demo)
  for (const series of [
    'process_resident_memory_bytes',
    'nodejs_eventloop_lag_seconds',
    'store_database_connections{state="busy"}',
    'store_database_connections{state="waited_for"} 0',
    'store_backlog{of="mails"}',
    'store_backlog{of="failed_mails"} 0',
    'store_backlog{of="failed_order_events"} 0',
    'store_backlog{of="order_events"}',
    'store_backlog{of="open_intents"} 0',
  ]) {
    expect(text).toContain(series)
  }
})

/** Returns the series without labels. */
function valuesOf(text: string): Record<string, number> {
  const lines = [...text.matchAll(/^(\w+) ([\d.e+-]+)$/gm)]
  return Object.fromEntries(lines.map(([, name, value]) => [name, Number(value)]))
}

async function scrape(store: TestStore): Promise<string> {
  return (await store.call({ url: '/metrics' })).payload
}
