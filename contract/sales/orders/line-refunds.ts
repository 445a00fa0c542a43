import { chargeStepMinor } from '../../platform/card-amounts.ts'
import { fromMinor, toMinor } from '../../platform/money.ts'
import type { OrderLine } from './lines.ts'
import { refundUnits } from './order-money.ts'
import type { Order } from './orders.ts'

type Refunded = Pick<OrderLine, 'quantity' | 'total' | 'refundedUnits' | 'refunded'>

/** What of a line is neither refunded nor being refunded. */
export function leftOfLine(line: Refunded, currency: string): { units: number; amount: number } {
  const left = (toMinor(line.total, currency) ?? 0) - (toMinor(line.refunded, currency) ?? 0)
  return { units: line.quantity - line.refundedUnits, amount: fromMinor(left, currency) }
}

/** What a refund of units of a line gives back, as the store computes it; undefined for more than are left. */
export function worthOfUnits(line: Refunded, units: number, currency: string): number | undefined {
  if (!Number.isInteger(units) || units < 0 || units > leftOfLine(line, currency).units) return undefined
  const money = {
    quantity: line.quantity,
    totalMinor: toMinor(line.total, currency) ?? 0,
    refundedUnits: line.refundedUnits,
    refundedMinor: toMinor(line.refunded, currency) ?? 0,
    // the tax does not change the amount
    taxPpm: 0,
    taxMinor: 0,
    refundedTaxMinor: 0,
  }
  return fromMinor(refundUnits(money, units, chargeStepMinor(currency)).amountMinor, currency)
}

/** Units of a line that have not come back to stock with a refund, and are not about to. */
export function returnableOfLine(
  { position, quantity, cancelled, returned }: OrderLine,
  { refunds }: Pick<Order, 'refunds'>,
): number {
  return refunds
    .filter(({ status }) => status === 'asked')
    .flatMap(({ lines }) => lines)
    .filter((line) => line.position === position)
    .reduce((left, { restocked }) => left - restocked, quantity - cancelled - returned)
}
