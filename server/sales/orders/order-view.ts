import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { may } from '#contract/platform/auth/roles.ts'
import { AppError } from '#contract/platform/errors.ts'
import { fromMinor } from '#contract/platform/money.ts'
import { taxOf } from '#contract/sales/orders/order-money.ts'
import { type Order, orderNumberPattern, type Refund, type Seller } from '#contract/sales/orders/orders.ts'
import type { Dispute } from '#contract/sales/payments/disputes.ts'
import type { Db } from '#database/open.ts'
import type {
  DisputeRow,
  OrderEventRow,
  OrderLineRow,
  OrderRow,
  RefundLineRow,
  RefundRow,
} from '#database/rows.ts'
import type { Caller } from '../../platform/auth/authenticate.ts'
import { isExpired, mayBeLate } from './late.ts'
import { LINE_AS_PLACED, toLine, toRefundLine } from './line-view.ts'
import { sellerColumn } from './seller.ts'

/** Who reads an order, and when. Buyers do not see disputes, which are between their bank and the shop. */
export type ViewOptions = { now: Date; asStaff: boolean }

/** `jsonArrayFrom` returns times as text. */
type JsonRow<Row> = { [Column in keyof Row]: Date extends Row[Column] ? Row[Column] | string : Row[Column] }
type Related = {
  seller: Seller | null
  history: JsonRow<Pick<OrderEventRow, 'at' | 'kind' | 'before' | 'after'>>[]
  refunds: (JsonRow<RefundRow> & { lines: RefundLineRow[] })[]
  disputes: JsonRow<DisputeRow>[]
  lines: OrderLineRow[]
}

/**
 * The order of an id, or of a number where the endpoint takes one, not locked; `bind-endpoint` compares its owner. Throws
 * `not_found` for an unknown or deleted one.
 */
export async function findOrder(db: Db, { params }: { params: { id: string } }): Promise<OrderRow> {
  const orders = db.selectFrom('orders').selectAll()
  const order = await (orderNumberPattern.test(params.id)
    ? orders.where('number', '=', Number(params.id))
    : orders.where('id', '=', params.id)
  ).executeTakeFirst()
  if (!order || order.deleted_at) throw new AppError('not_found')
  return order
}

/** An order in the wire form for a caller who may see it. */
export async function showOrder(
  db: Db,
  { row, caller, now }: { row: OrderRow; caller: Pick<Caller, 'role'>; now: Date },
): Promise<Order> {
  const [order] = await showOrders(db, [row], { now, asStaff: may(caller.role, 'orders.read') })
  if (!order) throw new AppError('not_found')
  return order
}

/** Orders in their wire form, with lines, history and refunds, for staff also with disputes. One statement for any number. */
export async function showOrders(db: Db, rows: OrderRow[], { now, asStaff }: ViewOptions): Promise<Order[]> {
  if (rows.length === 0) return []
  const related = await readRelated(db, rows)
  return rows.map((row) => {
    const { history, refunds, disputes, lines, seller } = related.get(row.id) ?? noRelatedRows(row)
    return toOrder(row, {
      now,
      seller,
      lines,
      refunds,
      disputes: asStaff ? disputes : [],
      history: asStaff ? history : history.filter(({ kind }) => kind !== 'dispute'),
    })
  })
}

function noRelatedRows({ seller }: Pick<OrderRow, 'seller'>): Related {
  return { seller, history: [], refunds: [], disputes: [], lines: [] }
}

const AS_PLACED = {
  status: 'pending',
  paid_at: null,
  transaction_id: null,
  settlement: null,
  receipt_number: null,
  cancellation: null,
  cancellation_returns_stock: null,
  cancellation_started_at: null,
  stock_returned_at: null,
  expired_at: null,
  deleted_at: null,
  refunded_minor: 0,
  quantity_returned: 0,
} as const

export type PlacedRow = Omit<OrderRow, keyof typeof AS_PLACED>
export type PlacedLine = Omit<OrderLineRow, keyof typeof LINE_AS_PLACED>

/** The order as it was when it was placed, also for a repeated request. */
export function toPlacedOrder(row: PlacedRow, lines: PlacedLine[]): Order {
  const placed = { at: row.created_at, kind: 'placed', before: null, after: AS_PLACED.status } as const
  return toOrder(
    { ...row, ...AS_PLACED },
    {
      ...noRelatedRows(row),
      now: row.created_at,
      history: [placed],
      lines: lines.map((line) => ({ ...line, ...LINE_AS_PLACED })),
    },
  )
}

