import { afterAll, beforeAll, expect, test } from 'vitest'
import { saleUnits } from '#contract/catalog/products/part-fields.ts'
import type { Order } from '#contract/sales/orders/orders.ts'
import type { Database } from '#database/open.ts'
import { newId } from '#database/uuid.ts'
import { findOrder, showOrder } from '#server/sales/orders/order-view.ts'
import { placeLines } from '#server/sales/orders/place-order.ts'
import { priceOrder, type WantedLine } from '#server/sales/orders/price-order.ts'
import { findContradictions } from '../../../hostile/inconsistencies.ts'
import { freshDatabase } from '../../../support/database/database.ts'
import { watchStatements } from '../../../support/database/statements.ts'
import { errorCodeOf } from '../../../support/http/outcomes.ts'
import { exampleOrder } from '../../../support/orders/example-order.ts'
import { insertProduct, insertUser } from '../../../support/shop-rows.ts'

/* Orders of several lines, as carts place them. */

let database: Database
let buyer: string
let statements: ReturnType<typeof watchStatements>
const now = new Date('2026-03-01T12:00:00.000Z')
const rules = {
  currency: 'usd',
  unpaidOrderLimit: 1000,
  unpaidOrderHours: 48,
  taxRate: 1900,
  minMinor: 0,
  maxMinor: 99_999_999,
  seller: exampleOrder.seller,
}

beforeAll(async () => {
  database = await freshDatabase()
  statements = watchStatements(database.pool)
  buyer = await insertUser(database.db)
})
afterAll(async () => {
  expect(await findContradictions(database.db)).toEqual([])
  await database.close()
})

const part = (price = 1250, available = 10) =>
  insertProduct(database.db, { price_minor: price, available, brand: 'Norden', part_number: 'N-1' })

type More = {
  cartId?: string
  key?: string
  user?: string
  limit?: number
  onPriced?: () => Promise<unknown>
}

async function place(wanted: WantedLine[], { cartId, key, user = buyer, limit = 1000, onPriced }: More = {}) {
  const { db } = database
  const { lines } = await priceOrder(db, wanted, rules)
  await onPriced?.()
  const contact = { name: 'Ann', email: 'ann@example.com', phone: '1', address: '1 Road', location: 'Town' }
  return placeLines(db, {
    buyer: { id: user, ...contact },
    channel: 'cart',
    lines,
    ...(cartId ? { cartId } : {}),
    now,
    rules: { ...rules, unpaidOrderLimit: limit },
    key: key ? { userId: user, method: 'POST', path: '/checkout', key, now, bodyHash: 'body' } : undefined,
  })
}

async function placed(wanted: WantedLine[], more?: More) {
  const result = await place(wanted, more)
  if (result.outcome !== 'placed') throw new Error(JSON.stringify(result))
  return result
}

const wanted = (productId: string, quantity = 1): WantedLine => ({ productId, quantity })
const set = (
  id: string,
  values: { price_minor?: number; available?: number; minimum_order?: number; archived_at?: Date },
) => database.db.updateTable('products').set(values).where('id', '=', id).execute()

async function availableOf(...ids: string[]): Promise<(number | undefined)[]> {
  const rows = await database.db
    .selectFrom('products')
    .select(['id', 'available'])
    .where('id', 'in', ids)
    .execute()
  return ids.map((id) => rows.find((row) => row.id === id)?.available)
}

test('one order of three lines is the sum of its lines, priced and placed in one statement each', async () => {
  const ids = [await part(699), await part(699), await part(699)]
  const executed = await statements.during(async () => {
    const { order, stock } = await placed(ids.map((id) => wanted(id)))
    expect(order).toMatchObject({
      productId: ids[0],
      quantity: 3,
      // who agrees to the price agrees to the total
      price: 20.97,
      total: 20.97,
      channel: 'cart',
      tax: { rate: 19, amount: 3.35 },
    })
    expect(order.lines.map(({ tax }) => tax?.amount)).toEqual([1.12, 1.12, 1.11])
    expect(order.lines[0]).toMatchObject({ partNumber: 'N-1', brand: 'Norden', price: 6.99, total: 6.99 })
    expect(stock.map(({ id, before, after }) => [id, before, after])).toEqual(
      expect.arrayContaining(ids.map((id) => [id, 10, 9])),
    )
  })
  expect(executed).toHaveLength(2)
})

