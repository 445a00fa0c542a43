import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Order } from '#contract/sales/orders/orders.ts'
import { cleanUp } from '#server/background-jobs.ts'
import { deleteOrder } from '#server/sales/payments/cancel-order.ts'
import { syncAndCheckLedger } from '#server/sales/payments/ledger-check.ts'
import { reconcilePayments } from '#server/sales/payments/reconciliation-job.ts'
import { recordCounterPayment } from '#server/sales/payments/record.ts'
import { recordRefundRequest } from '#server/sales/payments/record-refunds.ts'
import { handleEvent } from '#server/sales/payments/sync.ts'
import { outcomeOf } from '../../../support/http/outcomes.ts'
import { depsThrough, openIntent, paymentDepsOf } from '../../../support/payments/network.ts'
import { cardNumbers, openShop, type Shop } from '../../../support/shop.ts'
import { endOrder } from '../../../support/shop-rows.ts'
import type { Person } from '../../../support/store.ts'

/* Rare combinations of the states of an order, its payment and the provider. */

let shop: Shop
let admin: Person
let buyer: Person
let caller: { id: string; uid: string; email: string; role: 'user' }

beforeAll(async () => {
  shop = await openShop({ env: { UNPAID_ORDER_LIMIT: '1000' } })
  admin = await shop.staff('admin')
  buyer = await shop.buyer()
  const { uid, email } = buyer
  const { id } = await shop.database.db
    .selectFrom('users')
    .select('id')
    .where('uid', '=', uid)
    .executeTakeFirstOrThrow()
  caller = { id, uid, email, role: 'user' }
})
afterAll(() => shop.close())

const RULES = { currency: 'usd', cardAttemptsPerHour: 10 }
const read = (id: string) => buyer.api.getOrder({ params: { id } })
const newOrder = async () => shop.order([{ part: await shop.part({ available: 10 }), quantity: 2 }])
const open = (deps: ReturnType<typeof paymentDepsOf>, { _id: orderId, total: price }: Order) =>
  openIntent(deps, { price, orderId, caller }, RULES)

async function reconcileLater() {
  shop.clock.advance(61_000)
  expect(await reconcilePayments(paymentDepsOf(shop), RULES)).toEqual([])
}

/** Expires the order while its payment is open. */
const expireOrder = ({ _id: id }: Order) => endOrder(shop.database.db, id, { expired_at: shop.clock.now() })

/** The provider with changed responses about single payments; `change` gets the number of the response. */
function providerWith(change: (count: number) => Promise<object> | object) {
  let count = 0
  return depsThrough(shop, async (request, send) => {
    const response = await send()
    if (request.method !== 'GET' || !/payment_intents\/pi_/.test(request.url)) return response
    count += 1
    return Response.json({ ...(await response.json()), ...(await change(count)) }, response)
  })
}

test('a payment that is being charged is not returned to be paid again', async () => {
  const placed = await newOrder()
  await shop.openPayment(placed)
  const deps = await providerWith(() => ({ status: 'processing' }))
  expect(await outcomeOf(open(deps, placed))).toBe('503 payment_unconfirmed')
})

test('opening the payment of an order that expires at the same time reports that it expired', async () => {
  const placed = await newOrder()
  await shop.enterCard(await shop.openPayment(placed))
  const deps = await providerWith(async (count) => {
    if (count === 2) await expireOrder(placed)
    return {}
  })
  expect(await outcomeOf(open(deps, placed))).toBe('409 order_expired')
})

test('opening a payment that succeeded with another amount does not report the order as paid', async () => {
  const placed = await newOrder()
  await shop.enterCard(await shop.openPayment(placed))
  const deps = await providerWith(() => ({ amount_received: 2400 }))
  expect(await outcomeOf(open(deps, placed))).toBe('503 payment_unconfirmed')
})

test('an order is not deleted if its payment succeeded with another amount', async () => {
  const placed = await newOrder()
  await shop.enterCard(await shop.openPayment(placed))
  const deps = await providerWith(() => ({ amount_received: 2400 }))
  const deletion = { orderId: placed._id, byAdmin: false, returnsStock: true, actorId: caller.id }
  expect(await outcomeOf(deleteOrder(deps, deletion))).toBe('503 cards_unavailable')
  expect(await read(placed._id)).toMatchObject({ paid: false, closing: true })
  // The provider responds correctly again.
  await reconcileLater()
  expect(await read(placed._id)).toMatchObject({ paid: true, closing: false })
})

