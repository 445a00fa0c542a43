import { sql } from 'kysely'
import type { Db } from '#database/open.ts'

type Subject = 'refunds_look' | 'disputes_look'

/** Draw it before asking the provider about a payment: it says which of two answers was asked for later. */
export async function drawLook(db: Db): Promise<number> {
  const { rows } = await sql<{ look: number }>`select nextval('provider_looks') as look`.execute(db)
  return rows[0]?.look ?? 0
}

/**
 * True for the answer that was asked for last of all that have come; an earlier one must not undo it. Call it in the
 * transaction that writes the answer down, with the order's row locked.
 */
export async function isNewestLook(
  trx: Db,
  { intentId, subject, look }: { intentId: string; subject: Subject; look: number },
): Promise<boolean> {
  const newest = await trx
    .updateTable('payment_intents')
    .set({ [subject]: look })
    .where('intent_id', '=', intentId)
    .where(subject, '<', look)
    .returning('order_id')
    .executeTakeFirst()
  return newest !== undefined
}
