import { afterAll, beforeAll, expect, test } from 'vitest'
import { MAX_COUNT, sortsOf } from '#contract/platform/list-sort.ts'
import type { Database } from '#database/open.ts'
import { orderBody } from '#demo/purchase.ts'
import { findMisrefunded } from '#server/sales/payments/ledger-check.ts'
import { LARGE_CATALOGUE_MS, largeCatalogue } from '../../../support/database/large-catalogue.ts'
import { explain, type Plan, watchStatements } from '../../../support/database/statements.ts'
import { fillLongLists, LONG } from '../../../support/http/long-lists.ts'
import { openShop, type Shop } from '../../../support/shop.ts'
import type { Person } from '../../../support/store.ts'
import { someOf, someRuns } from '../../../support/thoroughness.ts'

/** The page size of each list here. */
const limit = 50
/** The number of rows that a statement may read for a page: 20 times the page size. */
const FEW = 20 * limit

let database: Database
let shop: Shop
let admin: Person
let statements: ReturnType<typeof watchStatements>

beforeAll(async () => {
  database = await largeCatalogue()
  await fillLongLists(database.pool)
  shop = await openShop({ on: database })
  admin = await shop.staff('admin')
  // A process loads the vocabulary with its first search and keeps it in memory (docs/decisions/0041).
  await shop.api.listProducts({ query: { q: 'oil filter' } })
  statements = watchStatements(database.pool)
}, LARGE_CATALOGUE_MS)
afterAll(() => shop?.close())

/** Returns the query plans of a call. */
async function plansOf(call: () => Promise<unknown>): Promise<Plan[]> {
  const executed = await statements.during(call)
  return Promise.all(executed.map((statement) => explain(database.pool, statement)))
}

type Bounds = { maxRows?: number | undefined; maxStatements?: number }

function expectQuick(plans: Plan[], { maxRows = FEW, maxStatements = 2 }: Bounds = {}): void {
  expect(plans.length).toBeGreaterThan(0)
  expect(plans.length).toBeLessThanOrEqual(maxStatements)
  for (const { text, wholeTables, rowsRead } of plans) {
    expect(wholeTables, text).toEqual([])
    expect(rowsRead, text).toBeLessThanOrEqual(maxRows)
  }
}

type List = (page: { limit: number; after?: string }) => Promise<{ items: unknown[]; next: string | null }>

/** Checks the first page, the next one and, in a long list, a deep one. */
async function expectQuickPages(list: List, { deep, ...bounds }: Bounds & { deep?: string } = {}) {
  let next: string | null = null
  expectQuick(await plansOf(async () => ({ next } = await list({ limit }))), bounds)
  const cursors = [next, deep].filter((after) => typeof after === 'string')
  for (const after of cursors) expectQuick(await plansOf(() => list({ limit, after })), bounds)
}

/** Returns a cursor after the rows that were created less than so many minutes ago. */
function deepCursor(minutesAgo: number): string {
  const at = new Date(Date.now() - minutesAgo * 60_000).toISOString()
  return Buffer.from(JSON.stringify(['newest', at, '00000000-0000-4000-8000-000000000000'])).toString(
    'base64url',
  )
}

const filters = [
  {},
  { status: 'pending' },
  { status: 'Pending' },
  { status: 'Shift' },
  { status: 'pending,Pending' },
  { paid: 'true' },
  { paid: 'false' },
  { expired: 'true' },
  { expired: 'false' },
  { disputed: 'true' },
  { status: 'pending,Pending', paid: 'true', held: 'false' },
  { paid: 'false', expired: 'false' },
  { paid: 'false', expired: 'true' },
  { paid: 'true', expired: 'true' },
  { status: 'pending', paid: 'true' },
  { status: 'Pending', paid: 'false', expired: 'false' },
  { status: 'Shift', disputed: 'true' },
  { email: 'customer77@example.com' },
  { email: 'customer77@example.com', paid: 'false' },
  { email: 'unknown.user@example.com' },
  { q: 'customer1777' },
  { q: 'nobody' },
  { q: 'flywheel cover' },
  { q: 'RX-9041' },
] as const

