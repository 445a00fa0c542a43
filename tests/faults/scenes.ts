import type { InjectOptions } from 'fastify'
import type { Order } from '#contract/orders/orders.ts'
import type { Product } from '#contract/products/products.ts'
import { readSecret } from '#database/secrets.ts'
import { signEvent } from '#embedded/cards/events/delivery.ts'
import { cards, enterCard, openPayment, order } from '../support/orders/orders.ts'
import { deleteOrder, syncIntent } from '../support/payment-actions.ts'
import { providerOver } from '../support/payments/network.ts'
import type { Person, TestStore } from '../support/store.ts'
import type { Act } from './errands.ts'

export type World = { store: TestStore; admin: Person; buyer: Person; part: Product }

/** An order as it stands before the errand. */
export type Begun = { order: Order; act: Act; ids: string[]; again?: () => Promise<InjectOptions> }

/** `calls` are all calls to the provider, in order; `ends` is how the order must stand in the end. */
export type Scene = { begin: (world: World) => Promise<Begun>; calls: string[]; ends: End }

export type End = 'open' | 'paid' | 'partly back' | 'disputed' | 'deleted' | 'expired' | 'given back'

/** Everything the store does that asks its provider, from each state in which the calls differ. */
export const scenes: Record<string, Scene> = {
  'a payment is opened': {
    begin: async (world) => opening(world, await placed(world)),
    calls: ['create'],
    ends: 'open',
  },
  'an open payment is asked for': {
    begin: async (world) => opening(world, await opened(world)),
    calls: ['read'],
    ends: 'open',
  },
  'a canceled payment is replaced': {
    async begin(world) {
      const subject = await opened(world)
      await world.store.cards?.cancelIntent(subject.payment.id)
      return opening(world, subject)
    },
    calls: ['read', 'create'],
    ends: 'open',
  },
  'a payment is asked for that went through': {
    begin: async (world) => opening(world, await charged(world)),
    calls: ['read', 'read'],
    ends: 'paid',
  },
  'a payment is reported': {
    begin: async (world) => reporting(world, await charged(world)),
    calls: ['read'],
    ends: 'paid',
  },
  'a payment is heard of': {
    begin: async (world) => hearing(world, await charged(world), 'payment_intent.succeeded'),
    calls: ['read'],
    ends: 'paid',
  },
  'the end of a payment is heard of': {
    async begin(world) {
      const subject = await opened(world)
      await world.store.cards?.cancelIntent(subject.payment.id)
      // whoever is asked again finds another payment to open
      return { ...(await hearing(world, subject, 'payment_intent.canceled')), again: undefined }
    },
    calls: ['read'],
    ends: 'open',
  },
  'a payment is polled': {
    async begin(world) {
      const subject = await charged(world)
      return { ...subject, act: { poll: 'sync', id: subject.payment.id } }
    },
    calls: ['read'],
    ends: 'paid',
  },
  'an open payment is polled': {
    async begin(world) {
      const subject = await opened(world)
      return { ...subject, act: { poll: 'sync', id: subject.payment.id } }
    },
    calls: ['read'],
    ends: 'open',
  },
  'an order is deleted': {
    begin: async (world) => deleting(world, await opened(world)),
    calls: ['cancel'],
    ends: 'deleted',
  },
  'an order is deleted, the answer to its opening lost': {
    begin: async (world) => deleting(world, await halfOpened(world)),
    calls: ['create', 'cancel'],
    ends: 'deleted',
  },
  'an order is deleted that was paid meanwhile': {
    begin: async (world) => deleting(world, await charged(world)),
    calls: ['cancel', 'read', 'read'],
    ends: 'paid',
  },
  'an order expires': {
    begin: async (world) => expiring(world, await opened(world)),
    calls: ['cancel'],
    ends: 'expired',
  },
  'an order expires that was paid meanwhile': {
    begin: async (world) => expiring(world, await charged(world)),
    calls: ['cancel', 'read', 'read'],
    ends: 'paid',
  },
  'an admin refunds': {
    begin: async (world) => refunding(world, await paid(world)),
    calls: ['list refunds', 'refund', 'list refunds'],
    ends: 'partly back',
  },
  'a refund made elsewhere is heard of': {
    async begin(world) {
      const subject = await paid(world)
      const { id } = subject.payment
      await world.store.cards?.refundIntent(id, { key: `elsewhere:${id}`, amountMinor: 700, currency: 'usd' })
      return hearing(world, subject, 'charge.refunded')
    },
    calls: ['list refunds'],
    ends: 'partly back',
  },
  'a dispute is heard of': {
    begin: async (world) => hearing(world, await paid(world, cards.disputed), 'charge.dispute.created'),
    calls: ['list disputes'],
    ends: 'disputed',
  },
  'a payment is heard of whose order is gone': {
    begin: async (world) => hearing(world, await late(world), 'payment_intent.succeeded'),
    calls: ['read', 'list disputes', 'refund', 'list refunds'],
    ends: 'given back',
  },
  'a payment without an order is given back by the poll': {
    async begin(world) {
      const subject = await late(world)
      const { id } = subject.payment
      const away = await providerOver(world.store, (request, send) => {
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
    async begin(world) {
      const subject = await opened(world)
      const { db } = world.store.database
      const failed = { type: 'payment_intent.payment_failed', order_id: subject.order._id }
      const created_at = world.store.clock.now()
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
      return hearing(world, subject, failed.type)
    },
    calls: ['cancel'],
    ends: 'open',
  },
}

type Subject = Pick<Begun, 'order' | 'ids'>
type Opened = Subject & { payment: { id: string; secret: string } }

async function placed({ buyer, part }: World): Promise<Subject> {
  const made = await order(buyer, part, 2)
  return { order: made, ids: [made._id] }
}

async function opened(world: World): Promise<Opened> {
  const subject = await placed(world)
  const payment = await openPayment(world.buyer, subject.order)
  return { ...subject, payment, ids: [subject.order._id, payment.id] }
}

/** An attempt is written down; what the provider answered to it was lost. */
async function halfOpened(world: World): Promise<Subject> {
  const subject = await placed(world)
  const { _id: order_id, total } = subject.order
  const attempt = { order_id, attempt: 1, amount_minor: Math.round(total * 100), currency: 'usd' }
  await world.store.database.db
    .insertInto('payment_intents')
    .values({ ...attempt, created_at: world.store.clock.now() })
    .execute()
  return subject
}

/** The card is charged, and the store has not heard of it. */
async function charged(world: World, card: string = cards.good): Promise<Opened> {
  const subject = await opened(world)
  await enterCard(world.store, subject.payment, card)
  return subject
}

async function paid(world: World, card?: string): Promise<Opened> {
  const subject = await charged(world, card)
  const { _id: id } = subject.order
  const body = { appointment: id, transactionId: subject.payment.id }
  await world.buyer.api.markOrderPaid({ params: { id }, body })
  return subject
}

/** Charged after the order was deleted, because the provider only said that it had canceled the payment. */
async function late(world: World): Promise<Opened> {
  const subject = await opened(world)
  const { _id: orderId } = subject.order
  const liar = await providerOver(world.store, async (request, send) => {
    if (!request.url.endsWith('/cancel')) return send()
    const read = await world.store.call({
      url: `/payments/v1/payment_intents/${subject.payment.id}`,
      headers: { authorization: request.headers.get('authorization') ?? '' },
    })
    return Response.json({ ...read.json(), status: 'canceled' })
  })
  const { user_id: actorId } = await world.store.database.db
    .selectFrom('orders')
    .select('user_id')
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow()
  await deleteOrder(liar, { orderId, byAdmin: false, returnsStock: true, actorId })
  await enterCard(world.store, subject.payment)
  return subject
}

function asked(token: string, method: 'POST' | 'PATCH' | 'DELETE', path: string, payload?: object): Act {
  const headers = { authorization: `Bearer ${token}` }
  return { request: { method, url: `/api${path}`, headers, ...(payload ? { payload } : {}) } }
}

function opening({ buyer }: World, subject: Subject): Begun {
  const { _id: orderId, total: price } = subject.order
  return { ...subject, act: asked(buyer.token, 'POST', '/create-payment-intent', { price, orderId }) }
}

function reporting({ buyer }: World, subject: Opened): Begun {
  const { _id: id } = subject.order
  const body = { appointment: id, transactionId: subject.payment.id }
  return { ...subject, act: asked(buyer.token, 'PATCH', `/order/${id}`, body) }
}

function deleting({ buyer }: World, subject: Subject): Begun {
  return { ...subject, act: asked(buyer.token, 'DELETE', `/order/${subject.order._id}`) }
}

function refunding({ admin }: World, subject: Subject): Begun {
  const wish = { amount: 7, refunded: 0 }
  return { ...subject, act: asked(admin.token, 'POST', `/order/${subject.order._id}/refund`, wish) }
}

async function expiring({ store }: World, subject: Subject): Promise<Begun> {
  const { _id: id } = subject.order
  await store.database.db
    .updateTable('orders')
    .set({ expires_at: store.clock.now() })
    .where('id', '=', id)
    .execute()
  return { ...subject, act: { poll: 'expire', id } }
}

/** The provider brings an event that was not acknowledged again. */
async function hearing({ store }: World, subject: Opened, type: string): Promise<Begun> {
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
