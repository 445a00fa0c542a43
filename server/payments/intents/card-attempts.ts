import type { Db } from '#database/open.ts'
import type { CardIntent } from '../provider/card-provider.ts'
import { closeAttempt, isDead, settlePayment } from '../settlement/settle.ts'
import type { PaymentDeps } from './intents.ts'

const HOUR_MS = 3_600_000
const FAILED = 'payment_intent.payment_failed'

export type CardRules = { cardAttemptsPerHour: number }

/** False once an order has seen `limit` failed attempts within an hour. */
export async function attemptsLeft(
  db: Db,
  { orderId, limit, now }: { orderId: string; limit: number; now: Date },
): Promise<boolean> {
  const failed = await db
    .selectFrom('card_events')
    .select('id')
    .where('order_id', '=', orderId)
    .where('type', '=', FAILED)
    .where('created_at', '>', new Date(now.getTime() - HOUR_MS))
    .limit(limit)
    .execute()
  return failed.length < limit
}

/**
 * Counts a failed attempt once, however often and on whatever road it is heard of: `id` is its charge's, or, where it
 * came to none, its event's. Somebody who tries card after card is stopped: the payment is canceled, and opening
 * another waits for the hour to pass.
 */
export async function countAttempt(
  deps: PaymentDeps,
  { id, intentId, orderId }: { id: string; intentId: string; orderId: string },
  { cardAttemptsPerHour: limit }: CardRules,
): Promise<void> {
  const { db, now } = deps
  await db
    .insertInto('card_events')
    .values({ id, type: FAILED, order_id: orderId, created_at: now() })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  if (await attemptsLeft(db, { orderId, limit, now: now() })) return
  const intent = await deps.cards.cancelIntent(intentId)
  if (intent?.status === 'succeeded') await settlePayment(deps, { intentId, actorId: null })
  // one that is being charged at this moment stays open: whether it succeeds must be heard
  else if (isDead(intent)) await closeAttempt(deps, intentId)
}

/** For whoever has asked about a payment anyway: if its latest attempt failed and its event was lost, it counts all the same. */
export async function countLatest(
  deps: PaymentDeps,
  intent: CardIntent | undefined,
  rules: CardRules & { orderId: string },
): Promise<void> {
  if (!intent?.failedChargeId || isDead(intent)) return
  const { orderId } = rules
  await countAttempt(deps, { id: intent.failedChargeId, intentId: intent.id, orderId }, rules)
}
