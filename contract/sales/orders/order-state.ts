import { fromMinor, toMinor } from '../../platform/money.ts'
import { openChargebackStatuses } from '../payments/dispute-state.ts'
import type { Order } from './orders.ts'

type StateFields = Pick<Order, 'paid' | 'closing' | 'expired' | 'status'>

/**
 * The displayed state. `open`: may be paid or deleted; `shifted`: shipped and not yet paid; `cancelling`: the cancellation
 * is in progress; `expired`: can only be deleted.
 */
export type OrderState = 'paid' | 'cancelling' | 'expired' | 'shifted' | 'open'

export function orderState(order: StateFields): OrderState {
  if (order.paid) return 'paid'
  if (order.closing) return 'cancelling'
  if (order.expired) return 'expired'
  return order.status === 'Shift' ? 'shifted' : 'open'
}

export function canPay(order: StateFields): boolean {
  return ['open', 'shifted'].includes(orderState(order))
}

/** Whether the buyer may delete an order; an admin may also delete shifted ones. */
export function canDelete(order: StateFields, by: 'buyer' | 'admin'): boolean {
  const state = orderState(order)
  return state === 'open' || state === 'expired' || (state === 'shifted' && by === 'admin')
}

type Payment = Pick<Order, 'total' | 'refunded' | 'paid' | 'currency'>

/** The part of a payment that is neither refunded nor being refunded; 0 for an unpaid order. */
export function remainingAmount({ total, refunded, paid, currency }: Payment): number {
  if (!paid) return 0
  const leftMinor = (toMinor(total, currency) ?? 0) - (toMinor(refunded, currency) ?? 0)
  return fromMinor(leftMinor, currency)
}

/** The tax included in `remainingAmount`; null without tax. */
export function remainingTax(order: Payment & Pick<Order, 'tax' | 'lines'>): number | null {
  const { tax, currency, paid, lines } = order
  if (!tax) return null
  if (!paid) return 0
  const minor = (amount: number) => toMinor(amount, currency) ?? 0
  const left = lines.map((line) => minor(line.tax?.amount ?? 0) - minor(line.refundedTax))
  return fromMinor(
    left.reduce((sum, one) => sum + one, 0),
    currency,
  )
}

export function paidAt({ history }: Pick<Order, 'history'>): string | undefined {
  return history.findLast(({ field }) => field === 'paid')?.at
}

/** The amount that an admin can refund: 0 during an open chargeback, and nothing of what a lost dispute withdrew. */
export function refundableAmount(order: Order): number {
  const { currency, disputes } = order
  if (disputes.some(({ status }) => openChargebackStatuses.includes(status))) return 0
  const lost = disputes.filter(({ status }) => status === 'lost')
  const minor = (amount: number) => toMinor(amount, currency) ?? 0
  const left = lost.reduce((rest, { withdrawn }) => rest - minor(withdrawn), minor(remainingAmount(order)))
  return fromMinor(Math.max(0, left), currency)
}

export function canRefund(order: Order): boolean {
  return refundableAmount(order) > 0
}

/** Units that have not been returned with a refund and are not being returned. */
export function returnableUnits({ quantity, piecesReturned, refunds }: Order): number {
  const requested = refunds.filter(({ status }) => status === 'asked')
  return requested.reduce((left, { pieces }) => left - pieces, quantity - piecesReturned)
}
