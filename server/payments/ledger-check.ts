import { sql } from 'kysely'
import { idPattern } from '#contract/fields.ts'
import { fromMinor } from '#contract/money.ts'
import type { LedgerCheck, LedgerDifference } from '#contract/payments/ledger.ts'
import type { Db } from '#database/open.ts'
import type { LedgerRow } from '#database/rows.ts'
import { newId } from '#database/uuid.ts'
import { type KnownIntent, withdrawnMinor } from './decide.ts'
import type { Period, ProviderDispute, ProviderIntent, ProviderRefund } from './provider/card-provider.ts'
import { findIntent } from './record.ts'
import type { PaymentDeps } from './sync.ts'

const DAY_MS = 86_400_000
/** Younger payments may not be in the ledger yet. */
const SETTLING_MS = 10 * 60_000

/**
 * Compares the ledger with the provider for all movements of the last days, and stores the report. Payments of other
 * stores, which may share the account, do not count.
 */
export async function checkLedger(deps: PaymentDeps, { days }: { days: number }): Promise<LedgerCheck> {
  const at = deps.now()
  const until = new Date(at.getTime() - SETTLING_MS)
  const period = { since: new Date(until.getTime() - days * DAY_MS), until }
  const atProvider = await readProvider(deps, period)
  const differences: LedgerDifference[] = []
  for (const intentId of atProvider.intentIds)
    differences.push(...(await comparePayment(deps, atProvider, intentId)))
  differences.push(...(await compareOrders(deps, { atProvider, period })))
  const counts = {
    payments: atProvider.payments.size,
    refunds: atProvider.refundCount,
    disputes: atProvider.disputeCount,
  }
  await deps.db
    .insertInto('ledger_checks')
    .values({ ...counts, id: newId(), at, ...period, mismatches: JSON.stringify(differences) })
    .execute()
  return {
    at: at.toISOString(),
    since: period.since.toISOString(),
    until: until.toISOString(),
    ...counts,
    differences,
  }
}

type ProviderPeriod = {
  intentIds: string[]
  payments: Map<string, ProviderIntent>
  /** Succeeded payments that this store did not open, or lost. */
  foreign: ProviderIntent[]
  /** Payments with a refund within the period. */
  refunded: Set<string>
  refundCount: number
  /** Payments with a dispute opened within the period. */
  disputed: Set<string>
  disputeCount: number
}

/** The payments of this store that moved within a period, at the provider or in the ledger. */
async function readProvider({ db, cards }: PaymentDeps, period: Period): Promise<ProviderPeriod> {
  const paid = (await cards.listIntents(period)).filter(({ status }) => status === 'succeeded')
  const refunds = await cards.listRefundsWithin(period)
  const disputes = await cards.listDisputesWithin(period)
  const disputed = new Set(disputes.flatMap(({ intentId }) => intentId ?? []))
  const entered = await entriesWithin(db, period)
  const moved = [
    ...paid.map(({ id }) => id),
    ...refunds.map(({ intentId }) => intentId),
    ...disputed,
    ...entered,
  ]
  const intentIds = await ownIntents(db, [...new Set(moved)])
  const own = new Set(intentIds)
  return {
    intentIds,
    payments: new Map(paid.filter(({ id }) => own.has(id)).map((intent) => [intent.id, intent])),
    foreign: paid.filter(({ id }) => !own.has(id)),
    refunded: new Set(refunds.map(({ intentId }) => intentId)),
    refundCount: refunds.filter(({ intentId }) => own.has(intentId)).length,
    disputed,
    disputeCount: disputes.filter(({ intentId }) => intentId !== null && own.has(intentId)).length,
  }
}

async function entriesWithin(db: Db, { since, until }: Period): Promise<string[]> {
  const rows = await db
    .selectFrom('ledger')
    .select('intent_id')
    .distinct()
    .where('at', '>=', since)
    .where('at', '<', until)
    .execute()
  return rows.map((row) => row.intent_id)
}

/** Those of these payments that this store opened at the provider. */
async function ownIntents(db: Db, ids: string[]): Promise<string[]> {
  const own: string[] = []
  for (let from = 0; from < ids.length; from += 1000) {
    const rows = await db
      .selectFrom('payment_intents')
      .select('intent_id')
      .where('intent_id', 'in', ids.slice(from, from + 1000))
      .execute()
    own.push(...rows.flatMap((row) => row.intent_id ?? []))
  }
  return own
}

