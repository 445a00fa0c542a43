import { AppError } from '#contract/errors.ts'
import type { OrderStatus } from '#contract/orders/orders.ts'
import type { Tables } from '#database/generated-tables.ts'
import { type Db, inTransaction } from '#database/open.ts'
import type { OrderRow } from '#database/rows.ts'
import { returnStock } from '../products/service.ts'
import { type MoveResult, moveOrder, type OrderMove } from './states.ts'

/*
 * The only module that changes a row of `orders` after it was placed (an account's deletion anonymises them). A function
 * that takes `trx` works on a row that its caller has locked.
 *
 * An unpaid order is removed in two steps: the cancellation is committed first, so that no new payment begins; then its
 * payment is canceled at the provider; then `finishCancellation` returns the units. The job finishes what a crash left.
 */

type By = { actorId: string | null; now: Date }

/** The row of an order, locked to the end of the transaction. */
export function lockOrder(trx: Db, orderId: string): Promise<OrderRow | undefined> {
  return trx.selectFrom('orders').selectAll().where('id', '=', orderId).forUpdate().executeTakeFirst()
}

/** Locks an order for a move, and resolves to where that leads. Throws what refuses it, and `not_found`. */
export async function lockForMove(
  trx: Db,
  { orderId, move, now }: { orderId: string; move: OrderMove; now: Date },
): Promise<{ order: OrderRow; to: MoveResult }> {
  const order = await lockOrder(trx, orderId)
  if (!order) throw new AppError('not_found')
  return { order, to: moveOrder(order, move, now) }
}

/**
 * Sets the status that an admin gives an order. One taken back from Shift gets a new time to be paid.
 * Throws `not_found`, `order_expired` and `order_closing`: its units are, or will be, on sale again.
 */
