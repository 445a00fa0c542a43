import { AppError } from '#contract/errors.ts'
import { formerCustomer } from '#contract/messages/account/users.ts'
import { isOpenDispute } from '#contract/payments/dispute-state.ts'
import type { Db } from '#database/open.ts'
import type { DisputeRow, OrderRow } from '#database/rows.ts'
import { disputesByOrder } from './disputes.ts'

/**
 * Locks a customer's orders. Throws `open_orders` while one is still to be paid, given up or sent: a person is needed
 * for that; and `open_dispute` while a bank may still ask who bought what.
 */
export async function refuseOpenOrders(trx: Db, userId: string): Promise<void> {
  const orders = await trx
    .selectFrom('orders')
    .selectAll()
    .where('user_id', '=', userId)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute()
  const disputes = await disputesByOrder(
    trx,
    orders.map(({ id }) => id),
  )
  if ([...disputes.values()].flat().some(isOpenDispute)) throw new AppError('open_dispute')
  if (orders.some((order) => isOpen(order, disputes.get(order.id) ?? []))) throw new AppError('open_orders')
}

/** Takes the person out of orders, deleted ones included; what was sold, and for how much, stays. */
export async function forgetCustomer(trx: Db, userId: string): Promise<void> {
  await trx
    .updateTable('orders')
    .set({ name: formerCustomer, email: '', phone: '', address: '', location: '' })
    .where('user_id', '=', userId)
    .execute()
}

/**
 * A late order counts until its pieces are back: a payment may still arrive before that. What the buyer has got all
 * money back for, by refund or by a lost dispute, is not sent any more.
 */
function isOpen(order: OrderRow, disputes: DisputeRow[]): boolean {
  if (!order.paid_at) return order.expired_at === null
  const back = disputes.reduce((sum, dispute) => sum + dispute.withdrawn_minor, order.refunded_minor)
  return order.status !== 'Shift' && back < order.total_minor
}
