import { rm } from 'node:fs/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Product } from '#contract/products/products.ts'
import type { Database } from '#database/open.ts'
import { newId } from '#database/uuid.ts'
import { freshDatabase } from '../../support/database/database.ts'
import { insertProduct } from '../../support/database/rows.ts'
import { writePartsPage } from '../../support/http/one-page.ts'
import { openTestStore, type Person, type TestStore } from '../../support/store.ts'
import { someRuns } from '../../support/thoroughness.ts'

const CHANGES = someRuns(1000, 40)
/** A cached part expires after 5 s, which would hide a lost invalidation. */
const SOON = { timeout: 2_000, interval: 5 }

let root: string
let database: Database
/** Two instances of one store, with one database. */
let first: TestStore
let second: TestStore
let admin: Person
let id: string

beforeAll(async () => {
  root = await writePartsPage()
  database = await freshDatabase()
  const open = (on: Database) =>
    openTestStore({ on, web: root, subscribeCache: (store) => store.subscribeCache() })
  first = await open(database)
  second = await open({ ...database, close: async () => {} })
  admin = await first.signUpAdmin()
  for (let n = 0; n < 5; n += 1) id = await insertProduct(database.db, { name: `Part ${n}`, available: 1000 })
})
afterAll(async () => {
  await second.close()
  await first.close()
  await rm(root, { recursive: true, force: true })
})

/** Returns the part as three responses show it: the home page, the list, the part itself. */
async function readShownPart(store: TestStore): Promise<Product[]> {
  const read = async (url: string) => (await store.call({ url })).json()
  const [page, list, part] = await Promise.all([read('/'), read('/api/service'), read(`/api/service/${id}`)])
  return [...page.parts, ...list, part].filter((shown: Product) => shown._id === id)
}
const pricesAt = async (store: TestStore) => (await readShownPart(store)).map(({ price }) => price)
const setPrice = (price: number) => admin.api.updateProduct({ params: { id }, body: { price } })

test('the next request shows a new price on page, list and part, and another instance soon does', async () => {
  const addresses = ['/', '/api/service', `/api/service/${id}`]
  const visitors = () => [first, second].flatMap((store) => addresses.map((url) => store.call({ url })))
  const wrong: unknown[] = []
  for (let n = 1; n <= CHANGES; n += 1) {
    const price = (1000 + n) / 100
    // These requests are sent before the price is written.
    const early = visitors()
    await setPrice(price)
    const shown = await pricesAt(first)
    if (shown.join() !== [price, price, price].join()) wrong.push([n, shown])
    if (n % 20 === 0) await expect.poll(() => pricesAt(second), SOON).toEqual([price, price, price])
    await Promise.all(early)
  }
  expect(wrong).toEqual([])
  for (const { cache } of [first, second]) expect(cache.stats().hits).toBeGreaterThan(CHANGES)
}, 120_000)

test('a slow page that began before a change does not overwrite it', async () => {
  await setPrice(20)
  // The lock stops the page after it has read the parts and before it reads the reviews.
  const gate = Promise.withResolvers<void>()
  const locked = Promise.withResolvers<void>()
  const holding = database.db.transaction().execute(async (trx) => {
    await sql`lock table reviews in access exclusive mode`.execute(trx)
    locked.resolve()
    await gate.promise
  })
  await locked.promise
  first.cache.invalidate(['reviews'])
  const slow = first.call({ url: '/' })
  const isWaiting = sql<{ count: number }>`select count(*)::int from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`
  await expect.poll(async () => (await isWaiting.execute(database.db)).rows[0]?.count).toBe(1)
  await setPrice(21)
  const late = first.call({ url: '/' })
  gate.resolve()
  await holding
  const priceOn = (page: { json(): { parts: Product[] } }) =>
    page.json().parts.find((part) => part._id === id)?.price
  expect([priceOn(await slow), priceOn(await late)]).toEqual([20, 21])
  expect(await pricesAt(first)).toEqual([21, 21, 21])
})

test('the next request lists a new part and omits a deleted one', async () => {
  const names = async () =>
    (await first.call({ url: '/' })).json().parts.map((part: Product) => part.productName)
  await names()
  const body = { productName: 'Newcomer', price: 5, minimumOrder: 1, availableQuantity: 3, img: '/a.svg' }
  const part = await admin.api.createProduct({ body })
  expect(await names()).toContain('Newcomer')
  await admin.api.deleteProduct({ params: { id: part._id } })
  expect(await names()).not.toContain('Newcomer')
  expect((await first.call({ url: `/api/service/${part._id}` })).statusCode).toBe(404)
})

