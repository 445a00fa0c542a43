import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deleteOrder } from '#server/sales/payments/cancel-order.ts'
import { reconcilePayments } from '#server/sales/payments/reconciliation-job.ts'
import { handleEvent } from '#server/sales/payments/sync.ts'
import { outcomeOf } from '../../../support/http/outcomes.ts'
import { depsThrough, openIntent } from '../../../support/payments/network.ts'
import { openShop, type Shop } from '../../../support/shop.ts'
import type { Person } from '../../../support/store.ts'

let shop: Shop
let buyer: Person

beforeAll(async () => {
  shop = await openShop()
  buyer = await shop.buyer()
})
afterAll(() => shop.close())

const MINUTE = 60_000
const RULES = { currency: 'usd', cardAttemptsPerHour: 10 }
const reconcile = () =>
  reconcilePayments({ db: shop.database.db, cards: shop.cards, now: shop.clock.now }, shop.config.limits)
const read = (id: string) => buyer.api.getOrder({ params: { id } })

async function newOrder() {
  return shop.order([{ part: await shop.part({ available: 10 }) }])
}

describe('a provider that fails to open a payment and repeats the failure for the same key', () => {
  const failure = () => Response.json({ error: { type: 'api_error', message: 'down' } }, { status: 500 })
  const failedByKey = new Map<string, boolean>()
  let isDown = true

  /** Repeats a failure for its key, as the card provider does for a day. */
  const openRepeatingProvider = () =>
    depsThrough(shop, async (request, send) => {
      const key = request.headers.get('idempotency-key')
      if (key === null || request.method !== 'POST') return send()
      const failed = failedByKey.get(key) ?? isDown
      failedByKey.set(key, failed)
      return failed ? failure() : send()
    })

  test('the payment is opened once the provider has recovered', async () => {
    const deps = await openRepeatingProvider()
    const { _id: orderId, total: price } = await newOrder()
    const caller = await callerOf(buyer)
    const open = () => openIntent(deps, { price, orderId, caller }, RULES)
    isDown = true
    expect(await outcomeOf(open())).toBe('503 cards_unavailable')
    isDown = false
    expect(await open()).toMatch(/^pi_.+_secret_/)
  })

  test('the order can still be deleted', async () => {
    const deps = await openRepeatingProvider()
    const { _id: orderId, total: price } = await newOrder()
    const caller = await callerOf(buyer)
    isDown = true
    expect(await outcomeOf(openIntent(deps, { price, orderId, caller }, RULES))).toBe('503 cards_unavailable')
    isDown = false
    await deleteOrder(deps, { orderId, byAdmin: false, returnsStock: true, actorId: caller.id })
    expect(await outcomeOf(read(orderId))).toBe('404 not_found')
  })
})

test('the job finishes a deletion that could not cancel a payment whose opening failed meanwhile', async () => {
  const { _id: orderId, total: price } = await newOrder()
  const caller = await callerOf(buyer)
  const headers = { 'stripe-should-retry': 'false' }
  const error = { type: 'api_error', message: 'down' }
  const failure = () => Response.json({ error }, { status: 500, headers })
  const requested = Promise.withResolvers<void>()
  const givenUp = Promise.withResolvers<void>()
  const opening = await depsThrough(shop, async () => {
    requested.resolve()
    await givenUp.promise
    return failure()
  })
  const opened = outcomeOf(openIntent(opening, { price, orderId, caller }, RULES))
  await requested.promise
  // The deletion repeats the request, which now creates the payment, and then cannot cancel it.
  const deleting = await depsThrough(shop, async (request, send) => {
    if (request.url.endsWith('/cancel')) return failure()
    const response = await send()
    givenUp.resolve()
    expect(await opened).toBe('503 cards_unavailable')
    return response
  })
  const deletion = { orderId, byAdmin: false, returnsStock: true, actorId: caller.id }
  expect(await outcomeOf(deleteOrder(deleting, deletion))).toBe('503 cards_unavailable')
  shop.clock.advance(MINUTE)
  expect(await reconcile()).toEqual([])
  expect(await outcomeOf(read(orderId))).toBe('404 not_found')
  const attempts = await shop.database.db
    .selectFrom('payment_intents')
    .leftJoin('cards.intents', 'cards.intents.id', 'payment_intents.intent_id')
    .select('cards.intents.status')
    .where('order_id', '=', orderId)
    .execute()
  expect(attempts).toEqual([{ status: 'canceled' }])
})

