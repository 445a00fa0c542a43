import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Product } from '#contract/catalog/products/products.ts'
import type { Order } from '#contract/sales/orders/orders.ts'
import { openCardsNotice } from '#server/sales/payments/intents.ts'
import { reconcilePayments } from '#server/sales/payments/reconciliation-job.ts'
import { recordRefundRequest } from '#server/sales/payments/record-refunds.ts'
import { syncRefunds } from '#server/sales/payments/sync.ts'
import { outcomeOf } from '../../../support/http/outcomes.ts'
import { setCardFaults } from '../../../support/payments/card-faults.ts'
import { depsThrough, paymentDepsOf } from '../../../support/payments/network.ts'
import { openShop, type Shop } from '../../../support/shop.ts'
import { endOrder } from '../../../support/shop-rows.ts'
import type { Person } from '../../../support/store.ts'

let shop: Shop
let admin: Person
let buyer: Person

beforeAll(async () => {
  shop = await openShop()
  admin = await shop.staff('admin')
  buyer = await shop.buyer()
})
afterAll(() => shop.close())

const read = (id: string) => buyer.api.getOrder({ params: { id } })
const reconcile = () =>
  reconcilePayments({ db: shop.database.db, cards: shop.cards, now: shop.clock.now }, shop.config.limits)
const stockOf = async (part: Product) =>
  (await shop.api.getProduct({ params: { id: part._id } })).availableQuantity
type Refund = { amount?: number; refunded: number; pieces?: number; reason?: string }
const refund = ({ _id }: Order, body: Refund) => admin.api.refundOrder({ params: { id: _id }, body })

/** Four units for 50.00, paid. */
async function placePaidOrder() {
  const part = await shop.part({ available: 10, price: 12.5 })
  return { part, paid: await shop.paid(await shop.order([{ part, quantity: 4 }])) }
}

async function ledgerOf(orderId: string) {
  const rows = await shop.database.db
    .selectFrom('ledger')
    .select(['kind', 'amount_minor'])
    .where('order_id', '=', orderId)
    .orderBy('id')
    .execute()
  return rows.map((row) => `${row.kind} ${row.amount_minor}`)
}

async function refundedAtProvider({ transactionId }: Order) {
  const { refunded_minor } = await shop.database.db
    .selectFrom('cards.intents')
    .select('refunded_minor')
    .where('id', '=', transactionId ?? '')
    .executeTakeFirstOrThrow()
  return refunded_minor
}

describe('a refund', () => {
  test('a full refund returns the money and by default no units', async () => {
    const { part, paid } = await placePaidOrder()
    const after = await refund(paid, { refunded: 0, reason: 'Came broken' })
    expect(after).toMatchObject({ paid: true, refunded: 50, transactionId: paid.transactionId })
    expect(after.refunds).toEqual([
      expect.objectContaining({ amount: 50, pieces: 0, reason: 'Came broken', status: 'done' }),
    ])
    expect(after.history.at(-1)).toMatchObject({ field: 'refunded', from: '0', to: '50' })
    expect(await refundedAtProvider(paid)).toBe(5000)
    expect(await ledgerOf(paid._id)).toEqual(['charge 5000', 'refund 5000'])
    expect(await stockOf(part)).toBe(6)
  })

  test('two partial refunds return units to stock', async () => {
    const { part, paid } = await placePaidOrder()
    const first = await refund(paid, { amount: 12.5, refunded: 0, pieces: 1 })
    expect(first.refunded).toBe(12.5)
    const second = await refund(paid, { amount: 25, refunded: 12.5, pieces: 2 })
    expect(second).toMatchObject({ refunded: 37.5, refunds: [{ pieces: 1 }, { pieces: 2 }] })
    expect(await stockOf(part)).toBe(9)
    expect(await ledgerOf(paid._id)).toEqual(['charge 5000', 'refund 1250', 'refund 2500'])
  })

  test('a refund is shown to the buyer', async () => {
    const { paid } = await placePaidOrder()
    await refund(paid, { amount: 1, refunded: 0 })
    expect(await read(paid._id)).toMatchObject({ refunded: 1, refunds: [{ amount: 1, status: 'done' }] })
  })
})

