import { rm } from 'node:fs/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api, type EndpointName } from '#contract/api.ts'
import type { Product } from '#contract/catalog/products/products.ts'
import type { Order } from '#contract/sales/orders/orders.ts'
import type { Database } from '#database/open.ts'
import { newId } from '#database/uuid.ts'
import { orderBody } from '#demo/purchase.ts'
import { recordRefundRequest } from '#server/sales/payments/record-refunds.ts'
import { freshDatabase } from '../../../support/database/database.ts'
import { breakTable, loseReplies } from '../../../support/database/faults.ts'
import { addRun } from '../../../support/failed-jobs.ts'
import { writePartsPage } from '../../../support/http/one-page.ts'
import { outcomeOf } from '../../../support/http/outcomes.ts'
import { apply, csv, dryRun, undo } from '../../../support/imports.ts'
import { buyCart, fillCart } from '../../../support/orders/carts.ts'
import { openShop, type Shop } from '../../../support/shop.ts'
import { insertProduct } from '../../../support/shop-rows.ts'
import { openTestStore, type Person, type StoreOptions, type TestStore } from '../../../support/store.ts'
import { someRuns } from '../../../support/thoroughness.ts'

const CHANGES = someRuns(1000, 40)
const FIVE_SECONDS_MS = 5000

let root: string
let database: Database
/** Two instances of one store, with one database. */
let first: Shop
let second: TestStore
/** The time of both caches: a cached response expires when a test says so. */
let time = 0
let admin: Person
let buyer: Person
let id: string

