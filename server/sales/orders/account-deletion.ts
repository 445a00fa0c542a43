import { formerCustomer } from '#contract/people/users/texts.ts'
import { AppError } from '#contract/platform/errors.ts'
import { isOpenDispute } from '#contract/sales/payments/dispute-state.ts'
import type { Db } from '#database/open.ts'
import type { DisputeRow, OrderRow } from '#database/rows.ts'

/** Locks the account's orders that are not deleted. Throws `open_dispute`, and `open_orders` if one is to be paid, cancelled or sent. */
export async function rejectOpenOrders(trx: Db, userId: string): Promise<void> {
  const orders = await trx
    .selectFrom('orders')
    .selectAll()
    .where('user_id', '=', userId)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute()
  const disputes = await trx
    .selectFrom('disputes')
    .innerJoin('orders', 'orders.id', 'disputes.order_id')
    .selectAll('disputes')
    .where('user_id', '=', userId)
    .where('deleted_at', 'is', null)
    .execute()
  if (disputes.some(isOpenDispute)) throw new AppError('open_dispute')
  const byOrder = Map.groupBy(disputes, (dispute) => dispute.order_id)
  if (orders.some((order) => isUnfinished(order, byOrder.get(order.id) ?? [])))
    throw new AppError('open_orders')
}

export async function anonymiseOrders(trx: Db, userId: string): Promise<void> {
  await trx
    .updateTable('orders')
    .set({ name: formerCustomer, email: '', phone: '', address: '', location: '' })
    .where('user_id', '=', userId)
    .execute()
}

/** A late order may still be paid until it has expired. One whose whole payment was refunded, or withdrawn by disputes, is not sent any more. */
function isUnfinished(order: OrderRow, disputes: DisputeRow[]): boolean {
  if (!order.paid_at) return order.expired_at === null
  const returnedMinor = disputes.reduce((sum, dispute) => sum + dispute.withdrawn_minor, order.refunded_minor)
  return order.status !== 'Shift' && returnedMinor < order.total_minor
}