/** The differences of one payment, its refunds and its disputes. */
async function comparePayment(
  deps: PaymentDeps,
  atProvider: ProviderPeriod,
  intentId: string,
): Promise<LedgerDifference[]> {
  const entries = await deps.db
    .selectFrom('ledger')
    .selectAll()
    .where('intent_id', '=', intentId)
    .orderBy('id')
    .execute()
  const known = await findIntent(deps.db, intentId)
  if (!known) return []
  const intent = atProvider.payments.get(intentId) ?? (await deps.cards.readIntent(intentId))
  const charge = entries.find(({ kind }) => kind === 'charge')
  const currency = intent?.currency ?? known.currency
  const taken = intent?.status === 'succeeded' ? intent.amountReceivedMinor : undefined
  const found: Found[] = [{ kind: 'charge', id: intentId, store: sumOf(charge), provider: taken }]
  const hasRefunds = atProvider.refunded.has(intentId) || entries.some((entry) => entry.refund_id !== null)
  if (hasRefunds) found.push(...compareRefunds(entries, await deps.cards.listRefunds(intentId)))
  const hasDisputes = atProvider.disputed.has(intentId) || entries.some((entry) => entry.dispute_id !== null)
  if (hasDisputes)
    found.push(...compareDisputes(entries, { disputes: await deps.cards.listDisputes(intentId), currency }))
  const { order_id: orderId } = known
  const amounts = found
    .filter((each) => !agree(each, currency))
    .map((each) => toDifference(each, { orderId, currency }))
  return [...amounts, ...findMisplaced({ intentId, entries, known, intent })]
}

type Sum = { minor: number; currency: string }
type Found = Pick<LedgerDifference, 'kind' | 'id'> & {
  store: Sum | undefined
  /** In the payment's currency. */
  provider: number | undefined
}
type Entry = Pick<
  LedgerRow,
  'kind' | 'order_id' | 'refund_id' | 'dispute_id' | 'amount_minor' | 'signed_minor'
> & {
  currency: string
}

function sumOf(entry: Entry | undefined): Sum | undefined {
  return entry && { minor: entry.amount_minor, currency: entry.currency }
}

function agree({ store, provider }: Found, currency: string): boolean {
  return store?.minor === provider && (!store || store.currency === currency)
}

function toDifference(
  { kind, id, store, provider }: Found,
  { orderId, currency }: { orderId: string; currency: string },
): LedgerDifference {
  return {
    kind,
    id,
    orderId,
    currency: store?.currency ?? currency,
    ...(store && store.currency !== currency ? { providerCurrency: currency } : {}),
    store: store ? fromMinor(store.minor, store.currency) : null,
    provider: provider === undefined ? null : fromMinor(provider, currency),
  }
}

/** Attempt, ledger and provider must name the same order for a payment. */
function findMisplaced({
  intentId,
  entries,
  known,
  intent,
}: {
  intentId: string
  entries: Entry[]
  known: KnownIntent
  intent: ProviderIntent | undefined
}): LedgerDifference[] {
  const named = [...entries.map((entry) => entry.order_id), intent?.orderId ?? known.order_id]
  const other = named.find((orderId) => orderId !== known.order_id)
  if (other === undefined) return []
  const entry = entries.find(({ order_id: orderId }) => orderId === other) ?? entries[0]
  const taken = intent ? { minor: intent.amountReceivedMinor, currency: intent.currency } : undefined
  const found = { kind: 'misplaced', id: intentId, store: sumOf(entry), provider: taken?.minor } as const
  const place = { orderId: known.order_id, currency: taken?.currency ?? known.currency }
  return [{ ...toDifference(found, place), otherOrderId: other }]
}

/** A failed refund counts as zero on either side. */
function compareRefunds(entries: Entry[], refunds: ProviderRefund[]): Found[] {
  const store = new Map<string, Sum>()
  for (const { kind, refund_id: id, amount_minor: minor, currency } of entries) {
    if (id === null) continue
    if (kind === 'refund' && !store.has(id)) store.set(id, { minor, currency })
    if (kind === 'refund_failed') store.set(id, { minor: 0, currency })
  }
  const provider = new Map(refunds.map(({ id, amountMinor, stands }) => [id, stands ? amountMinor : 0]))
  return [...new Set([...store.keys(), ...provider.keys()])].map((id) => ({
    kind: 'refund',
    id,
    store: store.get(id),
    provider: provider.get(id),
  }))
}

