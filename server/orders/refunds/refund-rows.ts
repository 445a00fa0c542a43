import { fromMinor } from '#contract/money.ts'
import type { Refund } from '#contract/orders/orders.ts'
import type { RefundRow } from '#database/rows.ts'

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
