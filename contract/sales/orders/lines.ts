import * as z from 'zod/mini'
import { saleUnits } from '../../catalog/products/part-fields.ts'

export const orderLineSchema = z.object({
  position: z.int(),
  kind: z.enum(['part']),
  productId: z.nullable(z.string()),
  name: z.string(),
  img: z.nullable(z.string()),
  /** As they were when the order was placed; null for orders from before they were recorded. */
  partNumber: z.nullable(z.string()),
  brand: z.nullable(z.string()),
  saleUnit: z.nullable(z.enum(saleUnits)),
  quantity: z.int(),
  price: z.number(),
  total: z.number(),
  /** Included in the total: rate in percent, and amount; null without tax. */
  tax: z.nullable(z.object({ rate: z.number(), amount: z.number() })),
  /** Units that will not be sent, that were sent, have arrived, came back after they were sent. */
  cancelled: z.int(),
  shipped: z.int(),
  delivered: z.int(),
  returned: z.int(),
  /** Refunded, or being refunded. */
  refundedUnits: z.int(),
  refunded: z.number(),
  refundedTax: z.number(),
})
export type OrderLine = z.infer<typeof orderLineSchema>

export const refundLineSchema = z.object({
  position: z.int(),
  /** Units whose price goes back, and units that return to stock. */
  units: z.int(),
  restocked: z.int(),
  amount: z.number(),
  tax: z.number(),
  /** The shop named no lines: the amount was spread over them. */
  isAssumed: z.boolean(),
})
type RefundLine = z.infer<typeof refundLineSchema>

/** The lines that the shop named for a refund of an order of several parts; none where the order or its amount says it all. */
export function namedLines<Line extends { position: number }>(
  lines: Line[],
  refunded: Pick<RefundLine, 'position' | 'units' | 'isAssumed'>[],
): { line: Line; units: number }[] {
  if (lines.length === 1) return []
  return lines.flatMap((line) => {
    const found = refunded.find(({ position, isAssumed }) => position === line.position && !isAssumed)
    return found ? [{ line, units: found.units }] : []
  })
}
