import { inTransaction } from '#database/open.ts'
import { lockOrder, mirrorOnOrder } from '../orders/service.ts'
import type { CardRefund } from './card-provider.ts'
import { findIntent, type PaymentDeps } from './intents.ts'
import { enterCharge, enterRefund } from './ledger.ts'

/**
 * The one place where what the provider gave back enters the store: orders, refunds and ledger agree with its
 * answer afterwards. Harmless at any time; an intent that is not ours is passed over.
 */
export async function mirrorRefunds({ db, cards, now }: PaymentDeps, intentId: string): Promise<void> {
  const known = await findIntent(db, intentId)
  if (!known) return
  const refunds = await cards.listRefunds(intentId)
  if (refunds.length === 0) return
  const charge = { at: now(), orderId: known.order_id, intentId, currency: known.currency }
  await inTransaction(db, async (trx) => {
    const order = await lockOrder(trx, known.order_id)
    await enterCharge(trx, { ...charge, amountMinor: known.amount_minor })
    for (const refund of refunds) await enterRefund(trx, refund, charge)
    const paysOrder = order?.transaction_id === intentId
    if (order && paysOrder) await mirrorOnOrder(trx, { order, refunds: refunds.map(toKnown), now: now() })
  })
}

function toKnown({ id, refundId, amountMinor, stands }: CardRefund) {
  return { id, ours: refundId, amountMinor, stands }
}
