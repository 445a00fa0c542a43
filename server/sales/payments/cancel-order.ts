import { AppError } from '#contract/platform/errors.ts'
import { beginDeletion, beginExpiry, finishCancellation } from '../orders/write-order.ts'
import { createIntentOf, reopenAttempt } from './intents.ts'
import { closeAttempt } from './record.ts'
import { ignore, type MaybeCardDeps, type PaymentDeps, syncIntent } from './sync.ts'

export type Deletion = { orderId: string; byAdmin: boolean; returnsStock: boolean; actorId: string }

/** Cancels the payment, then deletes the order. Throws `not_found`, `already_paid`, `order_shifted`, `cards_unavailable`, or an error of `createIntentOf`. */
export async function deleteOrder(deps: MaybeCardDeps, deletion: Deletion): Promise<void> {
  const state = await beginDeletion(deps.db, { ...deletion, now: deps.now() })
  if (state === 'cancelling') await completeCancellation(deps, deletion)
}

export async function expireOrder(deps: MaybeCardDeps, orderId: string): Promise<void> {
  const isCancelling = await beginExpiry(deps.db, { orderId, now: deps.now() })
  // the payment may have succeeded meanwhile: then the order is paid, and not expired
  if (isCancelling) await completeCancellation(deps, { orderId, actorId: null }).catch(ignore('already_paid'))
}

/** Cancels the open payment where cards are taken, then the order. Throws `already_paid`, `cards_unavailable`, or an error of `createIntentOf`. */
export async function completeCancellation(
  deps: MaybeCardDeps,
  { orderId, actorId }: { orderId: string; actorId: string | null },
): Promise<void> {
  const { cards } = deps
  if (cards && (await cancelPayment({ ...deps, cards }, orderId))) throw new AppError('already_paid')
  await finishCancellation(deps.db, { orderId, actorId, now: deps.now() })
}

/** Cancels the open payment. True if the order is paid instead. */
async function cancelPayment(deps: PaymentDeps, orderId: string): Promise<boolean> {
  const { db, cards, now } = deps
  const order = await db.selectFrom('orders').selectAll().where('id', '=', orderId).executeTakeFirstOrThrow()
  const attempt = await db
    .selectFrom('payment_intents')
    .selectAll()
    .where('order_id', '=', orderId)
    .where('closed_at', 'is', null)
    .executeTakeFirst()
  if (!attempt) return order.paid_at !== null
  // an intent whose id was not stored is created again under its key, so that it can be canceled
  const intentId = attempt.intent_id ?? (await createIntentOf(deps, { order, attempt })).id
  await reopenAttempt(db, attempt, intentId)
  const intent = await cards.cancelIntent(intentId)
  if (intent?.status === 'succeeded') {
    const { decision } = await syncIntent(deps, { intentId, actorId: null })
    if (decision === 'record_paid' || decision === 'already_paid') return true
    // money was taken, but not as requested: the order stays cancelling, and staff see the failed job
    if (decision !== 'record_orphaned') throw new AppError('cards_unavailable')
    return false
  }
  if (intent && intent.status !== 'canceled') throw new AppError('cards_unavailable')
  await closeAttempt(db, { intentId, now: now() })
  return false
}
