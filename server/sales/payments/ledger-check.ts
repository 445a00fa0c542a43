import { type Selectable, sql } from 'kysely'
import * as z from 'zod/mini'
import { idPattern } from '#contract/platform/fields.ts'
import { formatPrice, fromMinor } from '#contract/platform/money.ts'
import { overviewTexts as texts } from '#contract/sales/overview/texts.ts'
import {
  type LedgerCheck,
  type LedgerDifference,
  ledgerDifferenceSchema,
} from '#contract/sales/payments/ledger.ts'
import type { Tables } from '#database/generated-tables.ts'
import type { Db } from '#database/open.ts'
import type { LedgerRow } from '#database/rows.ts'
import { newId } from '#database/uuid.ts'
import { withdrawnMinor } from './decide.ts'
import type { Period, ProviderIntent } from './provider/card-provider.ts'
import { findKnownIntent } from './record.ts'
import {
  findMissedDisputes,
  findMissedPayments,
  findMissedRefunds,
  idsOf,
  type PaymentDeps,
  syncDisputes,
  syncIntent,
  syncRefunds,
} from './sync.ts'

const DAY_MS = 86_400_000
/** Younger payments, refunds and disputes may not be in the ledger yet. */
const SETTLING_MS = 10 * 60_000

/** The least number of days that are synced: a bank may return a refund a month later; the minute job reads those of the last day only. */
const SYNCED_DAYS = 35

export type LedgerReport = { check: LedgerCheck; failures: { id: string; error: unknown }[] }

/** Syncs what the store missed in at least 35 days, then calls `checkLedger`. A failed sync of one payment stops nothing. Throws `cards_unavailable`. */
export async function syncAndCheckLedger(
  deps: PaymentDeps,
  { days }: { days: number },
): Promise<LedgerReport> {
  const since = new Date(deps.now().getTime() - Math.max(days, SYNCED_DAYS) * DAY_MS)
  const failures: LedgerReport['failures'] = []
  const syncEach = async (ids: string[], sync: (deps: PaymentDeps, id: string) => Promise<unknown>) => {
    for (const id of ids) await sync(deps, id).catch((error: unknown) => void failures.push({ id, error }))
  }
  await syncEach(await findMissedPayments(deps, since), (_deps, intentId) =>
    syncIntent(deps, { intentId, actorId: null }),
  )
  await syncEach(await findMissedRefunds(deps, since), syncRefunds)
  await syncEach(await findMissedDisputes(deps, since), syncDisputes)
  return { check: await checkLedger(deps, { days }), failures }
}

/** Compares the movements of the last days and all refunded amounts, and stores the report. Payments of other stores on the account do not count. Throws `cards_unavailable`. */
export async function checkLedger(deps: PaymentDeps, { days }: { days: number }): Promise<LedgerCheck> {
  const { db, now } = deps
  const at = now()
  const until = new Date(at.getTime() - SETTLING_MS)
  const period = { since: new Date(until.getTime() - days * DAY_MS), until }
  const atProvider = await readProvider(deps, period)
  const differences: LedgerDifference[] = []
  for (const intentId of atProvider.own)
    differences.push(...(await comparePayment(deps, atProvider, intentId)))
  differences.push(...(await findUnpaid(deps, period)))
  differences.push(...(await findMisrefunded(db)))
  differences.push(...(await findUnknown(db, atProvider.foreign)))
  const { counts } = atProvider
  const row = { ...counts, id: newId(), at, ...period, mismatches: differences }
  await db
    .insertInto('ledger_checks')
    .values({ ...row, mismatches: JSON.stringify(differences) })
    .execute()
  return toLedgerCheck(row)
}

export async function lastLedgerCheck(db: Db): Promise<LedgerCheck | null> {
  const row = await db
    .selectFrom('ledger_checks')
    .selectAll()
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ? toLedgerCheck(row) : null
}

type CheckRow = Omit<Selectable<Tables['ledger_checks']>, 'id'>

function toLedgerCheck({ at, since, until, payments, refunds, disputes, mismatches }: CheckRow): LedgerCheck {
  const differences = z.parse(z.array(ledgerDifferenceSchema), mismatches)
  const times = { at: at.toISOString(), since: since.toISOString(), until: until.toISOString() }
  return { ...times, payments, refunds, disputes, differences }
}

