import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { reconcilePayments } from '#server/sales/payments/reconciliation-job.ts'
import { outcomeOf } from '../../../support/http/outcomes.ts'
import { cardNumbers, openShop, type Shop } from '../../../support/shop.ts'
import { endOrder } from '../../../support/shop-rows.ts'
import type { Person } from '../../../support/store.ts'
import { someRuns } from '../../../support/thoroughness.ts'

let shop: Shop
let admin: Person
let buyer: Person

beforeAll(async () => {
  shop = await openShop({ env: { UNPAID_ORDER_HOURS: '0.9' } })
  admin = await shop.staff('admin')
  buyer = await shop.buyer('Ines Ferreira')
})
afterAll(() => shop.close())

const MINUTE = 60_000
const RACES = someRuns(40)
const reconcile = () =>
  reconcilePayments({ db: shop.database.db, cards: shop.cards, now: shop.clock.now }, shop.config.limits)
const read = (id: string) => buyer.api.getOrder({ params: { id } })
const availableOf = async (id: string) => (await shop.api.getProduct({ params: { id } })).availableQuantity
const report = (id: string, transactionId: string, who = buyer) =>
  who.api.markOrderPaid({ params: { id }, body: { appointment: id, transactionId } })

async function newOrder(quantity = 2) {
  const part = await shop.part({ available: 10 })
  return { part, order: await shop.order([{ part, quantity }]) }
}

describe('the report of the browser', () => {
  test('an order reported after its payment is marked as paid, with the provider’s payment id', async () => {
    const { order: placed } = await newOrder()
    const payment = await shop.openPayment(placed)
    expect(await shop.enterCard(payment)).toBe(200)
    const paid = await report(placed._id, payment.id)
    expect(paid).toMatchObject({ paid: true, transactionId: payment.id })
    expect(paid.history.map((change) => change.field)).toContain('paid')
    expect(await report(placed._id, payment.id)).toMatchObject({ paid: true })
    expect(await outcomeOf(shop.openPayment(placed))).toBe('409 already_paid')
    expect(await outcomeOf(buyer.api.deleteOrder({ params: { id: placed._id } }))).toBe('409 already_paid')
    expect(await outcomeOf(admin.api.deleteOrder({ params: { id: placed._id } }))).toBe('409 already_paid')
  })

  test('repeated and concurrent requests return the same payment, also without orderId', async () => {
    const { order: placed } = await newOrder()
    const first = await shop.openPayment(placed)
    const second = await buyer.api.createPaymentIntent({ body: { price: placed.total } })
    expect(second.clientSecret).toBe(first.secret)
    const parallel = await Promise.all(Array.from({ length: 8 }, () => shop.openPayment(placed)))
    expect(new Set(parallel.map((payment) => payment.id))).toEqual(new Set([first.id]))
  })

  test('without orderId a late order does not hide an older one of the same price that was shifted', async () => {
    const part = await shop.part({ price: 41.41, available: 10 })
    const shifted = await shop.order([{ part, quantity: 1 }])
    const late = await shop.order([{ part, quantity: 1 }])
    await admin.api.setOrderStatus({ params: { id: shifted._id }, body: { status: 'Shift' } })
    shop.clock.advance(55 * MINUTE)
    buyer = await shop.signInAgain(buyer)
    admin = await shop.signInAgain(admin)
    expect(await read(late._id)).toMatchObject({ expired: true })
    const { clientSecret } = await buyer.api.createPaymentIntent({ body: { price: 41.41 } })
    const row = await shop.database.db
      .selectFrom('payment_intents')
      .select('order_id')
      .where('intent_id', '=', clientSecret.split('_secret_')[0] ?? '')
      .executeTakeFirstOrThrow()
    expect(row.order_id).toBe(shifted._id)
  })

  test('the amount is the order’s total, also for the unit price; any other price is rejected', async () => {
    const { order: placed } = await newOrder(2)
    const wrong = buyer.api.createPaymentIntent({ body: { price: 0.5, orderId: placed._id } })
    expect(await outcomeOf(wrong)).toBe('409 price_changed')
    await buyer.api.createPaymentIntent({ body: { price: placed.price, orderId: placed._id } })
    const row = await shop.database.db
      .selectFrom('payment_intents')
      .select('amount_minor')
      .where('order_id', '=', placed._id)
      .executeTakeFirstOrThrow()
    expect(row.amount_minor).toBe(2500)
    expect(await outcomeOf(buyer.api.createPaymentIntent({ body: { price: 77.77 } }))).toBe('404 not_found')
    // Finer than the currency: no order can have this price.
    expect(await outcomeOf(buyer.api.createPaymentIntent({ body: { price: 77.777 } }))).toBe('404 not_found')
  })

  test('a declined card leaves the order unpaid and the payment open for another card', async () => {
    const { order: placed } = await newOrder()
    const payment = await shop.openPayment(placed)
    expect(await shop.enterCard(payment, cardNumbers.declined)).toBe(402)
    expect(await outcomeOf(report(placed._id, payment.id))).toBe('402 payment_unproven')
    expect(await shop.enterCard(payment, cardNumbers.good)).toBe(200)
    expect(await report(placed._id, payment.id)).toMatchObject({ paid: true })
  })
})

