import { sql } from 'kysely'
import { formerCustomer } from '#contract/people/users/texts.ts'
import { AppError } from '#contract/platform/errors.ts'
import { isOpenDispute } from '#contract/sales/payments/dispute-state.ts'
import type { Db } from '#database/open.ts'
import type { DisputeRow, OrderRow } from '#database/rows.ts'

/**
 * Locks the account's orders. Throws `open_dispute`, and `open_orders` if one is to be paid, cancelled or sent. Locks are taken
 * in the order "orders, account" everywhere, so call it before the account is locked.
 */
export async function lockOrders(trx: Db, userId: string): Promise<void> {
  await rejectOpen(trx, userId, await ordersOf(trx, userId).orderBy('id').forUpdate().execute())
}

/**
 * The same once the account is locked, when no further order can be placed. Waits for nobody: an order of which another
 * transaction has the lock was placed meanwhile, so that it is open.
 */
export async function rejectNewOrders(trx: Db, userId: string): Promise<void> {
  const locked = await ordersOf(trx, userId).forUpdate().skipLocked().execute()
  const all = await ordersOf(trx, userId).execute()
  if (locked.length < all.length) throw new AppError('open_orders')
  await rejectOpen(trx, userId, all)
}

function ordersOf(trx: Db, userId: string) {
  return trx.selectFrom('orders').selectAll().where('user_id', '=', userId)
}

async function rejectOpen(trx: Db, userId: string, all: OrderRow[]): Promise<void> {
  const orders = all.filter((order) => order.deleted_at === null)
  const disputes = await trx
    .selectFrom('disputes')
    .innerJoin('orders', 'orders.id', 'disputes.order_id')
    .selectAll('disputes')
    .where('user_id', '=', userId)
    .where('deleted_at', 'is', null)
    .execute()
  if (disputes.some(isOpenDispute)) throw new AppError('open_dispute')
  const byOrder = Map.groupBy(disputes, (dispute) => dispute.order_id)
  const unsent = await unsentOf(trx, userId)
  if (orders.some((order) => isUnfinished(order, { disputes: byOrder.get(order.id) ?? [], unsent })))
    throw new AppError('open_orders')
}

export async function anonymiseOrders(trx: Db, userId: string): Promise<void> {
  await trx
    .updateTable('orders')
    .set({
      name: formerCustomer,
      email: '',
      phone: '',
      address: '',
      location: '',
      ship_to: null,
      bill_to: null,
      note: null,
    })
    .where('user_id', '=', userId)
    .execute()
}

/** The account's orders with units that are neither sent nor cancelled. */
async function unsentOf(trx: Db, userId: string): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`select distinct orders.id from orders
    join order_lines on order_id = orders.id and shipped + cancelled < order_lines.quantity
    where user_id = ${userId} and deleted_at is null`.execute(trx)
  return new Set(rows.map(({ id }) => id))
}

/** A late order may still be paid until it has expired. One whose whole payment was refunded, or withdrawn by disputes, is not sent any more. */
function isUnfinished(
  order: OrderRow,
  { disputes, unsent }: { disputes: DisputeRow[]; unsent: Set<string> },
): boolean {
  if (!order.paid_at) return order.expired_at === null
  const returnedMinor = disputes.reduce((sum, dispute) => sum + dispute.withdrawn_minor, order.refunded_minor)
  return unsent.has(order.id) && returnedMinor < order.total_minor
}
