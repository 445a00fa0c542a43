import { type Insertable, sql } from 'kysely'
import type { Tables } from '#database/generated-tables.ts'
import type { Db } from '#database/open.ts'
import type { OrderRow } from '#database/rows.ts'
import type { KnownIntent } from './decide.ts'
import type { ProviderRefund } from './provider/card-provider.ts'

/* The writers of `ledger`. An entry that is there already is not added again. */

export function chargeOf(order: OrderRow, transactionId: string): KnownIntent {
  const { id, total_minor: amountMinor, currency } = order
  return { intent_id: transactionId, order_id: id, amount_minor: amountMinor, currency }
}

export function enterCharge(trx: Db, known: KnownIntent, at: Date): Promise<void> {
  return addLedgerEntry(trx, known, { kind: 'charge', amount_minor: known.amount_minor, at })
}

export async function enterRefund(
  trx: Db,
  known: KnownIntent,
  { refund, now }: { refund: ProviderRefund; now: Date },
): Promise<void> {
  const entry = { amount_minor: refund.amountMinor, refund_id: refund.providerId, at: now }
  await addLedgerEntry(trx, known, { ...entry, kind: 'refund' })
  if (refund.hasFailed) await addLedgerEntry(trx, known, { ...entry, kind: 'refund_failed' })
}

/** `refund_id` is the provider's id; in order events it is that of the store's row. */
type LedgerEntry = Omit<Insertable<Tables['ledger']>, 'order_id' | 'intent_id' | 'currency'>

export async function addLedgerEntry(trx: Db, known: KnownIntent, entry: LedgerEntry): Promise<void> {
  await trx
    .insertInto('ledger')
    .values({ ...known, ...entry })
    .onConflict((on) => on.doNothing())
    .execute()
}

/** The ledger's refunds of a payment, as the provider reports them; its `refund_id` is the provider's id. */
export async function refundsInLedger(trx: Db, intentId: string): Promise<ProviderRefund[]> {
  const { rows } = await sql<ProviderRefund>`
    select refund_id as "providerId", null as "storeId", amount_minor as "amountMinor", exists (
      select from ledger as failure
      where failure.refund_id = ledger.refund_id and failure.kind = 'refund_failed'
    ) as "hasFailed"
    from ledger where intent_id = ${intentId} and kind = 'refund' order by id`.execute(trx)
  return rows
}
