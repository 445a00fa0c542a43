import { sql } from 'kysely'
import type { Db } from '#database/open.ts'
import type { OrderRow } from '#database/rows.ts'
import { type OrderPhase, orderPhase, orderPhases } from '#server/sales/orders/states.ts'

/** The states that the newest payment of an order may have at the provider, when no call is in progress; payments at the counter excluded. */
// biome-ignore format: a table is read by its columns
const payments = {
  //                       open   late   cancelling paid   expired deleted
  none:                   [true,  true,  true,   false, true,   true ],
  requires_payment_method:[true,  true,  true,   false, false,  false],
  requires_action:        [true,  true,  true,   false, false,  false],
  canceled:               [true,  true,  true,   false, true,   true ],
  /** Paid and not yet recorded; paid; paid too late, and refunded. */
  succeeded:              [true,  true,  true,   true,  true,   true ],
} as const
type PaymentState = keyof typeof payments

function mayOccur(payment: PaymentState, phase: OrderPhase): boolean {
  return payments[payment][orderPhases.indexOf(phase)] ?? false
}

/** The data of store and provider about the one order of a test database, without names and times. */
export type OrderState = {
  phase: OrderPhase | 'none'
  status: string | null
  cancelling: string | null
  isLate: boolean
  refunded: number
  unitsReturned: number
  stockReturned: boolean
  hasReceipt: boolean
  /** Newest last. */
  payments: {
    state: PaymentState
    open: boolean
    paysOrder: boolean
    refunded: number
    hasError: boolean
    /** The status of the dispute at the provider, and the amount withdrawn from the store's balance there. */
    disputeStatus: string | null
    withdrawnMinor: number
  }[]
  /** The disputes as the store recorded them. */
  disputes: { status: string; withdrawn: number }[]
  refunds: {
    amount: number
    units: number
    state: 'requested' | 'done' | 'failed'
    /** Sums over its lines. */
    amountOfLines: number
    unitsOfLines: number
  }[]
  lines: {
    quantity: number
    total: number
    tax: number
    cancelled: number
    shipped: number
    returned: number
    refunded: number
    refundedTax: number
  }[]
  orphans: { refunded: boolean }[]
  ledger: { kind: string; amount: number }[]
  /** Types of the events that the webhook has not received yet, oldest first, and of the last one received. */
  events: string[]
  lastDelivered: string | null
  declines: number
  archived: boolean
  /** Of each part. */
  available: number[]
  /** Of each part: those in stock, and those of lines that were neither cancelled nor came back. */
  units: number[]
  unpaidOrders: number
}

type StateRow = Omit<OrderState, 'phase' | 'isLate'> & { order: OrderRow | null }

/** Pending events that change something in the store; others are acknowledged without effect. */
export const RELEVANT = sql<boolean>`next_attempt_at is not null
  and type not in ('payment_intent.created', 'payment_intent.requires_action')`