describe('a report that does not pay an order', () => {
  test('an unpaid, unknown, smaller, foreign or used payment pays nothing', async () => {
    const { order: placed } = await newOrder()
    const open = await shop.openPayment(placed)
    expect(await outcomeOf(report(placed._id, open.id))).toBe('402 payment_unproven')
    expect(await outcomeOf(report(placed._id, 'pi_unknown'))).toBe('402 payment_unproven')

    const cheap = await shop.order([{ part: await shop.part({ price: 1 }), quantity: 1 }])
    const small = await shop.openPayment(cheap)
    await shop.enterCard(small)
    expect(await outcomeOf(report(placed._id, small.id))).toBe('402 payment_unproven')
    await report(cheap._id, small.id)
    expect(await outcomeOf(report(placed._id, small.id))).toBe('402 payment_unproven')

    const other = await shop.buyer()
    const theirs = await shop.order([{ quantity: 2 }], { buyer: other })
    const foreign = await shop.openPayment(theirs)
    await shop.enterCard(foreign)
    expect(await outcomeOf(report(placed._id, foreign.id))).toBe('402 payment_unproven')
    expect(await read(placed._id)).toMatchObject({ paid: false, transactionId: null })
  })

  test('a payment of the right amount that the store did not open pays nothing', async () => {
    const { order: placed } = await newOrder()
    const foreign = await shop.cards?.createIntent({
      orderId: placed._id,
      attempt: 99,
      amountMinor: 2500,
      currency: 'usd',
      email: buyer.email,
      description: 'not by the store',
    })
    await shop.enterCard({ id: foreign?.id ?? '', secret: foreign?.clientSecret ?? '' })
    expect(await outcomeOf(report(placed._id, foreign?.id ?? ''))).toBe('402 payment_unproven')
    expect(await read(placed._id)).toMatchObject({ paid: false })
  })

  test('a body that names another order is rejected', async () => {
    const { order: placed } = await newOrder()
    const body = { appointment: crypto.randomUUID(), transactionId: 'pi_x' }
    const reported = buyer.api.markOrderPaid({ params: { id: placed._id }, body })
    expect(await outcomeOf(reported)).toBe('400 appointment_mismatch')
  })

  test('an event with a forged or missing signature is rejected', async () => {
    const { order: placed } = await newOrder()
    const payment = await shop.openPayment(placed)
    const payload = JSON.stringify({
      id: 'evt_forged',
      object: 'event',
      type: 'payment_intent.succeeded',
      data: { object: { id: payment.id, object: 'payment_intent' } },
    })
    for (const signature of [
      undefined,
      't=1,v1=00',
      `t=${Math.floor(Date.now() / 1000)},v1=${'0'.repeat(64)}`,
    ]) {
      const response = await shop.call({
        method: 'POST',
        url: '/api/webhook/stripe',
        headers: {
          'content-type': 'application/json',
          ...(signature ? { 'stripe-signature': signature } : {}),
        },
        payload,
      })
      expect(response.statusCode).toBe(400)
      expect(response.json().code).toBe('webhook_signature')
    }
    expect(await read(placed._id)).toMatchObject({ paid: false })
  })
})

