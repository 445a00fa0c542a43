import type { InjectOptions } from 'fastify'
import type { Product } from '#contract/catalog/products/products.ts'
import type { Order } from '#contract/sales/orders/orders.ts'
import { readSecret } from '#database/secrets.ts'
import { signEvent } from '#embedded/cards/events/delivery.ts'
import { deleteOrder } from '#server/sales/payments/cancel-order.ts'
import { syncIntent } from '#server/sales/payments/sync.ts'
import { type LineCount, linesOf } from '../support/orders/order-lines.ts'
import { depsThrough } from '../support/payments/network.ts'
import { cardNumbers, type Shop } from '../support/shop.ts'
import { setExpiry } from '../support/shop-rows.ts'
import type { Person } from '../support/store.ts'
import type { Operation } from './kill-tasks.ts'

export type KillFixture = { shop: Shop; admin: Person; buyer: Person; parts: Product[]; placed: number }

/** An order in the state before the operation. `redeliver` is the provider's redelivery of an unacknowledged event. */
export type PreparedOrder = {
  order: Order
  operation: Operation
  ids: string[]
  redeliver?: () => Promise<InjectOptions>
  isAtAttemptLimit?: boolean
}

/** `calls` are all calls to the provider, in order; `expected` is the state of the order afterwards. */
export type Scenario = {
  prepare: (fixture: KillFixture) => Promise<PreparedOrder>
  calls: string[]
  expected: ExpectedState
}

export type ExpectedState =
  | 'open'
  | 'paid'
  | 'partly refunded'
  | 'disputed'
  | 'deleted'
  | 'expired'
  | 'refunded'

/**
 * The work that opens, reads, cancels or refunds one payment, from each state in which the calls differ. The calls with
 * which reconciliation lists the payments of a period are not included.
 */
