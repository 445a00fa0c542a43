import { AppError } from '#contract/errors.ts'
import { type Db, inTransaction } from '#database/open.ts'
import type { OrderRow } from '#database/rows.ts'
import { returnStock } from '../products/service.ts'
import { addOrderEvent } from './order-events.ts'
import { type MoveResult, moveOrder, type OrderMove } from './states.ts'

/**
 * An order leaves in two steps: `closing` is committed first, so that no new payment begins; then its payment
 * is canceled at the provider; then `finishClosing` gives the pieces back. A crash in between is finished later.
 */
type Cancellation = 'delete' | 'expire'

type Actor = { actorId: string | null; now: Date }

/**
 * Begins to remove an order. Answers `done` when nothing had to be canceled (an expired order).
 * Throws `not_found`, `already_paid`, and `order_shifted` for goods on their way unless an admin asks.
 */
export function beginDeletion(
  db: Db,
  {
    orderId,
    byAdmin,
    returnsStock,
    actorId,
    now,
  }: Actor & { orderId: string; byAdmin: boolean; returnsStock: boolean },
): Promise<'done' | 'closing'> {
  return inTransaction(db, async (trx) => {
    const { order, to } = await lockForMove(trx, { orderId, move: 'delete', now })
    if (order.status === 'Shift' && !byAdmin) throw new AppError('order_shifted')
    if (to === 'deleted') {
      await trx.updateTable('orders').set({ deleted_at: now }).where('id', '=', orderId).execute()
      await recordDeletion(trx, order, { actorId, now })
      return 'done'
    }
    // what an admin has said about the pieces stands, whoever asks again
    const returns = order.cancellation && !byAdmin ? order.cancellation_returns_stock !== false : returnsStock
    await markClosing(trx, order, { cancellation: 'delete', returnsStock: returns, now })
    return 'closing'
  })
}

/** Begins to expire an order that is late; false when it no longer is. */
export function beginExpiry(db: Db, { orderId, now }: { orderId: string; now: Date }): Promise<boolean> {
  return inTransaction(db, async (trx) => {
    const { order, to } = await lockForMove(trx, { orderId, move: 'expire', now })
    if (to === 'stays') return false
    await markClosing(trx, order, { cancellation: 'expire', returnsStock: true, now })
    return true
  })
}

/** The payment is canceled: the order goes, its pieces return. Harmless when somebody else finished first. */
export function finishClosing(db: Db, { orderId, actorId, now }: Actor & { orderId: string }): Promise<void> {
  return inTransaction(db, async (trx) => {
    const { order, to } = await lockForMove(trx, { orderId, move: 'finishClosing', now })
    if (to === 'stays') return
    const returns = order.cancellation_returns_stock !== false
    await trx
      .updateTable('orders')
      .set({
        cancellation: null,
        cancellation_started_at: null,
        ...(order.cancellation === 'delete' ? { deleted_at: now } : { expired_at: now }),
        ...(returns ? { stock_returned_at: now } : {}),
      })
      .where('id', '=', orderId)
      .execute()
    await uncountUnpaidOrder(trx, order.user_id)
    if (returns) {
      await returnStock(trx, { productId: order.product_id, quantity: order.quantity, actorId, at: now })
    }
    if (order.cancellation === 'delete') await recordDeletion(trx, order, { actorId, now })
    else await recordExpiry(trx, order, now)
  })
}

/** The row of an order, locked to the end of the transaction. */
export function lockOrder(trx: Db, orderId: string): Promise<OrderRow | undefined> {
  return trx.selectFrom('orders').selectAll().where('id', '=', orderId).forUpdate().executeTakeFirst()
}

/** Locks an order for a move, and answers where that leads. Throws what refuses it, and `not_found`. */
export async function lockForMove(
  trx: Db,
  { orderId, move, now }: { orderId: string; move: OrderMove; now: Date },
): Promise<{ order: OrderRow; to: MoveResult }> {
  const order = await lockOrder(trx, orderId)
  if (!order) throw new AppError('not_found')
  return { order, to: moveOrder(order, move, now) }
}

/** One unpaid order fewer on the account. */
export async function uncountUnpaidOrder(trx: Db, userId: string): Promise<void> {
  await trx
    .updateTable('users')
    .set((user) => ({ unpaid_orders: user('unpaid_orders', '-', 1) }))
    .where('id', '=', userId)
    .execute()
}

async function markClosing(
  trx: Db,
  order: OrderRow,
  { cancellation, returnsStock, now }: { cancellation: Cancellation; returnsStock: boolean; now: Date },
): Promise<void> {
  await trx
    .updateTable('orders')
    .set({ cancellation, cancellation_returns_stock: returnsStock, cancellation_started_at: now })
    .where('id', '=', order.id)
    .execute()
}

function recordDeletion(trx: Db, order: OrderRow, { actorId, now }: Actor): Promise<void> {
  return addOrderEvent(trx, {
    orderId: order.id,
    at: now,
    actorId,
    kind: 'deleted',
    before: 'false',
    after: 'true',
  })
}

function recordExpiry(trx: Db, order: OrderRow, now: Date): Promise<void> {
  return addOrderEvent(trx, {
    orderId: order.id,
    at: now,
    actorId: null,
    kind: 'expired',
    before: 'false',
    after: 'true',
  })
}