describe('a refund is rejected', () => {
  test.each([
    ['of more than was paid', { amount: 50.01, refunded: 0 }, '409 refund_too_large'],
    ['of nothing', { amount: 0, refunded: 0 }, '400 invalid_request'],
    ['of less than nothing', { amount: -5, refunded: 0 }, '400 invalid_request'],
    ['of a fraction of a cent', { amount: 1.005, refunded: 0 }, '400 invalid_request'],
    ['of more units than were bought', { amount: 1, refunded: 0, pieces: 5 }, '409 too_many_pieces'],
    ['of half a unit', { amount: 1, refunded: 0, pieces: 0.5 }, '400 invalid_request'],
    ['against an outdated amount', { amount: 1, refunded: 10 }, '409 refund_changed'],
  ])('%s', async (_name, body, outcome) => {
    const { part, paid } = await placePaidOrder()
    expect(await outcomeOf(refund(paid, body))).toBe(outcome)
    expect(await read(paid._id)).toMatchObject({ refunded: 0, refunds: [] })
    expect(await refundedAtProvider(paid)).toBe(0)
    expect(await stockOf(part)).toBe(6)
  })

  test('an unpaid or unknown order is not refunded', async () => {
    const open = await shop.order()
    expect(await outcomeOf(refund(open, { refunded: 0 }))).toBe('409 order_unpaid')
    const unknown = { ...open, _id: '00000000-0000-7000-8000-000000000000' }
    expect(await outcomeOf(refund(unknown, { refunded: 0 }))).toBe('404 not_found')
  })

  test('of eight simultaneous requests for one refund, one is accepted', async () => {
    const { paid } = await placePaidOrder()
    const outcomes = await Promise.all(
      Array.from({ length: 8 }, () => outcomeOf(refund(paid, { amount: 10, refunded: 0 }))),
    )
    expect(outcomes.filter((outcome) => outcome === 'accepted')).toHaveLength(1)
    expect(new Set(outcomes)).toEqual(new Set(['accepted', '409 refund_changed']))
    expect(await refundedAtProvider(paid)).toBe(1000)
  })
})

describe('refunds made at the provider', () => {
  const refundAtProvider = ({ transactionId }: Order, amountMinor: number) =>
    shop.cards?.refundIntent(transactionId ?? '', { key: crypto.randomUUID(), amountMinor, currency: 'usd' })

  test('a refund made at the provider is recorded by its event, once', async () => {
    const { part, paid } = await placePaidOrder()
    await refundAtProvider(paid, 700)
    await shop.sandbox?.deliverNow()
    const after = await read(paid._id)
    expect(after).toMatchObject({ refunded: 7, refunds: [{ amount: 7, reason: null, status: 'done' }] })
    // the provider may send an event twice
    const again = { next_attempt_at: shop.clock.now() }
    const { numUpdatedRows } = await shop.database.db
      .updateTable('cards.events')
      .set(again)
      .where('type', '=', 'charge.refunded')
      .executeTakeFirst()
    expect(numUpdatedRows).toBeGreaterThan(0n)
    await shop.sandbox?.deliverNow()
    expect(await read(paid._id)).toEqual(after)
    expect(await ledgerOf(paid._id)).toEqual(['charge 5000', 'refund 700'])
    expect(await stockOf(part)).toBe(6)
  })

  test('a refund reported before the payment counts as soon as the order is paid', async () => {
    const part = await shop.part({ available: 10, price: 12.5 })
    const placed = await shop.order([{ part, quantity: 4 }])
    const payment = await shop.openPayment(placed)
    await shop.enterCard(payment)
    await refundAtProvider({ ...placed, transactionId: payment.id }, 700)
    await syncRefunds(paymentDepsOf(shop), payment.id)
    expect(await read(placed._id)).toMatchObject({ paid: false, refunded: 0 })
    const body = { appointment: placed._id, transactionId: payment.id }
    const paid = await buyer.api.markOrderPaid({ params: { id: placed._id }, body })
    expect(paid).toMatchObject({ paid: true, refunded: 7, refunds: [{ amount: 7, status: 'done' }] })
    expect(await ledgerOf(placed._id)).toEqual(['charge 5000', 'refund 700'])
  })

  test('unreadable refunds of one payment do not stop those of others', { tags: 'long' }, async () => {
    const examples = [await placePaidOrder(), await placePaidOrder(), await placePaidOrder()]
    const orders = examples.map(({ paid }) => paid)
    for (const paid of orders) await refundAtProvider(paid, 700)
    await shop.database.db.updateTable('cards.events').set({ next_attempt_at: null }).execute()
    // the job reads payments in the order of their ids
    const broken = orders.map((paid) => paid.transactionId ?? '').sort()[0] ?? ''
    const deps = await depsThrough(shop, async (request, send) => {
      const answer = await send()
      if (!request.url.includes(`payment_intent=${broken}`)) return answer
      return Response.json({ ...(await answer.json()), data: [{ status: 'melting' }] })
    })
    shop.clock.advance(1000)
    expect(await reconcilePayments(deps, shop.config.limits)).toMatchObject([{ task: 'sync', id: broken }])
    for (const { _id, transactionId } of orders)
      expect(await read(_id)).toMatchObject({ refunded: transactionId === broken ? 0 : 7 })
    expect(await reconcile()).toEqual([])
    expect(await Promise.all(orders.map(async ({ _id }) => (await read(_id)).refunded))).toEqual([7, 7, 7])
  })

  test('a refund is rejected if the provider has too little left, and the order then shows the provider’s sum', async () => {
    const { paid } = await placePaidOrder()
    await refundAtProvider(paid, 4000)
    expect(await outcomeOf(refund(paid, { amount: 20, refunded: 0 }))).toBe('409 refund_refused')
    expect(await read(paid._id)).toMatchObject({
      refunded: 40,
      refunds: [
        { amount: 20, status: 'failed' },
        { amount: 40, status: 'done' },
      ],
    })
    expect((await refund(paid, { refunded: 40 })).refunded).toBe(50)
    expect(await refundedAtProvider(paid)).toBe(5000)
  })
})

