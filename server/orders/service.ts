import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { AppError } from '#contract/errors.ts'
import type { Order, OrderStatus } from '#contract/orders.ts'
import { type Db, inTransaction } from '#database/open.ts'
import type { OrderRow } from '#database/schema.ts'
import { recordChange } from '../audit/record.ts'
import type { Caller } from '../auth/authenticate.ts'
import { type ListPage, newestFirst, type PageRequest, pageOfList } from '../http/page-of-list.ts'
import { lockForMove, uncountUnpaidOrder } from './closing.ts'
import { ordersInDispute } from './disputes.ts'
import { type Reading, withHistory } from './order.ts'

export { beginDeletion, beginExpiry, finishClosing, lockForMove, lockOrder } from './closing.ts'
export { keepDispute, listDisputes, oldestOpenDispute, refuseDisputed } from './disputes.ts'
export { currencyNotice } from './former-currency.ts'
export { forgetCustomer, refuseOpenOrders } from './leaving.ts'
export { writeOrderMails } from './mails.ts'
export type { Seller } from './receipt-pdf.ts'
export { mailedReceipt } from './receipts.ts'
export { askRefund, failRefund, mirrorOnOrder, unfinishedRefunds } from './refunds.ts'
export { moveOrder } from './states.ts'

type OrderFilter = PageRequest & {
  userId?: string | undefined
  email?: string | undefined
  status?: OrderStatus[] | undefined
  paid?: boolean | undefined
  expired?: boolean | undefined
  disputed?: boolean | undefined
}

/** Orders that are not deleted, newest first; `email` is that of the account which placed them. */
export async function listOrders(db: Db, filter: OrderFilter, reading: Reading): Promise<ListPage<Order>> {
  let query = db.selectFrom('orders').selectAll('orders').where('orders.deleted_at', 'is', null)
  if (filter.userId !== undefined) query = query.where('orders.user_id', '=', filter.userId)
  if (filter.status?.length) query = query.where('orders.status', 'in', filter.status)
  if (filter.paid !== undefined) query = query.where('orders.paid_at', filter.paid ? 'is not' : 'is', null)
  if (filter.expired !== undefined) {
    query = query.where(filter.expired ? isExpired(reading.now) : sql<SqlBool>`not ${isExpired(reading.now)}`)
  }
  if (filter.disputed) query = query.where('orders.id', 'in', ordersInDispute(db))
  if (filter.email !== undefined) {
    query = query.where('orders.user_id', 'in', (users) =>
      users
        .selectFrom('users')
        .select('id')
        .where('email', '=', filter.email ?? ''),
    )
  }
  const page = await pageOfList(query, {
    order: newestFirst<OrderRow>('orders'),
    page: filter,
    toItem: (row: OrderRow) => row,
  })
  return { items: await withHistory(db, page.items, reading), next: page.next }
}

/** The same reading as `toOrder` makes of a row: unpaid and given up, or past its time and not on its way. */
function isExpired(now: Date): RawBuilder<SqlBool> {
  return sql`(orders.paid_at is null and (orders.expired_at is not null
    or orders.status <> 'Shift' and orders.expires_at <= ${now}::timestamptz))`
}

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
    await recordChange(trx, {
      at: now,
      actorId,
      entity: 'order',
      entityId: orderId,
      field: 'status',
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
        closing: null,
        closing_at: null,
        closing_returns_stock: null,
      })
      .where('id', '=', orderId)
      .execute()
    await recordChange(trx, {
      at: now,
      actorId,
      entity: 'order',
      entityId: orderId,
      field: 'paid',
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
    .where('closing', 'is', null)
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
    .where('closing', 'is not', null)
    .where('closing_at', '<=', since)
    .orderBy(sql`random()`)
    .limit(limit)
    .execute()
  return rows.map((row) => row.id)
}