test('the next request shows a new review and its score, and omits a hidden one', async () => {
  const texts = async () =>
    (await first.call({ url: '/' }))
      .json()
      .reviews.map((review: { description: string }) => review.description)
  const score = async () => (await first.call({ url: `/api/review/score?productId=${id}` })).json()
  const none = { count: 0, average: null }
  expect([await texts(), await score()]).toEqual([[], none])
  const body = { name: 'Ann', description: 'Fits', rating: 4, productId: id }
  const review = await admin.api.createReview({ body })
  expect([await texts(), await score()]).toEqual([['Fits'], { count: 1, average: 4 }])
  await admin.api.updateReview({ params: { id: review._id }, body: { hidden: true } })
  expect([await texts(), await score()]).toEqual([[], none])
})

test('a review shows the new name of its part at the next request, and none once the part is deleted', async () => {
  const body = { productName: 'Old name', price: 5, minimumOrder: 1, availableQuantity: 3, img: '/a.svg' }
  const { _id } = await admin.api.createProduct({ body })
  await admin.api.createReview({ body: { name: 'Bo', description: 'Good', productId: _id } })
  const addresses = ['/', '/api/review', `/api/review?productId=${_id}`]
  const names = async () => {
    const responses = await Promise.all(addresses.map(async (url) => (await first.call({ url })).json()))
    return responses.map((response) => (response.reviews ?? response)[0].productName)
  }
  expect(await names()).toEqual(['Old name', 'Old name', 'Old name'])
  await admin.api.updateProduct({ params: { id: _id }, body: { productName: 'New name' } })
  expect(await names()).toEqual(['New name', 'New name', 'New name'])
  await admin.api.deleteProduct({ params: { id: _id } })
  expect(await names()).toEqual([null, null, null])
})

test('stock that an order takes or returns is shown at the next request, and soon on another instance', async () => {
  const stock = async (store: TestStore) => (await readShownPart(store)).map((part) => part.availableQuantity)
  const { price, availableQuantity: before } = await admin.api.getProduct({ params: { id } })
  await stock(second)
  const listener = new pg.Client(database.connection)
  await listener.connect()
  await listener.query('listen store_changed')
  const published: (string | undefined)[] = []
  listener.on('notification', ({ payload }) => published.push(payload))
  const address = { email: admin.email, phone: '555', address: '1 Road', location: 'Town' }
  const order = await admin.api.placeOrder({ body: { productId: id, quantity: 3, price, ...address } })
  const after = [before - 3, before - 3, before - 3]
  expect(await stock(first)).toEqual(after)
  // The change is published; the cache does not wait until the entry expires.
  await expect.poll(() => published).toEqual([expect.stringMatching(`^@\\S+ product:${id}$`)])
  await expect.poll(() => stock(second), SOON).toEqual(after)
  await admin.api.deleteOrder({ params: { id: order._id }, query: { returnStock: 'true' } })
  expect(await stock(first)).toEqual([before, before, before])
  await expect.poll(() => stock(second), SOON).toEqual([before, before, before])
  await listener.end()
})

test('a change that an operator writes into the database reaches both instances', async () => {
  for (const store of [first, second]) await readShownPart(store)
  await sql`update products set price_minor = 777 where id = ${id}`.execute(database.db)
  for (const store of [first, second])
    await expect.poll(() => pricesAt(store), SOON).toEqual([7.77, 7.77, 7.77])
})

test('a change invalidates only the responses that show it', async () => {
  const other = await insertProduct(database.db, { id: newId(), created_at: new Date(0) })
  const isCachedAt = async (url: string) => {
    const before = first.cache.stats().misses
    await first.call({ url })
    return first.cache.stats().misses === before
  }
  const isCached = async () => [
    await isCachedAt(`/api/service/${other}`),
    await isCachedAt('/api/review'),
    await isCachedAt('/'),
  ]
  await expect.poll(isCached).toEqual([true, true, true])
  await setPrice(30)
  expect(await isCached()).toEqual([true, true, false])
})
