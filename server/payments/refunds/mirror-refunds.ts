import { sql } from 'kysely'
import { type Db, inTransaction } from '#database/open.ts'
import { lockOrder, mirrorOnOrder } from '../../orders/service.ts'
import { findIntent, type PaymentDeps } from '../intents/intents.ts'
import { enterCharge, enterRefund } from '../ledger/ledger.ts'
import type { CardRefund } from '../provider/card-provider.ts'
import { drawReadNumber, isNewestRead } from '../provider/provider-reads.ts'

/**
 * The one place where what the provider gave back enters the store: orders, refunds and ledger agree with its
 * answer afterwards. Harmless at any time; an intent that is not ours is passed over.
 */
export async function mirrorRefunds({ db, cards, now }: PaymentDeps, intentId: string): Promise<void> {
  const known = await findIntent(db, intentId)
  if (!known) return
  const read = await drawReadNumber(db)
  const refunds = await cards.listRefunds(intentId)
  if (refunds.length === 0) return
  const charge = { at: now(), orderId: known.order_id, intentId, currency: known.currency }
  await inTransaction(db, async (trx) => {
    const order = await lockOrder(trx, known.order_id)
    if (!(await isNewestRead(trx, { intentId, subject: 'refunds_read', read }))) return
    await enterCharge(trx, { ...charge, amountMinor: known.amount_minor })
    for (const refund of refunds) await enterRefund(trx, refund, charge)
    const paysOrder = order?.transaction_id === intentId
    if (order && paysOrder) await mirrorOnOrder(trx, { order, refunds: refunds.map(toKnown), now: now() })
  })
}

/** Payments of which something went back since then, at the provider, that the ledger does not know of. */
export async function unheardRefunds({ db, cards, now }: PaymentDeps, since: Date): Promise<string[]> {
  const refunds = await cards.listRefundsWithin({ since, until: now() })
  const { rows } = await sql<{ intent_id: string }>`
    select distinct intent_id from payment_intents
      join unnest(
        ${refunds.map(({ intentId }) => intentId)}::text[],
        ${refunds.map(({ id }) => id)}::text[],
        ${refunds.map(({ stands }) => (stands ? 'refund' : 'refund_failed'))}::text[]
      ) as made (intent_id, refund_id, kind) using (intent_id)
    where not exists (
      select from ledger where ledger.refund_id = made.refund_id and ledger.kind = made.kind
    )`.execute(db)
  return rows.map((row) => row.intent_id)
}

/**
 * For an order that has just become paid: what went back of its payment before that is in the ledger already, and
 * belongs to the order now. Call it in the transaction that records the payment.
 */
export async function mirrorEarlierRefunds(
  trx: Db,
  { orderId, intentId, now }: { orderId: string; intentId: string; now: Date },
): Promise<void> {
  const entries = await trx
    .selectFrom('ledger')
    .select(['kind', 'refund_id', 'amount_minor'])
    .where('intent_id', '=', intentId)
    .where('kind', '<>', 'charge')
    .execute()
  const order = entries.length > 0 ? await lockOrder(trx, orderId) : undefined
  if (!order) return
  const failed = new Set(
    entries.filter(({ kind }) => kind === 'refund_failed').map((entry) => entry.refund_id),
  )
  const refunds = entries.flatMap(({ kind, refund_id: id, amount_minor: amountMinor }) =>
    kind === 'refund' && id ? [{ id, ours: null, amountMinor, stands: !failed.has(id) }] : [],
  )
  await mirrorOnOrder(trx, { order, refunds, now })
}

function toKnown({ id, refundId, amountMinor, stands }: CardRefund) {
  return { id, ours: refundId, amountMinor, stands }
}
