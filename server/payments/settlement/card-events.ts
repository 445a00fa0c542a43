import type Stripe from 'stripe'
import { mirrorDisputes } from '../disputes/mirror-disputes.ts'
import { type CardRules, countAttempt } from '../intents/card-attempts.ts'
import { findIntent, type PaymentDeps } from '../intents/intents.ts'
import type { CardEvent } from '../provider/card-provider.ts'
import { mirrorRefunds } from '../refunds/mirror-refunds.ts'
import { closeAttempt, settlePayment } from './settle.ts'

type Deed = 'settle' | 'close' | 'count' | 'refunds' | 'disputes'

/** What the store listens to; the shop's endpoint at the provider is set to send these. */
export const heardEvents = {
  'payment_intent.succeeded': 'settle',
  'payment_intent.canceled': 'close',
  'payment_intent.payment_failed': 'count',
  'charge.refunded': 'refunds',
  'charge.refund.updated': 'refunds',
  'refund.created': 'refunds',
  'refund.updated': 'refunds',
  'refund.failed': 'refunds',
  'charge.dispute.created': 'disputes',
  'charge.dispute.updated': 'disputes',
  'charge.dispute.funds_withdrawn': 'disputes',
  'charge.dispute.funds_reinstated': 'disputes',
  'charge.dispute.closed': 'disputes',
} as const satisfies Partial<Record<Stripe.Event.Type, Deed>>

const deeds: ReadonlyMap<string, Deed> = new Map(Object.entries(heardEvents))

/**
 * Deals with one signed event, any number of times and in any order. An event is only a hint: what counts is what
 * the provider answers when asked. Events about intents that are not ours are taken and forgotten.
 */
export async function handleCardEvent(deps: PaymentDeps, event: CardEvent, rules: CardRules): Promise<void> {
  const known = event.intentId ? await findIntent(deps.db, event.intentId) : undefined
  if (!known || !event.intentId) return
  const deed = deeds.get(event.type)
  if (deed === 'settle') await settlePayment(deps, { intentId: event.intentId, actorId: null })
  if (deed === 'close') await closeAttempt(deps, event.intentId)
  if (deed === 'refunds') await mirrorRefunds(deps, event.intentId)
  if (deed === 'disputes') await mirrorDisputes(deps, event.intentId)
  if (deed !== 'count') return rememberEvent(deps, event, known.order_id)
  const { id, intentId, failedChargeId } = event
  await countAttempt(deps, { id: failedChargeId ?? id, intentId, orderId: known.order_id }, rules)
}

async function rememberEvent({ db, now }: PaymentDeps, event: CardEvent, orderId: string): Promise<void> {
  await db
    .insertInto('card_events')
    .values({ id: event.id, type: event.type, order_id: orderId, created_at: now() })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
