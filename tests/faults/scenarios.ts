import type { InjectOptions } from 'fastify'
import type { Order } from '#contract/orders/orders.ts'
import type { Product } from '#contract/products/products.ts'
import { readSecret } from '#database/secrets.ts'
import { signEvent } from '#embedded/cards/events/delivery.ts'
import { cards, enterCard, openPayment, order } from '../support/orders/orders.ts'
import { deleteOrder, syncIntent } from '../support/payment-actions.ts'
import { providerOver } from '../support/payments/network.ts'
import type { Person, TestStore } from '../support/store.ts'
import type { Act } from './kill-tasks.ts'

export type KillFixture = { store: TestStore; admin: Person; buyer: Person; part: Product }

/** The state of an order before the task. */
export type Begun = { order: Order; act: Act; ids: string[]; again?: () => Promise<InjectOptions> }

/** `calls` are all calls to the provider, in order; `ends` is the expected state of the order. */
export type Scenario = { begin: (fixture: KillFixture) => Promise<Begun>; calls: string[]; ends: End }

export type End = 'open' | 'paid' | 'partly back' | 'disputed' | 'deleted' | 'expired' | 'given back'

/** All work of the store that calls the provider, from each state in which the calls differ. */
export const scenarios: Record<string, Scenario> = {
  'a payment is opened': {
    begin: async (fixture) => opening(fixture, await placed(fixture)),
    calls: ['create'],
    ends: 'open',
  },
  'an open payment is asked for': {
    begin: async (fixture) => opening(fixture, await opened(fixture)),
    calls: ['read'],
    ends: 'open',
  },
  'a canceled payment is replaced': {
    async begin(fixture) {
      const subject = await opened(fixture)
      await fixture.store.cards?.cancelIntent(subject.payment.id)
      return opening(fixture, subject)
    },
    calls: ['read', 'create'],
    ends: 'open',
  },
  'a payment that succeeded is opened again': {
    begin: async (fixture) => opening(fixture, await charged(fixture)),
    calls: ['read', 'read'],
    ends: 'paid',
  },
  'a payment is reported': {
    begin: async (fixture) => reporting(fixture, await charged(fixture)),
    calls: ['read'],
    ends: 'paid',
  },
  'a payment event arrives': {
    begin: async (fixture) => receiving(fixture, await charged(fixture), 'payment_intent.succeeded'),
    calls: ['read'],
    ends: 'paid',
  },
  'an event ends a payment': {
    async begin(fixture) {
      const subject = await opened(fixture)
      await fixture.store.cards?.cancelIntent(subject.payment.id)
      // the second call creates another payment
      return { ...(await receiving(fixture, subject, 'payment_intent.canceled')), again: undefined }
    },
    calls: ['read'],
    ends: 'open',
  },
  'a payment is polled': {
    async begin(fixture) {
      const subject = await charged(fixture)
      return { ...subject, act: { poll: 'sync', id: subject.payment.id } }
    },
    calls: ['read'],
    ends: 'paid',
  },
  'an open payment is polled': {
    async begin(fixture) {
      const subject = await opened(fixture)
      return { ...subject, act: { poll: 'sync', id: subject.payment.id } }
    },
    calls: ['read'],
    ends: 'open',
  },
  'an order is deleted': {
    begin: async (fixture) => deleting(fixture, await opened(fixture)),
    calls: ['cancel'],
    ends: 'deleted',
  },
  'an order is deleted, the answer to its opening lost': {
    begin: async (fixture) => deleting(fixture, await halfOpened(fixture)),
    calls: ['create', 'cancel'],
    ends: 'deleted',
  },
  'an order is deleted that was paid meanwhile': {
    begin: async (fixture) => deleting(fixture, await charged(fixture)),
    calls: ['cancel', 'read', 'read'],
    ends: 'paid',
  },
  'an order expires': {
    begin: async (fixture) => expiring(fixture, await opened(fixture)),
    calls: ['cancel'],
    ends: 'expired',
  },
  'an order expires that was paid meanwhile': {
    begin: async (fixture) => expiring(fixture, await charged(fixture)),
    calls: ['cancel', 'read', 'read'],
    ends: 'paid',
  },
  'an admin refunds': {
    begin: async (fixture) => refunding(fixture, await paid(fixture)),
    calls: ['list refunds', 'refund', 'list refunds'],
    ends: 'partly back',
  },
  'an event reports a refund made in the dashboard': {
    async begin(fixture) {
      const subject = await paid(fixture)
      const { id } = subject.payment
      await fixture.store.cards?.refundIntent(id, {
        key: `elsewhere:${id}`,
        amountMinor: 700,
        currency: 'usd',
      })
      return receiving(fixture, subject, 'charge.refunded')
    },
    calls: ['list refunds'],
    ends: 'partly back',
  },
  'an event reports a dispute': {
    begin: async (fixture) =>
      receiving(fixture, await paid(fixture, cards.disputed), 'charge.dispute.created'),
    calls: ['list disputes'],
    ends: 'disputed',
  },
  'an event reports a payment of a deleted order': {
    begin: async (fixture) => receiving(fixture, await late(fixture), 'payment_intent.succeeded'),
    calls: ['read', 'list disputes', 'refund', 'list refunds'],
    ends: 'given back',
  },
  'a payment without an order is given back by the poll': {
    async begin(fixture) {
      const subject = await late(fixture)
      const { id } = subject.payment
      const away = await providerOver(fixture.store, (request, send) => {
        const error = { type: 'api_error', message: 'down' }
        const headers = { 'stripe-should-retry': 'false' }
        return request.method === 'POST'
          ? Promise.resolve(Response.json({ error }, { status: 500, headers }))
          : send()
      })
      await syncIntent(away, { intentId: id, actorId: null }).catch(() => undefined)
      return { ...subject, act: { poll: 'refund orphan', id } }
    },
    calls: ['list disputes', 'refund', 'list refunds'],
    ends: 'given back',
  },
  'card testing is stopped': {
    async begin(fixture) {
      const subject = await opened(fixture)
      const { db } = fixture.store.database
      const failed = { type: 'payment_intent.payment_failed', order_id: subject.order._id }
      const created_at = fixture.store.clock.now()
      await db
        .insertInto('card_events')
        .values(
          Array.from({ length: 9 }, (_, n) => ({
            ...failed,
            id: `evt_${subject.payment.id}_${n}`,
            created_at,
          })),
        )
        .execute()
      return receiving(fixture, subject, failed.type)
    },
    calls: ['cancel'],
    ends: 'open',
  },
}

