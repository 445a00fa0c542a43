import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '#database/open.ts'
import { checkoutBody } from '#demo/purchase.ts'
import { findContradictions } from '../../../hostile/inconsistencies.ts'
import { freshDatabase } from '../../../support/database/database.ts'
import { endConnectionAfter } from '../../../support/database/faults.ts'
import { outcomeOf } from '../../../support/http/outcomes.ts'
import { buyCart, fillCart } from '../../../support/orders/carts.ts'
import { openShop, type Shop } from '../../../support/shop.ts'
import { openTestStore, type Person, type TestStore } from '../../../support/store.ts'

/* A checkout that is sent twice, from two tabs, to two instances, or whose connection ends on the way. */

let database: Database
let shop: Shop
/** Another instance of the store, with the same database. */
let second: TestStore
beforeAll(async () => {
  database = await freshDatabase()
  const env = { UNPAID_ORDER_LIMIT: '1000', ORDERS_PER_HOUR: '10000' }
  shop = await openShop({ env, on: database })
  second = await openTestStore({ env, on: { ...database, close: async () => {} } })
  await shop.staff('admin')
})
afterAll(async () => {
  expect(await findContradictions(database.db)).toEqual([])
  const { rows } = await database.pool.query(
    'select deadlocks::int as deadlocks from pg_stat_database where datname = current_database()',
  )
  expect(rows).toEqual([{ deadlocks: 0 }])
  await second.close()
  await shop.close()
})

/** The same person at the other instance. */
const atSecond = (person: Person): Person => ({ ...person, api: second.apiWith(person.token) })
const ordersOf = async ({ api }: Person) => (await api.listOrders()).items

async function availableOf(...parts: { _id: string }[]): Promise<number[]> {
  const { rows } = await database.pool.query('select id, available from products where id = any ($1)', [
    parts.map(({ _id }) => _id),
  ])
  return parts.map(({ _id }) => rows.find(({ id }) => id === _id).available)
}

/** What the refusal says beside its code. */
async function refusalOf(call: Promise<unknown>): Promise<unknown> {
  const error: unknown = await call.then(
    () => 'accepted',
    (failure: unknown) => failure,
  )
  return error instanceof Error && 'problem' in error ? error.problem : error
}

describe('one cart', () => {
  test('a double click with one key is one order, and both answers name it', async () => {
    const buyer = await shop.buyer()
    const [disc, pad] = [await shop.part({ available: 9 }), await shop.part({ available: 9 })]
    const cart = await fillCart(buyer, [disc, 2], pad)
    const clicks = [buyer, buyer, atSecond(buyer), atSecond(buyer)]
    const [first, ...others] = await Promise.all(
      clicks.map((person) => buyCart(person, cart, { key: 'click' })),
    )
    expect(others).toEqual([first, first, first])
    expect(await ordersOf(buyer)).toHaveLength(1)
    expect(await availableOf(disc, pad)).toEqual([7, 8])
    // an hour later, too, though the parts are gone and the cart is another
    await shop.order([{ part: disc, quantity: 7 }], { buyer: await shop.buyer() })
    expect(await buyCart(buyer, cart, { key: 'click' })).toEqual(first)
  })

  test.for([1, 2])(
    'two tabs with a key each, at %i instances, place one order, which the other names',
    async (instances) => {
      for (let round = 0; round < 5; round += 1) {
        const buyer = await shop.buyer()
        const part = await shop.part({ available: 2 })
        const cart = await fillCart(buyer, [part, 2])
        const tabs = [buyer, instances === 1 ? buyer : atSecond(buyer)]
        const answers = await Promise.all(
          tabs.map((person, tab) => refusalOf(buyCart(person, cart, { key: `tab-${tab}` }))),
        )
        const [order] = await ordersOf(buyer)
        expect(await ordersOf(buyer)).toHaveLength(1)
        expect(answers).toContain('accepted')
        const named = { _id: order?._id, number: order?.number }
        expect(answers.find((answer) => answer !== 'accepted')).toMatchObject({
          status: 409,
          code: 'cart_ordered',
          order: named,
        })
        expect(await availableOf(part)).toEqual([0])
        // a third tab does not hear that the units are gone: its buyer has them
        expect(await refusalOf(buyCart(buyer, cart))).toMatchObject({ code: 'cart_ordered', order: named })
      }
    },
  )

  test('sent by two accounts at once, it is the order of the one that has it', async () => {
    const part = await shop.part({ available: 99 })
    for (let round = 0; round < 10; round += 1) {
      const [owner, other] = [await shop.buyer(), await shop.buyer()]
      const cart = await fillCart(owner, part)
      const [refusal] = await Promise.all([outcomeOf(buyCart(other, cart)), buyCart(atSecond(owner), cart)])
      expect(refusal).toMatch(/^409 cart_(changed|ordered)$/)
      expect(await ordersOf(owner)).toHaveLength(1)
      expect(await ordersOf(other)).toHaveLength(0)
    }
    expect(await availableOf(part)).toEqual([89])
  })

  test('a key is of one body: another total is a conflict', async () => {
    const buyer = await shop.buyer()
    const cart = await fillCart(buyer, await shop.part({ price: 5 }))
    await buyCart(buyer, cart, { key: 'once' })
    expect(await outcomeOf(buyCart(buyer, { ...cart, total: 6 }, { key: 'once' }))).toBe(
      '422 idempotency_conflict',
    )
    // a refusal is not kept
    const next = await fillCart(buyer, await shop.part({ price: 5 }))
    expect(await outcomeOf(buyCart(buyer, { ...next, total: 6 }, { key: 'twice' }))).toBe('409 lines_changed')
    expect(await buyCart(buyer, next, { key: 'twice' })).toMatchObject({ total: 5 })
  })

  test('a key of the day before orders the next cart, and not the same one again', async () => {
    let buyer = await shop.buyer()
    const cart = await fillCart(buyer, await shop.part())
    const first = await buyCart(buyer, cart, { key: 'daily' })
    shop.clock.advance(24 * 3_600_000 + 1)
    buyer = await shop.signInAgain(buyer)
    expect(await refusalOf(buyCart(buyer, cart, { key: 'daily' }))).toMatchObject({
      code: 'cart_ordered',
      order: { _id: first._id, number: first.number },
    })
    const next = await fillCart(buyer, await shop.part())
    expect((await buyCart(buyer, next, { key: 'daily' }))._id).not.toBe(first._id)
  })
})