describe('an unavailable provider', () => {
  test.each([
    ['before it acted', 'fail'],
    ['after it acted', 'act_and_fail'],
    ['by hanging up after it acted', 'act_and_drop'],
  ] as const)(
    'if the provider fails %s, the refund stays requested and the job completes it once',
    async (_name, act) => {
      const { part, paid } = await placePaidOrder()
      await setCardFaults(shop, { target: 'refund', act })
      await refund(paid, { amount: 12.5, refunded: 0, pieces: 1 })
      expect(await read(paid._id)).toMatchObject({ refunded: 12.5, refunds: [{ status: 'asked' }] })
      expect(await stockOf(part)).toBe(6)
      expect(await outcomeOf(refund(paid, { amount: 40, refunded: 12.5 }))).toBe('409 refund_too_large')
      await setCardFaults(shop)
      shop.clock.advance(60_000)
      expect(await reconcile()).toEqual([])
      expect(await reconcile()).toEqual([])
      expect(await read(paid._id)).toMatchObject({ refunded: 12.5, refunds: [{ status: 'done' }] })
      expect(await refundedAtProvider(paid)).toBe(1250)
      expect(await stockOf(part)).toBe(7)
      expect(await ledgerOf(paid._id)).toEqual(['charge 5000', 'refund 1250'])
    },
  )

  test('a refund whose response was lost is found in the provider’s list, even after its idempotency key has expired', {
    tags: 'long',
  }, async () => {
    const { paid } = await placePaidOrder()
    await setCardFaults(shop, { target: 'refund', act: 'act_and_drop' })
    await refund(paid, { amount: 12.5, refunded: 0 })
    await setCardFaults(shop)
    // The provider remembers an idempotency key for a day: the same request would refund again.
    shop.clock.advance(25 * 3_600_000)
    await sql`delete from cards.idempotency_keys`.execute(shop.database.db)
    const calls: string[] = []
    const watched = await depsThrough(shop, (request, send) => {
      calls.push(`${request.method} ${new URL(request.url).pathname}`)
      return send()
    })
    expect(await reconcilePayments(watched, shop.config.limits)).toEqual([])
    expect(calls).toContain('GET /v1/refunds')
    expect(calls).not.toContain('POST /v1/refunds')
    admin = await shop.signInAgain(admin)
    buyer = await shop.signInAgain(buyer)
    expect(await read(paid._id)).toMatchObject({ refunded: 12.5, refunds: [{ status: 'done' }] })
    expect(await refundedAtProvider(paid)).toBe(1250)
    expect(await ledgerOf(paid._id)).toEqual(['charge 5000', 'refund 1250'])
  })
})

test('the ledger rejects changes and a second charge, and an order rejects refunds above its total', async () => {
  const { paid } = await placePaidOrder()
  const { db } = shop.database
  const change = (statement: string) => sql.raw(statement).execute(db)
  await expect(change(`update ledger set amount_minor = 1`)).rejects.toThrow('append-only')
  await expect(change(`delete from ledger where order_id = '${paid._id}'`)).rejects.toThrow('append-only')
  const again = `insert into ledger (at, kind, order_id, intent_id, amount_minor, currency)
    select at, kind, order_id, intent_id, amount_minor, currency from ledger where order_id = '${paid._id}'`
  await expect(change(again)).rejects.toThrow('ledger_charges')
  const more = `update orders set refunded_minor = total_minor + 1 where id = '${paid._id}'`
  await expect(change(more)).rejects.toThrow('refunds_within_payment')
})

test('a payment for a deleted order is in the ledger with its refund', { tags: 'long' }, async () => {
  const part = await shop.part({ available: 10 })
  const placed = await shop.order([{ part, quantity: 2 }])
  const payment = await shop.openPayment(placed)
  await endOrder(shop.database.db, placed._id, { deleted_at: shop.clock.now() })
  expect(await shop.enterCard(payment)).toBe(200)
  await shop.sandbox?.deliverNow()
  expect(await ledgerOf(placed._id)).toEqual(['charge 2500', 'refund 2500'])
})