export function setOrderStatus(
  db: Db,
  { orderId, status, actorId, now, unpaidOrderHours }: StatusChange,
): Promise<OrderRow> {
  return inTransaction(db, async (trx) => {
    const { order } = await lockForMove(trx, { orderId, move: 'setStatus', now })
    if (order.status === status) return order
    await addOrderEvent(trx, {
      orderId,
      at: now,
      actorId,
      kind: 'status',
      before: order.status,
      after: status,
    })
    const expiresAt = new Date(now.getTime() + unpaidOrderHours * 3_600_000)
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
 * Begins to delete an order; `done` when no payment had to be canceled (an expired order).
 * Throws `not_found`, `already_paid`, and `order_shifted` for goods on their way unless an admin deletes it.
 */
export function beginDeletion(
  db: Db,
  {
    orderId,
    byAdmin,
    returnsStock,
    actorId,
    now,
  }: By & { orderId: string; byAdmin: boolean; returnsStock: boolean },
): Promise<'done' | 'cancelling'> {
  return inTransaction(db, async (trx) => {
    const { order, to } = await lockForMove(trx, { orderId, move: 'delete', now })
    if (order.status === 'Shift' && !byAdmin) throw new AppError('order_shifted')
    if (to === 'deleted') {
      await trx.updateTable('orders').set({ deleted_at: now }).where('id', '=', orderId).execute()
      await addOrderEvent(trx, { ...endOf(orderId), kind: 'deleted', at: now, actorId })
      return 'done'
    }
    // an admin's decision about the stock stands if the buyer deletes the order again
    const returns = order.cancellation && !byAdmin ? order.cancellation_returns_stock !== false : returnsStock
    await markCancelling(trx, order, { cancellation: 'delete', returnsStock: returns, now })
    return 'cancelling'
  })
}

/** Begins to expire an order that is late; false when it no longer is. */
export function beginExpiry(db: Db, { orderId, now }: { orderId: string; now: Date }): Promise<boolean> {
  return inTransaction(db, async (trx) => {
    const { order, to } = await lockForMove(trx, { orderId, move: 'expire', now })
    if (to === 'stays') return false
    await markCancelling(trx, order, { cancellation: 'expire', returnsStock: true, now })
    return true
  })
}

/** Ends an order whose payment is canceled, and returns its units. Harmless when it has ended already. */
export function finishCancellation(
  db: Db,
  { orderId, actorId, now }: By & { orderId: string },
): Promise<void> {
  return inTransaction(db, async (trx) => {
    const { order, to } = await lockForMove(trx, { orderId, move: 'finishCancellation', now })
    if (to === 'stays') return
    const isDeleted = order.cancellation === 'delete'
    const returns = order.cancellation_returns_stock !== false
    await trx
      .updateTable('orders')
      .set({
        cancellation: null,
        cancellation_started_at: null,
        ...(isDeleted ? { deleted_at: now } : { expired_at: now }),
        ...(returns ? { stock_returned_at: now } : {}),
      })
      .where('id', '=', orderId)
      .execute()
    await uncountUnpaidOrder(trx, order.user_id)
    if (returns) {
      await returnStock(trx, { productId: order.product_id, quantity: order.quantity, actorId, at: now })
    }
    if (isDeleted) await addOrderEvent(trx, { ...endOf(orderId), kind: 'deleted', at: now, actorId })
    else await addOrderEvent(trx, { ...endOf(orderId), kind: 'expired', at: now, actorId: null })
  })
}

function endOf(orderId: string) {
  return { orderId, before: 'false', after: 'true' }
}

/** How an order was paid: by card at the provider, or to an admin at the counter. */
type Payment = { transactionId: string; settlement: NonNullable<OrderRow['settlement']> }

/** Marks a locked unpaid order as paid; a cancellation that has not ended is over. Takes the receipt counter last. */
export async function markPaid(
  trx: Db,
  order: OrderRow,
  { transactionId, settlement, actorId, now }: By & Payment,
): Promise<void> {
  await uncountUnpaidOrder(trx, order.user_id)
  await addOrderEvent(trx, { ...endOf(order.id), kind: 'paid', at: now, actorId })
  await trx
    .updateTable('orders')
    .set({
      paid_at: now,
      transaction_id: transactionId,
      settlement,
      receipt_number: await nextReceiptNumber(trx),
      cancellation: null,
      cancellation_started_at: null,
      cancellation_returns_stock: null,
    })
    .where('id', '=', order.id)
    .execute()
}

/** Locks the counter to the end of the transaction, so that numbers have no gaps: payments wait for one another here. */
async function nextReceiptNumber(trx: Db): Promise<number> {
  const { last } = await trx
    .updateTable('receipt_counter')
    .set((counter) => ({ last: counter('last', '+', 1) }))
    .returning('last')
    .executeTakeFirstOrThrow()
  return last
}

export type UnitsBack = { quantity: number; actorId: string | null }

/** Sets how much of a locked paid order is refunded, and returns units to the stock. */
export async function setRefunded(
  trx: Db,
  order: OrderRow,
  { refundedMinor, unitsBack = [], at }: { refundedMinor: number; unitsBack?: UnitsBack[]; at: Date },
): Promise<void> {
  const returned = unitsBack.reduce((sum, { quantity }) => sum + quantity, order.quantity_returned)
  await trx
    .updateTable('orders')
    .set({ refunded_minor: refundedMinor, quantity_returned: returned })
    .where('id', '=', order.id)
    .execute()
  for (const units of unitsBack) await returnStock(trx, { productId: order.product_id, ...units, at })
}

async function uncountUnpaidOrder(trx: Db, userId: string): Promise<void> {
  await trx
    .updateTable('users')
    .set((user) => ({ unpaid_orders: user('unpaid_orders', '-', 1) }))
    .where('id', '=', userId)
    .execute()
}

async function markCancelling(
  trx: Db,
  order: OrderRow,
  {
    cancellation,
    returnsStock,
    now,
  }: { cancellation: 'delete' | 'expire'; returnsStock: boolean; now: Date },
): Promise<void> {
  await trx
    .updateTable('orders')
    .set({ cancellation, cancellation_returns_stock: returnsStock, cancellation_started_at: now })
    .where('id', '=', order.id)
    .execute()
}

export type OrderEventKind = Tables['order_events']['kind']

/** One change of an order. `actorId` is null when the store itself made it; `before` and `after` are texts or null. */
export type NewOrderEvent = {
  orderId: string
  at: Date
  actorId: string | null
  before: string | null
  after: string | null
} & (
  | { kind: Exclude<OrderEventKind, 'dispute' | 'refunded'> }
  /** `refundId` names the refund where exactly one caused the change. */
  | { kind: 'refunded'; refundId: string | null }
  | { kind: 'dispute'; disputeId: string }
)

/** Appends an event to an order's history; pass the transaction that makes the change. A mail may follow from it. */
export async function addOrderEvent(trx: Db, event: NewOrderEvent): Promise<void> {
  await trx
    .insertInto('order_events')
    .values({
      order_id: event.orderId,
      at: event.at,
      actor_id: event.actorId,
      kind: event.kind,
      before: event.before,
      after: event.after,
      refund_id: event.kind === 'refunded' ? event.refundId : null,
      dispute_id: event.kind === 'dispute' ? event.disputeId : null,
      // a deletion is not mailed
      mailed_at: event.kind === 'deleted' ? event.at : null,
    })
    .execute()
}
