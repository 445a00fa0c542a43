import { fromMinor, toMinor } from '#contract/money.ts'

/** What so many pieces cost, exact to the currency's smallest unit. */
export function orderTotal(price: number, quantity: number, currency: string): number {
  return fromMinor((toMinor(price, currency) ?? 0) * quantity, currency)
}
