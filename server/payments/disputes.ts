import { AppError } from '#contract/errors.ts'
import { claimsMoney, openDisputeStatuses } from '#contract/payments/dispute-state.ts'
import type { Db } from '#database/open.ts'
import { disputesByOrder, toDispute } from '../orders/disputes.ts'

/** Disputes with their orders: what is open first, then the newest. */
export async function listDisputes(db: Db, limit: number) {
  const newest = (isOpen: boolean) =>
    db
      .selectFrom('disputes')
      .selectAll()
      .where('status', isOpen ? 'in' : 'not in', openDisputeStatuses)
      .orderBy('created_at', 'desc')
      .orderBy('id')
      .limit(limit)
  const chosen = db
    .selectFrom(newest(true).as('open'))
    .selectAll()
    .unionAll(db.selectFrom(newest(false).as('ended')).selectAll())
  const rows = await db
    .selectFrom(chosen.as('disputes'))
    .innerJoin('orders', 'orders.id', 'disputes.order_id')
    .selectAll('disputes')
    .select(['orders.product_name', 'orders.deleted_at'])
    .orderBy((row) => row('disputes.status', 'in', openDisputeStatuses), 'desc')
    .orderBy('disputes.created_at', 'desc')
    .orderBy('disputes.id')
    .limit(limit)
    .execute()
  return rows.map((row) => ({
    ...toDispute(row),
    orderId: row.order_id,
    productName: row.product_name,
    isGone: row.deleted_at !== null,
  }))
}

/** Throws `order_disputed` while a bank claims an order's payment, and after it has got it. */
export async function refuseDisputed(db: Db, orderId: string): Promise<void> {
  const disputes = (await disputesByOrder(db, [orderId])).get(orderId) ?? []
  if (claimsMoney(disputes)) throw new AppError('order_disputed')
}

/** Since when the oldest dispute that has not ended is open. */
export async function oldestOpenDispute(db: Db): Promise<Date | undefined> {
  const oldest = await db
    .selectFrom('disputes')
    .select('created_at')
    .where('status', 'in', openDisputeStatuses)
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst()
  return oldest?.created_at
}