test.each(filters)('pages of orders by %o read few rows', async (filter) => {
  const list: List = (page) => admin.api.listAllOrders({ query: { ...filter, ...page } })
  await expectQuickPages(list, { deep: deepCursor(4 * 0.99 * LONG.orders) })
})

/** The names of cursors are those of sorts. */
const orderSorts = sortsOf(['createdAt', 'email', 'productName', 'total']).filter(
  (sort) => sort !== '-createdAt',
)

test.each(filters)('pages of orders by %o in any order read few rows', async (filter) => {
  for (const sort of someOf(orderSorts, { share: 3 }))
    await expectQuickPages((page) => admin.api.listAllOrders({ query: { ...filter, ...page, sort } }))
})

/**
 * The rows that a count of the most frequent orders may read, of the index and the table: fewer than there are. Of up to
 * twice as many orders as are counted a bitmap has all.
 */
const COUNTED = 3 * (MAX_COUNT + 1)

test.each(filters)(
  'the count of orders by %o is right, and reads a bounded number of rows',
  async (filter) => {
    let count: number | undefined
    const plans = await plansOf(async () => {
      ;({ count } = await admin.api.listAllOrders({ query: { ...filter, limit, count: 'true' } }))
    })
    const [counted, ...others] = plans.filter(({ text }) => text.startsWith('select count(*)'))
    expect(others).toEqual([])
    expect(counted?.rowsRead).toBeLessThanOrEqual(COUNTED)
    const { items } = await admin.api.listAllOrders({ query: { ...filter, limit: 1000 } })
    if (items.length < 1000) expect(count).toBe(items.length)
    else expect(count).toBeGreaterThanOrEqual(1000)
    expect(count).toBeLessThanOrEqual(MAX_COUNT + 1)
  },
)

test('rare rows are found completely', async () => {
  const found = async (query: (typeof filters)[number]) => (await admin.api.listAllOrders({ query })).items
  expect(await found({ paid: 'false', expired: 'false' })).toHaveLength(LONG.rare)
  expect(await found({ status: 'pending', paid: 'true' })).toHaveLength(LONG.rare)
  expect(await found({ disputed: 'true' })).toHaveLength(LONG.rare)
  expect(await found({ q: 'flywheel cover' })).toHaveLength(LONG.rare)
  expect(await found({ q: 'RX-9041' })).toHaveLength(LONG.rare)
  expect((await admin.api.listAllReviews({ query: { hidden: 'true' } })).items).toHaveLength(LONG.rare)
})

test('pages of the orders of a customer read few rows', async () => {
  const list: List = (page) => admin.api.listOrders({ query: { email: 'customer77@example.com', ...page } })
  await expectQuickPages(list)
})

test.each([
  'harbour',
  'customer77',
  'harbour 99',
  '7731',
  'nobody',
  'BR-2804-22',
  'rx90417',
  'harbour flywheel',
  '100077',
  'customer77@example.com',
])('what staff find with “%s” takes few rows', async (q) => {
  for (const { text, wholeTables, rowsRead } of await plansOf(() => admin.api.find({ query: { q } }))) {
    expect(wholeTables, text).toEqual([])
    expect(rowsRead, text).toBeLessThanOrEqual(4 * FEW)
  }
})