beforeAll(async () => {
  root = await writePartsPage()
  database = await freshDatabase()
  const options: StoreOptions = { web: root, cacheLife: { now: () => time } }
  first = await openShop({ ...options, on: database })
  second = await openTestStore({ ...options, on: { ...database, close: async () => {} } })
  await first.jobs.start()
  // No job runs by its schedule.
  await database.pool.query('delete from jobs.schedule')
  admin = await first.staff('admin')
  buyer = await first.buyer()
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

test('while visitors read, the next request shows a new price on page, list and part', async () => {
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
    if (n % 20 === 0) {
      time += FIVE_SECONDS_MS
      expect(await pricesAt(second)).toEqual([price, price, price])
    }
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
  const part = await first.part({ productName: 'Newcomer' })
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
  const none = { count: 0, average: null, stars: [0, 0, 0, 0, 0] }
  expect([await texts(), await score()]).toEqual([[], none])
  const body = { name: 'Ann', description: 'Fits', rating: 4, productId: id }
  const review = await admin.api.createReview({ body })
  expect([await texts(), await score()]).toEqual([['Fits'], { count: 1, average: 4, stars: [0, 0, 0, 1, 0] }])
  await admin.api.updateReview({ params: { id: review._id }, body: { hidden: true } })
  expect([await texts(), await score()]).toEqual([[], none])
})

test('a review shows the new name of its part at the next request, and none once the part is deleted', async () => {
  const { _id } = await first.part({ productName: 'Old name' })
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

test('a change that an operator writes into the database is shown by both instances after five seconds', async () => {
  for (const store of [first, second]) await readShownPart(store)
  await sql`update products set price_minor = 777 where id = ${id}`.execute(database.db)
  time += FIVE_SECONDS_MS
  for (const store of [first, second]) expect(await pricesAt(store)).toEqual([7.77, 7.77, 7.77])
})

test('a replay and a rejected order invalidate nothing', async () => {
  const part = await first.part()
  const place = (quantity: number) =>
    outcomeOf(
      buyer.api.placeOrder(
        { body: orderBody([{ part, quantity }], buyer) },
        { idempotencyKey: `quiet-${quantity}` },
      ),
    )
  expect(await place(1)).toBe('accepted')
  const read = () => first.call({ url: `/api/service/${part._id}` })
  for (let n = 0; n < 3; n += 1) await read()
  const { misses } = first.cache.stats()
  expect(await place(1)).toBe('accepted')
  expect(await place(1000)).toBe('400 above_available')
  await read()
  expect(first.cache.stats().misses).toBe(misses)
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

describe('each kind of change', () => {
  let part: Product

  /** Public addresses that show parts, stock or reviews: the page of the test build, and the API. */
  const addresses = () => [
    '/',
    '/api/service?limit=20',
    '/api/service?limit=20&inStock=true',
    `/api/service/${part._id}`,
    '/api/service/counts',
    '/api/suggest?q=changing',
    '/api/review',
    `/api/review?productId=${part._id}`,
    `/api/review/score?productId=${part._id}`,
    '/api/config',
  ]

  async function readAll(store: TestStore, { token }: { token?: string } = {}) {
    const shown: Record<string, unknown> = {}
    for (const url of addresses()) {
      if (token && !url.startsWith('/api/')) continue
      const { statusCode, payload } = await store.call({ url, token })
      shown[url] = statusCode === 200 ? JSON.parse(payload) : statusCode
    }
    return shown
  }

  const review = () => ({ name: 'Ann', description: 'Fits', rating: 4, productId: part._id })
  const params = () => ({ id: part._id })
  const prices = () =>
    csv([
      ['_id', 'price'],
      [part._id, 77],
    ])
  const place = () => first.order([{ part, quantity: 2 }])
  const pay = async () => first.paid(await place())

  /** A refund that the store has requested, of which it has not learned yet that it is done. */
  async function requestRefund(paid: Order): Promise<void> {
    const request = { orderId: paid._id, amountMinor: 1000, seenMinor: 0, pieces: 2, reason: '' }
    const { _id: actorId } = await admin.api.getUser({ params: { email: admin.email } })
    const { id: storeId } = await recordRefundRequest(database.db, { ...request, actorId, now: new Date() })
    const refund = { key: `refund:${storeId}`, storeId, amountMinor: 1000, currency: 'usd' }
    await first.cards?.refundIntent(paid.transactionId ?? '', refund)
  }

  async function runReconciliation(): Promise<void> {
    const job = await addRun(first, 'reconcile-payments')
    await admin.api.runJobAgain({ params: { id: job } })
    const stateOf = async () =>
      (await database.pool.query('select state from jobs.job where id = $1', [job])).rows[0]?.state
    await expect.poll(stateOf).toBe('completed')
  }

  /** Runs a change of which the store does not learn that it was committed. */
  async function losingReplies(statement: RegExp, work: () => Promise<unknown>): Promise<void> {
    const stop = loseReplies(database.pool, statement)
    expect(await outcomeOf(work())).toMatch(/^503 /)
    stop()
  }

  let names = 0
  const newName = () => {
    names += 1
    return `Shop ${names}`
  }

  type Change<T> = {
    calls: EndpointName[]
    before?: () => Promise<T>
    change: (prepared: T) => Promise<unknown>
  }
  const change = <T>(row: Change<T>): Change<unknown> => row as Change<unknown>
  const changes: Record<string, Change<unknown>> = {
    'a new part': change({
      calls: ['createProduct'],
      change: () => first.part({ productName: 'Changing newcomer' }),
    }),
    'a new price': change({
      calls: ['updateProduct'],
      change: () => admin.api.updateProduct({ params: params(), body: { price: 99 } }),
    }),
    'a deleted part': change({
      calls: ['deleteProduct'],
      change: () => admin.api.deleteProduct({ params: params() }),
    }),
    'a new price whose commit loses its reply': change({
      calls: [],
      change: () =>
        losingReplies(/^commit/, () => admin.api.updateProduct({ params: params(), body: { price: 99 } })),
    }),
    'an order': change({ calls: ['placeOrder'], change: place }),
    'an order of the last units': change({
      calls: [],
      change: () => first.order([{ part, quantity: part.availableQuantity }]),
    }),
    'an order of the last units that loses its reply': change({
      calls: [],
      change: () =>
        losingReplies(/place_order/, () => first.order([{ part, quantity: part.availableQuantity }])),
    }),
    'an ordered cart': change({
      calls: ['checkout'],
      before: () => fillCart(buyer, [part, part.availableQuantity]),
      change: (cart) => buyCart(buyer, cart),
    }),
    'an ordered cart whose commit loses its reply': change({
      calls: [],
      before: () => fillCart(buyer, [part, part.availableQuantity]),
      change: (cart) => losingReplies(/^commit/, () => buyCart(buyer, cart)),
    }),
    'a deleted order': change({
      calls: ['deleteOrder'],
      before: place,
      change: ({ _id }) => buyer.api.deleteOrder({ params: { id: _id }, query: {} }),
    }),
    'an expired order': change({
      calls: ['runJobAgain'],
      async before() {
        const { _id } = await place()
        await database.db
          .updateTable('orders')
          .set({ expires_at: new Date(0), created_at: new Date(0) })
          .where('id', '=', _id)
          .execute()
      },
      change: runReconciliation,
    }),
    'a refund that returns units': change({
      calls: ['refundOrder'],
      before: pay,
      change: ({ _id }) =>
        admin.api.refundOrder({ params: { id: _id }, body: { pieces: 2, reason: '', refunded: 0 } }),
    }),
    'a refund that the card provider reports': change({
      calls: ['receiveCardEvent'],
      before: async () => requestRefund(await pay()),
      change: async () => first.sandbox?.deliverNow(),
    }),
    'a refund that finds an earlier one': change({
      calls: [],
      async before() {
        const paid = await pay()
        await requestRefund(paid)
        return paid
      },
      change: ({ _id }) =>
        admin.api.refundOrder({
          params: { id: _id },
          body: { amount: 5, pieces: 0, reason: '', refunded: 10 },
        }),
    }),
    'an import': change({
      calls: ['applyImport'],
      before: () => dryRun(admin, prices()),
      change: (checked) => apply(admin, checked),
    }),
    'an import whose words are not indexed': change({
      calls: [],
      before: () => dryRun(admin, prices()),
      async change(checked) {
        const repair = await breakTable(database.pool, 'lexeme_count_changes', 'delete')
        await apply(admin, checked)
        await repair()
      },
    }),
    'an import that is undone': change({
      calls: ['undoImport'],
      before: async () => apply(admin, await dryRun(admin, prices())),
      change: (applied) => undo(admin, applied),
    }),
    'a review': change({
      calls: ['createReview'],
      change: () => buyer.api.createReview({ body: review() }),
    }),
    'a hidden review': change({
      calls: ['updateReview'],
      before: () => buyer.api.createReview({ body: review() }),
      change: ({ _id }) => admin.api.updateReview({ params: { id: _id }, body: { hidden: true } }),
    }),
    'a saved setting': change({
      calls: ['saveSettings'],
      change: () => admin.api.saveSettings({ body: { name: newName() } }),
    }),
    'a setting that is taken back': change({
      calls: ['takeBackSettings'],
      async before() {
        await admin.api.saveSettings({ body: { name: newName() } })
        return (await admin.api.listSettingsChanges()).items[0]
      },
      change: (save) => admin.api.takeBackSettings({ params: { id: save?._id ?? '' } }),
    }),
    'a saved setting whose commit loses its reply': change({
      calls: [],
      change: () => losingReplies(/^commit/, () => admin.api.saveSettings({ body: { name: newName() } })),
    }),
    'a deleted account': change({
      calls: ['deleteAccount'],
      async before() {
        const reviewer = await first.signUp('Reviewer')
        await reviewer.api.createReview({ body: { ...review(), name: 'Reviewer' } })
        return reviewer
      },
      change: ({ email, idToken }) => first.apiWith(idToken).deleteAccount({ params: { email } }),
    }),
  }

  test.each(Object.entries(changes))(
    '%s is shown at once by the instance that made it, with a token by both, and by the other after five seconds',
    async (_, { before, change }) => {
      part = await first.part({ productName: 'Changing part', available: 10 })
      const prepared = await before?.()
      // A response is stored at its second request.
      time += FIVE_SECONDS_MS
      for (const store of [first, second, first, second]) await readAll(store)
      const old = await readAll(second)
      expect(await readAll(first)).toEqual(old)

      await change(prepared)
      const shown = await readAll(first)
      expect(shown).not.toEqual(old)
      const { '/': _page, ...api } = shown
      for (const store of [first, second]) expect(await readAll(store, admin)).toEqual(api)
      expect(await readAll(second)).toEqual(old)
      time += FIVE_SECONDS_MS
      expect(await readAll(second)).toEqual(shown)
    },
  )

  const CATALOGUE: EndpointName[] = [
    'saveCategory',
    'deleteCategory',
    'savePartType',
    'deletePartType',
    'saveAttribute',
    'mergeChoices',
    'deleteAttribute',
  ]

  test('what staff arrange of the catalogue is shown at once by their instance, and within seconds by the other', async () => {
    const params = { id: 'tuning' }
    const type = { key: 'roof-box' }
    const attribute = { key: 'inner_length' }
    const named = async (store: TestStore) => {
      time += FIVE_SECONDS_MS
      const { categories, types, attributes } = await store.api.getCatalogue()
      const all = [...categories.filter(({ id }) => id === params.id), ...types, ...attributes]
      return all.map(({ name }) => name).filter((name) => name.startsWith('New '))
    }
    const shownByBoth = async (names: string[]) => {
      expect(await named(first)).toEqual(names)
      await expect.poll(() => named(second), { timeout: 10_000 }).toEqual(names)
    }
    await shownByBoth([])
    await admin.api.saveCategory({ params, body: { name: 'New tuning' } })
    await admin.api.saveAttribute({
      params: attribute,
      body: { name: 'New length', kind: 'number', unit: 'mm' },
    })
    await admin.api.savePartType({
      params: type,
      body: { name: 'New box', plural: 'New boxes', category: params.id },
    })
    await shownByBoth(['New tuning', 'New box', 'New length'])
    await admin.api.saveAttribute({ params: attribute, body: { name: 'New inner length' } })
    await shownByBoth(['New tuning', 'New box', 'New inner length'])
    await admin.api.deletePartType({ params: type })
    await admin.api.deleteAttribute({ params: attribute })
    await admin.api.deleteCategory({ params })
    await shownByBoth([])
  })

  /** Calls after which no public response is different. */
  const UNSEEN: EndpointName[] = [
    'exchangeToken',
    'updateUser',
    'promoteUser',
    'demoteUser',
    'removeUser',
    'setRole',
    'endSignIn',
    'endOtherSignIns',
    'createAddress',
    'updateAddress',
    'deleteAddress',
    'uploadImage',
    'startImport',
    'sendPiece',
    'checkImport',
    'discardImport',
    'quote',
    'setCartLine',
    'mergeCart',
    'emptyCart',
    'setOrderStatus',
    'addOrderNote',
    'markOrderPaid',
    'createPaymentIntent',
    'requestEstimate',
    'deleteEstimate',
    'askForNotice',
    'subscribe',
    'deleteSubscriber',
    'retryFailedMails',
  ]

  test('every call that changes something is in the table above or among those that no visitor sees', () => {
    const writing = Object.entries(api)
      .filter(([, { method }]) => method !== 'GET')
      .map(([name]) => name)
    const listed = [...Object.values(changes).flatMap(({ calls }) => calls), ...CATALOGUE, ...UNSEEN]
    expect(listed.toSorted()).toEqual(writing.toSorted())
  })
})
