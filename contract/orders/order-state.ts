import { fromMinor, includedTaxMinor, toMinor } from '../money.ts'
import { pendingClaimStatuses } from '../payments/dispute-state.ts'
import type { Order } from './orders.ts'

type Stateful = Pick<Order, 'paid' | 'closing' | 'expired' | 'status'>

/**
 * Where an order stands for the people who look at it. `open` may be paid or deleted; `shifted` is on its way and
 * still to be paid; `closing` is being removed; `expired` can only be deleted.
 */
export type OrderState = 'paid' | 'closing' | 'expired' | 'shifted' | 'open'

export function orderState(order: Stateful): OrderState {
  if (order.paid) return 'paid'
  if (order.closing) return 'closing'
  if (order.expired) return 'expired'
  return order.status === 'Shift' ? 'shifted' : 'open'
}

/** Whether the buyer may still pay: until it is paid, expired or on its way out. */
export function canPay(order: Stateful): boolean {
  return ['open', 'shifted'].includes(orderState(order))
}

/** Whether the buyer may delete it; an admin may also delete shifted ones. */
export function canDelete(order: Stateful, by: 'buyer' | 'admin'): boolean {
  const state = orderState(order)
  return state === 'open' || state === 'expired' || (state === 'shifted' && by === 'admin')
}

type Payment = Pick<Order, 'total' | 'refunded' | 'paid' | 'currency'>

/** What of a payment has not been given back, nor is on its way back. */
export function amountLeft({ total, refunded, paid, currency }: Payment): number {
  if (!paid) return 0
  const [all, gone] = [toMinor(total, currency) ?? 0, toMinor(refunded, currency) ?? 0]
  return fromMinor(all - gone, currency)
}

/**
 * The tax in what is left of a payment, at the rate of its order; null where the order names none. What went back
 * takes the rest of the order's tax along, so that the parts add up.
 */
export function taxLeft(order: Payment & Pick<Order, 'tax'>): number | null {
  const { tax, currency } = order
  if (!tax) return null
  const left = toMinor(amountLeft(order), currency) ?? 0
  return fromMinor(includedTaxMinor(left, Math.round(tax.rate * 100)), currency)
}

/** When the payment was recorded. */
export function paidAt({ history }: Pick<Order, 'history'>): string | undefined {
  return history.findLast(({ field }) => field === 'paid')?.at
}

/** What an admin can refund: nothing while a bank claims the payment; what a lost dispute has taken is gone. */
export function refundableAmount(order: Order): number {
  const { currency, disputes } = order
  if (disputes.some(({ status }) => pendingClaimStatuses.includes(status))) return 0
  const lost = disputes.filter(({ status }) => status === 'lost')
  const minor = (amount: number) => toMinor(amount, currency) ?? 0
  const left = lost.reduce((rest, { withdrawn }) => rest - minor(withdrawn), minor(amountLeft(order)))
  return fromMinor(Math.max(0, left), currency)
}

export function canRefund(order: Order): boolean {
  return refundableAmount(order) > 0
}

/** Pieces that have not come back with a refund, nor will. */
export function piecesLeft({ quantity, piecesReturned, refunds }: Order): number {
  const asked = refunds.filter(({ status }) => status === 'asked')
  return asked.reduce((left, { pieces }) => left - pieces, quantity - piecesReturned)
}
