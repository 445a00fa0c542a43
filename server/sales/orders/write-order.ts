import type { Insertable, Updateable } from 'kysely'
import { AppError } from '#contract/platform/errors.ts'
import type { OrderStatus } from '#contract/sales/orders/orders.ts'
import type { Tables } from '#database/generated-tables.ts'
import { type Db, inTransaction } from '#database/open.ts'
import type { OrderLineRow, OrderRow } from '#database/rows.ts'
import { type ReturnedUnits, returnStocks } from '../../catalog/products/service.ts'
import { holdOf, type MoveResult, moveOrder, type OrderMove } from './states.ts'
import { endLines, readLines, restockUnits, sendLines, setLineRefunds, takeBackLines } from './write-lines.ts'

/*
 * The only module that changes a row of `orders` after it was placed (an account's deletion anonymises them, `seller` completes those of earlier versions). `markPaid`
 * and `setRefunded` take a row that the caller has locked.
 *
 * An unpaid order ends in three steps: the cancellation is committed first, so that no new payment begins; then its payment
 * is canceled at the provider; then `finishCancellation` ends the order. The job finishes what a crash left.
 */

export type By = { actorId: string | null; now: Date }

export function lockOrder(trx: Db, orderId: string): Promise<OrderRow | undefined> {
  return trx.selectFrom('orders').selectAll().where('id', '=', orderId).forUpdate().executeTakeFirst()
}

/** Locks an order for a move, and resolves to it and the result of the move. Throws `not_found` or the error of a move that is not allowed. */
export async function lockForMove(
  trx: Db,
  { orderId, move, now }: { orderId: string; move: OrderMove; now: Date },
): Promise<{ order: OrderRow; to: MoveResult }> {
  const order = await lockOrder(trx, orderId)
  if (!order) throw new AppError('not_found')
  return { order, to: moveOrder(order, move, now) }
}

type StatusChange = By & {
  orderId: string
  status: OrderStatus
  /** Sends also what is refunded or disputed. */
  confirm?: boolean | undefined
  unpaidOrderHours: number
}

/** An order that leaves Shift gets a new time to be paid. Throws `not_found`, `order_expired`, `order_closing`; unless confirmed `shift_refunded`, `shift_disputed`. */
export function setOrderStatus(db: Db, change: StatusChange): Promise<void> {
  const { orderId, status, confirm, actorId, now, unpaidOrderHours } = change
  return inTransaction(db, async (trx) => {
    const { order } = await lockForMove(trx, { orderId, move: 'setStatus', now })
    if (order.status === status) return
    if (status === 'Shift' && !confirm) await rejectHeld(trx, order)
    const values = { before: order.status, after: status }
    await addOrderEvent(trx, { order_id: orderId, at: now, actor_id: actorId, kind: 'status', ...values })
    const expiresAt = new Date(now.getTime() + unpaidOrderHours * 3_600_000)
    await updateOrder(trx, orderId, {
      status,
      expires_at: order.status === 'Shift' ? expiresAt : order.expires_at,
    })
    if (status === 'Shift') await sendLines(trx, orderId)
    else if (order.status === 'Shift') await takeBackLines(trx, orderId)
  })
}

async function rejectHeld(trx: Db, order: OrderRow): Promise<void> {
  const refunds = await trx.selectFrom('refunds').selectAll().where('order_id', '=', order.id).execute()
  const disputes = await trx.selectFrom('disputes').selectAll().where('order_id', '=', order.id).execute()
  const hold = holdOf(order, { refunds, disputes })
  if (hold) throw new AppError(hold)
}

type DeletionStart = By & { orderId: string; byAdmin: boolean; returnsStock: boolean }

/** `done` for an expired order, which has returned its units before. Throws `not_found`, `already_paid`; for a buyer `order_shifted`. */
export function beginDeletion(db: Db, deletion: DeletionStart): Promise<'done' | 'cancelling'> {
  const { orderId, byAdmin, returnsStock, actorId, now } = deletion
  return inTransaction(db, async (trx) => {
    const { order, to } = await lockForMove(trx, { orderId, move: 'delete', now })
    if (order.status === 'Shift' && !byAdmin) throw new AppError('order_shifted')
    if (to === 'deleted') {
      await updateOrder(trx, orderId, { deleted_at: now })
      await addStateEvent(trx, orderId, { kind: 'deleted', actorId, now })
      return 'done'
    }
    // an admin's decision about the stock stands if the buyer deletes the order again
    const returns = order.cancellation && !byAdmin ? order.cancellation_returns_stock !== false : returnsStock
    await updateOrder(trx, orderId, cancelling('delete', returns, now))
    return 'cancelling'
  })
}

/** False unless the order is late. Throws `not_found`. */
export function beginExpiry(db: Db, { orderId, now }: { orderId: string; now: Date }): Promise<boolean> {
  return inTransaction(db, async (trx) => {
    const { to } = await lockForMove(trx, { orderId, move: 'expire', now })
    if (to === 'stays') return false
    await updateOrder(trx, orderId, cancelling('expire', true, now))
    return true
  })
}