test.each<[string, () => List]>([
  ['people', () => (query) => admin.api.listUsers({ query })],
  ['people, disabled too', () => (page) => admin.api.listUsers({ query: { ...page, disabled: 'true' } })],
  ['reviews', () => (query) => admin.api.listAllReviews({ query })],
  ['hidden reviews', () => (page) => admin.api.listAllReviews({ query: { ...page, hidden: 'true' } })],
  ['shown reviews', () => (page) => admin.api.listAllReviews({ query: { ...page, hidden: 'false' } })],
  ['estimates', () => (query) => admin.api.listEstimates({ query })],
  ['subscribers', () => (query) => admin.api.listSubscribers({ query })],
  ['reviews by name', () => (page) => admin.api.listAllReviews({ query: { ...page, sort: 'name' } })],
  ['reviews by rating', () => (page) => admin.api.listAllReviews({ query: { ...page, sort: '-rating' } })],
  [
    'hidden reviews by rating',
    () => (page) => admin.api.listAllReviews({ query: { ...page, hidden: 'true', sort: 'rating' } }),
  ],
  ['estimates by name', () => (page) => admin.api.listEstimates({ query: { ...page, sort: 'name' } })],
  ['subscribers by email', () => (page) => admin.api.listSubscribers({ query: { ...page, sort: '-email' } })],
  ['imports', () => (query) => admin.api.listImports({ query })],
  ['imports not finished', () => (page) => admin.api.listImports({ query: { ...page, unfinished: 'true' } })],
])('pages of %s read few rows', async (kind, list) => {
  await expectQuickPages(list(), kind.includes(' by ') ? {} : { deep: deepCursor(20 * 0.95 * LONG.others) })
})

/** A page of a search, and its count, read the accounts that match up to `MAX_COUNT`, in the index and in the table. */
const MATCHES = 2 * (MAX_COUNT + 1)

test.each([
  [{ q: 'customer' }, MATCHES],
  [{ q: 'c' }, MATCHES],
  [{ sort: '-email', q: 'customer' }, MATCHES],
  [{ role: 'staff', q: 'customer' }, MATCHES],
  [{ q: 'a b c d e f g h i j k l m n o p q r s t u v w x y z 1 2 3 4 5 6 7 8 9' }, MATCHES],
  [{ q: 'customer 77' }, FEW],
  [{ q: 'customer77@example.com' }, FEW],
  [{ q: 'nobody here' }, FEW],
  [{ role: 'staff' }, FEW],
  [{ role: 'viewer' }, FEW],
  [{ role: 'user' }, FEW],
  [{ sort: 'email' }, FEW],
  [{ sort: 'createdAt' }, FEW],
] as const)('pages of people by %o read at most %d rows', async (query, maxRows) => {
  const list: List = (page) => admin.api.listUsers({ query: { ...query, ...page } })
  // the words of a search are read first, and which addresses are verified last
  await expectQuickPages(list, { maxRows, maxStatements: 'q' in query ? 3 : 2 })
  const counted = await plansOf(() => admin.api.listUsers({ query: { ...query, limit, count: 'true' } }))
  for (const { text, rowsRead } of counted) expect(rowsRead, text).toBeLessThanOrEqual(MATCHES)
})

test.each([
  {},
  { what: 'product' },
  { what: 'product.price' },
  { what: 'user.role' },
  { what: 'order' },
  { what: 'order.refunded' },
  { by: 'staff' },
  { by: 'store' },
  { by: 'customer1@example.com' },
  { by: 'customer1@example.com', what: 'user.role' },
  { from: '2020-01-01', to: '2020-01-02' },
])('pages of the audit by %o read few rows', async (filter) => {
  const at = new Date(Date.now() - 4 * 0.5 * LONG.orders * 60_000).toISOString()
  const deep = Buffer.from(JSON.stringify(['newest', at, 'audit', 1])).toString('base64url')
  await expectQuickPages((page) => admin.api.listAudit({ query: { ...filter, ...page } }), { deep })
})

const productQueries = [
  {},
  { sort: 'price' },
  { sort: '-price' },
  { sort: 'name' },
  { category: 'engine' },
  { category: 'engine,fluids' },
  { category: 'engine', sort: 'price' },
  { category: 'engine,fluids', sort: '-price' },
  { category: 'wheels', sort: 'name' },
] as const

test.each(productQueries)('pages of parts by %o read few rows', async (query) => {
  await expectQuickPages((page) => shop.api.listProducts({ query: { ...query, ...page } }))
})

/** The number of rows that a statement of a search, its counts or its suggestions may read. */
const SEARCHED = someRuns(60_000, 4)

