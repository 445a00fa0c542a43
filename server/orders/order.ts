import { fromMinor, includedTaxMinor } from '#contract/money.ts'
import type { Order } from '#contract/orders/orders.ts'
import type { Db } from '#database/open.ts'
import type { OrderRow } from '#database/rows.ts'
import { toDispute } from './disputes.ts'
import { type Past, readPasts } from './pasts.ts'
import { toRefund } from './refunds/refund-rows.ts'
import { isLate } from './states.ts'

/** An order as the wire shows it. */
function toOrder(
  row: OrderRow,
  { now, history = [], refunds = [], disputes = [] }: { now: Date } & Partial<Past>,
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
    closing: row.cancellation !== null,
    createdAt: row.created_at.toISOString(),
    refunded: fromMinor(row.refunded_minor, row.currency),
    piecesReturned: row.quantity_returned,
    refunds: refunds.map((refund) => toRefund(refund, row.currency)),
    disputes: disputes.map(toDispute),
    history: history.map(({ at, field, before, after }) => ({
      at: at.toISOString(),
      field,
      from: before,
      to: after,
    })),
  }
}

/** An order as it has just been placed. */
export function toNewOrder(row: OrderRow): Order {
  const history = [{ at: row.created_at, field: 'status', before: null, after: row.status }]
  return toOrder(row, { now: row.created_at, history })
}

function includedTax({ tax_rate: rate, total_minor: total, currency }: OrderRow): Order['tax'] {
  if (rate === 0) return null
  return { rate: rate / 100, amount: fromMinor(includedTaxMinor(total, rate), currency) }
}

/** Whoever reads an order: buyers are not told what banks do, which is no fault of theirs. */
export type Reading = { now: Date; asAdmin: boolean }

/** Orders with what happened to each, and what was given back; for admins with what banks dispute. */
export async function withHistory(db: Db, rows: OrderRow[], { now, asAdmin }: Reading): Promise<Order[]> {
  if (rows.length === 0) return []
  const pasts = await readPasts(
    db,
    rows.map((row) => row.id),
  )
  return rows.map((row) => {
    const { history = [], refunds = [], disputes = [] } = pasts.get(row.id) ?? {}
    return toOrder(row, {
      ...{ now, refunds, disputes: asAdmin ? disputes : [] },
      history: asAdmin ? history : history.filter(({ field }) => field !== 'dispute'),
    })
  })
}