function cancelling(cancellation: 'delete' | 'expire', returnsStock: boolean, now: Date) {
  return { cancellation, cancellation_returns_stock: returnsStock, cancellation_started_at: now }
}

/** Ends an order whose payment is canceled, and returns its units, unless an admin decided otherwise. Harmless when it has ended. */
export function finishCancellation(
  db: Db,
  { orderId, actorId, now }: By & { orderId: string },
): Promise<void> {
  return inTransaction(db, async (trx) => {
    const { order, to } = await lockForMove(trx, { orderId, move: 'finishCancellation', now })
    if (to === 'stays') return
    const isDeleted = order.cancellation === 'delete'
    const returns = order.cancellation_returns_stock !== false
    await updateOrder(trx, orderId, {
      cancellation: null,
      cancellation_started_at: null,
      stock_returned_at: returns ? now : null,
      ...(isDeleted ? { deleted_at: now } : { expired_at: now }),
    })
    await uncountUnpaidOrder(trx, order.user_id)
    await endLines(trx, { orderId, returnsStock: returns })
    if (returns) {
      const lines = await readLines(trx, orderId)
      const units = lines.flatMap((line) => toReturnedUnits({ ...line, actorId }))
      await returnStocks(trx, units, now)
    }
    if (isDeleted) await addStateEvent(trx, orderId, { kind: 'deleted', actorId, now })
    else await addStateEvent(trx, orderId, { kind: 'expired', actorId: null, now })
  })
}

type Payment = { transactionId: string; settlement: NonNullable<OrderRow['settlement']> }

/** Marks a locked unpaid order as paid; a cancellation that has not ended is over. Locks the receipt counter last. */
export async function markPaid(
  trx: Db,
  order: OrderRow,
  { transactionId, settlement, actorId, now }: By & Payment,
): Promise<void> {
  await uncountUnpaidOrder(trx, order.user_id)
  await addStateEvent(trx, order.id, { kind: 'paid', actorId, now })
  await updateOrder(trx, order.id, {
    paid_at: now,
    transaction_id: transactionId,
    settlement,
    receipt_number: await nextReceiptNumber(trx),
    cancellation: null,
    cancellation_started_at: null,
    cancellation_returns_stock: null,
  })
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

/** Units of a line that return to stock. */
export type UnitsBack = { position: number; quantity: number; actorId: string | null }

type Refunded = { refundedMinor: number; unitsBack?: UnitsBack[]; at: Date }

/** Sets what is refunded of a locked order and, from `refund_lines`, of its lines. Locks the parts of the units that return. */
export async function setRefunded(
  trx: Db,
  order: OrderRow,
  { refundedMinor, unitsBack = [], at }: Refunded,
): Promise<void> {
  const returned = unitsBack.reduce((sum, { quantity }) => sum + quantity, order.quantity_returned)
  await updateOrder(trx, order.id, { refunded_minor: refundedMinor, quantity_returned: returned })
  await setLineRefunds(trx, order.id)
  if (unitsBack.length === 0) return
  await restockUnits(trx, order.id, unitsBack)
  const lines = await readLines(trx, order.id)
  const toStock = unitsBack.flatMap((units) => {
    const line = lines.find(({ position }) => position === units.position)
    return line ? toReturnedUnits({ ...line, ...units }) : []
  })
  await returnStocks(trx, toStock, at)
}

function toReturnedUnits({
  product_id: productId,
  quantity,
  actorId,
}: Pick<OrderLineRow, 'product_id' | 'quantity'> & { actorId: string | null }): ReturnedUnits[] {
  return productId === null ? [] : [{ productId, quantity, actorId }]
}

type OrderChange = Updateable<Tables['orders']>

async function updateOrder(trx: Db, orderId: string, values: OrderChange): Promise<void> {
  await trx.updateTable('orders').set(values).where('id', '=', orderId).execute()
}

async function uncountUnpaidOrder(trx: Db, userId: string): Promise<void> {
  await trx
    .updateTable('users')
    .set((user) => ({ unpaid_orders: user('unpaid_orders', '-', 1) }))
    .where('id', '=', userId)
    .execute()
}

function addStateEvent(
  trx: Db,
  orderId: string,
  { kind, actorId, now }: By & { kind: 'paid' | 'expired' | 'deleted' },
): Promise<void> {
  const values = { before: 'false', after: 'true' }
  return addOrderEvent(trx, { order_id: orderId, at: now, actor_id: actorId, kind, ...values })
}

/** `actor_id` is null if no user of the store made the change; `refund_id` names the refund that alone caused it. */
type NewOrderEvent = Omit<Insertable<Tables['order_events']>, 'data' | 'mailed_at' | 'mail_error'>

/** Appends an event to an order's history; pass the transaction that makes the change. A mail may follow from it. */
export async function addOrderEvent(trx: Db, event: NewOrderEvent): Promise<void> {
  const mailedAt = event.kind === 'deleted' ? event.at : null
  await trx
    .insertInto('order_events')
    .values({ ...event, mailed_at: mailedAt })
    .execute()
}