test('a line keeps what its price was for, whatever the part is sold as later', async () => {
  const ids = await Promise.all(
    saleUnits.map((sale_unit) => insertProduct(database.db, { sale_unit, available: 10 })),
  )
  const { order } = await placed(ids.map((id) => wanted(id)))
  const units = ({ lines }: Order) => lines.map(({ saleUnit }) => saleUnit)
  expect(units(order)).toEqual(saleUnits)
  await database.db.updateTable('products').set({ sale_unit: 'each' }).where('id', 'in', ids).execute()
  const row = await findOrder(database.db, { params: { id: order._id } })
  expect(units(await showOrder(database.db, { row, caller: { role: 'user' }, now }))).toEqual(saleUnits)
})

test('a hundred lines are priced in one statement, and placed in one', async () => {
  const ids = await Promise.all(Array.from({ length: 100 }, () => part()))
  const executed = await statements.during(() => placed(ids.map((id) => wanted(id))))
  expect(executed).toHaveLength(2)
  expect(new Set(await availableOf(...ids))).toEqual(new Set([9]))
})

test('each line that cannot be sold is named, and nothing is taken of the others', async () => {
  const [fine, dearer, gone, archived, minimum] = [
    await part(),
    await part(),
    await part(),
    await part(),
    await part(),
  ]
  const lines = [fine, dearer, gone, archived, minimum].map((id) => wanted(id, 2))
  const result = await place(lines, {
    onPriced: async () => {
      await set(dearer, { price_minor: 1300 })
      await set(gone, { available: 1 })
      await set(archived, { archived_at: now })
      await set(minimum, { minimum_order: 4 })
    },
  })
  expect(result).toEqual({
    outcome: 'lines_changed',
    faults: [
      { position: 2, code: 'price_changed', price: 1300, available: 10, minimumOrder: 1 },
      { position: 3, code: 'insufficient_stock', price: 1250, available: 1, minimumOrder: 1 },
      { position: 4, code: 'not_found', price: 1250, available: 10, minimumOrder: 1 },
      { position: 5, code: 'below_minimum', price: 1250, available: 10, minimumOrder: 4 },
    ],
  })
  expect(await availableOf(fine, dearer, minimum)).toEqual([10, 10, 10])
})

test('the price names the same lines before anything is placed', async () => {
  const [archived, few, minimum] = [await part(), await part(1250, 1), await part()]
  await set(archived, { archived_at: now })
  await set(minimum, { minimum_order: 4 })
  const { faults, totalMinor } = await priceOrder(
    database.db,
    [archived, few, minimum].map((id) => wanted(id, 2)),
    rules,
  )
  expect(faults.map(({ position, code }) => [position, code])).toEqual([
    [1, 'not_found'],
    [2, 'insufficient_stock'],
    [3, 'below_minimum'],
  ])
  // a part that is not sold any more is left out of the total
  expect(totalMinor).toBe(5000)
})

test('a part on two lines is taken twice, and refused if both together are too many', async () => {
  const id = await part(1250, 5)
  const { order } = await placed([wanted(id, 2), wanted(id, 2)])
  expect(order.lines.map(({ quantity }) => quantity)).toEqual([2, 2])
  expect(await availableOf(id)).toEqual([1])
  const few = await part(1250, 3)
  const result = await place([wanted(few, 2), wanted(few, 2)])
  expect(result).toMatchObject({
    outcome: 'lines_changed',
    faults: [1, 2].map((position) => ({ position, code: 'insufficient_stock', available: 3 })),
  })
})

