import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Order } from '#contract/sales/orders/orders.ts'
import { syncAndCheckLedger } from '#server/sales/payments/ledger-check.ts'
import { reconcilePayments } from '#server/sales/payments/reconciliation-job.ts'
import { depsThrough, paymentDepsOf, stripeOf } from '../../../support/payments/network.ts'
import { cardNumbers, openShop, type Shop } from '../../../support/shop.ts'
import type { Person } from '../../../support/store.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

let shop: Shop
let admin: Person
let buyer: Person

beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())
beforeEach(async () => {
  // Each test uses its own days.
  shop.clock.advance(100 * DAY)
  admin = await shop.staff('admin')
  buyer = await shop.buyer()
})

const deps = () => paymentDepsOf(shop)

async function placePaidOrder(number: string = cardNumbers.good) {
  const placed = await shop.order([{ quantity: 2 }], { buyer })
  const payment = await shop.openPayment(placed)
  await shop.enterCard(payment, number)
  const body = { appointment: placed._id, transactionId: payment.id }
  return buyer.api.markOrderPaid({ params: { id: placed._id }, body })
}
/** Refunds in the provider's dashboard. */
async function refundInDashboard({ transactionId }: Order, amount: number) {
  const stripe = await stripeOf(shop)
  await stripe.refunds.create({ payment_intent: transactionId ?? '', amount })
}
/** Loses all events so far, advances the clock and runs reconciliation. */
async function loseEvents(ms: number) {
  await shop.database.db.updateTable('cards.events').set({ next_attempt_at: null }).execute()
  shop.clock.advance(ms)
  expect(await reconcilePayments(deps(), shop.config.limits)).toEqual([])
}
async function read({ _id: id }: Order) {
  buyer = await shop.signInAgain(buyer)
  return buyer.api.getOrder({ params: { id } })
}

test('the nightly check records a refund that the bank returned nine days later without an event', async () => {
  const paid = await placePaidOrder(cardNumbers.refundFails)
  await admin.api.refundOrder({ params: { id: paid._id }, body: { refunded: 0 } })
  await sql`update cards.refunds set fails_at = ${new Date(shop.clock.now().getTime() + 9 * DAY)}`.execute(
    shop.database.db,
  )
  await loseEvents(9 * DAY)
  // The bank returns the refund without an event.
  await sql`update cards.refunds set status = 'failed', fails_at = null`.execute(shop.database.db)
  await sql`update cards.intents set refunded_minor = 0`.execute(shop.database.db)
  await loseEvents(HOUR)
  expect(await read(paid)).toMatchObject({ refunded: 25, refunds: [{ status: 'done' }] })
  const { check, failures } = await syncAndCheckLedger(deps(), { days: 7 })
  expect([check.differences, failures]).toEqual([[], []])
  expect(await read(paid)).toMatchObject({ refunded: 0, refunds: [{ status: 'failed' }] })
})

test('the nightly check records a refund made in the dashboard while the store was down for a day', async () => {
  const paid = await placePaidOrder()
  await refundInDashboard(paid, 1000)
  await loseEvents(25 * HOUR)
  expect(await read(paid)).toMatchObject({ refunded: 0 })
  const { check } = await syncAndCheckLedger(deps(), { days: 7 })
  expect(check).toMatchObject({ refunds: 1, differences: [] })
  expect(await read(paid)).toMatchObject({ refunded: 10, refunds: [{ status: 'done' }] })
})

test('a check of a longer period records the refunds and disputes in it', { tags: 'long' }, async () => {
  const refunded = await placePaidOrder()
  const disputed = await placePaidOrder(cardNumbers.disputed)
  await refundInDashboard(refunded, 1000)
  await loseEvents(60 * DAY)
  await syncAndCheckLedger(deps(), { days: 7 })
  // only an admin sees disputes, and a sign-in ends within the days that have passed
  const laterAdmin = await shop.staff('admin')
  const readAsAdmin = () => laterAdmin.api.getOrder({ params: { id: disputed._id } })
  expect([await read(refunded), await readAsAdmin()]).toMatchObject([{ refunded: 0 }, { disputes: [] }])
  const { check } = await syncAndCheckLedger(deps(), { days: 61 })
  expect(check.differences).toEqual([])
  expect([await read(refunded), await readAsAdmin()]).toMatchObject([
    { refunded: 10 },
    { disputes: [{ status: 'needs_response' }] },
  ])
})

test('a payment whose refunds cannot be read is reported and stops no other', { tags: 'long' }, async () => {
  const orders = [await placePaidOrder(), await placePaidOrder(), await placePaidOrder()]
  for (const paid of orders) await refundInDashboard(paid, 1000)
  await loseEvents(25 * HOUR)
  const [, broken] = orders
  const unreadable = new Set([broken?.transactionId])
  const disturbed = await depsThrough(shop, async (request, send) => {
    const about = new URL(request.url).searchParams.get('payment_intent')
    // Only the first read fails; the comparison that follows reports what is missing.
    return unreadable.delete(about) ? Response.json({ nonsense: true }) : send()
  })
  const { check, failures } = await syncAndCheckLedger(disturbed, { days: 7 })
  expect(failures.map(({ id }) => id)).toEqual([broken?.transactionId])
  expect(check.differences).toMatchObject([{ kind: 'refund', orderId: broken?._id, store: null }])
  const refunded = []
  for (const paid of orders) refunded.push((await read(paid)).refunded)
  expect(refunded).toEqual([10, 0, 10])
})
