import { afterAll, beforeAll, expect, test } from 'vitest'
import { reconcilePayments } from '#server/payments/reconciliation-job.ts'
import { addPart, enterCard, openPayment, order, outcomeOf } from '../../support/orders/orders.ts'
import { openTestStore, type Person, type TestStore } from '../../support/store.ts'

/* A card payment pays only its own order, if it succeeded with the full amount in the order's currency. */

let store: TestStore
let buyer: Person
let admin: Person
/** Replaces fields of each payment that the store reads by its id. */
let overrides: Record<string, unknown> = {}
let reads = 0

beforeAll(async () => {
  store = await openTestStore({
    async cardNetwork(request, send) {
      const response = await send()
      if (request.method !== 'GET' || !/payment_intents\/pi_/.test(request.url)) return response
      reads += 1
      return Response.json({ ...(await response.json()), ...overrides }, response)
    },
  })
  admin = await store.signUpAdmin()
  buyer = await store.signUp()
})
afterAll(() => store.close())

test.each([
  ['of another amount', { amount: 2600 }],
  ['of which less came in', { amount_received: 2499 }],
  ['in another currency', { currency: 'eur' }],
  ['of another order', { metadata: { orderId: '00000000-0000-7000-8000-000000000000' } }],
  ['that has not succeeded', { status: 'processing' }],
])('a payment %s pays no order by any report', async (_name, wrongFields) => {
  const placed = await order(buyer, await addPart(admin, { price: 12.5 }), 2)
  const payment = await openPayment(buyer, placed)
  await enterCard(store, payment)
  const { cards, database, clock } = store
  const reconcile = () => reconcilePayments({ db: database.db, cards, now: clock.now }, store.config.limits)
  const report = () => {
    const body = { appointment: placed._id, transactionId: payment.id }
    return buyer.api.markOrderPaid({ params: { id: placed._id }, body })
  }
  const isPaid = async () => (await buyer.api.getOrder({ params: { id: placed._id } })).paid
  overrides = wrongFields
  clock.advance(31_000)
  const reports = [
    async () => expect(await outcomeOf(report())).toBe('402 payment_unproven'),
    async () => store.sandbox?.deliverNow(),
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
