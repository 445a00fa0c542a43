import { fromMinor, includedTaxMinor } from '#contract/money.ts'
import type { Order } from '#contract/orders.ts'
import type { Db } from '#database/open.ts'
import type { OrderRow, RefundRow } from '#database/schema.ts'
import { historyOf, type PastChange } from '../audit/record.ts'
import { refundsByOrder, toRefund } from './refund-rows.ts'
import { isLate } from './states.ts'

/** An order as the wire shows it. */
export function toOrder(
  row: OrderRow,
  { now, history = [], refunds = [] }: { now: Date; history?: PastChange[]; refunds?: RefundRow[] },
): Order {
  const expired = row.paid_at === null && (row.expired_at !== null || isLate(row, now))
  const mayExpire = row.paid_at === null && row.status !== 'Shift'
  return {
    _id: row.id,
    productId: row.product_id,
    productName: row.product_name,
    img: row.img,
    name: row.name,
    email: row.email,
    phone: row.phone,
    address: row.address,
    location: row.location,
    quantity: row.quantity,
    price: fromMinor(row.unit_price_minor, row.currency),
    total: fromMinor(row.total_minor, row.currency),
    currency: row.currency,
    status: row.status,
    paid: row.paid_at !== null,
    transactionId: row.transaction_id,
    receiptNumber: row.receipt_number,
    tax: includedTax(row),
    expiresAt: mayExpire ? row.expires_at.toISOString() : null,
    expired,
    closing: row.closing !== null,
    createdAt: row.created_at.toISOString(),
    refunded: fromMinor(row.refunded_minor, row.currency),
    refunds: refunds.map((refund) => toRefund(refund, row.currency)),
    history: history.map(({ at, field, before, after }) => ({
      at: at.toISOString(),
      field,
      from: before,
      to: after,
    })),
  }
}

function includedTax({ tax_rate: rate, total_minor: total, currency }: OrderRow): Order['tax'] {
  if (rate === 0) return null
  return { rate: rate / 100, amount: fromMinor(includedTaxMinor(total, rate), currency) }
}

/** Orders with what happened to each, and what was given back. */
export async function withHistory(db: Db, rows: OrderRow[], now: Date): Promise<Order[]> {
  const ids = rows.map((row) => row.id)
  const [histories, refunds] = await Promise.all([
    historyOf(db, 'order', ids),
    refundsByOrder(
      db,
      rows.filter((row) => row.paid_at).map((row) => row.id),
    ),
  ])
  return rows.map((row) =>
    toOrder(row, { now, history: histories.get(row.id) ?? [], refunds: refunds.get(row.id) ?? [] }),
  )
}