test('a payment that is being charged pays its order although further attempts are blocked', async () => {
  const placed = await newOrder()
  const payment = await shop.openPayment(placed)
  const charging = await depsThrough(shop, async (request, send) => {
    if (request.url.endsWith('/cancel'))
      return Response.json(
        { error: { type: 'invalid_request_error', code: 'payment_intent_unexpected_state', message: '' } },
        { status: 400 },
      )
    const response = await send()
    return Response.json({ ...(await response.json()), status: 'processing' }, response)
  })
  for (let attempt = 0; attempt < 10; attempt += 1) {
    const event = { id: `evt_${payment.id}_${attempt}`, type: 'payment_intent.payment_failed' }
    await handleEvent(charging, { ...event, intentId: payment.id }, RULES)
  }
  await shop.enterCard(payment)
  shop.clock.advance(MINUTE)
  await reconcile()
  expect(await read(placed._id)).toMatchObject({ paid: true, transactionId: payment.id })
})

test('two runs of the job record a payment behind 150 newer ones', { tags: 'long' }, async () => {
  const placed = await newOrder()
  const payment = await shop.openPayment(placed)
  await shop.enterCard(payment)
  const { db } = shop.database
  // Its event is lost, and other buyers have opened 150 payments since.
  await db.updateTable('cards.events').set({ next_attempt_at: null }).execute()
  const part = await shop.part({ available: 1000 })
  const otherBuyers = await Promise.all([shop.buyer(), shop.buyer()])
  for (let round = 0; round < 75; round += 1) {
    shop.clock.advance(100)
    await Promise.all(
      otherBuyers.map(async (person) => shop.openPayment(await shop.order([{ part }], { buyer: person }))),
    )
  }
  shop.clock.advance(MINUTE)
  await reconcile()
  await reconcile()
  expect(await read(placed._id)).toMatchObject({ paid: true, transactionId: payment.id })
})

test('an order id of another format is an unknown order', async () => {
  const requested = buyer.api.createPaymentIntent({ body: { price: 12.5, orderId: 'unknown' } })
  expect(await outcomeOf(requested)).toBe('404 not_found')
})

test('a store without cards accepts no events of a card provider', async () => {
  const withoutCards = await openShop({ env: { CARDS: 'off' } })
  const headers = { 'content-type': 'application/json', 'stripe-signature': 't=1,v1=x' }
  const response = await withoutCards.call({
    method: 'POST',
    url: '/api/webhook/stripe',
    headers,
    payload: '{}',
  })
  expect([response.statusCode, response.json().code]).toEqual([404, 'not_found'])
  await withoutCards.close()
})

test('one counter receipt pays one order', async () => {
  const withoutCards = await openShop({ env: { CARDS: 'off' } })
  const owner = await withoutCards.staff('admin')
  const part = await withoutCards.part()
  const orders = [
    await withoutCards.order([{ part }], { buyer: owner }),
    await withoutCards.order([{ part }], { buyer: owner }),
  ]
  const outcomes = await Promise.all(
    orders.map(({ _id: id }) =>
      outcomeOf(
        owner.api.markOrderPaid({ params: { id }, body: { appointment: id, transactionId: 'receipt 1' } }),
      ),
    ),
  )
  expect(outcomes.sort()).toEqual(['402 payment_unproven', 'accepted'])
  await withoutCards.close()
})

async function callerOf({ uid, email }: Person) {
  const { id } = await shop.database.db
    .selectFrom('users')
    .select('id')
    .where('uid', '=', uid)
    .executeTakeFirstOrThrow()
  return { id, uid, email, role: 'user' as const }
}
