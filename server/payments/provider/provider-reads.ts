import { sql } from 'kysely'
import type { Db } from '#database/open.ts'

type Subject = 'refunds_read' | 'disputes_read'

/** Draw it before asking the provider about a payment: it says which of two answers was asked for later. */
export async function drawReadNumber(db: Db): Promise<number> {
  const { rows } = await sql<{ read: number }>`select nextval('provider_reads') as read`.execute(db)
  return rows[0]?.read ?? 0
}

/**
 * True for the answer that was asked for last of all that have come; an earlier one must not undo it. Call it in the
 * transaction that writes the answer down, with the order's row locked.
 */
export async function isNewestRead(
  trx: Db,
  { intentId, subject, read }: { intentId: string; subject: Subject; read: number },
): Promise<boolean> {
  const newest = await trx
    .updateTable('payment_intents')
    .set({ [subject]: read })
    .where('intent_id', '=', intentId)
    .where(subject, '<', read)
    .returning('order_id')
    .executeTakeFirst()
  return newest !== undefined
}
