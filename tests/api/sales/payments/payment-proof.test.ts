import { afterAll, beforeAll, expect, test } from 'vitest'
import { reconcilePayments } from '#server/sales/payments/reconciliation-job.ts'
import { outcomeOf } from '../../../support/http/outcomes.ts'
import { openShop, type Shop } from '../../../support/shop.ts'
import type { Person } from '../../../support/store.ts'

/* A card payment pays only its own order, if it succeeded with the full amount in the order's currency. */

let shop: Shop
let buyer: Person
/** Replaces fields of each payment that the store reads by its id. */
let overrides: Record<string, unknown> = {}
let reads = 0

beforeAll(async () => {
  shop = await openShop({
    async cardNetwork(request, send) {
      const response = await send()
      if (request.method !== 'GET' || !/payment_intents\/pi_/.test(request.url)) return response
      reads += 1
      return Response.json({ ...(await response.json()), ...overrides }, response)
    },
  })
  buyer = await shop.buyer()
})
afterAll(() => shop.close())

test.each([
  ['of another amount', { amount: 2600 }],
  ['of which less came in', { amount_received: 2499 }],
  ['in another currency', { currency: 'eur' }],
  ['of another order', { metadata: { orderId: '00000000-0000-7000-8000-000000000000' } }],
  ['that has not succeeded', { status: 'processing' }],
])('a payment %s pays no order by any report', async (_name, wrongFields) => {
  const placed = await shop.order([{ part: await shop.part({ price: 12.5 }), quantity: 2 }])
  const payment = await shop.openPayment(placed)
  await shop.enterCard(payment)
  const { cards, database, clock } = shop
  const reconcile = () => reconcilePayments({ db: database.db, cards, now: clock.now }, shop.config.limits)
  const report = () => {
    const body = { appointment: placed._id, transactionId: payment.id }
    return buyer.api.markOrderPaid({ params: { id: placed._id }, body })
  }
  const isPaid = async () => (await buyer.api.getOrder({ params: { id: placed._id } })).paid
  overrides = wrongFields
  clock.advance(31_000)
  const reports = [
    async () => expect(await outcomeOf(report())).toBe('402 payment_unproven'),
    async () => shop.sandbox?.deliverNow(),
    async () => expect(await reconcile()).toEqual([]),
  ]
  for (const sendReport of reports) {
    const before = reads
    await sendReport()
    expect(reads).toBeGreaterThan(before)
    expect(await isPaid()).toBe(false)
  }
  const entries = await database.db
    .selectFrom('ledger')
    .select('id')
    .where('intent_id', '=', payment.id)
    .execute()
  expect(entries).toEqual([])
  overrides = {}
  await reconcile()
  expect(await isPaid()).toBe(true)
})