export const scenarios: Record<string, Scenario> = {
  'a payment is opened': {
    prepare: async (fixture) => prepareOpening(fixture, await placeOrder(fixture)),
    calls: ['create'],
    expected: 'open',
  },
  'an open payment is opened again': {
    prepare: async (fixture) => prepareOpening(fixture, await createOpenPayment(fixture)),
    calls: ['read'],
    expected: 'open',
  },
  'a canceled payment is replaced': {
    async prepare(fixture) {
      const placed = await createOpenPayment(fixture)
      await fixture.shop.cards?.cancelIntent(placed.payment.id)
      return prepareOpening(fixture, placed)
    },
    calls: ['read', 'create'],
    expected: 'open',
  },
  'opening is requested for a payment that succeeded': {
    prepare: async (fixture) => prepareOpening(fixture, await chargeCard(fixture)),
    calls: ['read', 'read'],
    expected: 'paid',
  },
  'a payment is reported': {
    prepare: async (fixture) => prepareReport(fixture, await chargeCard(fixture)),
    calls: ['read'],
    expected: 'paid',
  },
  'a payment event arrives': {
    prepare: async (fixture) => prepareEvent(fixture, await chargeCard(fixture), 'payment_intent.succeeded'),
    calls: ['read'],
    expected: 'paid',
  },
  'an event reports a canceled payment': {
    async prepare(fixture) {
      const placed = await createOpenPayment(fixture)
      await fixture.shop.cards?.cancelIntent(placed.payment.id)
      return prepareEvent(fixture, placed, 'payment_intent.canceled')
    },
    calls: ['read'],
    expected: 'open',
  },
  'the job reads a payment that succeeded': {
    async prepare(fixture) {
      const placed = await chargeCard(fixture)
      return { ...placed, operation: { job: 'syncPayment', id: placed.payment.id } }
    },
    calls: ['read'],
    expected: 'paid',
  },
  'the job reads an open payment': {
    async prepare(fixture) {
      const placed = await createOpenPayment(fixture)
      return { ...placed, operation: { job: 'syncPayment', id: placed.payment.id } }
    },
    calls: ['read'],
    expected: 'open',
  },
  'an order is deleted': {
    prepare: async (fixture) => prepareDeletion(fixture, await createOpenPayment(fixture)),
    calls: ['cancel'],
    expected: 'deleted',
  },
  'an order is deleted whose payment was never confirmed as created': {
    prepare: async (fixture) => prepareDeletion(fixture, await createUnconfirmedPayment(fixture)),
    calls: ['create', 'cancel'],
    expected: 'deleted',
  },
  'an order is deleted after its payment succeeded': {
    prepare: async (fixture) => prepareDeletion(fixture, await chargeCard(fixture)),
    calls: ['cancel', 'read', 'read'],
    expected: 'paid',
  },
  'an order expires': {
    prepare: async (fixture) => prepareExpiry(fixture, await createOpenPayment(fixture)),
    calls: ['cancel'],
    expected: 'expired',
  },
  'an order expires after its payment succeeded': {
    prepare: async (fixture) => prepareExpiry(fixture, await chargeCard(fixture)),
    calls: ['cancel', 'read', 'read'],
    expected: 'paid',
  },
  'an admin refunds': {
    prepare: async (fixture) => prepareRefund(fixture, await payOrder(fixture)),
    calls: ['list refunds', 'refund', 'list refunds'],
    expected: 'partly refunded',
  },
  'an event reports a refund made in the dashboard': {
    async prepare(fixture) {
      const placed = await payOrder(fixture)
      const { id } = placed.payment
      await fixture.shop.cards?.refundIntent(id, {
        key: `dashboard:${id}`,
        amountMinor: 700,
        currency: 'usd',
      })
      return prepareEvent(fixture, placed, 'charge.refunded')
    },
    calls: ['list refunds'],
    expected: 'partly refunded',
  },
  'an event reports a dispute': {
    prepare: async (fixture) =>
      prepareEvent(fixture, await payOrder(fixture, cardNumbers.disputed), 'charge.dispute.created'),
    calls: ['list disputes'],
    expected: 'disputed',
  },
  'an event reports a payment of a deleted order': {
    prepare: async (fixture) =>
      prepareEvent(fixture, await chargeAfterDeletion(fixture), 'payment_intent.succeeded'),
    calls: ['read', 'list disputes', 'refund', 'list refunds'],
    expected: 'refunded',
  },
  'the job refunds an orphaned payment': {
    async prepare(fixture) {
      const placed = await chargeAfterDeletion(fixture)
      const { id } = placed.payment
      const unavailable = await depsThrough(fixture.shop, (request, send) => {
        const error = { type: 'api_error', message: 'down' }
        const headers = { 'stripe-should-retry': 'false' }
        return request.method === 'POST'
          ? Promise.resolve(Response.json({ error }, { status: 500, headers }))
          : send()
      })
      await syncIntent(unavailable, { intentId: id, actorId: null }).catch(() => undefined)
      return { ...placed, operation: { job: 'refundOrphanedPayment', id } }
    },
    calls: ['list disputes', 'refund', 'list refunds'],
    expected: 'refunded',
  },
  'the last allowed card attempt fails': {
    async prepare(fixture) {
      const placed = await createOpenPayment(fixture)
      const { db } = fixture.shop.database
      const failed = { type: 'payment_intent.payment_failed', order_id: placed.order._id }
      const created_at = fixture.shop.clock.now()
      await db
        .insertInto('card_events')
        .values(
          Array.from({ length: 9 }, (_, n) => ({
            ...failed,
            id: `evt_${placed.payment.id}_${n}`,
            created_at,
          })),
        )
        .execute()
      return { ...(await prepareEvent(fixture, placed, failed.type)), isAtAttemptLimit: true }
    },
    calls: ['cancel'],
    expected: 'open',
  },
}

type PlacedOrder = Pick<PreparedOrder, 'order' | 'ids'>
type OpenedPayment = PlacedOrder & { payment: { id: string; secret: string } }

const LINE_COUNTS: LineCount[] = [1, 2, 3]

/** An order of one, two or three lines, in turns. */
async function placeOrder(fixture: KillFixture): Promise<PlacedOrder> {
  const { shop, buyer, parts } = fixture
  const lineCount = LINE_COUNTS[fixture.placed % LINE_COUNTS.length] ?? 1
  fixture.placed += 1
  const placed = await shop.order(linesOf(parts, lineCount), { buyer })
  return { order: placed, ids: [placed._id] }
}

async function createOpenPayment(fixture: KillFixture): Promise<OpenedPayment> {
  const placed = await placeOrder(fixture)
  const payment = await fixture.shop.openPayment(placed.order)
  return { ...placed, payment, ids: [placed.order._id, payment.id] }
}

/** An attempt is recorded, but no response of the provider. */
async function createUnconfirmedPayment(fixture: KillFixture): Promise<PlacedOrder> {
  const placed = await placeOrder(fixture)
  const { _id: order_id, total } = placed.order
  const attempt = { order_id, attempt: 1, amount_minor: Math.round(total * 100), currency: 'usd' }
  await fixture.shop.database.db
    .insertInto('payment_intents')
    .values({ ...attempt, created_at: fixture.shop.clock.now() })
    .execute()
  return placed
}

