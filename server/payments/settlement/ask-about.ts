import { AppError } from '#contract/errors.ts'
import { type CardRules, countLatest } from '../intents/card-attempts.ts'
import { findIntent, type PaymentDeps } from '../intents/intents.ts'
import { leaveToPoll } from '../refunds/refund.ts'
import { closeAttempt, isDead, settlePayment } from './settle.ts'

/** Settles a payment that must be this order's. Throws `payment_unproven` unless it pays, or has paid, the order. */
export async function settleOrder(
  deps: PaymentDeps,
  { orderId, intentId, actorId }: { orderId: string; intentId: string; actorId: string },
  rules: CardRules,
): Promise<void> {
  const known = await findIntent(deps.db, intentId)
  if (known?.order_id !== orderId) throw new AppError('payment_unproven')
  const settlement = await settlePayment(deps, { intentId, actorId })
  if (settlement.outcome === 'unproven')
    await countLatest(deps, settlement.intent, { ...rules, orderId }).catch(leaveToPoll)
  if (settlement.outcome === 'unproven' || settlement.outcome === 'stray')
    throw new AppError('payment_unproven')
}

/** Asks about one open payment. */
export async function settleOpen(deps: PaymentDeps, intentId: string, rules: CardRules): Promise<void> {
  const asked = await deps.db
    .updateTable('payment_intents')
    .set({ checked_at: deps.now() })
    .where('intent_id', '=', intentId)
    .returning('order_id')
    .executeTakeFirst()
  const settlement = await settlePayment(deps, { intentId, actorId: null })
  if (!asked || settlement.outcome !== 'unproven') return
  if (isDead(settlement.intent)) await closeAttempt(deps, intentId)
  else await countLatest(deps, settlement.intent, { ...rules, orderId: asked.order_id })
}
