import { AppError } from '#contract/errors.ts'
import { beginDeletion, beginExpiry, finishClosing } from '../../orders/service.ts'
import type { MaybeCardDeps, PaymentDeps } from '../intents/intents.ts'
import { createFor } from '../intents/open-intent.ts'
import { closeAttempt, isDead, settlePayment } from './settle.ts'

export type Deletion = { orderId: string; byAdmin: boolean; returnsStock: boolean; actorId: string }

/**
 * Deletes an unpaid order: closing is committed, then the payment canceled, then the pieces released.
 * Where the payment went through meanwhile the order is paid and this throws `already_paid`.
 * With the provider away (`cards_unavailable`) the order stays closing, and the poller finishes it.
 */
export async function deleteOrder(deps: MaybeCardDeps, deletion: Deletion): Promise<void> {
  const state = await beginDeletion(deps.db, { ...deletion, now: deps.now() })
  if (state === 'closing') await completeClosing(deps, deletion)
}

/** Expires one late order the same way; harmless when it is no longer late. */
export async function expireOrder(deps: MaybeCardDeps, orderId: string): Promise<void> {
  const begun = await beginExpiry(deps.db, { orderId, now: deps.now() })
  if (begun) await completeClosing(deps, { orderId, actorId: null }).catch(ignorePaid)
}

/** Cancels what may still be paid, then finishes. Throws `already_paid` when the payment won. */
export async function completeClosing(
  deps: MaybeCardDeps,
  { orderId, actorId }: { orderId: string; actorId: string | null },
): Promise<void> {
  const { cards } = deps
  const isPaid = cards ? await cancelPayment({ ...deps, cards }, orderId) : false
  if (isPaid) throw new AppError('already_paid')
  await finishClosing(deps.db, { orderId, actorId, now: deps.now() })
}

/** For the poller and the expiry a payment that won the race is a good end, too. */
export function ignorePaid(error: unknown): void {
  if (!(error instanceof AppError && error.code === 'already_paid')) throw error
}

/** True when the payment had gone through: it is settled then. */
async function cancelPayment(deps: PaymentDeps, orderId: string): Promise<boolean> {
  const { order, open } = await openAttempt(deps, orderId)
  if (!open) return order.paid_at !== null
  // an attempt whose id a crash swallowed is asked for again under its key, so that it can be canceled
  const intentId = open.intent_id ?? (await createFor(deps, order, open)).id
  // open until it is canceled, also where somebody who could not open it has given the attempt up meanwhile
  await deps.db
    .updateTable('payment_intents')
    .set({ intent_id: intentId, closed_at: null })
    .where('order_id', '=', orderId)
    .where('attempt', '=', open.attempt)
    .where('intent_id', 'is', null)
    .execute()
  const intent = await deps.cards.cancelIntent(intentId)
  if (intent?.status === 'succeeded') {
    const { outcome } = await settlePayment(deps, { intentId, actorId: null })
    return outcome === 'paid' || outcome === 'already'
  }
  if (!isDead(intent)) throw new AppError('cards_unavailable')
  await closeAttempt(deps, intentId)
  return false
}

async function openAttempt({ db }: PaymentDeps, orderId: string) {
  const order = await db.selectFrom('orders').selectAll().where('id', '=', orderId).executeTakeFirstOrThrow()
  const open = await db
    .selectFrom('payment_intents')
    .selectAll()
    .where('order_id', '=', orderId)
    .where('closed_at', 'is', null)
    .executeTakeFirst()
  return { order, open }
}
