import { sql } from 'kysely'
import type { Db } from '#database/open.ts'
import type { OrderRow } from '#database/rows.ts'
import { mayStand, type OrderPhase, orderPhase, type PaymentState } from '#server/orders/states.ts'

/** All that store and provider know of the one order of a test database, without names and times. */
export type OrderState = {
  phase: OrderPhase | 'none'
  status: string | null
  cancelling: string | null
  isLate: boolean
  refunded: number
  piecesReturned: number
  stockReturned: boolean
  hasReceipt: boolean
  /** Newest last. */
  payments: {
    state: PaymentState
    open: boolean
    paysOrder: boolean
    back: number
    failed: boolean
    /** The bank's claim at the provider, and what it took out of the shop's balance. */
    claim: string | null
    claimed: number
  }[]
  /** The same as the store knows it. */
  claims: { status: string; withdrawn: number }[]
  refunds: { amount: number; pieces: number; state: 'asked' | 'done' | 'failed' }[]
  orphans: { refunded: boolean }[]
  ledger: { kind: string; amount: number }[]
  /** What the webhook has not heard of yet, oldest first, and what it heard last. */
  events: string[]
  lastHeard: string | null
  declines: number
  archived: boolean
  available: number
  unpaidOrders: number
}

type Facts = Omit<OrderState, 'phase' | 'isLate'> & { order: OrderRow | null }

/** Events on their way that the store does something about; the others it takes and forgets. */
export const HEEDED = sql<boolean>`next_attempt_at is not null
  and type not in ('payment_intent.created', 'payment_intent.requires_action')`

/** Reads it in one statement. */
export async function readState(db: Db, now: Date): Promise<OrderState> {
  const { rows } = await sql<{ facts: Facts }>`
    select json_build_object(
      'order', (select to_json(o) from orders o),
      'status', (select status from orders),
      'cancelling', (select cancellation from orders),
      'refunded', coalesce((select refunded_minor from orders), 0),
      'piecesReturned', coalesce((select quantity_returned from orders), 0),
      'stockReturned', coalesce((select stock_returned_at is not null from orders), false),
      'hasReceipt', coalesce((select receipt_number is not null from orders), false),
      'payments', (select coalesce(json_agg(json_build_object(
        'state', coalesce(i.status, 'none'), 'open', p.closed_at is null,
        'paysOrder', coalesce(i.id = (select transaction_id from orders), false),
        'back', coalesce(i.refunded_minor, 0), 'failed', i.last_payment_error is not null,
        'claim', d.status,
        'claimed', case when d.withdrawn_at is not null and d.reinstated_at is null then d.amount_minor else 0 end
        ) order by p.attempt), '[]') from payment_intents p
        left join cards.intents i on i.id = p.intent_id left join cards.disputes d on d.intent_id = i.id),
      'claims', (select coalesce(json_agg(json_build_object('status', status, 'withdrawn', withdrawn_minor)), '[]')
        from disputes),
      'refunds', (select coalesce(json_agg(json_build_object('amount', amount_minor, 'pieces', quantity, 'state',
        case when done_at is not null then 'done' when failed_at is not null then 'failed' else 'asked' end
        ) order by created_at, id), '[]') from refunds),
      'orphans', (select coalesce(json_agg(json_build_object('refunded', refunded_at is not null)), '[]')
        from orphaned_payments),
      'ledger', (select coalesce(json_agg(json_build_object('kind', kind, 'amount', signed_minor) order by id), '[]')
        from ledger),
      'events', (select coalesce(json_agg(type order by created_at, type), '[]') from cards.events
        where ${HEEDED}),
      'lastHeard', (select type from cards.events where delivered_at is not null order by delivered_at desc limit 1),
      'declines', (select count(*) from card_events where type = 'payment_intent.payment_failed'),
      'archived', (select archived_at is not null from products),
      'available', (select available from products),
      'unpaidOrders', (select sum(unpaid_orders) from users)
    ) as facts`.execute(db)
  const facts = rows[0]?.facts
  if (!facts) throw new Error('no state')
  const { order, ...rest } = facts
  const row = order && { ...order, expires_at: new Date(order.expires_at) }
  const phase = row ? orderPhase(row, now) : 'none'
  return { phase, isLate: row !== null && row.expires_at <= now, ...rest }
}