/** Reads the state in one statement. */
export async function readState(db: Db, now: Date): Promise<OrderState> {
  const { rows } = await sql<{ state: StateRow }>`
    select json_build_object(
      'order', (select to_json(o) from orders o),
      'status', (select status from orders),
      'cancelling', (select cancellation from orders),
      'refunded', coalesce((select refunded_minor from orders), 0),
      'unitsReturned', coalesce((select quantity_returned from orders), 0),
      'stockReturned', coalesce((select stock_returned_at is not null from orders), false),
      'hasReceipt', coalesce((select receipt_number is not null from orders), false),
      'payments', (select coalesce(json_agg(json_build_object(
        'state', coalesce(i.status, 'none'), 'open', p.closed_at is null,
        'paysOrder', coalesce(i.id = (select transaction_id from orders), false),
        'refunded', coalesce(i.refunded_minor, 0), 'hasError', i.last_payment_error is not null,
        'disputeStatus', d.status,
        'withdrawnMinor', case when d.withdrawn_at is not null and d.reinstated_at is null then d.amount_minor else 0 end
        ) order by p.attempt), '[]') from payment_intents p
        left join cards.intents i on i.id = p.intent_id left join cards.disputes d on d.intent_id = i.id),
      'disputes', (select coalesce(json_agg(json_build_object('status', status, 'withdrawn', withdrawn_minor)), '[]')
        from disputes),
      'refunds', (select coalesce(json_agg(json_build_object('amount', amount_minor, 'units', quantity, 'state',
        case when done_at is not null then 'done' when failed_at is not null then 'failed' else 'requested' end,
        'amountOfLines', (select sum(amount_minor) from refund_lines where refund_id = refunds.id),
        'unitsOfLines', (select sum(restocked) from refund_lines where refund_id = refunds.id)
        ) order by created_at, id), '[]') from refunds),
      'lines', (select coalesce(json_agg(json_build_object('quantity', quantity, 'total', total_minor, 'tax', tax_minor,
        'cancelled', cancelled, 'shipped', shipped, 'returned', returned, 'refunded', refunded_minor,
        'refundedTax', refunded_tax_minor) order by position), '[]') from order_lines),
      'orphans', (select coalesce(json_agg(json_build_object('refunded', refunded_at is not null)), '[]')
        from orphaned_payments),
      'ledger', (select coalesce(json_agg(json_build_object('kind', kind, 'amount', signed_minor) order by id), '[]')
        from ledger),
      'events', (select coalesce(json_agg(type order by created_at, type), '[]') from cards.events
        where ${RELEVANT}),
      'lastDelivered', (select type from cards.events where delivered_at is not null order by delivered_at desc limit 1),
      'declines', (select count(*) from card_events where type = 'payment_intent.payment_failed'),
      'archived', (select bool_or(archived_at is not null) from products),
      'available', (select json_agg(available order by id) from products),
      'units', (select json_agg(available + coalesce(
        (select sum(quantity - cancelled - returned) from order_lines where product_id = products.id), 0
        ) order by id) from products),
      'unpaidOrders', (select sum(unpaid_orders) from users)
    ) as state`.execute(db)
  const found = rows[0]?.state
  if (!found) throw new Error('no state')
  const { order, ...rest } = found
  const row = order && { ...order, expires_at: new Date(order.expires_at) }
  const phase = row ? orderPhase(row, now) : 'none'
  return { phase, isLate: row !== null && row.expires_at <= now, ...rest }
}

type Invariant = { name: string; holds: (state: OrderState) => boolean }

const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0)
const isGone = ({ phase }: OrderState) => phase === 'expired' || phase === 'deleted'