test('carts of the same last units in opposite order: one order, one refusal, no deadlock', async () => {
  for (let round = 0; round < 10; round += 1) {
    const [one, other] = [await shop.part({ available: 1 }), await shop.part({ available: 1 })]
    const [ann, ben] = [await shop.buyer(), await shop.buyer()]
    const carts = [await fillCart(ann, one, other), await fillCart(ben, other, one)] as const
    const outcomes = await Promise.all([
      outcomeOf(buyCart(ann, carts[0])),
      outcomeOf(buyCart(atSecond(ben), carts[1])),
    ])
    expect(outcomes.toSorted()).toEqual(['409 lines_changed', 'accepted'])
    expect(await availableOf(one, other)).toEqual([0, 0])
  }
})

test('a part that is put in while the cart is ordered is in the order or in the cart', async () => {
  for (let round = 0; round < 10; round += 1) {
    const buyer = await shop.buyer()
    const [shown, late] = [await shop.part(), await shop.part()]
    const cart = await fillCart(buyer, shown)
    const [order] = await Promise.all([buyCart(buyer, cart), fillCart(atSecond(buyer), late)])
    expect(order.lines.map(({ productId }) => productId)).toEqual([shown._id])
    const left = await buyer.api.getCart()
    expect(left.lines.map(({ productId }) => productId)).toEqual([late._id])
    expect(left.version).toBe(cart.version + 2)
    expect(left.id).not.toBe(cart.id)
  }
})

describe('a connection that ends', () => {
  /** The statements of a checkout; all but the last are rolled back with it. */
  const statements = {
    begin: /^begin/,
    'the order': /place_order/,
    'the next cart': /^update "carts"/,
    'the lines of the cart': /delete from cart_lines/,
    'the address': /^insert into "addresses"/,
    commit: /^commit/,
  }
  const places = Object.entries(statements)

  test.for(places)(
    'after %s: all or nothing, and the same key brings the one order',
    async ([name, statement]) => {
      const buyer = await shop.buyer()
      const [disc, pad] = [await shop.part({ available: 5 }), await shop.part({ available: 5 })]
      const cart = await fillCart(buyer, [disc, 2], pad)
      const isCommitted = name === 'commit'
      const hasEnded = endConnectionAfter(database.pool, statement)
      const outcome = await outcomeOf(buyCart(buyer, cart, { key: 'lost', saveAddress: true }))
      expect(hasEnded()).toBe(true)
      // the answer is looked up by its key, on another connection
      expect(outcome).toBe(isCommitted ? 'accepted' : '503 database_unavailable')
      expect(await ordersOf(buyer)).toHaveLength(isCommitted ? 1 : 0)
      expect(await buyer.api.listAddresses()).toHaveLength(isCommitted ? 1 : 0)
      expect(await availableOf(disc, pad)).toEqual(isCommitted ? [3, 4] : [5, 5])
      if (!isCommitted) expect(await buyer.api.getCart()).toEqual(cart)
      // whatever the instance that it reaches
      const order = await buyCart(atSecond(buyer), cart, { key: 'lost', saveAddress: true })
      expect(await ordersOf(buyer)).toEqual([order])
      expect(await availableOf(disc, pad)).toEqual([3, 4])
      expect(await buyer.api.getCart()).toMatchObject({ version: cart.version + 1, lines: [] })
    },
  )

  test('after the commit of a call without a key: the cart says which order it became', async () => {
    const buyer = await shop.buyer()
    const part = await shop.part({ available: 5 })
    const cart = await fillCart(buyer, part)
    endConnectionAfter(database.pool, /^commit/)
    expect(await outcomeOf(buyCart(buyer, cart))).toBe('503 database_unavailable')
    const [order] = await ordersOf(buyer)
    expect(await refusalOf(buyCart(buyer, cart))).toMatchObject({
      code: 'cart_ordered',
      order: { _id: order?._id, number: order?.number },
    })
    // and it can be paid: nothing but its row was needed
    await shop.paid(await buyer.api.getOrder({ params: { id: order?._id ?? '' } }))
  })
})

test('a part that two carts name is ordered in the order of the carts, and a queue of carts is served', async () => {
  const part = await shop.part({ available: 12, minimumOrder: 2 })
  const buyers = await Promise.all(Array.from({ length: 10 }, () => shop.buyer()))
  const carts = await Promise.all(buyers.map((buyer) => fillCart(buyer, [part, 2])))
  const outcomes = await Promise.all(
    buyers.map((buyer, at) => {
      const cart = carts[at]
      if (!cart) throw new Error('each buyer has a cart')
      return outcomeOf((at % 2 ? buyer : atSecond(buyer)).api.checkout({ body: checkoutBody(cart) }))
    }),
  )
  expect(outcomes.filter((outcome) => outcome === 'accepted')).toHaveLength(6)
  expect(new Set(outcomes)).toEqual(new Set(['accepted', '409 lines_changed']))
  expect(await availableOf(part)).toEqual([0])
})
