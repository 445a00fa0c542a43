import { fromMinor } from '#contract/platform/money.ts'
import type { OrderLine } from '#contract/sales/orders/lines.ts'
import type { Refund } from '#contract/sales/orders/orders.ts'
import type { OrderLineRow, RefundLineRow } from '#database/rows.ts'

/** A line as it was when its order was placed. */
export const LINE_AS_PLACED = {
  cancelled: 0,
  shipped: 0,
  delivered: 0,
  returned: 0,
  refunded_units: 0,
  refunded_minor: 0,
  refunded_tax_minor: 0,
} as const

/** A line in its wire form, in the currency of its order. */
export function toLine(row: OrderLineRow, currency: string): OrderLine {
  const money = (minor: number) => fromMinor(minor, currency)
  return {
    position: row.position,
    kind: row.kind,
    productId: row.product_id,
    name: row.name,
    img: row.img,
    partNumber: row.part_number,
    brand: row.brand,
    saleUnit: row.sale_unit,
    quantity: row.quantity,
    price: money(row.unit_price_minor),
    total: money(row.total_minor),
    tax: row.tax_ppm === 0 ? null : { rate: row.tax_ppm / 10_000, amount: money(row.tax_minor) },
    cancelled: row.cancelled,
    shipped: row.shipped,
    delivered: row.delivered,
    returned: row.returned,
    refundedUnits: row.refunded_units,
    refunded: money(row.refunded_minor),
    refundedTax: money(row.refunded_tax_minor),
  }
}

export function toRefundLine(row: RefundLineRow, currency: string): Refund['lines'][number] {
  return {
    position: row.position,
    units: row.units,
    restocked: row.restocked,
    amount: fromMinor(row.amount_minor, currency),
    tax: fromMinor(row.tax_minor, currency),
    isAssumed: row.is_assumed,
  }
}
