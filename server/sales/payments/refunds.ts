import { chargeStepMinor, toChargeableMinor } from '#contract/platform/card-amounts.ts'
import { AppError } from '#contract/platform/errors.ts'
import { fromMinor, toMinor } from '#contract/platform/money.ts'
import { validationTexts as texts } from '#contract/platform/texts/validation.ts'
import type { RefundBody } from '#contract/sales/payments/payments.ts'
import type { OrderRow, RefundRow } from '#database/rows.ts'
import {
  failRefundUnlessDone,
  recordCounterRefund,
  recordRefundRequest,
  refundableOf,
} from './record-refunds.ts'
import type { RequestedLine } from './refund-lines.ts'
import { ignore, type MaybeCardDeps, type PaymentDeps, syncDisputes, syncRefunds } from './sync.ts'

/**
 * Refunds an order. If the provider is unavailable, the job finishes the refund. Throws `not_found`, `order_unpaid`,
 * `order_disputed`, `refund_changed`, `refund_too_large`, `lines_required`, `too_many_pieces`, `invalid_request`,
 * `refund_refused`.
 */
export async function refundOrder(
  deps: MaybeCardDeps,
  { order, request, actorId }: { order: OrderRow; request: RefundBody; actorId: string },
): Promise<void> {
  const { db, cards, now } = deps
  const { id: orderId, currency, transaction_id: paymentId } = order
  if (order.settlement === 'card' && !cards)
    throw new AppError('refund_refused', { message: texts.refundWithoutCards })
  const { id } = await recordRefundRequest(db, {
    orderId,
    amountMinor: request.amount === undefined ? undefined : amountToMinor(request.amount, currency, 'amount'),
    lines: request.lines && toRequestedLines(request, currency),
    seenMinor: toMinor(request.refunded, currency) ?? -1,
    pieces: request.pieces,
    reason: request.reason,
    actorId,
    now: now(),
  })
  try {
    await finishRefund(deps, id).catch(ignore('cards_unavailable'))
  } catch (error) {
    // the buyer's bank may have opened a dispute: then the error is `order_disputed`
    if (cards && paymentId) {
      await syncDisputes({ db, cards, now }, paymentId).catch(ignore('cards_unavailable'))
      await refundableOf(db, order)
    }
    throw error
  }
}

/** However often it is called, the provider refunds at most once. Throws `cards_unavailable`, `refund_refused`. */
export async function finishRefund(deps: MaybeCardDeps, id: string): Promise<void> {
  const { db, now } = deps
  const refund = await findRefund(db, id)
  if (!refund || hasEnded(refund)) return
  const { transaction_id: intentId, amount_minor: amountMinor, currency } = refund
  if (refund.settlement === 'counter' || intentId === null) return recordCounterRefund(db, refund, now())
  const { cards } = deps
  if (!cards) throw new AppError('cards_unavailable')
  // an earlier request may have succeeded and its response been lost: the provider remembers a key for a day only
  await syncRefunds({ ...deps, cards }, intentId)
  let current: RefundRow | undefined = await findRefund(db, id)
  if (current && !hasEnded(current)) {
    const params = { key: `refund:${id}`, storeId: id, amountMinor, currency }
    // the provider's list of refunds decides, not the error
    await cards.refundIntent(intentId, params).catch(ignore('refund_refused'))
    await syncRefunds({ ...deps, cards }, intentId)
    current = await failRefundUnlessDone(db, { id, orderId: refund.order_id, now: now() })
  }
  if (!current?.done_at) throw new AppError('refund_refused')
}

function findRefund(db: PaymentDeps['db'], id: string) {
  return db
    .selectFrom('refunds')
    .innerJoin('orders', 'orders.id', 'refunds.order_id')
    .selectAll('refunds')
    .select(['orders.transaction_id', 'orders.settlement', 'orders.currency'])
    .where('refunds.id', '=', id)
    .executeTakeFirst()
}

function hasEnded(refund: RefundRow): boolean {
  return refund.done_at !== null || refund.failed_at !== null
}

function toRequestedLines({ lines = [], amount, pieces }: RefundBody, currency: string): RequestedLine[] {
  if (amount !== undefined || pieces > 0) throw invalid('lines', texts.linesOrAmount)
  return lines.map((line, index) => ({
    position: line.position,
    units: line.units,
    amountMinor: line.amount && amountToMinor(line.amount, currency, `lines.${index}.amount`),
    restock: line.restock,
  }))
}

function amountToMinor(amount: number, currency: string, path: string): number {
  const minor = toChargeableMinor(amount, currency)
  if (minor !== undefined) return minor
  const message = texts.refundStep(fromMinor(chargeStepMinor(currency), currency), currency)
  throw invalid(path, message)
}

function invalid(path: string, message: string): AppError {
  return new AppError('invalid_request', { message, errors: [{ path, message }] })
}
