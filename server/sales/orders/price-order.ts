import type { SaleUnit } from '#contract/catalog/products/part-fields.ts'
import { AppError } from '#contract/platform/errors.ts'
import { formatMinor } from '#contract/platform/money.ts'
import { validationTexts as texts } from '#contract/platform/texts/validation.ts'
import { taxLines } from '#contract/sales/orders/order-money.ts'
import type { Seller } from '#contract/sales/orders/orders.ts'
import type { Db } from '#database/open.ts'
import { prepare } from '#database/prepared.ts'

/** What the environment says about placing orders. */
export type PlacingRules = {
  currency: string
  unpaidOrderLimit: number
  unpaidOrderHours: number
  /** The limits of a total: what a card can be charged, or, without cards, what the wire represents exactly. */
  minMinor: number
  maxMinor: number
}

/** With what the shop says at the time of an order. */
export type OrderRules = PlacingRules & {
  /** Hundredths of a percent that prices include. */
  taxRate: number
  /** What the order keeps of the shop; its locale formats amounts in errors. */
  seller: Seller
}

/** Hundredths of a percent, from the percent of the settings. */
export function taxRateOf({ taxRate }: { taxRate: number }): number {
  return Math.round(taxRate * 100)
}

export type WantedLine = {
  productId: string
  quantity: number
  /** Of one unit, where the buyer agreed to a price. */
  agreedMinor?: number
}

/** A part that can be ordered, as it was read. */
export type OrderablePart = {
  id: string
  name: string
  img: string
  part_number: string | null
  brand: string | null
  sale_unit: SaleUnit
  price_minor: number
  available: number
  minimum_order: number
}

export type PricedLine = {
  position: number
  part: OrderablePart
  quantity: number
  taxPpm: number
  taxMinor: number
  totalMinor: number
}

/** Named as `place_order` names them; the numbers are null for a part that does not exist. */
export type LineFault = {
  position: number
  code: 'not_found' | 'below_minimum' | 'insufficient_stock' | 'price_changed'
  price: number | null
  available: number | null
  minimumOrder: number | null
}

export type PricedOrder = {
  /** Without those whose part is not on sale. */
  lines: PricedLine[]
  totalMinor: number
  /** The lines that cannot be ordered now, in their order. */
  faults: LineFault[]
}

/** Given as JSON, whose length PostgreSQL does not estimate: one plan serves any number of parts. */
const findParts = prepare<OrderablePart>(
  'parts-to-order',
  `select id, name, img, part_number, brand, sale_unit, price_minor, available, minimum_order
  from jsonb_array_elements_text($1::jsonb) as wanted
  join products on products.id = wanted.value::uuid
  where archived_at is null`,
)

/** Prices lines as they would be ordered now, in one statement for any number; positions are those of `wanted`, from 1. Ids are UUIDs. */
export async function priceOrder(
  db: Db,
  wanted: WantedLine[],
  { taxRate }: Pick<OrderRules, 'taxRate'>,
): Promise<PricedOrder> {
  const ids = [...new Set(wanted.map(({ productId }) => productId))]
  const parts = await findParts(db, [JSON.stringify(ids)])
  const partOf = new Map(parts.map((part) => [part.id, part]))
  const units = new Map<string, number>()
  for (const { productId, quantity } of wanted) units.set(productId, (units.get(productId) ?? 0) + quantity)
  const taxPpm = taxRate * 100
  const known = wanted.flatMap(({ productId, quantity }, index) => {
    const part = partOf.get(productId)
    return part ? [{ position: index + 1, part, quantity, totalMinor: part.price_minor * quantity }] : []
  })
  const taxes = taxLines(
    known.map(({ totalMinor }) => totalMinor),
    taxPpm,
  )
  return {
    lines: known.map((line, index) => ({ ...line, taxPpm, taxMinor: taxes[index] ?? 0 })),
    totalMinor: known.reduce((sum, { totalMinor }) => sum + totalMinor, 0),
    faults: wanted.flatMap((line, index) => {
      const part = partOf.get(line.productId)
      return faultOf(part, { ...line, position: index + 1, units: units.get(line.productId) ?? 0 }) ?? []
    }),
  }
}

function faultOf(
  part: OrderablePart | undefined,
  { position, quantity, units, agreedMinor }: WantedLine & { position: number; units: number },
): LineFault | undefined {
  if (!part) return { position, code: 'not_found', price: null, available: null, minimumOrder: null }
  const { price_minor: price, available, minimum_order: minimumOrder } = part
  const facts = { price, available, minimumOrder }
  if (quantity < minimumOrder) return { position, code: 'below_minimum', ...facts }
  if (units > available) return { position, code: 'insufficient_stock', ...facts }
  if (agreedMinor !== undefined && agreedMinor !== price) return { position, code: 'price_changed', ...facts }
  return undefined
}

/** `amount_too_small` or `amount_too_large` for the total of an order outside the limits, at `path`. */
export function checkTotal(totalMinor: number, rules: OrderRules, path: string): AppError | undefined {
  const { minMinor, maxMinor, currency, seller } = rules
  if (totalMinor >= minMinor && totalMinor <= maxMinor) return undefined
  const isSmall = totalMinor < minMinor
  const limit = formatMinor(isSmall ? minMinor : maxMinor, { currency, locale: seller.locale })
  const message = isSmall ? texts.totalTooSmall(limit) : texts.totalTooLarge(limit)
  return new AppError(isSmall ? 'amount_too_small' : 'amount_too_large', {
    message,
    errors: [{ path, message }],
  })
}
