import { openDisputeStatuses } from '#contract/sales/payments/dispute-state.ts'
import type { Db } from '#database/open.ts'
import { toDispute } from '../orders/order-view.ts'

/** Open disputes, then ended ones, each newest first; at most `limit`. Two branches of at most `limit` rows, so that not all rows are sorted by state. */
export async function listDisputes(db: Db, limit: number) {
  const selectNewest = (isOpen: boolean) =>
    db
      .selectFrom('disputes')
      .selectAll()
      .where('status', isOpen ? 'in' : 'not in', openDisputeStatuses)
      .orderBy('created_at', 'desc')
      .orderBy('id')
      .limit(limit)
  const open = db.selectFrom(selectNewest(true).as('open')).selectAll()
  const ended = db.selectFrom(selectNewest(false).as('ended')).selectAll()
  const rows = await db
    .selectFrom(open.unionAll(ended).as('disputes'))
    .innerJoin('orders', 'orders.id', 'disputes.order_id')
    .selectAll('disputes')
    .select(['orders.number', 'orders.product_name', 'orders.other_parts', 'orders.deleted_at'])
    .orderBy((row) => row('disputes.status', 'in', openDisputeStatuses), 'desc')
    .orderBy('disputes.created_at', 'desc')
    .orderBy('disputes.id')
    .limit(limit)
    .execute()
  return rows.map((row) => ({
    ...toDispute(row),
    orderId: row.order_id,
    orderNumber: row.number,
    productName: row.product_name,
    otherParts: row.other_parts,
    isGone: row.deleted_at !== null,
  }))
}
