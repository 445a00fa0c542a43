import type { Db } from '#database/open.ts'
import type { CardEvent } from './card-provider.ts'
import { findIntent, type PaymentDeps } from './intents.ts'
import { mirrorDisputes } from './mirror-disputes.ts'
import { mirrorRefunds } from './mirror-refunds.ts'
import { closeAttempt, settlePayment } from './settle.ts'

const HOUR_MS = 3_600_000

/**
 * Deals with one signed event, any number of times and in any order. An event is only a hint: what counts is what
 * the provider answers when asked. Events about intents that are not ours are taken and forgotten.
 */
export async function handleCardEvent(
  deps: PaymentDeps,
  event: CardEvent,
  rules: { cardAttemptsPerHour: number },
): Promise<void> {
  const known = event.intentId ? await findIntent(deps.db, event.intentId) : undefined
  if (!known || !event.intentId) return
  if (event.type === 'payment_intent.succeeded') {
    await settlePayment(deps, { intentId: event.intentId, actorId: null })
  }
  if (event.type === 'payment_intent.canceled') await closeAttempt(deps, event.intentId)
  if (isAboutRefunds(event.type)) await mirrorRefunds(deps, event.intentId)
  if (event.type.startsWith('charge.dispute.')) await mirrorDisputes(deps, event.intentId)
  await rememberEvent(deps, event, known.order_id)
  if (event.type === 'payment_intent.payment_failed') {
    await stopCardTesting(deps, {
      intentId: event.intentId,
      orderId: known.order_id,
      limit: rules.cardAttemptsPerHour,
    })
  }
}

function isAboutRefunds(type: string): boolean {
  return type === 'charge.refunded' || type.startsWith('refund.') || type.startsWith('charge.refund.')
}

/** False once an order has seen `limit` failed attempts within an hour. */
export async function attemptsLeft(
  db: Db,
  { orderId, limit, now }: { orderId: string; limit: number; now: Date },
): Promise<boolean> {
  const failed = await db
    .selectFrom('card_events')
    .select('id')
    .where('order_id', '=', orderId)
    .where('type', '=', 'payment_intent.payment_failed')
    .where('created_at', '>', new Date(now.getTime() - HOUR_MS))
    .limit(limit)
    .execute()
  return failed.length < limit
}

/** Somebody tries card after card: the payment is canceled, and opening another waits for the hour to pass. */
async function stopCardTesting(
  deps: PaymentDeps,
  { intentId, orderId, limit }: { intentId: string; orderId: string; limit: number },
): Promise<void> {
  if (await attemptsLeft(deps.db, { orderId, limit, now: deps.now() })) return
  const intent = await deps.cards.cancelIntent(intentId)
  if (intent.status === 'succeeded') await settlePayment(deps, { intentId, actorId: null })
  // one that is being charged at this moment stays open: whether it succeeds must be heard
  else if (intent.status === 'canceled') await closeAttempt(deps, intentId)
}

async function rememberEvent({ db, now }: PaymentDeps, event: CardEvent, orderId: string): Promise<void> {
  await db
    .insertInto('card_events')
    .values({ id: event.id, type: event.type, order_id: orderId, created_at: now() })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
