import { Agent, type IncomingHttpHeaders, request } from 'node:http'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '#database/open.ts'
import { orderBody } from '#demo/purchase.ts'
import { portOf } from '#tests/support/http/listening-port.ts'
import { freshDatabase } from '../../../support/database/database.ts'
import { openShop, type Shop } from '../../../support/shop.ts'

/** Orders may use all of them, other requests half of them. */
const SLOTS = 4

let database: Database
let shop: Shop
/**
 * One connection locks the tables that requests wait for; another reads who waits, since within a transaction
 * `pg_stat_activity` does not change.
 */
let holder: pg.Client
let observer: pg.Client
let port: number
const agent = new Agent({ keepAlive: true })

beforeAll(async () => {
  database = await freshDatabase()
  shop = await openShop({
    on: database,
    env: { REQUESTS_AT_ONCE: String(SLOTS), PASSWORDS_WAITING: '1' },
  })
  holder = new pg.Client(database.connection)
  observer = new pg.Client(database.connection)
  await Promise.all([holder.connect(), observer.connect()])
  await shop.app.listen({ port: 0, host: '127.0.0.1' })
  port = portOf(shop.app.server)
})
afterAll(async () => {
  agent.destroy()
  await Promise.all([holder.end(), observer.end()])
  await shop.close()
})

type Options = { method?: string; token?: string; body?: object; key?: string; accept?: string }
type Fetched = { status: number; headers: IncomingHttpHeaders; body: string }

/** Sends a request over a socket, since requests in process hold no slot. */
function send(path: string, { method = 'GET', token, body, key, accept }: Options = {}): Promise<Fetched> {
  const payload = body === undefined ? '' : JSON.stringify(body)
  const headers = {
    ...(token ? { authorization: `Bearer ${token}` } : {}),
    ...(key ? { 'idempotency-key': key } : {}),
    ...(accept ? { accept } : {}),
    ...(payload ? { 'content-type': 'application/json', 'content-length': payload.length } : {}),
  }
  return new Promise((resolve, reject) => {
    const call = request({ port, host: '127.0.0.1', path, method, headers, agent }, async (response) => {
      let text = ''
      for await (const chunk of response) text += chunk
      resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text })
    })
    call.on('error', reject).end(payload)
  })
}

const codeOf = ({ body }: Fetched) => JSON.parse(body).code

