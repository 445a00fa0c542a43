import type { OrderLine } from '#contract/sales/orders/lines.ts'
import { orderPageTexts as texts } from '#contract/sales/orders/order-page-texts.ts'
import { orderState } from '#contract/sales/orders/order-state.ts'
import type { Order } from '#contract/sales/orders/orders.ts'

/** How counts and amounts of the order's currency are written. */
export type Formats = { count: (n: number) => string; money: (amount: number) => string }

type BuyerState = { variant?: 'ok'; text: string }
type StaffState = { kind: 'open' | 'done' | 'ended' | 'refused'; text: string }

/** What happens to a line, and what of it was refunded, for its buyer. */
export function buyerStates(order: Order, line: OrderLine, formats: Formats): BuyerState[] {
  const { refundedUnits, refunded } = line
  const next = nextForBuyer(order, line)
  const amount = formats.money(refunded)
  const text =
    refundedUnits === 0
      ? texts.refundedPart(amount)
      : texts.refundedUnits(formats.count(refundedUnits), amount)
  return [...(next ? [next] : []), ...(refunded > 0 ? [{ text }] : [])]
}

/** Nothing of a line that was paid back and is not on its way. */
function nextForBuyer(order: Order, line: OrderLine): BuyerState | undefined {
  const { quantity, cancelled, shipped, refundedUnits } = line
  const state = orderState(order)
  if (refundedUnits === quantity || (order.paid && cancelled === quantity)) return undefined
  if (state === 'expired' || state === 'cancelling') return { text: texts.releasedPart }
  if (shipped > 0) return { variant: 'ok', text: texts.sentPart }
  if (!order.paid) return { text: texts.heldPart }
  return isPaidBack(line) ? undefined : { text: texts.preparedPart }
}

/** What became of the units of a line, for staff. */
export function staffStates(order: Order, line: OrderLine, formats: Formats): StaffState[] {
  const { quantity, cancelled, shipped, returned, refundedUnits, refunded } = line
  const { count, money } = formats
  const unsent = quantity - cancelled - shipped
  const units = refundedUnits === 0 ? undefined : count(refundedUnits)
  const states: (StaffState & { isShown: boolean })[] = [
    { ...unsentState(order, line, count(unsent)), isShown: unsent > 0 },
    { kind: 'done', text: texts.sent(count(shipped)), isShown: shipped > 0 },
    { kind: 'ended', text: texts.cancelled(count(cancelled)), isShown: cancelled > 0 },
    { kind: 'ended', text: texts.returned(count(returned)), isShown: returned > 0 },
    { kind: 'refused', text: texts.refundedAmount(money(refunded), units), isShown: refunded > 0 },
  ]
  return states.filter(({ isShown }) => isShown).map(({ kind, text }) => ({ kind, text }))
}

/** Units that were paid back may be sent nevertheless, but nobody is asked to. */
function unsentState(order: Order, line: OrderLine, count: string): StaffState {
  if (!order.paid) return { kind: 'open', text: texts.waits(count) }
  return isPaidBack(line)
    ? { kind: 'ended', text: texts.notSent(count) }
    : { kind: 'open', text: texts.toSend(count) }
}

function isPaidBack({ refunded, total }: OrderLine): boolean {
  return refunded > 0 && refunded >= total
}