/** The card is charged, but the store has not recorded it. */
async function chargeCard(fixture: KillFixture, card: string = cardNumbers.good): Promise<OpenedPayment> {
  const placed = await createOpenPayment(fixture)
  await fixture.shop.enterCard(placed.payment, card)
  return placed
}

async function payOrder(fixture: KillFixture, card?: string): Promise<OpenedPayment> {
  const placed = await chargeCard(fixture, card)
  const { _id: id } = placed.order
  const body = { appointment: id, transactionId: placed.payment.id }
  await fixture.buyer.api.markOrderPaid({ params: { id }, body })
  return placed
}

/** Charged after the order was deleted: the provider had confirmed the cancellation, but not cancelled the payment. */
async function chargeAfterDeletion(fixture: KillFixture): Promise<OpenedPayment> {
  const placed = await createOpenPayment(fixture)
  const { _id: orderId } = placed.order
  const falselyConfirming = await depsThrough(fixture.shop, async (request, send) => {
    if (!request.url.endsWith('/cancel')) return send()
    const read = await fixture.shop.call({
      url: `/payments/v1/payment_intents/${placed.payment.id}`,
      headers: { authorization: request.headers.get('authorization') ?? '' },
    })
    return Response.json({ ...read.json(), status: 'canceled' })
  })
  const { user_id: actorId } = await fixture.shop.database.db
    .selectFrom('orders')
    .select('user_id')
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow()
  await deleteOrder(falselyConfirming, { orderId, byAdmin: false, returnsStock: true, actorId })
  await fixture.shop.enterCard(placed.payment)
  return placed
}

function requestBy(
  token: string,
  method: 'POST' | 'PATCH' | 'DELETE',
  path: string,
  payload?: object,
): Operation {
  const headers = { authorization: `Bearer ${token}` }
  return { request: { method, url: `/api${path}`, headers, ...(payload ? { payload } : {}) } }
}

function prepareOpening({ buyer }: KillFixture, placed: PlacedOrder): PreparedOrder {
  const { _id: orderId, total: price } = placed.order
  return {
    ...placed,
    operation: requestBy(buyer.token, 'POST', '/create-payment-intent', { price, orderId }),
  }
}

function prepareReport({ buyer }: KillFixture, placed: OpenedPayment): PreparedOrder {
  const { _id: id } = placed.order
  const body = { appointment: id, transactionId: placed.payment.id }
  return { ...placed, operation: requestBy(buyer.token, 'PATCH', `/order/${id}`, body) }
}

function prepareDeletion({ buyer }: KillFixture, placed: PlacedOrder): PreparedOrder {
  return { ...placed, operation: requestBy(buyer.token, 'DELETE', `/order/${placed.order._id}`) }
}

function prepareRefund({ admin }: KillFixture, placed: PlacedOrder): PreparedOrder {
  const lines = [
    { position: 1, units: 1, amount: 4.5, restock: true },
    { position: 2, amount: 2.5 },
  ]
  const body =
    placed.order.lines.length === 1 ? { amount: 7, refunded: 0, pieces: 1 } : { refunded: 0, lines }
  return { ...placed, operation: requestBy(admin.token, 'POST', `/order/${placed.order._id}/refund`, body) }
}

async function prepareExpiry({ shop }: KillFixture, placed: PlacedOrder): Promise<PreparedOrder> {
  const { _id: id } = placed.order
  await setExpiry(shop.database.db, id, shop.clock.now())
  return { ...placed, operation: { job: 'expireOrder', id } }
}

async function prepareEvent(
  { shop }: KillFixture,
  placed: OpenedPayment,
  type: string,
): Promise<PreparedOrder> {
  const { id } = placed.payment
  const object = type.startsWith('payment_intent.') ? { id } : { payment_intent: id }
  const payload = JSON.stringify({ id: `evt_${id}_${type}`, object: 'event', type, data: { object } })
  // The store created this secret at its start.
  const secret = await readSecret(shop.database.db, 'cards-webhook-secret', () => 'unused')
  const redeliver = async (): Promise<InjectOptions> => ({
    method: 'POST',
    url: '/api/webhook/stripe',
    headers: {
      'content-type': 'application/json',
      'stripe-signature': signEvent(payload, secret, shop.clock.now()),
    },
    payload,
  })
  return { ...placed, operation: { request: await redeliver() }, redeliver }
}
