import type { Ledger } from '#database/generated-tables.ts'
import type { Db } from '#database/open.ts'
import type { CardRefund } from '../provider/card-provider.ts'

type Charge = { at: Date; orderId: string; intentId: string; amountMinor: number; currency: string }

/** Enters a payment that succeeded; one that is there already stays as it is. */
export async function enterCharge(db: Db, charge: Charge): Promise<void> {
  await enter(db, { ...charge, kind: 'charge' })
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

/** Enters what a dispute moved: out of the shop's balance, or back into it. */
export async function enterMovement(
  db: Db,
  { disputeId, id, amountMinor }: { disputeId: string; id: string; amountMinor: number },
  charge: Omit<Charge, 'amountMinor'>,
): Promise<void> {
  const kind = amountMinor < 0 ? 'dispute_withdrawn' : 'dispute_reinstated'
  const amount = Math.abs(amountMinor)
  if (amount > 0) await enter(db, { ...charge, amountMinor: amount, kind, disputeId, movementId: id })
}

/** What the shop has of a payment: charged, less what went back. */
export async function ledgerBalance(db: Db, intentId: string): Promise<number> {
  const { sum } = await db
    .selectFrom('ledger')
    .select((entries) => entries.fn.sum<number | null>('signed_minor').as('sum'))
    .where('intent_id', '=', intentId)
    .executeTakeFirstOrThrow()
  return Number(sum ?? 0)
}

type Entry = Charge & {
  kind: Ledger['kind']
  refundId?: string
  disputeId?: string
  movementId?: string
}

async function enter(
  db: Db,
  { at, kind, orderId, intentId, refundId, disputeId, movementId, amountMinor, currency }: Entry,
): Promise<void> {
  await db
    .insertInto('ledger')
    .values({
      at,
      kind,
      order_id: orderId,
      intent_id: intentId,
      refund_id: refundId ?? null,
      dispute_id: disputeId ?? null,
      movement_id: movementId ?? null,
      amount_minor: amountMinor,
      currency,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