async function readProvider({ db, cards }: PaymentDeps, period: Period) {
  const paid = (await cards.listIntents(period)).filter(({ status }) => status === 'succeeded')
  const refunded = (await cards.listRefundsWithin(period)).map(({ intentId }) => intentId)
  const disputed = (await cards.listDisputesWithin(period)).flatMap(({ intentId }) => intentId ?? [])
  const moved = [...paid.map(({ id }) => id), ...refunded, ...disputed]
  const own = new Set(
    await idsOf(
      db,
      sql`select intent_id as id from payment_intents where intent_id = any (${moved}::text[])
        or intent_id in (select intent_id from ledger where at >= ${period.since} and at < ${period.until})`,
    ),
  )
  return {
    own,
    paid: new Map(paid.map((intent) => [intent.id, intent])),
    // of other stores on the account, or of this one and lost
    foreign: paid.filter(({ id }) => !own.has(id)),
    refunded: new Set(refunded),
    disputed: new Set(disputed),
    counts: {
      payments: paid.filter(({ id }) => own.has(id)).length,
      refunds: refunded.filter((id) => own.has(id)).length,
      disputes: disputed.filter((id) => own.has(id)).length,
    },
  }
}

/** The amounts of store and provider for one charge, refund or dispute; the provider's is in the payment's currency. */
type Amount = Pick<LedgerDifference, 'kind' | 'id'> & {
  store: { minor: number; currency: string } | undefined
  provider: number | undefined
}

async function comparePayment(
  { db, cards }: PaymentDeps,
  { paid, refunded, disputed }: Awaited<ReturnType<typeof readProvider>>,
  intentId: string,
): Promise<LedgerDifference[]> {
  const known = await findKnownIntent(db, intentId)
  if (!known) return []
  const entries = await db.selectFrom('ledger').selectAll().where('intent_id', '=', intentId).execute()
  const intent = paid.get(intentId) ?? (await cards.readIntent(intentId))
  const { order_id: orderId } = known
  const currency = intent?.currency ?? known.currency
  const amounts = new Map(entries.map((entry) => [subjectOf(entry).id, toAmount(entries, entry)]))
  const atProvider = (kind: Amount['kind'], id: string, provider: number) =>
    amounts.set(id, { kind, id, store: amounts.get(id)?.store, provider })
  if (intent?.status === 'succeeded') atProvider('charge', intentId, intent.amountReceivedMinor)
  if (refunded.has(intentId) || entries.some((entry) => entry.refund_id !== null)) {
    const refunds = await cards.listRefunds(intentId)
    for (const { providerId, amountMinor, hasFailed } of refunds)
      atProvider('refund', providerId, hasFailed ? 0 : amountMinor)
  }
  if (disputed.has(intentId) || entries.some((entry) => entry.dispute_id !== null)) {
    for (const dispute of await cards.listDisputes(intentId))
      atProvider('dispute', dispute.id, withdrawnMinor(dispute))
  }
  const differences = [...amounts.values()]
    .map((amount) => withZeros(amount, currency))
    .filter((amount) => !agrees(amount, currency))
    .map((amount) => toDifference(amount, { orderId, currency }))
  // attempt, ledger and provider must name the same order
  const named = [...entries.map((entry) => entry.order_id), intent?.orderId ?? orderId]
  const other = named.find((id) => id !== orderId)
  if (other === undefined) return differences
  const entry = entries.find((each) => each.order_id === other) ?? entries[0]
  const store = entry && { minor: entry.amount_minor, currency: entry.currency }
  const misplaced = { kind: 'misplaced', id: intentId, store, provider: intent?.amountReceivedMinor } as const
  return [...differences, { ...toDifference(misplaced, { orderId, currency }), otherOrderId: other }]
}

function subjectOf({ refund_id: refundId, dispute_id: disputeId, intent_id: id }: LedgerRow) {
  if (refundId !== null) return { kind: 'refund', id: refundId } as const
  return disputeId === null
    ? ({ kind: 'charge', id } as const)
    : ({ kind: 'dispute', id: disputeId } as const)
}

/** The sum of the entries about the subject of this one. A refund that failed sums up to zero. */
function toAmount(entries: LedgerRow[], entry: LedgerRow): Amount {
  const { kind, id } = subjectOf(entry)
  const signed = entries
    .filter((each) => subjectOf(each).id === id)
    .reduce((sum, each) => sum + each.signed_minor, 0)
  const minor = kind === 'charge' ? signed : 0 - signed
  return { kind, id, store: { minor, currency: entry.currency }, provider: undefined }
}

/** An inquiry withdraws nothing: what is missing of a dispute counts as zero. */
function withZeros({ kind, id, store, provider }: Amount, currency: string): Amount {
  if (kind !== 'dispute') return { kind, id, store, provider }
  return { kind, id, store: store ?? { minor: 0, currency }, provider: provider ?? 0 }
}