type Law = { name: string; holds: (state: OrderState) => boolean }

const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0)
const isGone = ({ phase }: OrderState) => phase === 'expired' || phase === 'deleted'

/** What holds after each step, whatever the provider answered and whatever was lost; `pieces` are all there ever were. */
export function lawsAlways({ pieces, quantity, total }: Goods): Law[] {
  return [
    {
      name: 'no piece is lost or sold twice',
      holds: (s) => s.available + held(s, quantity) === pieces || (isGone(s) && !s.stockReturned),
    },
    { name: 'the shelf is never below nothing', holds: (s) => s.available >= 0 },
    {
      name: 'payment and order may stand together',
      holds: (s) => s.phase === 'none' || mayStand(s.payments.at(-1)?.state ?? 'none', s.phase),
    },
    { name: 'at most one payment is open', holds: (s) => s.payments.filter(({ open }) => open).length <= 1 },
    {
      name: 'paid means that its own payment succeeded',
      holds: (s) =>
        s.phase !== 'paid' || s.payments.some(({ paysOrder, state }) => paysOrder && state === 'succeeded'),
    },
    { name: 'paid keeps its pieces', holds: (s) => s.phase !== 'paid' || !s.stockReturned },
    { name: 'a receipt is for what was paid', holds: (s) => s.hasReceipt === (s.phase === 'paid') },
    {
      name: 'an unpaid order is counted once',
      holds: (s) => s.unpaidOrders === (['open', 'late', 'cancelling'].includes(s.phase) ? 1 : 0),
    },
    {
      name: 'never more goes back than came in',
      holds: (s) => s.refunded <= total && s.payments.every(({ back }) => back <= total),
    },
    {
      name: 'the ledger is never ahead of the provider',
      holds: (s) =>
        entered(s, ['charge']) <= captured(s, total) &&
        -entered(s, ['refund', 'refund_failed']) <= sum(s.payments.map((payment) => payment.back)),
    },
    {
      name: 'charged twice is given back once',
      holds: (s) => captured(s, total) <= total || isGone(s) || s.orphans.length > 0,
    },
  ]
}

/** What holds besides once everything has been heard of. */
export function lawsAtRest({ total }: Pick<Goods, 'total'>): Law[] {
  return [
    { name: 'nothing is under way', holds: (s) => s.phase !== 'cancelling' && s.phase !== 'late' },
    { name: 'no refund waits', holds: (s) => s.refunds.every(({ state }) => state !== 'asked') },
    {
      name: 'a payment pays the order or is given back',
      holds: (s) =>
        s.payments.every(
          ({ state, paysOrder, back, claimed }) =>
            state !== 'succeeded' || paysOrder || back === total || claimed === total,
        ),
    },
    {
      name: 'late payments are marked as given back',
      holds: (s) => s.orphans.every((orphan) => orphan.refunded),
    },
    {
      name: 'order and provider agree on refunds',
      holds: (s) =>
        s.phase !== 'paid' || s.refunded === sum(s.payments.map((p) => (p.paysOrder ? p.back : 0))),
    },
    {
      name: 'ledger and provider agree',
      holds: (s) =>
        sum(s.ledger.map((entry) => entry.amount)) ===
        captured(s, total) - sum(s.payments.map(({ back, claimed }) => back + claimed)),
    },
    {
      name: 'store and provider agree on what banks claim',
      holds: (s) =>
        JSON.stringify(s.claims) ===
        JSON.stringify(
          s.payments.flatMap(({ claim, claimed }) => (claim ? [{ status: claim, withdrawn: claimed }] : [])),
        ),
    },
  ]
}

type Goods = { pieces: number; quantity: number; total: number }

/** The names of the laws that a state breaks. */
export function broken(laws: Law[], state: OrderState): string[] {
  return laws.filter(({ holds }) => !holds(state)).map(({ name }) => name)
}

function held(state: OrderState, quantity: number): number {
  return state.phase === 'none' || state.stockReturned ? 0 : quantity - state.piecesReturned
}

function captured({ payments }: OrderState, total: number): number {
  return total * payments.filter(({ state }) => state === 'succeeded').length
}

function entered({ ledger }: OrderState, kinds: string[]): number {
  return sum(ledger.map(({ kind, amount }) => (kinds.includes(kind) ? amount : 0)))
}