/** Hold after every move. `units` is the initial stock. */
export function invariantsAlways({ units, total }: Amounts): Invariant[] {
  return [
    {
      name: 'no unit is lost or sold twice',
      holds: (s) => s.units.every((count) => count === units) || (isGone(s) && !s.stockReturned),
    },
    { name: 'the stock is never negative', holds: (s) => s.available.every((count) => count >= 0) },
    {
      name: 'an order is the sum of its lines',
      holds: (s) => s.phase === 'none' || sum(s.lines.map((line) => line.total)) === total,
    },
    {
      name: 'an order that has ended holds no units, and returns them once',
      holds: (s) => !isGone(s) || s.lines.every((line) => line.cancelled + line.shipped === line.quantity),
    },
    {
      name: 'the units that came back to an order came back to its lines',
      holds: (s) =>
        isGone(s) || s.unitsReturned === sum(s.lines.map((line) => line.cancelled + line.returned)),
    },
    {
      name: 'all units of a shifted order are sent, and of another one only those that came back',
      holds: (s) =>
        isGone(s) ||
        s.lines.every(({ quantity, cancelled, shipped, returned }) =>
          s.status === 'Shift' ? shipped + cancelled === quantity : shipped === returned,
        ),
    },
    {
      name: 'an order has the refunds of its lines, and a refund those of its own',
      holds: (s) =>
        s.refunded === sum(s.lines.map((line) => line.refunded)) &&
        s.refunds.every(
          (refund) =>
            refund.state === 'failed' ||
            (refund.amount === refund.amountOfLines && refund.units === refund.unitsOfLines),
        ),
    },
    {
      name: 'the tax of a line goes back with its price',
      holds: (s) =>
        s.lines.every(
          (line) =>
            (line.refunded > 0 || line.refundedTax === 0) &&
            (line.refunded < line.total || line.refundedTax === line.tax),
        ),
    },
    {
      name: 'the state table allows this payment beside this order',
      holds: (s) => s.phase === 'none' || mayOccur(s.payments.at(-1)?.state ?? 'none', s.phase),
    },
    { name: 'at most one payment is open', holds: (s) => s.payments.filter(({ open }) => open).length <= 1 },
    {
      name: 'paid means that its own payment succeeded',
      holds: (s) =>
        s.phase !== 'paid' || s.payments.some(({ paysOrder, state }) => paysOrder && state === 'succeeded'),
    },
    { name: 'a paid order keeps its units', holds: (s) => s.phase !== 'paid' || !s.stockReturned },
    {
      name: 'an order has a receipt exactly if it is paid',
      holds: (s) => s.hasReceipt === (s.phase === 'paid'),
    },
    {
      name: 'an unpaid order is counted once',
      holds: (s) => s.unpaidOrders === (['open', 'late', 'cancelling'].includes(s.phase) ? 1 : 0),
    },
    {
      name: 'refunds never exceed the payment',
      holds: (s) => s.refunded <= total && s.payments.every(({ refunded }) => refunded <= total),
    },
    {
      name: 'the ledger is never ahead of the provider',
      holds: (s) =>
        entered(s, ['charge']) <= captured(s, total) &&
        -entered(s, ['refund', 'refund_failed']) <= sum(s.payments.map((payment) => payment.refunded)),
    },
    {
      name: 'a second charge of an order that is not gone is recorded as orphaned',
      holds: (s) => captured(s, total) <= total || isGone(s) || s.orphans.length > 0,
    },
  ]
}

/** Also hold once all events were delivered and reconciliation has run. */
export function invariantsAtRest({ total }: Pick<Amounts, 'total'>): Invariant[] {
  return [
    {
      name: 'no cancellation or expiry is pending',
      holds: (s) => s.phase !== 'cancelling' && s.phase !== 'late',
    },
    { name: 'no refund is pending', holds: (s) => s.refunds.every(({ state }) => state !== 'requested') },
    {
      name: 'a payment pays the order, is refunded or is withdrawn by a dispute',
      holds: (s) =>
        s.payments.every(
          ({ state, paysOrder, refunded, withdrawnMinor }) =>
            state !== 'succeeded' || paysOrder || refunded === total || withdrawnMinor === total,
        ),
    },
    {
      name: 'orphaned payments are marked as refunded',
      holds: (s) => s.orphans.every((orphan) => orphan.refunded),
    },
    {
      name: 'order and provider agree on refunds',
      holds: (s) =>
        s.phase !== 'paid' || s.refunded === sum(s.payments.map((p) => (p.paysOrder ? p.refunded : 0))),
    },
    {
      name: 'ledger and provider agree',
      holds: (s) =>
        sum(s.ledger.map((entry) => entry.amount)) ===
        captured(s, total) - sum(s.payments.map(({ refunded, withdrawnMinor }) => refunded + withdrawnMinor)),
    },
    {
      name: 'store and provider agree on disputes',
      holds: (s) =>
        JSON.stringify(s.disputes) ===
        JSON.stringify(
          s.payments.flatMap(({ disputeStatus: status, withdrawnMinor: withdrawn }) =>
            status ? [{ status, withdrawn }] : [],
          ),
        ),
    },
  ]
}

type Amounts = { units: number; total: number }

/** The names of the invariants that a state violates. */
export function violated(invariants: Invariant[], state: OrderState): string[] {
  return invariants.filter(({ holds }) => !holds(state)).map(({ name }) => name)
}

function captured({ payments }: OrderState, total: number): number {
  return total * payments.filter(({ state }) => state === 'succeeded').length
}

function entered({ ledger }: OrderState, kinds: string[]): number {
  return sum(ledger.map(({ kind, amount }) => (kinds.includes(kind) ? amount : 0)))
}
