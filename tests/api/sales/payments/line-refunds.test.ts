import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Product } from '#contract/catalog/products/products.ts'
import { remainingTax } from '#contract/sales/orders/order-state.ts'
import type { Order } from '#contract/sales/orders/orders.ts'
import { reconcilePayments } from '#server/sales/payments/reconciliation-job.ts'
import { refundOrder } from '#server/sales/payments/refunds.ts'
import { findContradictions } from '../../../hostile/inconsistencies.ts'
import { outcomeOf } from '../../../support/http/outcomes.ts'
import { depsThrough, paymentDepsOf, stripeOf } from '../../../support/payments/network.ts'
import { cardNumbers, openShop, type Shop } from '../../../support/shop.ts'
import type { Person } from '../../../support/store.ts'

/* Refunds of orders with several lines. */

let shop: Shop
let admin: Person

beforeAll(async () => {
  shop = await openShop({ env: { TAX_RATE: '19' } })
  admin = await shop.staff('admin')
})
beforeEach(async () => {
  admin = await shop.signInAgain(admin)
})
afterAll(async () => {
  expect(await findContradictions(shop.database.db)).toEqual([])
  await shop.close()
})

type Body = Parameters<typeof admin.api.refundOrder>[0]['body']
const refund = ({ _id }: Order, body: Body) => admin.api.refundOrder({ params: { id: _id }, body })
const stockOf = async ({ _id }: Product) =>
  (await shop.api.getProduct({ params: { id: _id } })).availableQuantity
const amountsOf = ({ lines }: Order) => lines.map(({ refunded, refundedUnits }) => [refunded, refundedUnits])

/** 3 × 33.33, 2 × 10.00 and 1 × 0.99: 120.98, with 19.32 of tax. */
async function placePaid() {
  const parts = await Promise.all([33.33, 10, 0.99].map((price) => shop.part({ price, available: 10 })))
  const [first, second, third] = parts
  if (!first || !second || !third) throw new Error('no parts')
  const lines = [{ part: first, quantity: 3 }, { part: second, quantity: 2 }, { part: third }] as const
  const paid = await shop.paid(await shop.order([...lines]))
  return { parts: [first, second, third] as const, paid }
}

test('a refund of units of one line leaves the other lines as they are, and returns units only if told to', async () => {
  const { parts, paid } = await placePaid()
  expect(paid).toMatchObject({ total: 120.98, tax: { rate: 19, amount: 19.32 } })
  const once = await refund(paid, { refunded: 0, reason: 'One bent', lines: [{ position: 1, units: 1 }] })
  expect(amountsOf(once)).toEqual([
    [33.33, 1],
    [0, 0],
    [0, 0],
  ])
  expect(once.refunds).toMatchObject([{ amount: 33.33, pieces: 0, status: 'done' }])
  expect(await stockOf(parts[0])).toBe(7)
  const twice = await refund(paid, {
    refunded: 33.33,
    lines: [
      { position: 2, units: 1, restock: true },
      { position: 1, units: 2, restock: true },
    ],
  })
  expect(amountsOf(twice)).toEqual([
    [99.99, 3],
    [10, 1],
    [0, 0],
  ])
  expect(twice).toMatchObject({ refunded: 109.99, piecesReturned: 3 })
  expect(twice.lines.map(({ cancelled, returned }) => [cancelled, returned])).toEqual([
    [2, 0],
    [1, 0],
    [0, 0],
  ])
  expect(await Promise.all(parts.map(stockOf))).toEqual([9, 9, 9])
})

test('units of an order that was sent come back, those of one that was not are cancelled', async () => {
  const { paid } = await placePaid()
  const params = { id: paid._id }
  await refund(paid, { refunded: 0, lines: [{ position: 1, units: 1, restock: true }] })
  await admin.api.setOrderStatus({ params, body: { status: 'Shift', confirm: true } })
  const sent = await refund(paid, { refunded: 33.33, lines: [{ position: 1, units: 1, restock: true }] })
  expect(sent.lines[0]).toMatchObject({ cancelled: 1, shipped: 2, returned: 1 })
  const back = await admin.api.setOrderStatus({ params, body: { status: 'Pending' } })
  expect(back.lines[0]).toMatchObject({ cancelled: 1, shipped: 1, returned: 1 })
  expect(back.lines[1]).toMatchObject({ shipped: 0 })
})