async function waitForLocks(count: number): Promise<void> {
  await expect
    .poll(async () => {
      const { rows } = await observer.query(
        "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      )
      return rows.length
    })
    .toBe(count)
}

const readShedCount = async (reason: string) => {
  const { payload } = await shop.call({ url: '/metrics', headers: { host: 'localhost' } })
  return Number(new RegExp(`store_shed_requests_total\\{reason="${reason}"\\} (\\d+)`).exec(payload)?.[1])
}

test('reads get 503 once half of the slots are used, orders once all are, and health checks never', async () => {
  const part = await shop.part({ available: 100 })
  const buyer = await shop.buyer()
  const order = (key: string) =>
    send('/api/order', {
      method: 'POST',
      token: buyer.token,
      body: orderBody([{ part, quantity: 1 }], buyer),
      key,
    })
  const before = await readShedCount('requests')
  await holder.query('begin; lock table reviews, orders in access exclusive mode')
  const readers = [send('/api/review?limit=1'), send('/api/review?limit=2')]
  await waitForLocks(2)

  const refused = await send('/api/review?limit=3')
  expect([refused.status, codeOf(refused)]).toEqual([503, 'overloaded'])
  expect(refused.headers).toMatchObject({ 'retry-after': '2', 'content-type': 'application/problem+json' })
  expect(await send('/identity/v1/projects?key=partsline-embedded')).toMatchObject({ status: 503 })
  const page = await send('/parts?q=brake', { accept: 'text/html,*/*;q=0.8' })
  expect(page).toMatchObject({ status: 503, headers: { 'content-type': 'text/html; charset=utf-8' } })
  expect(page.headers).toMatchObject({ 'retry-after': '2', 'cache-control': 'no-store' })
  expect(page.body).toContain('<h1>One moment, please</h1>')

  const buyers = [order('first'), order('second')]
  await waitForLocks(4)
  const refusedOrder = await order('third')
  expect([refusedOrder.status, codeOf(refusedOrder)]).toEqual([503, 'overloaded'])
  for (const path of ['/healthz', '/readyz']) expect(await send(path)).toMatchObject({ status: 200 })
  expect((await readShedCount('requests')) - before).toBe(4)

  await holder.query('rollback')
  expect((await Promise.all(readers)).map(({ status }) => status)).toEqual([200, 200])
  expect((await Promise.all(buyers)).map(({ status }) => status)).toEqual([201, 201])
  expect(await send('/api/review?limit=3')).toMatchObject({ status: 200 })
  expect((await order('third')).status).toBe(201)
})

test('a request that sends its body slowly holds no slot', async () => {
  const headers = { 'content-type': 'application/json', 'content-length': 30 }
  const slow = Array.from({ length: SLOTS * 2 }, () => {
    const call = request({ port, host: '127.0.0.1', path: '/api/newsletter', method: 'POST', headers })
    call.on('error', () => {}).flushHeaders()
    call.write('{"email"')
    return call
  })
  await expect.poll(() => connections()).toBeGreaterThanOrEqual(slow.length)
  expect(await send('/api/review?limit=4')).toMatchObject({ status: 200 })
  for (const call of slow) call.destroy()
})

/** Sends a request, disconnects once it waits in the database and returns when the store has noticed. */
async function hangUp(path: string, body: object | undefined, waiting: number): Promise<void> {
  const before = await connections()
  const payload = body === undefined ? '' : JSON.stringify(body)
  const headers = { 'content-type': 'application/json', 'content-length': payload.length }
  const sent = body === undefined ? {} : { method: 'POST', headers }
  const call = request({ port, host: '127.0.0.1', path, ...sent })
  call.on('error', () => {}).end(payload)
  await waitForLocks(waiting)
  call.destroy()
  await expect.poll(() => connections()).toBeLessThanOrEqual(before)
}

test('a client that disconnects frees no slot while its work continues', async () => {
  await holder.query('begin; lock table reviews, estimates in access exclusive mode')
  await hangUp('/api/review?limit=11', undefined, 1)
  await hangUp('/api/estimate', { name: 'Gone', email: 'gone@example.com' }, 2)
  const refused = await send('/api/review?limit=12')
  expect([refused.status, codeOf(refused)]).toEqual([503, 'overloaded'])
  await holder.query('rollback')
  const saved = async () => (await holder.query('select from estimates')).rowCount
  await expect.poll(saved).toBe(1)
  // Both slots are free again.
  await expect.poll(async () => (await send('/api/review?limit=12')).status).toBe(200)
  await holder.query('begin; lock table reviews in access exclusive mode')
  const readers = [send('/api/review?limit=13'), send('/api/review?limit=14')]
  await waitForLocks(2)
  await holder.query('rollback')
  expect((await Promise.all(readers)).map(({ status }) => status)).toEqual([200, 200])
})

test('requests whose bodies arrive together may use one and a half times the slots', async () => {
  await holder.query('begin; lock table subscribers in access exclusive mode')
  const senders = Array.from({ length: SLOTS * 2 }, (_, n) => {
    const payload = JSON.stringify({ email: `sender-${n}@example.com` })
    const headers = { 'content-type': 'application/json', 'content-length': payload.length }
    const call = request({ port, host: '127.0.0.1', path: '/api/newsletter', method: 'POST', headers })
    call.write(payload.slice(0, 5))
    const answered = new Promise<number>((resolve, reject) => {
      call.on('response', (response) => resolve(response.resume().statusCode ?? 0)).on('error', reject)
    })
    return { finish: () => call.end(payload.slice(5)), answered }
  })
  await expect.poll(() => connections()).toBeGreaterThanOrEqual(senders.length)
  for (const { finish } of senders) finish()
  await waitForLocks(SLOTS * 1.5)
  await holder.query('rollback')
  const statuses = await Promise.all(senders.map(({ answered }) => answered))
  expect(statuses.filter((status) => status === 503)).toHaveLength(SLOTS / 2)
})

test('while the event loop is late fewer requests are accepted', { tags: 'long' }, async () => {
  await holder.query('begin; lock table reviews in access exclusive mode')
  const isLate = { value: true }
  const work = blockLoop(isLate)
  /** The status of a second request, while a first one waits for a lock and holds a slot. */
  const second = async () => {
    const first = send('/api/review?limit=21')
    await waitForLocks(1)
    const { status } = await send('/identity/v1/projects?key=partsline-embedded')
    await first
    return status
  }
  await expect.poll(second).toBe(503)
  isLate.value = false
  await work
  await expect.poll(second).toBe(200)
  await holder.query('rollback')
  expect((await send('/api/review?limit=21')).status).toBe(200)
})

/** Blocks the event loop for 200 ms per iteration. */
async function blockLoop(isLate: { value: boolean }): Promise<void> {
  while (isLate.value) {
    for (const end = performance.now() + 200; performance.now() < end; );
    await new Promise((resolve) => setTimeout(resolve, 1))
  }
}

function connections(): Promise<number> {
  return new Promise((resolve, reject) =>
    shop.app.server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
  )
}

test('of too many concurrent sign-ups, whose passwords are hashed, some get 503, the others succeed', async () => {
  const signUp = (_: unknown, n: number) =>
    shop.call({
      method: 'POST',
      url: '/identity/v1/accounts:signUp?key=partsline-embedded',
      payload: { email: `crowd${n}@example.com`, password: 'a-good-password', returnSecureToken: true },
    })
  const responses = await Promise.all(Array.from({ length: 40 }, signUp))
  const statuses = responses.map(({ statusCode }) => statusCode)
  expect(new Set(statuses)).toEqual(new Set([200, 503]))
  const refused = responses.find(({ statusCode }) => statusCode === 503)
  expect(refused?.headers['retry-after']).toBe('2')
  expect(refused?.json().error.message).toMatch(/^NETWORK_REQUEST_FAILED/)
  expect(await readShedCount('passwords')).toBe(statuses.filter((status) => status === 503).length)
  expect((await signUp(undefined, 40)).statusCode).toBe(200)
})