test('a store that stops taking cards reports open payments and rejects refunds of card payments', async () => {
  const { paid } = await placePaidOrder()
  await shop.openPayment(await shop.order())
  const withoutCards = await openShop({ env: { CARDS: 'off' }, on: shop.database })
  const { refundOrder } = withoutCards.apiWith(admin.token)
  const refunding = refundOrder({ params: { id: paid._id }, body: { refunded: 0 } })
  expect(await outcomeOf(refunding)).toBe('409 refund_refused')
  await expect(refunding).rejects.toThrow(/dashboard/)
  expect(await read(paid._id)).toMatchObject({ refunded: 0, refunds: [] })
  expect(await openCardsNotice(shop.database.db)).toContain('payments and 0 refunds by card are still open')
  await withoutCards.app.close()
})

test('an order names how it was paid, even after the store has turned cards on or off', {
  tags: 'long',
}, async () => {
  const part = await shop.part({ available: 10, price: 12.5 })
  const unpaid = await shop.order([{ part }])
  expect(unpaid.settlement).toBeNull()
  expect(await read(unpaid._id)).toMatchObject({ paid: false, settlement: null })
  const { paid: byCard } = await placePaidOrder()
  expect(byCard.settlement).toBe('card')
  const withoutCards = await openShop({ env: { CARDS: 'off' }, on: shop.database })
  const apiWithoutCards = withoutCards.apiWith(admin.token)
  const own = await shop.order([{ part }], { buyer: admin })
  const atCounter = await apiWithoutCards.markOrderPaid({
    params: { id: own._id },
    // the text of the id says nothing about the way of payment
    body: { appointment: own._id, transactionId: 'pi_1' },
  })
  expect(atCounter.settlement).toBe('counter')
  expect(await apiWithoutCards.getOrder({ params: { id: byCard._id } })).toMatchObject({ settlement: 'card' })
  // the store takes cards again
  const { items } = await admin.api.listAllOrders({ query: { paid: 'true' } })
  const listed = new Map(items.map(({ _id, settlement }) => [_id, settlement]))
  expect(listed.get(byCard._id)).toBe('card')
  expect(listed.get(atCounter._id)).toBe('counter')
  const refunded = await refund(atCounter, { amount: 2.5, refunded: 0 })
  expect(refunded).toMatchObject({ settlement: 'counter', refunds: [{ amount: 2.5, status: 'done' }] })
  await withoutCards.app.close()
})

describe('a store without cards', () => {
  let cardless: Shop
  beforeAll(async () => {
    cardless = await openShop({ env: { CARDS: 'off' } })
  })
  afterAll(() => cardless.close())

  test('a payment at the counter is refunded there, with both entries in the ledger', async () => {
    const owner = await cardless.staff('admin')
    const placed = await cardless.order([{ quantity: 2 }])
    const params = { id: placed._id }
    await owner.api.markOrderPaid({ params, body: { appointment: placed._id, transactionId: 'till-7' } })
    const after = await owner.api.refundOrder({ params, body: { amount: 12.5, refunded: 0, pieces: 1 } })
    expect(after).toMatchObject({ refunded: 12.5, refunds: [{ status: 'done' }] })
    const { rows } = await sql<{ kind: string; amount: number }>`
      select kind, amount_minor::int as amount from ledger order by id`.execute(cardless.database.db)
    expect(rows).toEqual([
      { kind: 'charge', amount: 2500 },
      { kind: 'refund', amount: 1250 },
    ])
  })

  test('the job finishes a refund at the counter that a crash left requested', async () => {
    const owner = await cardless.staff('admin')
    const placed = await cardless.order([{ quantity: 2 }])
    const params = { id: placed._id }
    await owner.api.markOrderPaid({ params, body: { appointment: placed._id, transactionId: 'till-8' } })
    const { db } = cardless.database
    const { id: actorId } = await db
      .selectFrom('users')
      .select('id')
      .where('email', '=', owner.email)
      .executeTakeFirstOrThrow()
    const { now } = cardless.clock
    const request = { amountMinor: 1250, seenMinor: 0, pieces: 1, reason: null, actorId, now: now() }
    await recordRefundRequest(db, { orderId: placed._id, ...request })
    cardless.clock.advance(31_000)
    expect(await reconcilePayments({ db, cards: undefined, now }, cardless.config.limits)).toEqual([])
    const after = await owner.api.getOrder({ params })
    expect(after).toMatchObject({ refunded: 12.5, refunds: [{ status: 'done' }] })
  })
})
