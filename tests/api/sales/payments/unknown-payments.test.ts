import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  orphanedPayments,
  reconcilePayments,
  unfinishedCancellations,
  unfinishedRefunds,
} from '#server/sales/payments/reconciliation-job.ts'
import { refundOrphanedPayment } from '#server/sales/payments/sync.ts'
import { outcomeOf } from '../../../support/http/outcomes.ts'
import { paymentDepsOf } from '../../../support/payments/network.ts'
import { openShop, type Shop } from '../../../support/shop.ts'
import { endOrder, setExpiry } from '../../../support/shop-rows.ts'
import type { Person } from '../../../support/store.ts'

let shop: Shop
let admin: Person
let buyer: Person

/**
 * Payments that the provider no longer knows: the store's keys are of another account, or test data was
 * deleted.
 */
const forgotten = new Set<string>()
let isProxyFailing = false

function noSuchPayment(id: string): Response {
  const message = `No such payment_intent: '${id}'; a similar object exists in test mode`
  const error = { type: 'invalid_request_error', code: 'resource_missing', param: 'intent', message }
  return Response.json({ error }, { status: 404 })
}

beforeAll(async () => {
  shop = await openShop({
    async cardNetwork(request, send) {
      const text = `${request.url} ${await request.clone().text()}`
      const id = [...forgotten].find((known) => text.includes(known))
      if (id === undefined) return send()
      const page = { status: 404, headers: { 'stripe-should-retry': 'false' } }
      return isProxyFailing ? new Response('<h1>404 Not Found</h1>', page) : noSuchPayment(id)
    },
  })
  admin = await shop.staff('admin')
  buyer = await shop.buyer()
})
afterAll(() => shop.close())

const deps = () => paymentDepsOf(shop)
const reconcile = () => {
  shop.clock.advance(61_000)
  return reconcilePayments(deps(), shop.config.limits)
}
const read = (id: string) => buyer.api.getOrder({ params: { id } })
const remove = (id: string) => buyer.api.deleteOrder({ params: { id } })
const stockOf = async (id: string) => (await shop.api.getProduct({ params: { id } })).availableQuantity
const attemptsOf = (orderId: string) =>
  shop.database.db
    .selectFrom('payment_intents')
    .select(['attempt', 'intent_id', 'closed_at'])
    .where('order_id', '=', orderId)
    .orderBy('attempt')
    .execute()

/** An order of two of ten units, whose opened payment the provider no longer knows. */
async function placeForgottenOrder() {
  const part = await shop.part({ available: 10 })
  const placed = await shop.order([{ part, quantity: 2 }])
  const payment = await shop.openPayment(placed)
  forgotten.add(payment.id)
  return { part, placed, payment }
}

