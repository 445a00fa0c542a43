import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Database } from '#database/open.ts'
import { subscribe } from '#server/cache/listener.ts'
import { freshDatabase } from '../../support/database/database.ts'
import { openProxy } from '../../support/database/database-proxy.ts'
import { insertProduct } from '../../support/database/rows.ts'
import { openTestStore, type TestStore } from '../../support/store.ts'

/** Longer than a test may take: neither the idle heartbeat nor its time-out detects a lost connection. */
const NEVER_MS = 600_000

let database: Database
let network: Awaited<ReturnType<typeof openProxy>>
let store: TestStore
let id: string
/** The connection states of the instance in the order of their changes. */
const states: boolean[] = []

beforeAll(async () => {
  database = await freshDatabase()
  network = await openProxy(database.connection)
  store = await openTestStore({
    on: database,
    subscribeCache({ cache }) {
      cache.use(undefined)
      return subscribe(
        network.connection,
        {
          onInvalidate: cache.invalidate,
          onConnection(listener) {
            states.push(listener !== undefined)
            cache.use(listener)
          },
        },
        { heartbeatMs: NEVER_MS, answerMs: NEVER_MS },
      )
    },
  })
  id = await insertProduct(database.db)
})
afterAll(async () => {
  network.close()
  await store.close()
})

const read = async () => (await store.call({ url: `/api/service/${id}` })).json().price
const setPrice = (minor: number) =>
  sql`update products set price_minor = ${minor} where id = ${id}`.execute(database.db)

/** Repeats the request until the response comes from the cache. */
async function readCached(): Promise<void> {
  await expect
    .poll(async () => {
      const { hits } = store.cache.stats()
      await read()
      return store.cache.stats().hits - hits
    })
    .toBe(1)
}

beforeEach(readCached)

test('after the database closes the connection, responses are computed again; the next connection uses the cache', async () => {
  const before = states.length
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and (query like 'listen%' or query = 'select 1')`.execute(database.db)
  await expect.poll(() => states.length, { interval: 1 }).toBeGreaterThan(before)
  expect(states[before]).toBe(false)
  await setPrice(2000)
  expect(await read()).toBe(20)
  await setPrice(2100)
  expect(await read()).toBe(21)
  await expect.poll(() => states.at(-1)).toBe(true)
  await readCached()
  await setPrice(2200)
  await expect.poll(read, { interval: 5 }).toBe(22)
})

test('a silent connection stops being fresh while it still counts as connected', {
  tags: 'long',
}, async () => {
  const before = states.length
  network.dropSilently()
  await setPrice(3000)
  await expect.poll(read, { interval: 5 }).toBe(30)
  // From here on each response is computed and shows the current rows.
  const { hits } = store.cache.stats()
  for (let minor = 3001; minor < 3050; minor += 1) {
    await setPrice(minor)
    expect(await read()).toBe(minor / 100)
  }
  expect(store.cache.stats().hits).toBe(hits)
  expect(states).toHaveLength(before)
})