test('an event about a canceled payment closes no payment that is open at the provider', async () => {
  const placed = await newOrder()
  const { id: intentId } = await shop.openPayment(placed)
  const attempt = () =>
    shop.database.db
      .selectFrom('payment_intents')
      .select('closed_at')
      .where('intent_id', '=', intentId)
      .executeTakeFirst()
  const event = { id: 'evt_canceled', type: 'payment_intent.canceled', intentId }
  await handleEvent(paymentDepsOf(shop), event, RULES)
  expect(await attempt()).toEqual({ closed_at: null })
  await shop.cards?.cancelIntent(intentId)
  await handleEvent(paymentDepsOf(shop), event, RULES)
  expect(await attempt()).toEqual({ closed_at: expect.any(Date) })
})

test('a second counter payment for one order, and one for an expired order, are rejected', async () => {
  const { _id: orderId } = await newOrder()
  const { db } = shop.database
  const pay = (transactionId: string) =>
    recordCounterPayment(db, { orderId, transactionId, actorId: caller.id, now: shop.clock.now() })
  await pay('receipt 1')
  await pay('receipt 1')
  await expect(pay('receipt 2')).rejects.toMatchObject({ code: 'already_paid' })
  const expired = await newOrder()
  await expireOrder(expired)
  const late = { transactionId: 'receipt 3', actorId: caller.id, now: shop.clock.now() }
  await expect(recordCounterPayment(db, { ...late, orderId: expired._id })).rejects.toMatchObject({
    code: 'order_expired',
  })
})

test('an orphaned payment with an inquiry is refunded', { tags: 'long' }, async () => {
  const placed = await newOrder()
  const payment = await shop.openPayment(placed)
  await expireOrder(placed)
  await shop.enterCard(payment, cardNumbers.inquiry)
  await shop.sandbox?.deliverNow()
  const { strayPayments } = await admin.api.getOverview()
  expect(strayPayments?.find(({ orderId }) => orderId === placed._id)).toMatchObject({ refunded: true })
})

test('a payment whose attempt was closed and whose events were lost is recorded by the nightly check', async () => {
  const placed = await newOrder()
  const payment = await shop.openPayment(placed)
  const { db } = shop.database
  await db
    .updateTable('payment_intents')
    .set({ closed_at: shop.clock.now() })
    .where('intent_id', '=', payment.id)
    .execute()
  await shop.enterCard(payment)
  await db.updateTable('cards.events').set({ next_attempt_at: null }).execute()
  await reconcileLater()
  expect(await read(placed._id)).toMatchObject({ paid: false })
  shop.clock.advance(11 * 60_000)
  const { failures } = await syncAndCheckLedger(paymentDepsOf(shop), { days: 1 })
  expect(failures).toEqual([])
  expect(await read(placed._id)).toMatchObject({ paid: true, transactionId: payment.id })
})

test('when the provider does not know any open payment, the job closes none', { tags: 'long' }, async () => {
  const placed = []
  for (let count = 0; count < 10; count += 1) {
    const one = await newOrder()
    await shop.openPayment(one)
    placed.push(one._id)
  }
  const error = { type: 'invalid_request_error', code: 'resource_missing', message: 'No such payment_intent' }
  const otherAccount = await depsThrough(shop, async (request, send) =>
    /payment_intents\/pi_/.test(request.url) ? Response.json({ error }, { status: 404 }) : send(),
  )
  shop.clock.advance(61_000)
  const failures = await reconcilePayments(otherAccount, RULES)
  expect(failures).toMatchObject([{ task: 'payment', id: expect.stringMatching(/^\d+ unknown payments$/) }])
  const { open: attempts } = await shop.database.db
    .selectFrom('payment_intents')
    .select(({ fn }) => fn.countAll<number>().as('open'))
    .where('order_id', 'in', placed)
    .where('closed_at', 'is', null)
    .executeTakeFirstOrThrow()
  expect(attempts).toBe(10)
})

