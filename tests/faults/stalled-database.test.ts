import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Product } from '#contract/catalog/products/products.ts'
import { connect, type Database } from '#database/open.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#database/postgres/embedded-postgres.ts'
import { orderBody } from '#demo/purchase.ts'
import { writePartsPage } from '../support/http/one-page.ts'
import { openShop, type Shop } from '../support/shop.ts'
import { openTestStore, type Person, type TestStore } from '../support/store.ts'

const isLinux = process.platform === 'linux'
/** The data need not survive a power failure. */
const FAST = { fsync: 'off', synchronous_commit: 'off' }
const TIMEOUTS = { connectMs: 500, statementMs: 1500 }

let folder: string
let web: string
let server: EmbeddedPostgres
let database: Database
let shop: Shop
/** Another instance on the same database, with connections of its own. */
let other: TestStore
let admin: Person
let buyer: Person
let part: Product
let origin: string
/** The time of the caches. */
let time = 0

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'partsline-stall-'))
  server = await startEmbeddedPostgres(folder, () => {}, FAST)
  database = await connect(server.connection, { timeouts: TIMEOUTS, log() {} }, server.stop)
  web = await writePartsPage()
  const cacheLife = { now: () => time }
  shop = await openShop({ on: database, web, cacheLife })
  const connections = await connect(server.connection, { timeouts: TIMEOUTS, log() {} }, async () => {})
  other = await openTestStore({ on: connections, web, cacheLife })
  admin = await shop.staff('admin')
  buyer = await shop.buyer()
  part = await shop.part({ available: 100, price: 12.5 })
  origin = await shop.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(async () => {
  if (server) signal('SIGCONT')
  await other?.close()
  await shop?.close()
  for (const created of [folder, web]) if (created) await rm(created, { recursive: true, force: true })
})

/** Stops or continues PostgreSQL with all its processes. */
function signal(name: 'SIGSTOP' | 'SIGCONT'): void {
  const postmaster = Number(readFileSync(path.join(folder, 'postgres/postmaster.pid'), 'utf8').split('\n')[0])
  const children = readFileSync(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8')
  for (const pid of [postmaster, ...children.split(' ').filter(Boolean).map(Number)]) process.kill(pid, name)
}

const partUrl = () => `${origin}/api/service/${part._id}`
const codeOf = async (response: Response) => `${response.status} ${(await response.json()).code}`

async function isReady(): Promise<boolean> {
  return (await fetch(`${origin}/readyz`)).ok
}

function order(key: string): Promise<Response> {
  return fetch(`${origin}/api/order`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${buyer.token}`,
      'content-type': 'application/json',
      'idempotency-key': key,
    },
    body: JSON.stringify(orderBody([{ part, quantity: 1 }], buyer)),
  })
}

test.skipIf(!isLinux)(
  'while the database stalls, requests fail and cached responses are served; afterwards orders succeed',
  async () => {
    const background = sql<{ done: string }>`select pg_sleep(3), 'done' as done`.execute(database.background)
    // the cache stores a response at its second request
    for (let request = 0; request < 3; request += 1) expect((await fetch(partUrl())).status).toBe(200)
    const otherOrigin = await other.app.listen({ port: 0, host: '127.0.0.1' })
    // a page that an instance has cached before
    const pages = [`${origin}/?q=disc`, `${otherOrigin}/?q=disc`]
    for (const page of [...pages, ...pages]) expect((await fetch(page)).status).toBe(200)

    // the cached responses are not fresh any more
    time = 5000
    signal('SIGSTOP')
    const timedOut = await order('timed-out')
    expect(timedOut.headers.get('retry-after')).toMatch(/^\d+$/)
    expect(await codeOf(timedOut)).toBe('503 database_unavailable')
    await expect.poll(isReady).toBe(false)

    expect((await fetch(`${origin}/healthz`)).status).toBe(200)
    const rejected = await fetch(`${origin}/api/review`)
    expect(rejected.headers.get('retry-after')).toMatch(/^\d+$/)
    expect(await codeOf(rejected)).toBe('503 database_unavailable')
    expect((await order('rejected')).status).toBe(503)
    // a page and its data have the status and Retry-After of the API's response
    for (const address of ['/', '/_.data']) {
      const page = await fetch(`${origin}${address}`)
      expect([page.status, page.headers.get('retry-after')]).toEqual([
        503,
        rejected.headers.get('retry-after'),
      ])
    }
    const stale = await fetch(partUrl())
    expect([stale.status, (await stale.json()).price]).toEqual([200, 12.5])
    expect(stale.headers.get('cache-status')).toMatch(
      /^Partsline; hit; ttl=-\d+; detail=database-unavailable$/,
    )
    expect(stale.headers.get('age')).toMatch(/^\d+$/)
    const again = await fetch(partUrl(), {
      headers: { 'if-none-match': stale.headers.get('etag') ?? '' },
    })
    expect([again.status, again.headers.has('cache-status')]).toEqual([304, true])

    // ten minutes long, on both instances
    await expect.poll(async () => (await fetch(`${otherOrigin}/readyz`)).status).toBe(503)
    for (const [ms, status] of [
      [600_000, 200],
      [600_001, 503],
    ] as const) {
      time = ms
      for (const page of pages) {
        const response = await fetch(page)
        expect([response.status, response.headers.has('cache-status')]).toEqual([status, status === 200])
      }
    }

    signal('SIGCONT')
    await expect.poll(isReady).toBe(true)
    expect((await background).rows[0]?.done).toBe('done')
    // the call is repeated and takes effect once
    expect((await order('timed-out')).status).toBe(201)
    const { rows } = await sql<{ orders: number; available: number }>`
      select count(*)::int as orders, (select available from products where id = ${part._id}) as available
      from orders`.execute(database.db)
    expect(rows).toEqual([{ orders: 1, available: 99 }])

    await admin.api.updateProduct({ params: { id: part._id }, body: { price: 20 } })
    const fresh = await fetch(partUrl())
    expect([(await fresh.json()).price, fresh.headers.get('cache-status')]).toEqual([20, null])
  },
)

test('PostgreSQL cancels a long statement, and the database still counts as available', async () => {
  const long = sql`select pg_sleep(30)`.execute(database.db)
  await expect(long).rejects.toMatchObject({ code: '57014' })
  expect(database.breaker.isOpen()).toBe(false)
})
