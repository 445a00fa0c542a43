import { fromMinor } from '#contract/platform/money.ts'
import type { Quote, QuotedLine, WantedLine } from '#contract/sales/cart/cart.ts'
import { taxOf } from '#contract/sales/orders/order-money.ts'
import type { Db } from '#database/open.ts'
import { priceOrder } from '../orders/price-order.ts'

export type QuoteRules = {
  currency: string
  /** Hundredths of a percent that prices include. */
  taxRate: number
}

/** What these lines would cost now, in one statement for any number of them; a line with a fault is in none of the sums. */
export async function quoteLines(
  db: Db,
  wanted: WantedLine[],
  { currency, taxRate }: QuoteRules,
): Promise<Quote> {
  const priced = wanted.length > 0 ? await priceOrder(db, wanted, { taxRate }) : { lines: [], faults: [] }
  const lineAt = new Map(priced.lines.map((line) => [line.position, line]))
  const faultAt = new Map(priced.faults.map(({ position, code }) => [position, code]))
  const lines = wanted.map(({ productId, quantity }, index): QuotedLine => {
    const line = lineAt.get(index + 1)
    const code = faultAt.get(index + 1)
    // wanted lines name no price that could have changed
    const fault = code === undefined || code === 'price_changed' ? null : code
    if (!line) return { productId, quantity, part: null, total: null, fault }
    const { part, totalMinor } = line
    return {
      productId,
      quantity,
      part: {
        name: part.name,
        img: part.img,
        partNumber: part.part_number,
        brand: part.brand,
        price: fromMinor(part.price_minor, currency),
        saleUnit: part.sale_unit,
        minimumOrder: part.minimum_order,
        availableQuantity: part.available,
      },
      total: fromMinor(totalMinor, currency),
      fault,
    }
  })
  const sound = priced.lines.filter(({ position }) => !faultAt.has(position))
  const totalMinor = sound.reduce((sum, line) => sum + line.totalMinor, 0)
  const tax = { rate: taxRate / 100, amount: fromMinor(taxOf(totalMinor, taxRate * 100), currency) }
  return {
    lines,
    units: sound.reduce((sum, { quantity }) => sum + quantity, 0),
    total: fromMinor(totalMinor, currency),
    tax: taxRate > 0 ? tax : null,
    currency,
  }
}
