import type { LedgerCheck, LedgerDifference } from '#contract/ledger.ts'
import { fromMinor } from '#contract/money.ts'
import type { Db } from '#database/open.ts'
import type { LedgerRow } from '#database/schema.ts'
import { newId } from '#database/uuid.ts'
import { type CardDispute, withdrawnMinor } from './card-disputes.ts'
import type { CardIntent, CardRefund } from './card-provider.ts'
import type { PaymentDeps } from './intents.ts'

const DAY_MS = 86_400_000
/** Younger than this, a payment may be on its way into the ledger. */
const SETTLING_MS = 10 * 60_000

/**
 * Compares the ledger with the provider's own books, for everything that moved within the last days, and keeps the
 * report. Only payments that this store opened count: others may share the account. Changes nothing else.
 */
export async function checkLedger(deps: PaymentDeps, { days }: { days: number }): Promise<LedgerCheck> {
  const at = deps.now()
  const until = new Date(at.getTime() - SETTLING_MS)
  const period = { since: new Date(until.getTime() - days * DAY_MS), until }
  const books = await readProvider(deps, period)
  const differences: LedgerDifference[] = []
  for (const intentId of books.intentIds) differences.push(...(await compare(deps, books, intentId)))
  const check = {
    at: at.toISOString(),
    since: period.since.toISOString(),
    until: until.toISOString(),
    payments: books.payments.size,
    refunds: books.refundCount,
    disputes: books.disputeCount,
    differences,
  }
  await deps.db
    .insertInto('ledger_checks')
    .values({ ...check, id: newId(), at, ...period, differences: JSON.stringify(differences) })
    .execute()
  return check
}

type Period = { since: Date; until: Date }
type Books = {
  intentIds: string[]
  payments: Map<string, CardIntent>
  /** Payments of which something went back within the period. */
  refunded: Set<string>
  refundCount: number
  /** Payments of which banks opened a dispute within the period. */
  disputed: Set<string>
  disputeCount: number
}

async function readProvider({ db, cards }: PaymentDeps, period: Period): Promise<Books> {
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

/** Of these payments those that this store opened; what was taken at the counter is nobody else's affair. */
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

async function compare(deps: PaymentDeps, books: Books, intentId: string): Promise<LedgerDifference[]> {
  const entries = await deps.db
    .selectFrom('ledger')
    .selectAll()
    .where('intent_id', '=', intentId)
    .orderBy('id')
    .execute()
  const intent = books.payments.get(intentId) ?? (await deps.cards.readIntent(intentId))
  const charge = entries.find(({ kind }) => kind === 'charge')
  const currency = intent?.currency ?? charge?.currency ?? ''
  const orderId = charge?.order_id ?? intent?.orderId ?? null
  const taken = intent?.status === 'succeeded' ? intent.amountReceivedMinor : undefined
  const found: Found[] = [{ kind: 'charge', id: intentId, store: charge?.amount_minor, provider: taken }]
  const hasRefunds = books.refunded.has(intentId) || entries.some((entry) => entry.refund_id !== null)
  if (hasRefunds) found.push(...compareRefunds(entries, await deps.cards.listRefunds(intentId)))
  const hasDisputes = books.disputed.has(intentId) || entries.some((entry) => entry.dispute_id !== null)
  if (hasDisputes) found.push(...compareDisputes(entries, await deps.cards.listDisputes(intentId)))
  return found
    .filter(({ store, provider }) => store !== provider)
    .map(({ kind, id, store, provider }) => ({
      kind,
      id,
      orderId,
      currency,
      store: store === undefined ? null : fromMinor(store, currency),
      provider: provider === undefined ? null : fromMinor(provider, currency),
    }))
}

type Found = Pick<LedgerDifference, 'kind' | 'id'> & {
  store: number | undefined
  provider: number | undefined
}
type Entry = Pick<LedgerRow, 'kind' | 'refund_id' | 'dispute_id' | 'amount_minor' | 'signed_minor'>

/** A refund that failed counts as none on either side. */
function compareRefunds(entries: Entry[], refunds: CardRefund[]): Found[] {
  const store = new Map<string, number>()
  for (const { kind, refund_id: id, amount_minor: amount } of entries) {
    if (id === null) continue
    if (kind === 'refund' && !store.has(id)) store.set(id, amount)
    if (kind === 'refund_failed') store.set(id, 0)
  }
  const provider = new Map(refunds.map(({ id, amountMinor, stands }) => [id, stands ? amountMinor : 0]))
  return [...new Set([...store.keys(), ...provider.keys()])].map((id) => ({
    kind: 'refund',
    id,
    store: store.get(id),
    provider: provider.get(id),
  }))
}

/** What each dispute has taken and not put back; an inquiry, which takes nothing, is on neither side. */
function compareDisputes(entries: Entry[], disputes: CardDispute[]): Found[] {
  const store = new Map<string, number>()
  for (const { dispute_id: id, signed_minor: signed } of entries) {
    if (id !== null) store.set(id, (store.get(id) ?? 0) - signed)
  }
  const provider = new Map(disputes.map((dispute) => [dispute.id, withdrawnMinor(dispute)]))
  return [...new Set([...store.keys(), ...provider.keys()])].map((id) => ({
    kind: 'dispute',
    id,
    store: store.get(id) ?? 0,
    provider: provider.get(id) ?? 0,
  }))
}