test('the rest of a partly lost payment can be refunded, and no more', async () => {
  const paid = await shop.paid(await newOrder())
  await sql`insert into disputes (id, order_id, intent_id, status, reason, amount_minor, withdrawn_minor, currency, created_at)
    values ('dp_lost', ${paid._id}, ${paid.transactionId}, 'lost', 'fraudulent', 1000, 1000, 'usd', now())`.execute(
    shop.database.db,
  )
  const request = (amountMinor: number | undefined, seenMinor: number) =>
    recordRefundRequest(shop.database.db, {
      orderId: paid._id,
      amountMinor,
      seenMinor,
      pieces: 0,
      reason: null,
      actorId: caller.id,
      now: shop.clock.now(),
    })
  await expect(request(1501, 0)).rejects.toMatchObject({ code: 'refund_too_large' })
  expect(await request(500, 0)).toMatchObject({ amount_minor: 500 })
  expect(await request(undefined, 500)).toMatchObject({ amount_minor: 1000 })
  await expect(request(undefined, 1500)).rejects.toMatchObject({ code: 'order_disputed' })
})

test('many late orders without payments expire within one run, even while the provider is unavailable', {
  tags: 'long',
}, async () => {
  const { _id: id } = await newOrder()
  const { db } = shop.database
  await sql`with copies as (
      insert into orders
      select (jsonb_populate_record(orders, jsonb_build_object(
        'id', gen_random_uuid(), 'number', nextval('order_numbers'), 'expires_at', now() - interval '1 year'
      ))).*
      from orders, generate_series(1, 230) where id = ${id}
      returning id
    )
    insert into order_lines
    select (jsonb_populate_record(order_lines, jsonb_build_object('order_id', copies.id))).*
    from order_lines, copies where order_id = ${id}`.execute(db)
  await sql`update users set unpaid_orders = unpaid_orders + 230 where id = ${caller.id}`.execute(db)
  const unavailable = await depsThrough(shop, async () => {
    throw new Error('unreachable')
  })
  await reconcilePayments(unavailable, RULES)
  const { rows } = await sql`select count(*)::int as expired from orders
    where expired_at is not null and expires_at < now() - interval '300 days'`.execute(db)
  expect(rows).toEqual([{ expired: 230 }])
})

test('only events of declined attempts are stored, and deleted after a day', { tags: 'long' }, async () => {
  const placed = await newOrder()
  const payment = await shop.openPayment(placed)
  await shop.enterCard(payment)
  await shop.sandbox?.deliverNow()
  expect(await read(placed._id)).toMatchObject({ paid: true })
  const rows = await shop.database.db
    .selectFrom('card_events')
    .select('type')
    .where('order_id', '=', placed._id)
    .execute()
  expect(rows).toEqual([])
  await handleEvent(
    paymentDepsOf(shop),
    { id: 'evt_declined', type: 'payment_intent.payment_failed', intentId: payment.id },
    RULES,
  )
  const count = async (hours: number) => {
    const { db } = shop.database
    await cleanUp(db, new Date(shop.clock.now().getTime() + hours * 3_600_000), { demo: true })
    return (await db.selectFrom('card_events').select('id').where('id', '=', 'evt_declined').execute()).length
  }
  expect([await count(23), await count(25)]).toEqual([1, 0])
})

// the last test of this file: it advances the clock by an hour, which expires all access tokens
test('a payment can be opened again an hour after ten declined attempts', async () => {
  const placed = await newOrder()
  const { id: intentId } = await shop.openPayment(placed)
  const deps = paymentDepsOf(shop)
  for (let count = 0; count < 10; count += 1) {
    const event = { id: `evt_${intentId}_${count}`, type: 'payment_intent.payment_failed', intentId }
    await handleEvent(deps, event, RULES)
  }
  expect(await outcomeOf(open(deps, placed))).toBe('429 card_attempts')
  shop.clock.advance(59 * 60_000)
  expect(await outcomeOf(open(deps, placed))).toBe('429 card_attempts')
  shop.clock.advance(61_000)
  const next = await open(deps, placed)
  expect(next).toMatch(/^pi_\w+_secret_/)
  expect(next).not.toContain(intentId)
})