function toOrder(
  row: OrderRow,
  { now, seller, history, refunds, disputes, lines }: { now: Date } & Related,
): Order {
  if (!seller) throw new Error(`order ${row.id} has no seller`)
  const mayExpire = row.paid_at === null && mayBeLate(row)
  return {
    _id: row.id,
    number: row.number,
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
    settlement: row.settlement,
    receiptNumber: row.receipt_number,
    tax: includedTax(row),
    seller,
    expiresAt: mayExpire ? row.expires_at.toISOString() : null,
    expired: isExpired(row, now),
    closing: row.cancellation !== null,
    createdAt: row.created_at.toISOString(),
    refunded: fromMinor(row.refunded_minor, row.currency),
    piecesReturned: row.quantity_returned,
    refunds: refunds.map((refund) => toRefund(refund, row.currency)),
    disputes: disputes.map(toDispute),
    history: history.map((event) => toHistoryEntry(event, row.currency)),
    channel: row.channel,
    delivery: { method: row.delivery, shipTo: row.ship_to, billTo: row.bill_to },
    note: row.note,
    lines: lines.map((line) => toLine(line, row.currency)),
  }
}

function toHistoryEntry({ at, kind, before, after }: Related['history'][number], currency: string) {
  const wireAmount = (minor: string | null) => String(fromMinor(Number(minor), currency))
  return {
    at: toIso(at),
    // on the wire the event `placed` is the order's first status
    field: kind === 'placed' ? 'status' : kind,
    from: kind === 'refunded' ? wireAmount(before) : before,
    to: kind === 'refunded' ? wireAmount(after) : after,
  }
}

function toRefund(row: Related['refunds'][number], currency: string): Refund {
  return {
    _id: row.id,
    amount: fromMinor(row.amount_minor, currency),
    pieces: row.quantity,
    reason: row.reason,
    status: row.done_at ? 'done' : row.failed_at ? 'failed' : 'asked',
    createdAt: toIso(row.created_at),
    lines: row.lines.map((line) => toRefundLine(line, currency)),
  }
}

export function toDispute(row: JsonRow<DisputeRow>): Dispute {
  return {
    _id: row.id,
    status: row.status,
    reason: row.reason,
    amount: fromMinor(row.amount_minor, row.currency),
    currency: row.currency,
    withdrawn: fromMinor(row.withdrawn_minor, row.currency),
    evidenceDueAt: row.evidence_due_at && toIso(row.evidence_due_at),
    createdAt: toIso(row.created_at),
  }
}

function toIso(time: Date | string): string {
  return new Date(time).toISOString()
}

function includedTax({ tax_rate: rate, total_minor: total, currency }: OrderRow): Order['tax'] {
  if (rate === 0) return null
  return { rate: rate / 100, amount: fromMinor(taxOf(total, rate * 100), currency) }
}

async function readRelated(db: Db, orders: OrderRow[]): Promise<Map<string, Related>> {
  const rows = await db
    .selectFrom('orders')
    .select(({ selectFrom }) => [
      'id',
      sellerColumn.as('seller'),
      jsonArrayFrom(
        selectFrom('order_events')
          .select(['at', 'kind', 'before', 'after'])
          .whereRef('order_id', '=', 'orders.id')
          .orderBy('order_events.id'),
      ).as('history'),
      jsonArrayFrom(
        selectFrom('refunds')
          .selectAll('refunds')
          .select((refund) =>
            jsonArrayFrom(
              refund
                .selectFrom('refund_lines')
                .selectAll('refund_lines')
                .whereRef('refund_id', '=', 'refunds.id')
                .orderBy('position'),
            ).as('lines'),
          )
          .whereRef('order_id', '=', 'orders.id')
          .orderBy('refunds.created_at')
          .orderBy('refunds.id'),
      ).as('refunds'),
      jsonArrayFrom(
        selectFrom('disputes')
          .selectAll('disputes')
          .whereRef('order_id', '=', 'orders.id')
          .orderBy('disputes.created_at')
          .orderBy('disputes.id'),
      ).as('disputes'),
      jsonArrayFrom(
        selectFrom('order_lines')
          .selectAll('order_lines')
          .whereRef('order_id', '=', 'orders.id')
          .orderBy('position'),
      ).as('lines'),
    ])
    .where(
      'id',
      'in',
      orders.map(({ id }) => id),
    )
    .execute()
  return new Map(rows.map(({ id, ...related }) => [id, related]))
}