const searches = [
  { brand: 'Veldra' },
  { minPrice: 20, maxPrice: 25, inStock: 'true' },
  { category: 'engine', inStock: 'true', sort: 'name' },
  { q: 'brake disc' },
  { q: 'front brake pads', category: 'engine' },
  { q: 'oil', sort: 'price' },
  { q: 'brake dsic' },
  { q: 'zzzqqq' },
] as const

test.each(searches)(`pages of parts found by %o read at most ${SEARCHED} rows a statement`, async (query) => {
  const list: List = (page) => shop.api.listProducts({ query: { ...query, ...page } })
  await expectQuickPages(list, { maxRows: SEARCHED })
})

test.each([{}, { category: 'engine' }, { q: 'brake disc', inStock: 'true' }] as const)(
  `counts by %o read at most ${SEARCHED} rows a statement`,
  async (query) => {
    expectQuick(await plansOf(() => shop.api.countProducts({ query })), { maxRows: SEARCHED })
  },
)

test.each(['b', 'bra', 'brake d', 'nor.07', '0707'])('suggestions for %s scan no whole table', async (q) => {
  const plans = await plansOf(() => shop.api.suggestProducts({ query: { q } }))
  for (const plan of plans) expectQuick([plan], { maxRows: SEARCHED })
})

test('a part by its number, its page and its reviews read few rows', async () => {
  const { items } = await shop.api.listProducts({ query: { limit: 40 } })
  const part = items.find(({ partNumber }) => partNumber !== null)
  const q = part?.partNumber ?? ''
  const id = part?._id ?? ''
  expectQuick(await plansOf(() => shop.api.listProducts({ query: { q } })))
  expectQuick(await plansOf(() => shop.api.getProduct({ params: { id } })))
  expectQuick(await plansOf(() => shop.api.listReviews({ query: { productId: id } })))
  expectQuick(await plansOf(() => shop.api.listReviews({ query: {} })))
})

test('the score of a part does not read the reviews of other parts', async () => {
  const [review] = (await shop.api.listReviews({ query: { limit: 1 } })).items
  const { items } = await shop.api.listProducts({ query: { limit: 2 } })
  const productId = items.find(({ _id }) => _id !== review?.productId)?._id ?? ''
  expectQuick(await plansOf(() => shop.api.getReviewScore({ query: { productId } })))
})

test('the overview scans no whole table', async () => {
  const plans = await plansOf(() => admin.api.getOverview({}))
  expect(plans.flatMap(({ wholeTables }) => wholeTables)).toEqual([])
})

test('the search for orders whose refund differs from the ledger reads few rows', async () => {
  expectQuick(await plansOf(() => findMisrefunded(database.db)))
})

test('an order takes two statements besides those of authentication and rate limits, with or without a key', async () => {
  const buyer = await shop.buyer()
  const { items } = await shop.api.listProducts({ query: { limit: 40 } })
  const part = items.find(({ availableQuantity, minimumOrder }) => availableQuantity > 5 * minimumOrder)
  if (!part) throw new Error('nothing on the first page can be bought')
  const place = (headers: Record<string, string> = {}) =>
    shop.call({
      method: 'POST',
      url: '/api/order',
      token: buyer.token,
      payload: orderBody([{ part }], buyer),
      headers,
    })
  for (const headers of [undefined, { 'idempotency-key': 'once' }]) {
    let status = 0
    const executed = await statements.during(async () => ({ statusCode: status } = await place(headers)))
    expect(status).toBe(201)
    // the settings are read once a second
    expect(executed.filter(({ text }) => !text.includes('from "settings"'))).toHaveLength(2)
  }
})

test('a list that has lost its index is detected', { tags: 'long' }, async () => {
  await database.pool.query('drop index orders_paid_newest')
  const plans = await plansOf(() => admin.api.listAllOrders({ query: { status: 'pending', paid: 'true' } }))
  expect(() => expectQuick(plans)).toThrow()
})
