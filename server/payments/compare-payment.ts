import type { LedgerDifference } from '#contract/ledger.ts'
import { fromMinor } from '#contract/money.ts'
import type { LedgerRow } from '#database/schema.ts'
import { type CardDispute, withdrawnMinor } from './card-disputes.ts'
import type { CardRefund } from './card-provider.ts'
import type { PaymentDeps } from './intents.ts'
import type { Books } from './provider-books.ts'

/** Where the ledger and the provider do not agree on one payment, its refunds and its disputes. */
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
