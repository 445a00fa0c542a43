import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { AppError } from '#contract/platform/errors.ts'
import type { Database } from '#database/open.ts'
import { newId } from '#database/uuid.ts'
import { placeLines } from '#server/sales/orders/place-order.ts'
import { priceOrder } from '#server/sales/orders/price-order.ts'
import { findContradictions } from '../../../hostile/inconsistencies.ts'
import { freshDatabase } from '../../../support/database/database.ts'
import fc from '../../../support/fast-check.ts'
import { exampleOrder } from '../../../support/orders/example-order.ts'
import { seededRandom, shuffle } from '../../../support/same-time.ts'
import { insertProduct, insertUser } from '../../../support/shop-rows.ts'
import { someRuns } from '../../../support/thoroughness.ts'

/* Buyers race for carts that overlap in a few parts, while connections are ended. */

const PARTS = 20
const STOCK = 25
const BUYERS = 16
/** Each buyer sends so many carts; the units do not suffice for all of them. */
const CARTS = someRuns(40, 4)
/** After so many answers a connection that places an order is ended. */
const ANSWERS_PER_KILL = 12
const SEED = fc.readConfigureGlobal().seed ?? Date.now()
const now = new Date('2026-03-01T12:00:00.000Z')
const rules = {
  currency: 'usd',
  unpaidOrderLimit: 100_000,
  unpaidOrderHours: 48,
  taxRate: 1900,
  minMinor: 0,
  maxMinor: 99_999_999,
  seller: exampleOrder.seller,
}

let database: Database
beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database.close())

test('of carts that overlap no unit is sold twice, no order is lost or doubled, and none waits in a circle', {
  timeout: 120_000,
}, async () => {
  const { db } = database
  const parts: string[] = []
  for (let part = 0; part < PARTS; part += 1) parts.push(await insertProduct(db, { available: STOCK }))
  const buyers = await Promise.all(Array.from({ length: BUYERS }, () => insertUser(db)))
  const acknowledged: string[] = []
  const counts = { placed: 0, lines_changed: 0, cart_ordered: 0, key_used: 0, ended: 0 }
  let answers = 0

  /** Sends a cart; another tab sends it with a key of its own, or a double click with the same key. */
  async function send(user: string, random: () => number): Promise<void> {
    const wanted = shuffle(parts, random)
      .slice(0, 1 + Math.floor(random() * 4))
      .map((productId) => ({ productId, quantity: 1 + Math.floor(random() * 3) }))
    // the same part on another line, as for a second vehicle
    if (random() < 0.2) wanted.push({ productId: wanted[0]?.productId ?? '', quantity: 1 })
    const cartId = newId()
    const keys = random() < 0.3 ? [newId(), newId()] : [newId()]
    if (random() < 0.3) keys.push(keys[0] ?? '')
    const outcomes = await Promise.all(keys.map((key) => place(user, { wanted, cartId, key })))
    expect(outcomes.filter((outcome) => outcome === 'placed').length).toBeLessThanOrEqual(1)
    for (const outcome of outcomes) counts[outcome] += 1
  }

  async function place(
    user: string,
    {
      wanted,
      cartId,
      key,
    }: { wanted: { productId: string; quantity: number }[]; cartId: string; key: string },
  ): Promise<keyof typeof counts> {
    try {
      const { lines } = await priceOrder(db, wanted, rules)
      const contact = { name: null, email: 'a@example.com', phone: '1', address: '1 Road', location: 'Town' }
      const result = await placeLines(db, {
        ...{ buyer: { id: user, ...contact }, channel: 'cart', lines, cartId, now, rules },
        key: { userId: user, method: 'POST', path: '/checkout', key, now, bodyHash: cartId },
      })
      if (result.outcome === 'placed') acknowledged.push(result.order._id)
      return result.outcome
    } catch (error) {
      if (error instanceof AppError && error.code === 'being_changed') return 'key_used'
      if (/terminat/i.test(String(error))) return 'ended'
      throw error
    } finally {
      answers += 1
      if (answers % ANSWERS_PER_KILL === 0) await endOne()
    }
  }

  async function endOne(): Promise<void> {
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and query like '%place_order(%' and state <> 'idle'
        and pid <> pg_backend_pid() limit 1`
      .execute(database.background)
      .catch(() => {})
  }

  const random = seededRandom(SEED)
  await Promise.all(
    buyers.map(async (user) => {
      const own = seededRandom(random() * 2 ** 32)
      for (let cart = 0; cart < CARTS; cart += 1) await send(user, own)
    }),
  )

  const { rows: stock } = await sql<{ units: number }>`
    select distinct available + (
      select coalesce(sum(quantity), 0)::int from order_lines where product_id = products.id
    ) as units from products`.execute(db)
  expect(stock, `PROPERTY_SEED=${SEED}`).toEqual([{ units: STOCK }])
  const orders = await db.selectFrom('orders').select(['id', 'cart_id']).execute()
  const ids = new Set(orders.map(({ id }) => id))
  expect(acknowledged.filter((id) => !ids.has(id))).toEqual([])
  expect(new Set(orders.map((order) => order.cart_id)).size).toBe(orders.length)
  // a connection may end between the commit and its answer
  expect(orders.length - acknowledged.length).toBeLessThanOrEqual(counts.ended)
  expect(await findContradictions(db)).toEqual([])
  const { rows } = await sql`
    select deadlocks::int as deadlocks from pg_stat_database where datname = current_database()`.execute(db)
  expect(rows).toEqual([{ deadlocks: 0 }])
  // the race was one
  for (const outcome of ['placed', 'lines_changed', 'key_used'] as const)
    expect(counts[outcome], outcome).toBeGreaterThan(0)
  console.log(JSON.stringify(counts))
})