test('more units than a line has left are refused at the line', async () => {
  const { paid } = await placePaid()
  await refund(paid, { refunded: 0, lines: [{ position: 2, units: 1 }] })
  const body = {
    refunded: 10,
    lines: [
      { position: 1, units: 1 },
      { position: 2, units: 2 },
    ],
  }
  const response = await shop.call({
    method: 'POST',
    url: `/api/order/${paid._id}/refund`,
    token: admin.token,
    payload: body,
  })
  expect([response.statusCode, response.json().code]).toEqual([409, 'too_many_pieces'])
  expect(response.json().errors).toMatchObject([{ path: 'lines.1.units' }])
  // units whose money went back may return later, but not more often than they were bought
  const restocked = await refund(paid, { refunded: 10, lines: [{ position: 2, units: 1, restock: true }] })
  expect(restocked.lines[1]).toMatchObject({ refundedUnits: 2, cancelled: 1 })
})

test('lines of which nothing is refunded are not part of the refund', async () => {
  const { paid } = await placePaid()
  const lines = [{ position: 1 }, { position: 2, units: 1, restock: true }, { position: 3, restock: true }]
  const { refunds } = await refund(paid, { refunded: 0, lines })
  expect(refunds.map((one) => one.lines.map(({ position }) => position))).toEqual([[2]])
})

test.each<[string, Body, string]>([
  ['pieces without lines', { refunded: 0, pieces: 1 }, '400 lines_required'],
  [
    'lines and an amount',
    { refunded: 0, amount: 1, lines: [{ position: 1, units: 1 }] },
    '400 invalid_request',
  ],
  ['lines and pieces', { refunded: 0, pieces: 1, lines: [{ position: 1, units: 1 }] }, '400 invalid_request'],
  ['no lines', { refunded: 0, lines: [] }, '400 invalid_request'],
  [
    'a line that the order has not',
    { refunded: 0, lines: [{ position: 4, units: 1 }] },
    '400 invalid_request',
  ],
  [
    'a line twice',
    { refunded: 0, lines: [1, 1].map((position) => ({ position, units: 1 })) },
    '400 invalid_request',
  ],
  ['a line with nothing', { refunded: 0, lines: [{ position: 1 }] }, '409 refund_too_large'],
  ['more than a line', { refunded: 0, lines: [{ position: 3, amount: 1 }] }, '409 refund_too_large'],
  ['half a cent', { refunded: 0, lines: [{ position: 1, amount: 0.005 }] }, '400 invalid_request'],
  ['half a unit', { refunded: 0, lines: [{ position: 1, units: 0.5 }] }, '400 invalid_request'],
  [
    '101 lines',
    { refunded: 0, lines: Array.from({ length: 101 }, (_, n) => ({ position: n + 1, units: 1 })) },
    '400 invalid_request',
  ],
])('a refund of %s is refused, and changes nothing', async (_, body, outcome) => {
  const { paid } = await placePaid()
  expect(await outcomeOf(refund(paid, body))).toBe(outcome)
  const { refunded, refunds } = await admin.api.getOrder({ params: { id: paid._id } })
  expect([refunded, refunds]).toEqual([0, []])
})

test('an amount without lines is spread over them by what is left, and the receipt shows one refund', async () => {
  const { paid } = await placePaid()
  const spread = await refund(paid, { refunded: 0, amount: 10 })
  // 10.00 × 99.99, 20.00 and 0.99 of 120.98
  expect(amountsOf(spread)).toEqual([
    [8.27, 0],
    [1.65, 0],
    [0.08, 0],
  ])
  expect(spread.refunds).toHaveLength(1)
  expect(spread.refunds[0]?.lines.every(({ isAssumed }) => isAssumed)).toBe(true)
  const rest = await refund(paid, { refunded: 10 })
  expect(amountsOf(rest).map(([amount]) => amount)).toEqual([99.99, 20, 0.99])
  expect(rest.lines.map(({ tax, refundedTax }) => refundedTax === tax?.amount)).toEqual([true, true, true])
  expect(remainingTax(rest)).toBe(0)
})

test('a refund made in the provider’s dashboard is spread, and what is left of each line can be refunded', async () => {
  const { paid } = await placePaid()
  const stripe = await stripeOf(shop)
  await stripe.refunds.create({ payment_intent: paid.transactionId ?? '', amount: 1000 })
  await shop.sandbox?.deliverNow()
  const found = await admin.api.getOrder({ params: { id: paid._id } })
  expect(found.refunds).toMatchObject([
    { amount: 10, lines: [{ amount: 8.27, isAssumed: true }, { amount: 1.65 }, { amount: 0.08 }] },
  ])
  const all = await refund(found, {
    refunded: 10,
    lines: paid.lines.map(({ position, quantity }) => ({ position, units: quantity, restock: true })),
  })
  expect(amountsOf(all)).toEqual([
    [99.99, 3],
    [20, 2],
    [0.99, 1],
  ])
  expect(all).toMatchObject({ refunded: 120.98, piecesReturned: 6 })
})

