import type { Db } from '#database/open.ts'
import type { CardRefund } from './card-provider.ts'

type Charge = { at: Date; orderId: string; intentId: string; amountMinor: number; currency: string }

/** Enters a payment that succeeded; one that is there already stays as it is. */
export async function enterCharge(db: Db, charge: Charge): Promise<void> {
  await enter(db, { ...charge, kind: 'charge', refundId: null })
}

/** Enters a refund as the provider tells it: given back, and, where the bank sent it back, that too. */
export async function enterRefund(
  db: Db,
  refund: Pick<CardRefund, 'id' | 'amountMinor' | 'stands'>,
  charge: Omit<Charge, 'amountMinor'>,
): Promise<void> {
  const entry = { ...charge, amountMinor: refund.amountMinor, refundId: refund.id }
  await enter(db, { ...entry, kind: 'refund' })
  if (!refund.stands) await enter(db, { ...entry, kind: 'refund_failed' })
}

type Entry = Charge & { kind: 'charge' | 'refund' | 'refund_failed'; refundId: string | null }

async function enter(
  db: Db,
  { at, kind, orderId, intentId, refundId, amountMinor, currency }: Entry,
): Promise<void> {
  await db
    .insertInto('ledger')
    .values({
      at,
      kind,
      order_id: orderId,
      intent_id: intentId,
      refund_id: refundId,
      amount_minor: amountMinor,
      currency,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