describe('webhook and job', () => {
  test('the webhook records a payment that the browser has not reported', async () => {
    const { order: placed } = await newOrder()
    const payment = await shop.openPayment(placed)
    await shop.enterCard(payment)
    expect(await read(placed._id)).toMatchObject({ paid: false })
    await shop.sandbox?.deliverNow()
    expect(await read(placed._id)).toMatchObject({ paid: true, transactionId: payment.id })
    expect(await report(placed._id, payment.id)).toMatchObject({ paid: true })
  })

  test('the job records a payment that neither browser nor webhook has reported', async () => {
    const { order: placed } = await newOrder()
    const payment = await shop.openPayment(placed)
    await shop.enterCard(payment)
    shop.clock.advance(MINUTE)
    expect(await reconcile()).toEqual([])
    expect(await read(placed._id)).toMatchObject({ paid: true, transactionId: payment.id })
  })

  test('concurrent reports of browser, webhook and job record one payment', async () => {
    const { order: placed } = await newOrder()
    const payment = await shop.openPayment(placed)
    await shop.enterCard(payment)
    shop.clock.advance(MINUTE)
    await Promise.all([
      report(placed._id, payment.id),
      shop.sandbox?.deliverNow(),
      reconcile(),
      report(placed._id, payment.id),
    ])
    const { history, paid } = await read(placed._id)
    expect(paid).toBe(true)
    expect(history.filter((change) => change.field === 'paid')).toHaveLength(1)
  })
})

describe('deletion and expiry', () => {
  test('a deletion cancels the payment and returns the units', async () => {
    const { part, order: placed } = await newOrder(4)
    const payment = await shop.openPayment(placed)
    expect(await availableOf(part._id)).toBe(6)
    await buyer.api.deleteOrder({ params: { id: placed._id } })
    expect(await availableOf(part._id)).toBe(10)
    expect(await outcomeOf(read(placed._id))).toBe('404 not_found')
    expect(await shop.enterCard(payment)).toBe(400)
    expect((await shop.cards?.readIntent(payment.id))?.status).toBe('canceled')
    expect(await outcomeOf(buyer.api.deleteOrder({ params: { id: placed._id } }))).toBe('404 not_found')
  })

  test('an order is paid instead of deleted if its payment succeeded before the deletion', async () => {
    const { part, order: placed } = await newOrder()
    const payment = await shop.openPayment(placed)
    await shop.enterCard(payment)
    expect(await outcomeOf(buyer.api.deleteOrder({ params: { id: placed._id } }))).toBe('409 already_paid')
    expect(await read(placed._id)).toMatchObject({ paid: true, transactionId: payment.id })
    expect(await availableOf(part._id)).toBe(8)
  })

  test(`${RACES} times a concurrent payment and deletion end paid, or deleted without a charge`, async () => {
    for (let round = 0; round < RACES; round += 1) {
      const { part, order: placed } = await newOrder(1)
      const payment = await shop.openPayment(placed)
      const [cardStatus] = await Promise.all([
        shop.enterCard(payment),
        outcomeOf(buyer.api.deleteOrder({ params: { id: placed._id } })),
      ])
      await shop.sandbox?.deliverNow()
      const row = await shop.database.db
        .selectFrom('orders')
        .selectAll()
        .where('id', '=', placed._id)
        .executeTakeFirstOrThrow()
      const charged = (await shop.cards?.readIntent(payment.id))?.status === 'succeeded'
      expect(charged).toBe(cardStatus === 200)
      expect(row.paid_at !== null).toBe(charged)
      expect(row.deleted_at !== null).toBe(!charged)
      expect(await availableOf(part._id)).toBe(charged ? 9 : 10)
    }
  })

  test('an expired order cannot be paid and may be deleted', async () => {
    const { part, order: placed } = await newOrder(3)
    const payment = await shop.openPayment(placed)
    shop.clock.advance(55 * MINUTE)
    buyer = await shop.signInAgain(buyer)
    admin = await shop.signInAgain(admin)
    expect(await read(placed._id)).toMatchObject({ expired: true, status: 'pending' })
    expect(await outcomeOf(shop.openPayment(placed))).toBe('409 order_expired')
    expect(await reconcile()).toEqual([])
    expect(await availableOf(part._id)).toBe(10)
    expect(await shop.enterCard(payment)).toBe(400)
    expect((await buyer.api.listOrders()).items.map((item) => item._id)).toContain(placed._id)
    await buyer.api.deleteOrder({ params: { id: placed._id } })
    expect(await availableOf(part._id)).toBe(10)
  })

  test('a shifted order does not expire; only an admin may delete it and decide about its units', async () => {
    const { part, order: placed } = await newOrder(3)
    await admin.api.setOrderStatus({ params: { id: placed._id }, body: { status: 'Shift' } })
    shop.clock.advance(59 * MINUTE)
    buyer = await shop.signInAgain(buyer)
    admin = await shop.signInAgain(admin)
    await reconcile()
    expect(await read(placed._id)).toMatchObject({ expired: false, status: 'Shift' })
    expect(await outcomeOf(buyer.api.deleteOrder({ params: { id: placed._id } }))).toBe('409 order_shifted')
    await admin.api.deleteOrder({ params: { id: placed._id }, query: { returnStock: 'false' } })
    expect(await availableOf(part._id)).toBe(7)
  })

  test('a payment for a deleted order is refunded once and shown to admins', async () => {
    const { order: placed } = await newOrder()
    const payment = await shop.openPayment(placed)
    // The order is deleted before the card is charged.
    await endOrder(shop.database.db, placed._id, { deleted_at: shop.clock.now() })
    await shop.enterCard(payment)
    await shop.sandbox?.deliverNow()
    shop.clock.advance(MINUTE)
    await reconcile()
    const { strayPayments } = await admin.api.getOverview()
    expect(strayPayments).toMatchObject([{ transactionId: payment.id, amount: 25, refunded: true }])
    const refunds = await shop.database.db
      .selectFrom('cards.refunds')
      .selectAll()
      .where('intent_id', '=', payment.id)
      .execute()
    expect(refunds).toHaveLength(1)
  })
})

