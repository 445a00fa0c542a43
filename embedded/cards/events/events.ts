import type Stripe from 'stripe'
import type { CardContext } from '../deps.ts'
import { seconds } from '../http/bodies.ts'
import { newCardId } from '../http/form.ts'

export const cardEventTypes = [
  'payment_intent.created',
  'payment_intent.requires_action',
  'payment_intent.payment_failed',
  'payment_intent.succeeded',
  'payment_intent.canceled',
  'charge.refunded',
  'refund.failed',
  'charge.refund.updated',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
  'charge.dispute.closed',
] as const satisfies Stripe.Event.Type[]

export type CardEventType = (typeof cardEventTypes)[number]

export const API_VERSION = '2026-10-28.endive' satisfies Stripe.LatestApiVersion

export async function recordEvent(context: CardContext, type: CardEventType, object: object): Promise<void> {
  const id = newCardId('evt')
  const event = {
    id,
    object: 'event',
    api_version: API_VERSION,
    created: seconds(context.at),
    data: { object },
    livemode: false,
    pending_webhooks: 1,
    request: { id: context.requestId, idempotency_key: context.idempotencyKey },
    type,
  }
  await context.db
    .insertInto('cards.events')
    .values({ id, type, body: JSON.stringify(event), next_attempt_at: context.at, created_at: context.at })
    .execute()
}
