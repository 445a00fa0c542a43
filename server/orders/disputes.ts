import { fromMinor } from '#contract/money.ts'
import { openDisputeStatuses } from '#contract/payments/dispute-state.ts'
import type { Dispute } from '#contract/payments/disputes.ts'
import type { Db } from '#database/open.ts'
import type { DisputeRow } from '#database/rows.ts'

/** The disputes of these orders, oldest first, by order. */
export async function disputesByOrder(db: Db, orderIds: string[]): Promise<Map<string, DisputeRow[]>> {
  if (orderIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('disputes')
    .selectAll()
    .where('order_id', 'in', orderIds)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return Map.groupBy(rows, (row) => row.order_id)
}

/** A dispute in its wire form. */
export function toDispute(row: DisputeRow): Dispute {
  return {
    _id: row.id,
    status: row.status,
    reason: row.reason,
    amount: fromMinor(row.amount_minor, row.currency),
    currency: row.currency,
    withdrawn: fromMinor(row.withdrawn_minor, row.currency),
    evidenceDueAt: row.evidence_due_at?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
  }
}

/** The ids of orders with a dispute that has not ended. */
export function ordersInDispute(db: Db) {
  return db.selectFrom('disputes').select('order_id').where('status', 'in', openDisputeStatuses)
}