function agrees({ store, provider }: Amount, currency: string): boolean {
  return store?.minor === provider && (!store || store.currency === currency)
}

function toDifference(
  { kind, id, store, provider }: Amount,
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

/** Orders of the period marked as paid by card, with neither a charge in the ledger nor a successful payment for them at the provider. */
async function findUnpaid({ db, cards }: PaymentDeps, { since, until }: Period): Promise<LedgerDifference[]> {
  const { rows } = await sql<{ id: string; orderId: string; minor: number; currency: string }>`
    select transaction_id as id, id as "orderId", total_minor as minor, currency from orders
    where paid_at >= ${since} and paid_at < ${until} and settlement = 'card' and not exists (
      select from ledger
      where kind = 'charge' and intent_id = orders.transaction_id and order_id = orders.id
    )`.execute(db)
  const found: LedgerDifference[] = []
  for (const { minor, ...row } of rows) {
    const intent = await cards.readIntent(row.id)
    // a payment for this order exists: it has its own difference
    if (intent?.status === 'succeeded' && intent.orderId === row.orderId) continue
    found.push({ kind: 'unpaid', ...row, store: fromMinor(minor, row.currency), provider: null })
  }
  return found
}

/** Paid orders whose refunded amount (`store`) is not the sum of the refunds in the ledger and the requested ones (`provider`). */
export async function findMisrefunded(db: Db): Promise<LedgerDifference[]> {
  const { rows } = await sql<{ id: string; currency: string; recorded: number; found: number }>`
    with refunded as materialized (
      select intent_id, -sum(signed_minor) as minor from ledger where refund_id is not null group by intent_id
    ), waiting as materialized (
      select order_id, sum(amount_minor) as minor from refunds
      where done_at is null and failed_at is null group by order_id
    ), concerned as (
      select id from orders where refunded_minor <> 0
      union select order_id from waiting
      union select orders.id from refunded join orders on orders.transaction_id = refunded.intent_id
    ), sums as (
      select id, paid_at, currency, refunded_minor as recorded,
        (coalesce(refunded.minor, 0) + coalesce(waiting.minor, 0))::bigint as found
      from concerned join orders using (id)
        left join refunded on refunded.intent_id = orders.transaction_id
        left join waiting on waiting.order_id = orders.id
    )
    select id, currency, recorded, found from sums where paid_at is not null and recorded <> found order by id`.execute(
    db,
  )
  return rows.map(({ id, currency, recorded, found }) => {
    const amounts = { store: fromMinor(recorded, currency), provider: fromMinor(found, currency) }
    return { kind: 'refunded', id, orderId: id, currency, ...amounts }
  })
}

/** Payments for orders of this store that it has no record of: lost, as when a backup was restored. */
async function findUnknown(db: Db, foreign: ProviderIntent[]): Promise<LedgerDifference[]> {
  const named = foreign.flatMap(({ orderId }) => (orderId && idPattern.test(orderId) ? orderId : []))
  const own = new Set(await idsOf(db, sql`select id from orders where id = any (${named}::uuid[])`))
  return foreign
    .filter(({ orderId }) => orderId && own.has(orderId))
    .map(({ id, orderId, amountReceivedMinor: minor, currency }) => {
      return { kind: 'unknown', id, orderId, currency, store: null, provider: fromMinor(minor, currency) }
    })
}

export function describeReport({ check, failures }: LedgerReport, locale: string): string {
  const { since, until, payments, refunds, disputes, differences } = check
  return [
    `From ${since} to ${until}: ${payments} payments, ${refunds} refunds and ${disputes} disputes at the provider.`,
    ...failures.map(({ id, error }) => `  ${id} could not be synced: ${error}`),
    ...differences.map((difference) => describe(difference, locale)),
    differences.length === 0 ? 'The ledger agrees.' : `They differ ${differences.length} times.`,
  ].join('\n')
}

function describe(difference: LedgerDifference, locale: string): string {
  const { kind, id, orderId, otherOrderId, currency, providerCurrency, store, provider } = difference
  const amount = (value: number | null, of: string) =>
    value === null ? 'nothing' : formatPrice(value, { currency: of, locale })
  const orders = [orderId ?? 'unknown', ...(otherOrderId ? [texts.alsoNamed, otherOrderId] : [])].join(' ')
  const amounts = `in the store ${amount(store, currency)}, at the provider ${amount(provider, providerCurrency ?? currency)}`
  return `  ${texts.differences[kind]}, ${id}, order ${orders}: ${amounts}`
}