test('a refund that fails later frees the amounts of its lines; the units stay back', async () => {
  const part = await shop.part({ price: 20, available: 10 })
  const other = await shop.part({ price: 5 })
  const placed = await shop.order([{ part, quantity: 2 }, { part: other }])
  const payment = await shop.openPayment(placed)
  await shop.enterCard(payment, cardNumbers.refundFails)
  await shop.sandbox?.deliverNow()
  const asked = await refund(placed, { refunded: 0, lines: [{ position: 1, units: 1, restock: true }] })
  expect(asked.lines[0]).toMatchObject({ refunded: 20, cancelled: 1 })
  shop.clock.advance(60_000)
  await shop.sandbox?.deliverNow()
  const failed = await admin.api.getOrder({ params: { id: placed._id } })
  expect(failed.refunds).toMatchObject([{ status: 'failed' }])
  expect(failed.lines[0]).toMatchObject({ refunded: 0, refundedUnits: 0, refundedTax: 0, cancelled: 1 })
  expect(await stockOf(part)).toBe(9)
})

test('the amounts of lines that a refund waits for are taken, also by one that the dashboard makes meanwhile', async () => {
  const { paid } = await placePaid()
  const { db } = shop.database
  const unavailable = await depsThrough(shop, async () => {
    throw new Error('unreachable')
  })
  const row = await db.selectFrom('orders').selectAll().where('id', '=', paid._id).executeTakeFirstOrThrow()
  const { id: actorId } = await db
    .selectFrom('users')
    .select('id')
    .where('uid', '=', admin.uid)
    .executeTakeFirstOrThrow()
  const lines = [{ position: 1, units: 3, restock: true }]
  await refundOrder(unavailable, {
    order: row,
    request: { refunded: 0, pieces: 0, reason: null, lines },
    actorId,
  })
  const stripe = await stripeOf(shop)
  await stripe.refunds.create({ payment_intent: paid.transactionId ?? '', amount: 2000 })
  await shop.sandbox?.deliverNow()
  const between = await admin.api.getOrder({ params: { id: paid._id } })
  expect(amountsOf(between)).toEqual([
    [99.99, 3],
    [19.06, 0],
    [0.94, 0],
  ])
  // more than the waiting refund leaves: it fails, and its lines are free for the refund that was made
  await stripe.refunds.create({ payment_intent: paid.transactionId ?? '', amount: 10_000 })
  await shop.sandbox?.deliverNow()
  const after = await admin.api.getOrder({ params: { id: paid._id } })
  expect(after.refunds.map(({ amount, status }) => [amount, status])).toEqual([
    [99.99, 'failed'],
    [20, 'done'],
    [100, 'done'],
  ])
  expect(after.refunded).toBe(120)
  expect(await reconcilePayments(paymentDepsOf(shop), shop.config.limits)).toEqual([])
})

test.each([
  ['jpy', [333, 100, 7], 100],
  ['kwd', [3.33, 1, 0.07], 1],
])('in %s each line gets back a multiple of what a card can be charged', async (currency, prices, amount) => {
  const store = await openShop({ env: { CURRENCY: currency } })
  try {
    const lines = []
    for (const price of prices) lines.push({ part: await store.part({ price }), quantity: 3 })
    const [first = {}, ...others] = lines
    const paid = await store.paid(await store.order([first, ...others]))
    const { api } = await store.staff('admin')
    const params = { id: paid._id }
    const spread = await api.refundOrder({ params, body: { refunded: 0, amount } })
    const steps = spread.lines.map(({ refunded }) => Math.round((refunded / amount) * 10_000) / 100)
    // of 100 steps, by 333, 100 and 7 of 440
    expect(steps).toEqual([76, 23, 1])
    const units = paid.lines.map(({ position }) => ({ position, units: 3 }))
    const all = await api.refundOrder({ params, body: { refunded: amount, lines: units } })
    expect(all.lines.map(({ refunded }) => refunded)).toEqual(paid.lines.map(({ total }) => total))
  } finally {
    await store.close()
  }
})
