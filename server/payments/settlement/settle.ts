import type { Db } from '#database/open.ts'
import { recordPayment } from '../../orders/service.ts'
import { findIntent, type KnownIntent, type PaymentDeps } from '../intents/intents.ts'
import { enterCharge } from '../ledger/ledger.ts'
import type { CardIntent } from '../provider/card-provider.ts'
import { mirrorEarlierRefunds } from '../refunds/mirror-refunds.ts'
import { refundStray } from './stray.ts'

/** `unproven`: the provider does not say that this payment paid an order of ours in full. */
export type Settlement =
  | { outcome: 'paid' | 'already' | 'stray' }
  | { outcome: 'unproven'; intent: CardIntent | undefined }

/**
 * The one place where an order becomes paid. Browser, webhook and poller all end here, in any order and number:
 * the store itself asks the provider, and believes only a succeeded intent that it opened for this very order,
 * of this amount and currency. A payment for an order already gone is refunded and kept for admins.
 */
export async function settlePayment(
  deps: PaymentDeps,
  { intentId, actorId }: { intentId: string; actorId: string | null },
): Promise<Settlement> {
  const known = await findIntent(deps.db, intentId)
  const intent = known ? await deps.cards.readIntent(intentId) : undefined
  if (!known || !intent || !provesPayment(intent, known)) return { outcome: 'unproven', intent }
  const now = deps.now()
  const outcome = await deps.db.transaction().execute(async (trx) => {
    const result = await recordPayment(trx, {
      orderId: known.order_id,
      transactionId: intentId,
      actorId,
      now,
    })
    await closeAttempt({ db: trx, now: deps.now }, intentId)
    const { amountMinor, currency } = intent
    await enterCharge(trx, { at: now, orderId: known.order_id, intentId, amountMinor, currency })
    if (result === 'paid') await mirrorEarlierRefunds(trx, { orderId: known.order_id, intentId, now })
    if (result === 'stray') await keepStray(trx, intent, { orderId: known.order_id, now })
    return result
  })
  if (outcome === 'stray') await refundStray(deps, intentId)
  return { outcome }
}

/** Nobody can pay it any more: canceled, or not known to the provider at all. */
export function isDead(intent: CardIntent | undefined): boolean {
  return intent === undefined || intent.status === 'canceled'
}

/** The attempt is over; a later payment opens the next one. */
export async function closeAttempt(
  { db, now }: Pick<PaymentDeps, 'db' | 'now'>,
  intentId: string,
): Promise<void> {
  await db
    .updateTable('payment_intents')
    .set({ closed_at: now() })
    .where('intent_id', '=', intentId)
    .where('closed_at', 'is', null)
    .execute()
}

function provesPayment(intent: CardIntent, known: KnownIntent): boolean {
  return (
    intent.status === 'succeeded' &&
    intent.orderId === known.order_id &&
    intent.amountMinor === known.amount_minor &&
    intent.amountReceivedMinor === known.amount_minor &&
    intent.currency === known.currency
  )
}

async function keepStray(
  trx: Db,
  intent: CardIntent,
  { orderId, now }: { orderId: string; now: Date },
): Promise<void> {
  await trx
    .insertInto('orphaned_payments')
    .values({
      intent_id: intent.id,
      order_id: orderId,
      amount_minor: intent.amountMinor,
      currency: intent.currency,
      created_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
