import { type SqlBool, sql } from 'kysely'
import { AppError, type ErrorCode, isErrorCode } from '#contract/platform/errors.ts'
import { disputeStatuses, isMoneyAtRisk } from '#contract/sales/payments/dispute-state.ts'
import type { DisputeRow, OrderRow, RefundRow } from '#database/rows.ts'
import { isLate } from './late.ts'

/*
 * The moves of an order. Rows are the moves, columns the phases an order can be in:
 *   open     may be paid, deleted, or become late
 *   late     past its time and not on its way (`late.ts`); still paid by a payment that succeeds before the job expires it
 *   cancelling  to be deleted or expired, once an open payment is canceled at the provider
 *   paid, expired, deleted   ends; an expired order can still be deleted
 * A cell is the phase that follows, or the error code of a move that is not allowed. `stays`: nothing happens. `gone`:
 * deleted or expired, as the cancellation was begun. `orphaned`: the payment does not pay the order; one by card is
 * refunded, one at the counter is not recorded.
 */
const phases = ['open', 'late', 'cancelling', 'paid', 'expired', 'deleted'] as const
// biome-ignore format: a table is read by its columns
const table = [
  // move                open            late             cancelling       paid            expired          deleted
  ['openPayment',        'open',         'order_expired', 'order_closing', 'already_paid', 'order_expired', 'not_found'],
  ['recordPayment',      'paid',         'paid',          'paid',          'orphaned',     'orphaned',      'orphaned'],
  ['setStatus',          'open',         'order_expired', 'order_closing', 'paid',         'order_expired', 'not_found'],
  ['delete',             'cancelling',   'cancelling',    'cancelling',    'already_paid', 'deleted',       'not_found'],
  ['expire',             'stays',        'cancelling',    'stays',         'stays',        'stays',         'stays'],
  ['finishCancellation', 'stays',        'stays',         'gone',          'stays',        'stays',         'stays'],
  ['refund',             'order_unpaid', 'order_unpaid',  'order_unpaid',  'paid',         'order_unpaid',  'not_found'],
] as const

export type OrderPhase = (typeof phases)[number]
export type OrderMove = (typeof table)[number][0]
type Cell = Exclude<(typeof table)[number][number], OrderMove>
export type MoveResult = Exclude<Cell, ErrorCode>

export const orderPhases: readonly OrderPhase[] = phases
export const orderMoves: readonly OrderMove[] = table.map(([move]) => move)

export function orderPhase(order: OrderRow, now: Date): OrderPhase {
  if (order.deleted_at) return 'deleted'
  if (order.paid_at) return 'paid'
  if (order.expired_at) return 'expired'
  if (order.cancellation) return 'cancelling'
  return isLate(order, now) ? 'late' : 'open'
}

const statusesAtRisk = disputeStatuses.filter((status) => isMoneyAtRisk([{ status }]))

type Payment = { refunds: RefundRow[]; disputes: DisputeRow[] }

/** Why a paid order is not set to Shift by mistake, only by staff who confirm it. Goods back in stock, or about to be, count. */
export function holdOf(
  { total_minor: totalMinor, refunded_minor: refundedMinor, quantity_returned: returned }: OrderRow,
  { refunds, disputes }: Payment,
): 'shift_refunded' | 'shift_disputed' | undefined {
  if (isMoneyAtRisk(disputes)) return 'shift_disputed'
  const isFullyRefunded = refundedMinor > 0 && refundedMinor >= totalMinor
  const isReturning = refunds.some(
    ({ quantity, done_at, failed_at }) => quantity > 0 && !done_at && !failed_at,
  )
  return isFullyRefunded || returned > 0 || isReturning ? 'shift_refunded' : undefined
}

/** `holdOf` of rows of `orders` that are paid; a test compares the two. */
export const isHeldInSql = sql<SqlBool>`(
  (refunded_minor > 0 and refunded_minor >= total_minor)
  or quantity_returned > 0
  or exists (
    select from refunds where refunds.order_id = orders.id and refunds.quantity > 0 and done_at is null and failed_at is null
  )
  or exists (
    select from disputes where disputes.order_id = orders.id and disputes.status = any (${statusesAtRisk}::text[])
  )
)`

export function cellOf(move: OrderMove, phase: OrderPhase): Cell {
  const [, ...cells] = table.find(([name]) => name === move) ?? []
  const cell = cells[phases.indexOf(phase)]
  if (!cell) throw new RangeError(`no ${move} of an order that is ${phase}`)
  return cell
}

/** The cell of a move from the order's present phase; lock its row first to write the result. Throws the error code of a move that is not allowed. */
export function moveOrder(order: OrderRow, move: OrderMove, now: Date): MoveResult {
  const cell = cellOf(move, orderPhase(order, now))
  if (isErrorCode(cell)) throw new AppError(cell)
  return cell
}