type Subject = Pick<Begun, 'order' | 'ids'>
type Opened = Subject & { payment: { id: string; secret: string } }

async function placed({ buyer, part }: KillFixture): Promise<Subject> {
  const made = await order(buyer, part, 2)
  return { order: made, ids: [made._id] }
}

async function opened(fixture: KillFixture): Promise<Opened> {
  const subject = await placed(fixture)
  const payment = await openPayment(fixture.buyer, subject.order)
  return { ...subject, payment, ids: [subject.order._id, payment.id] }
}

/** An attempt is recorded, but the response of the provider was lost. */
async function halfOpened(fixture: KillFixture): Promise<Subject> {
  const subject = await placed(fixture)
  const { _id: order_id, total } = subject.order
  const attempt = { order_id, attempt: 1, amount_minor: Math.round(total * 100), currency: 'usd' }
  await fixture.store.database.db
    .insertInto('payment_intents')
    .values({ ...attempt, created_at: fixture.store.clock.now() })
    .execute()
  return subject
}

/** The card is charged, but the store has not recorded it. */
async function charged(fixture: KillFixture, card: string = cards.good): Promise<Opened> {
  const subject = await opened(fixture)
  await enterCard(fixture.store, subject.payment, card)
  return subject
}

async function paid(fixture: KillFixture, card?: string): Promise<Opened> {
  const subject = await charged(fixture, card)
  const { _id: id } = subject.order
  const body = { appointment: id, transactionId: subject.payment.id }
  await fixture.buyer.api.markOrderPaid({ params: { id }, body })
  return subject
}

/** Charged after the order was deleted: the provider had confirmed the cancellation, but not cancelled the payment. */
async function late(fixture: KillFixture): Promise<Opened> {
  const subject = await opened(fixture)
  const { _id: orderId } = subject.order
  const liar = await providerOver(fixture.store, async (request, send) => {
    if (!request.url.endsWith('/cancel')) return send()
    const read = await fixture.store.call({
      url: `/payments/v1/payment_intents/${subject.payment.id}`,
      headers: { authorization: request.headers.get('authorization') ?? '' },
    })
    return Response.json({ ...read.json(), status: 'canceled' })
  })
  const { user_id: actorId } = await fixture.store.database.db
    .selectFrom('orders')
    .select('user_id')
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow()
  await deleteOrder(liar, { orderId, byAdmin: false, returnsStock: true, actorId })
  await enterCard(fixture.store, subject.payment)
  return subject
}

function asked(token: string, method: 'POST' | 'PATCH' | 'DELETE', path: string, payload?: object): Act {
  const headers = { authorization: `Bearer ${token}` }
  return { request: { method, url: `/api${path}`, headers, ...(payload ? { payload } : {}) } }
}

function opening({ buyer }: KillFixture, subject: Subject): Begun {
  const { _id: orderId, total: price } = subject.order
  return { ...subject, act: asked(buyer.token, 'POST', '/create-payment-intent', { price, orderId }) }
}

function reporting({ buyer }: KillFixture, subject: Opened): Begun {
  const { _id: id } = subject.order
  const body = { appointment: id, transactionId: subject.payment.id }
  return { ...subject, act: asked(buyer.token, 'PATCH', `/order/${id}`, body) }
}

function deleting({ buyer }: KillFixture, subject: Subject): Begun {
  return { ...subject, act: asked(buyer.token, 'DELETE', `/order/${subject.order._id}`) }
}

function refunding({ admin }: KillFixture, subject: Subject): Begun {
  const body = { amount: 7, refunded: 0 }
  return { ...subject, act: asked(admin.token, 'POST', `/order/${subject.order._id}/refund`, body) }
}

async function expiring({ store }: KillFixture, subject: Subject): Promise<Begun> {
  const { _id: id } = subject.order
  await store.database.db
    .updateTable('orders')
    .set({ expires_at: store.clock.now() })
    .where('id', '=', id)
    .execute()
  return { ...subject, act: { poll: 'expire', id } }
}

/** The provider delivers an event again that was not acknowledged. */
async function receiving({ store }: KillFixture, subject: Opened, type: string): Promise<Begun> {
  const { id } = subject.payment
  const object = type.startsWith('payment_intent.') ? { id } : { payment_intent: id }
  const payload = JSON.stringify({ id: `evt_${id}_${type}`, object: 'event', type, data: { object } })
  const secret = await readSecret(store.database.db, 'cards-webhook-secret', () => 'made at start')
  const again = async (): Promise<InjectOptions> => ({
    method: 'POST',
    url: '/api/webhook/stripe',
    headers: {
      'content-type': 'application/json',
      'stripe-signature': signEvent(payload, secret, store.clock.now()),
    },
    payload,
  })
  return { ...subject, act: { request: await again() }, again }
}
