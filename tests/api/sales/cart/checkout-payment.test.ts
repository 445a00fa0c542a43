import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Product } from '#contract/catalog/products/products.ts'
import { reconcilePayments } from '#server/sales/payments/reconciliation-job.ts'
import { outcomeOf } from '../../../support/http/outcomes.ts'
import { buyCart, fillCart } from '../../../support/orders/carts.ts'
import { cardNumbers, openShop, type Shop } from '../../../support/shop.ts'
import type { Person } from '../../../support/store.ts'
import { someRuns } from '../../../support/thoroughness.ts'

/* What becomes of an order of three parts that was placed from a cart. */

const HOUR_MS = 3_600_000
const RACES = someRuns(40, 10)

let shop: Shop
let buyer: Person
beforeAll(async () => {
  shop = await openShop({
    env: { UNPAID_ORDER_HOURS: '0.9', UNPAID_ORDER_LIMIT: '1000', ORDERS_PER_HOUR: '1000' },
  })
  await shop.staff('admin')
  buyer = await shop.buyer()
})
afterAll(() => shop.close())

async function orderThree() {
  const parts = [
    await shop.part({ available: 9 }),
    await shop.part({ available: 9 }),
    await shop.part({ available: 9 }),
  ]
  const [first, second, third] = parts
  if (!first || !second || !third) throw new Error('there are three parts')
  const order = await buyCart(buyer, await fillCart(buyer, first, [second, 2], [third, 3]))
  return { parts, order }
}

async function availableOf(parts: Product[]): Promise<number[]> {
  const { rows } = await shop.database.pool.query('select id, available from products where id = any ($1)', [
    parts.map(({ _id }) => _id),
  ])
  return parts.map(({ _id }) => rows.find(({ id }) => id === _id).available)
}

test('a declined card leaves the order as it is, and another card pays all of it', async () => {
  const { parts, order } = await orderThree()
  const payment = await shop.openPayment(order)
  expect(await shop.enterCard(payment, cardNumbers.declined)).toBe(402)
  const params = { id: order._id }
  expect(await buyer.api.getOrder({ params })).toEqual(order)
  expect(await shop.openPayment(order)).toEqual(payment)
  await shop.enterCard(payment)
  const body = { appointment: order._id, transactionId: payment.id }
  expect(await buyer.api.markOrderPaid({ params, body })).toMatchObject({ paid: true, total: order.total })
  expect(await availableOf(parts)).toEqual([8, 7, 6])
})

test(`${RACES} times a card and a deletion at once end paid, or deleted with all units back`, async () => {
  for (let round = 0; round < RACES; round += 1) {
    const { parts, order } = await orderThree()
    const payment = await shop.openPayment(order)
    const [cardStatus, deletion] = await Promise.all([
      shop.enterCard(payment),
      outcomeOf(buyer.api.deleteOrder({ params: { id: order._id } })),
    ])
    await shop.sandbox?.deliverNow()
    const isPaid = cardStatus === 200
    expect(deletion).toBe(isPaid ? '409 already_paid' : 'accepted')
    expect(await availableOf(parts)).toEqual(isPaid ? [8, 7, 6] : [9, 9, 9])
    if (isPaid) expect(await buyer.api.getOrder({ params: { id: order._id } })).toMatchObject({ paid: true })
  }
})

test('an order that nobody pays expires, and the units of all three parts return', async () => {
  const { parts, order } = await orderThree()
  const payment = await shop.openPayment(order)
  shop.clock.advance(0.95 * HOUR_MS)
  buyer = await shop.signInAgain(buyer)
  const deps = { db: shop.database.db, cards: shop.cards, now: shop.clock.now }
  expect(await reconcilePayments(deps, shop.config.limits)).toEqual([])
  expect(await availableOf(parts)).toEqual([9, 9, 9])
  expect(await shop.enterCard(payment)).toBe(400)
  const expired = await buyer.api.getOrder({ params: { id: order._id } })
  expect(expired).toMatchObject({ expired: true, paid: false })
  expect(expired.lines.map(({ cancelled }) => cancelled)).toEqual([1, 2, 3])
})
