import { fromMinor } from '#contract/money.ts'
import type { Refund } from '#contract/orders/orders.ts'
import type { Db } from '#database/open.ts'
import type { RefundRow } from '#database/rows.ts'

/** The refunds of these orders, oldest first, by order. */
export async function refundsByOrder(db: Db, orderIds: string[]): Promise<Map<string, RefundRow[]>> {
  if (orderIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('refunds')
    .selectAll()
    .where('order_id', 'in', orderIds)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return Map.groupBy(rows, (row) => row.order_id)
}

/** A refund as the wire shows it. */
export function toRefund(row: RefundRow, currency: string): Refund {
  return {
    _id: row.id,
    amount: fromMinor(row.amount_minor, currency),
    pieces: row.quantity,
    reason: row.reason,
    status: row.done_at ? 'done' : row.failed_at ? 'failed' : 'asked',
    createdAt: row.created_at.toISOString(),
  }
}
