import { sql } from 'kysely'
import { AppError } from '#contract/errors.ts'
import type { Order, OrderStatus } from '#contract/orders/orders.ts'
import { type Db, inTransaction } from '#database/open.ts'
import type { OrderRow } from '#database/rows.ts'
import type { Caller } from '../auth/authenticate.ts'
import { lockForMove, uncountUnpaidOrder } from './closing.ts'
import { addOrderEvent } from './order-events.ts'
import { withHistory } from './order-view.ts'

export { anonymiseOrders, refuseOpenOrders } from './account-deletion.ts'
export { beginDeletion, beginExpiry, finishClosing, lockForMove, lockOrder } from './closing.ts'
export { keepDispute, listDisputes, oldestOpenDispute, refuseDisputed } from './disputes.ts'
export { listOrders } from './list.ts'
export { writeNotifications } from './notifications.ts'
export { currencyNotice } from './order-view.ts'

export { createReceiptQueue, type ReceiptQueue } from './receipts/receipt-queue.ts'
export { mailedReceipt } from './receipts/receipts.ts'
export { askRefund, failRefund, mirrorOnOrder, unfinishedRefunds } from './refunds/refunds.ts'
export { moveOrder } from './states.ts'

/** Somebody else's order is as unknown as one that never was, unless an admin asks. Throws `not_found`. */
export async function findOrder(
  db: Db,
  { orderId, caller }: { orderId: string; caller: Caller },
): Promise<OrderRow> {
  const order = await db.selectFrom('orders').selectAll().where('id', '=', orderId).executeTakeFirst()
  const isVisible = order && !order.deleted_at && (order.user_id === caller.id || caller.role === 'admin')
  if (!isVisible) throw new AppError('not_found')
  return order
}

/** The same as the wire shows it, with its history. Throws `not_found`. */
export async function showOrder(
  db: Db,
  { orderId, caller, now }: { orderId: string; caller: Caller; now: Date },
): Promise<Order> {
  const reading = { now, asAdmin: caller.role === 'admin' }
  const [order] = await withHistory(db, [await findOrder(db, { orderId, caller })], reading)
  if (!order) throw new AppError('not_found')
  return order
}

/**
 * Moves an order on. An order taken back from Shift gets its time to be paid anew.
 * Throws `not_found`, `order_expired` and `order_closing`: their pieces are, or will be, somebody else's.
 */
export function setOrderStatus(
  db: Db,
  { orderId, status, actorId, now, unpaidOrderHours }: StatusChange,
): Promise<OrderRow> {
  return inTransaction(db, async (trx) => {
    const { order } = await lockForMove(trx, { orderId, move: 'setStatus', now })
    if (order.status === status) return order
    const expiresAt = new Date(now.getTime() + unpaidOrderHours * 3_600_000)
    await addOrderEvent(trx, {
      orderId,
      at: now,
      actorId,
      kind: 'status',
      before: order.status,
      after: status,
    })
    return trx
      .updateTable('orders')
      .set({ status, ...(order.status === 'Shift' ? { expires_at: expiresAt } : {}) })
      .where('id', '=', orderId)
      .returningAll()
      .executeTakeFirstOrThrow()
  })
}

type StatusChange = {
  orderId: string
  status: OrderStatus
  actorId: string
  now: Date
  unpaidOrderHours: number
}

/**
 * Writes down a payment that the caller has proven with the provider. `paid` the first time, `already` for the
 * same payment again, `stray` when the order is gone or was paid by another payment. A payment beats a closing.
 */
export function recordPayment(
  db: Db,
  {
    orderId,
    transactionId,
    actorId,
    now,
  }: { orderId: string; transactionId: string; actorId: string | null; now: Date },
): Promise<'paid' | 'already' | 'stray'> {
  return inTransaction(db, async (trx) => {
    const { order, to } = await lockForMove(trx, { orderId, move: 'recordPayment', now })
    if (order.transaction_id === transactionId) return 'already'
    if (to === 'stray') return 'stray'
    await uncountUnpaidOrder(trx, order.user_id)
    await trx
      .updateTable('orders')
      .set({
        paid_at: now,
        transaction_id: transactionId,
        receipt_number: await nextReceiptNumber(trx),
        cancellation: null,
        cancellation_started_at: null,
        cancellation_returns_stock: null,
      })
      .where('id', '=', orderId)
      .execute()
    await addOrderEvent(trx, {
      orderId,
      at: now,
      actorId,
      kind: 'paid',
      before: 'false',
      after: 'true',
    })
    return 'paid'
  })
}

/** Taken last of all locks: payments wait here for one another, and leave no gap. */
async function nextReceiptNumber(trx: Db): Promise<number> {
  const { last } = await trx
    .updateTable('receipt_counter')
    .set((counter) => ({ last: counter('last', '+', 1) }))
    .returning('last')
    .executeTakeFirstOrThrow()
  return last
}

/** Unpaid orders whose time is over. */
export async function lateOrders(db: Db, now: Date, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('orders')
    .select('id')
    .where('paid_at', 'is', null)
    .where('deleted_at', 'is', null)
    .where('expired_at', 'is', null)
    .where('status', '<>', 'Shift')
    .where('cancellation', 'is', null)
    .where('expires_at', '<=', now)
    .orderBy('expires_at')
    .limit(limit)
    .execute()
  return rows.map((row) => row.id)
}

/**
 * Orders that began to close before `since` and have not finished: a crash, or a provider that was away. In no order:
 * some that never end must not keep the others from their turn.
 */
export async function unfinishedClosings(db: Db, since: Date, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('orders')
    .select('id')
    .where('cancellation', 'is not', null)
    .where('cancellation_started_at', '<=', since)
    .orderBy(sql`random()`)
    .limit(limit)
    .execute()
  return rows.map((row) => row.id)
}