describe('a payment that the provider no longer knows', () => {
  test('the order can be deleted; its units return and the attempt is closed', async () => {
    const { part, placed } = await placeForgottenOrder()
    expect(await outcomeOf(remove(placed._id))).toBe('accepted')
    expect(await stockOf(part._id)).toBe(10)
    expect(await attemptsOf(placed._id)).toMatchObject([{ closed_at: expect.any(Date) }])
  })

  test('the order expires', async () => {
    const { part, placed } = await placeForgottenOrder()
    await setExpiry(shop.database.db, placed._id, new Date('2020-01-01'))
    expect(await reconcile()).toEqual([])
    expect(await read(placed._id)).toMatchObject({ expired: true })
    expect(await stockOf(part._id)).toBe(10)
  })

  test('the buyer gets another payment, which pays the order', async () => {
    const { placed, payment } = await placeForgottenOrder()
    const next = await shop.openPayment(placed)
    expect(next.id).not.toBe(payment.id)
    expect(await attemptsOf(placed._id)).toMatchObject([
      { attempt: 1, intent_id: payment.id, closed_at: expect.any(Date) },
      { attempt: 2, intent_id: next.id, closed_at: null },
    ])
    await shop.enterCard(next)
    const body = { appointment: placed._id, transactionId: next.id }
    const paid = await buyer.api.markOrderPaid({ params: { id: placed._id }, body })
    expect(paid).toMatchObject({ paid: true, transactionId: next.id })
  })

  test('the job closes the attempt, and the order stays open', async () => {
    const { placed } = await placeForgottenOrder()
    expect(await reconcile()).toEqual([])
    expect(await attemptsOf(placed._id)).toMatchObject([{ closed_at: expect.any(Date) }])
    expect(await read(placed._id)).toMatchObject({ paid: false, expired: false })
  })

  test('a refund fails with an error and does not count as refunded', async () => {
    const paid = await shop.paid(await shop.order([{ quantity: 2 }]))
    forgotten.add(paid.transactionId ?? '')
    const refund = admin.api.refundOrder({ params: { id: paid._id }, body: { amount: 5, refunded: 0 } })
    expect(await outcomeOf(refund)).toBe('409 refund_refused')
    expect(await read(paid._id)).toMatchObject({ refunded: 0, refunds: [{ status: 'failed' }] })
    expect(await reconcile()).toEqual([])
  })

  test('the payment of a deleted order stays listed for admins and stops no run of the job', async () => {
    const placed = await shop.order([{ quantity: 2 }])
    const payment = await shop.openPayment(placed)
    await endOrder(shop.database.db, placed._id, { deleted_at: shop.clock.now() })
    await shop.database.db
      .insertInto('orphaned_payments')
      .values({
        intent_id: payment.id,
        order_id: placed._id,
        amount_minor: 2500,
        currency: 'usd',
        created_at: shop.clock.now(),
      })
      .execute()
    await sql`insert into ledger (at, kind, order_id, intent_id, amount_minor, currency)
      values (now(), 'charge', ${placed._id}, ${payment.id}, 2500, 'usd')`.execute(shop.database.db)
    forgotten.add(payment.id)
    await refundOrphanedPayment(deps(), payment.id)
    expect(await reconcile()).toEqual([])
    const { strayPayments } = await admin.api.getOverview()
    expect(strayPayments).toMatchObject([{ transactionId: payment.id, refunded: false }])
  })

  test('a 404 by a proxy leaves the attempt open', { tags: 'long' }, async () => {
    const { part, placed } = await placeForgottenOrder()
    isProxyFailing = true
    expect(await outcomeOf(remove(placed._id))).toBe('503 removal_unfinished')
    await reconcile()
    isProxyFailing = false
    expect(await stockOf(part._id)).toBe(8)
    expect(await attemptsOf(placed._id)).toMatchObject([{ closed_at: null }])
    expect(await reconcile()).toEqual([])
    expect(await stockOf(part._id)).toBe(10)
  })
})

test('cancellations and refunds that always fail are not always tried first', { tags: 'long' }, async () => {
  const { db } = shop.database
  const part = await shop.part()
  const placed = [await shop.order([{ part }]), await shop.order([{ part }])]
  const paid = await shop.paid(await shop.order([{ part }]))
  for (const [count, { _id: id }] of placed.entries()) {
    const at = `2020-01-0${count + 1}`
    await sql`update orders set cancellation = 'delete', cancellation_started_at = ${at} where id = ${id}`.execute(
      db,
    )
    await sql`insert into refunds (id, order_id, amount_minor, created_at)
      values (${id}, ${paid._id}, 1, ${at})`.execute(db)
    await sql`insert into orphaned_payments (intent_id, order_id, amount_minor, currency, created_at)
      values (${`pi_stuck${count}`}, ${id}, 100, 'usd', ${at})`.execute(db)
  }
  await sql`update orphaned_payments set refunded_at = now() where intent_id not like 'pi_stuck%'`.execute(db)
  const before = shop.clock.now()
  for (const next of [
    () => unfinishedCancellations(db, before, 1),
    () => unfinishedRefunds(db, before, 1),
    () => orphanedPayments(db, 1),
  ]) {
    const first = new Set<string | undefined>()
    for (let round = 0; round < 60; round += 1) first.add((await next())[0])
    expect(first.size).toBe(2)
  }
})
