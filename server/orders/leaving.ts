import { AppError } from '#contract/errors.ts'
import { formerCustomer } from '#contract/messages/users.ts'
import type { Db } from '#database/open.ts'
import type { OrderRow } from '#database/schema.ts'

/**
 * Locks a customer's orders. Throws `open_orders` while one is still to be paid, given up or sent: a person is needed
 * for that.
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
  if (orders.some(isOpen)) throw new AppError('open_orders')
}

/** Takes the person out of orders, deleted ones included; what was sold, and for how much, stays. */
export async function forgetCustomer(trx: Db, userId: string): Promise<void> {
  await trx
    .updateTable('orders')
    .set({ name: formerCustomer, email: '', phone: '', address: '', location: '' })
    .where('user_id', '=', userId)
    .execute()
}

/** A late order counts until its pieces are back: a payment may still arrive before that. */
function isOpen(order: OrderRow): boolean {
  if (!order.paid_at) return order.expired_at === null
  return order.status !== 'Shift' && order.refunded_minor < order.total_minor
}
