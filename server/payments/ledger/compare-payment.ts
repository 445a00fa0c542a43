import { fromMinor } from '#contract/money.ts'
import type { LedgerDifference } from '#contract/payments/ledger.ts'
import type { LedgerRow } from '#database/rows.ts'
import { type CardDispute, withdrawnMinor } from '../disputes/card-disputes.ts'
import { findIntent, type KnownIntent, type PaymentDeps } from '../intents/intents.ts'
import type { CardIntent, CardRefund } from '../provider/card-provider.ts'
import type { Books } from './provider-books.ts'

/** Where the ledger and the provider do not agree on one payment of ours, its refunds and its disputes. */
export async function comparePayment(
  deps: PaymentDeps,
  books: Books,
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
  const intent = books.payments.get(intentId) ?? (await deps.cards.readIntent(intentId))
  const charge = entries.find(({ kind }) => kind === 'charge')
  const currency = intent?.currency ?? known.currency
  const taken = intent?.status === 'succeeded' ? intent.amountReceivedMinor : undefined
  const found: Found[] = [{ kind: 'charge', id: intentId, store: sumOf(charge), provider: taken }]
  const hasRefunds = books.refunded.has(intentId) || entries.some((entry) => entry.refund_id !== null)
  if (hasRefunds) found.push(...compareRefunds(entries, await deps.cards.listRefunds(intentId)))
  const hasDisputes = books.disputed.has(intentId) || entries.some((entry) => entry.dispute_id !== null)
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

/** A payment belongs to the order that it was opened for: by the store's own attempt, the ledger and the provider. */
function findMisplaced({
  intentId,
  entries,
  known,
  intent,
}: {
  intentId: string
  entries: Entry[]
  known: KnownIntent
  intent: CardIntent | undefined
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

/** A refund that failed counts as none on either side. */
function compareRefunds(entries: Entry[], refunds: CardRefund[]): Found[] {
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

/** What each dispute has taken and not put back; an inquiry, which takes nothing, is on neither side. */
function compareDisputes(
  entries: Entry[],
  { disputes, currency }: { disputes: CardDispute[]; currency: string },
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