describe('card testing', () => {
  test('ten failed attempts cancel the payment and block cards for the order', async () => {
    const { order: placed } = await newOrder()
    const payment = await shop.openPayment(placed)
    for (let attempt = 0; attempt < 10; attempt += 1) {
      expect(await shop.enterCard(payment, cardNumbers.declined)).toBe(402)
    }
    await shop.sandbox?.deliverNow()
    expect((await shop.cards?.readIntent(payment.id))?.status).toBe('canceled')
    const response = await shop.call({
      method: 'POST',
      url: '/api/create-payment-intent',
      token: buyer.token,
      payload: { price: placed.total, orderId: placed._id },
    })
    expect(response.statusCode).toBe(429)
    expect(response.json().code).toBe('card_attempts')
    expect(Number(response.headers['retry-after'])).toBeGreaterThan(0)
  })

  const declineWithoutEvent = async (payment: { id: string; secret: string }) => {
    expect(await shop.enterCard(payment, cardNumbers.declined)).toBe(402)
    await shop.database.db.updateTable('cards.events').set({ next_attempt_at: null }).execute()
  }

  test('attempts are limited without events, since each read of the payment counts its latest attempt', async () => {
    const { order: placed } = await newOrder()
    const payment = await shop.openPayment(placed)
    const reads = [() => report(placed._id, payment.id), () => shop.openPayment(placed), reconcile]
    for (const read of [...reads, ...reads, ...reads]) {
      shop.clock.advance(MINUTE)
      await declineWithoutEvent(payment)
      await read().catch((error: unknown) => expect(error).toMatchObject({ code: 'payment_unproven' }))
    }
    expect((await shop.cards?.readIntent(payment.id))?.status).toBe('requires_payment_method')
    await declineWithoutEvent(payment)
    expect(await outcomeOf(shop.openPayment(placed))).toBe('429 card_attempts')
    expect((await shop.cards?.readIntent(payment.id))?.status).toBe('canceled')
  })

  test('an attempt that is reported several times counts once', async () => {
    const { order: placed } = await newOrder()
    const payment = await shop.openPayment(placed)
    for (let attempt = 0; attempt < 2; attempt += 1) {
      await shop.enterCard(payment, cardNumbers.declined)
      shop.clock.advance(MINUTE)
      await reconcile()
      await shop.sandbox?.deliverNow()
      expect(await outcomeOf(report(placed._id, payment.id))).toBe('402 payment_unproven')
      await shop.openPayment(placed)
    }
    const counted = await shop.database.db
      .selectFrom('card_events')
      .select('id')
      .where('order_id', '=', placed._id)
      .where('type', '=', 'payment_intent.payment_failed')
      .execute()
    expect(counted).toHaveLength(2)
  })
})