/** Compares the withdrawn amounts; an inquiry withdraws nothing. */
function compareDisputes(
  entries: Entry[],
  { disputes, currency }: { disputes: ProviderDispute[]; currency: string },
): Found[] {
  const store = new Map<string, Sum>()
  for (const { dispute_id: id, signed_minor: signed, currency: of } of entries) {
    if (id !== null) store.set(id, { minor: (store.get(id)?.minor ?? 0) - signed, currency: of })
  }
  const provider = new Map(disputes.map((dispute) => [dispute.id, withdrawnMinor(dispute)]))
  return [...new Set([...store.keys(), ...provider.keys()])].map((id) => ({
    kind: 'dispute',
    id,
    store: store.get(id) ?? { minor: 0, currency },
    provider: provider.get(id) ?? 0,
  }))
}

/** The differences between the columns of orders and the ledger or the provider. */
async function compareOrders(
  deps: PaymentDeps,
  { atProvider, period }: { atProvider: ProviderPeriod; period: Period },
): Promise<LedgerDifference[]> {
  return [
    ...(await findUnpaid(deps, period)),
    ...(await findMisrefunded(deps.db)),
    ...(await findUnknown(deps.db, atProvider.foreign)),
  ]
}

/** Orders of the period marked as paid by card whose payment does not exist, or is another order's. */
async function findUnpaid({ db, cards }: PaymentDeps, { since, until }: Period): Promise<LedgerDifference[]> {
  const rows = await db
    .selectFrom('orders')
    .select(['id', 'transaction_id', 'total_minor', 'currency'])
    .where('paid_at', '>=', since)
    .where('paid_at', '<', until)
    .where('settlement', '=', 'card')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('ledger')
            .select('ledger.id')
            .whereRef('ledger.intent_id', '=', 'orders.transaction_id')
            .whereRef('ledger.order_id', '=', 'orders.id')
            .where('kind', '=', 'charge'),
        ),
      ),
    )
    .execute()
  const found: LedgerDifference[] = []
  for (const { id: orderId, transaction_id: id, total_minor: minor, currency } of rows) {
    if (id === null) continue
    // a payment for this order exists: it has its own difference
    const intent = await cards.readIntent(id)
    if (intent?.status === 'succeeded' && intent.orderId === orderId) continue
    found.push({ kind: 'unpaid', id, orderId, currency, store: fromMinor(minor, currency), provider: null })
  }
  return found
}

/** Orders whose refunded sum differs from their refunds. Orders without either are not read. */
export async function findMisrefunded(db: Db): Promise<LedgerDifference[]> {
  const { rows } = await sql<{ id: string; currency: string; said: number; done: number; asked: number }>`
    with back as materialized (
      select intent_id, -sum(signed_minor) as minor from ledger where refund_id is not null group by intent_id
    ), waiting as materialized (
      select order_id, sum(amount_minor) as minor from refunds
      where done_at is null and failed_at is null group by order_id
    ), concerned as (
      select id from orders where refunded_minor <> 0
      union select order_id from waiting
      union select orders.id from back join orders on orders.transaction_id = back.intent_id
    )
    select id, currency, refunded_minor as said, coalesce(back.minor, 0)::bigint as done,
      coalesce(waiting.minor, 0)::bigint as asked
    from concerned join orders using (id)
      left join back on back.intent_id = orders.transaction_id
      left join waiting on waiting.order_id = orders.id
    where paid_at is not null and refunded_minor <> coalesce(back.minor, 0) + coalesce(waiting.minor, 0)
    order by id`.execute(db)
  return rows.map(({ id, currency, said, done, asked }) => ({
    kind: 'refunded',
    id,
    orderId: id,
    currency,
    store: fromMinor(said, currency),
    provider: fromMinor(done + asked, currency),
  }))
}

/** Payments for an order of ours that the store does not have: lost with a restored backup. */
async function findUnknown(db: Db, foreign: ProviderIntent[]): Promise<LedgerDifference[]> {
  const found: LedgerDifference[] = []
  for (const { id, orderId, amountReceivedMinor: minor, currency } of foreign) {
    if (orderId === null || !idPattern.test(orderId)) continue
    const order = await db.selectFrom('orders').select('id').where('id', '=', orderId).executeTakeFirst()
    if (!order) continue
    found.push({ kind: 'unknown', id, orderId, currency, store: null, provider: fromMinor(minor, currency) })
  }
  return found
}