test('two orders of the same last units in opposite order: one is placed, the other refused, without a deadlock', async () => {
  for (let round = 0; round < 20; round += 1) {
    const [one, other] = [await part(1250, 1), await part(1250, 1)]
    const results = await Promise.all([
      place([wanted(one), wanted(other)]),
      place([wanted(other), wanted(one)]),
    ])
    expect(results.map(({ outcome }) => outcome).sort()).toEqual(['lines_changed', 'placed'])
    expect(await availableOf(one, other)).toEqual([0, 0])
  }
  const { rows } = await database.pool.query(
    'select deadlocks::int as count from pg_stat_database where datname = current_database()',
  )
  expect(rows).toEqual([{ count: 0 }])
})

test('a cart becomes one order, whoever sends it', async () => {
  const id = await part()
  const cartId = newId()
  const accounts = [buyer, await insertUser(database.db), await insertUser(database.db)]
  const locking = await database.pool.connect()
  try {
    await locking.query('begin')
    await locking.query('select 1 from products where id = $1 for update', [id])
    const placing = accounts.map((user) => place([wanted(id)], { cartId, user }))
    const waiters = `select 1 from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`
    // none of them sees the order of another one
    await expect.poll(async () => (await locking.query(waiters)).rows.length).toBe(accounts.length)
    await locking.query('commit')
    const outcomes = (await Promise.all(placing)).map(({ outcome }) => outcome)
    expect(outcomes.sort()).toEqual(['cart_ordered', 'cart_ordered', 'placed'])
  } finally {
    locking.release()
  }
  expect(await place([wanted(id)], { cartId })).toEqual({ outcome: 'cart_ordered' })
  expect(await availableOf(id)).toEqual([9])
})

test('the lines come before the limit of unpaid orders, and a used key before both', async () => {
  const id = await part()
  const user = await insertUser(database.db)
  await placed([wanted(id)], { key: 'used', user })
  expect(await errorCodeOf(place([wanted(id, 20)], { key: 'used', user, limit: 1 }))).toBe('being_changed')
  expect(await place([wanted(id, 20)], { user, limit: 1 })).toMatchObject({ outcome: 'lines_changed' })
  expect(await errorCodeOf(place([wanted(id)], { user, limit: 1 }))).toBe('unpaid_order_limit')
  expect(await errorCodeOf(place([wanted(id)], { user: newId() }))).toBe('unauthenticated')
})

test('an order that is not the sum of its lines is refused at its commit', async () => {
  const { order } = await placed([wanted(await part()), wanted(await part())])
  const copy = `insert into orders select (jsonb_populate_record(orders, jsonb_build_object(
    'id', gen_random_uuid(), 'number', nextval('order_numbers'), 'cart_id', null))).* from orders where id = $1`
  await expect(database.pool.query(copy, [order._id])).rejects.toThrow('is not the sum of its lines')
})

test('the rows that are sent have every column that is stored, and no other', async () => {
  const id = await part()
  const executed = await statements.during(() => placed([wanted(id)]))
  const [order, lines] =
    executed[1]?.values.map((value) =>
      JSON.parse(String(value).startsWith('{') || String(value).startsWith('[') ? String(value) : 'null'),
    ) ?? []
  const { rows } = await database.pool.query<{ source: string }>(
    "select prosrc as source from pg_proc where proname = 'place_order'",
  )
  const columnsOf = (table: string) =>
    new RegExp(`insert into ${table} \\(([^)]*)\\)`)
      .exec(rows[0]?.source ?? '')?.[1]
      ?.split(/,\s*/)
      .map((name) => name.trim())
      .sort()
  expect(Object.keys(order).sort()).toEqual(columnsOf('orders'))
  expect(Object.keys(lines[0]).sort()).toEqual(columnsOf('order_lines'))
})
