import { type DisputeStatus, openChargebackStatuses } from '#contract/sales/payments/dispute-state.ts'
import { cellOf, type OrderPhase } from '../orders/states.ts'
import type { UnitsBack } from '../orders/write-order.ts'
import type { ProviderDispute, ProviderIntent, ProviderRefund } from './provider/card-provider.ts'
import { isProcessing } from './provider/responses.ts'

/* Pure decisions on what the provider returned. `record.ts` locks the order before a decision that it writes. */

/** Named as the columns of `payment_intents`, `orphaned_payments` and `ledger`. */
export type KnownIntent = { intent_id: string; order_id: string; amount_minor: number; currency: string }

/**
 * `confirmed`: it succeeded, for its order, with the whole amount in the right currency. `unconfirmed`: it succeeded for
 * another order, amount or currency. `unusable`: it can no longer be paid. `processing`: the provider has not decided.
 * `failed`: its latest charge was declined. `open`: it waits for the buyer.
 */
export type IntentState = 'confirmed' | 'unconfirmed' | 'unusable' | 'processing' | 'failed' | 'open'

export function intentState(known: KnownIntent, found: ProviderIntent | undefined): IntentState {
  if (!found || found.status === 'canceled') return 'unusable'
  if (found.status === 'succeeded') return confirmsPayment(known, found) ? 'confirmed' : 'unconfirmed'
  if (isProcessing(found)) return 'processing'
  return found.failedChargeId ? 'failed' : 'open'
}

function confirmsPayment(known: KnownIntent, found: ProviderIntent): boolean {
  return (
    found.orderId === known.order_id &&
    found.amountMinor === known.amount_minor &&
    found.amountReceivedMinor === known.amount_minor &&
    found.currency === known.currency
  )
}

export type IntentDecision =
  | 'record_paid'
  | 'record_orphaned'
  | 'already_paid'
  | 'unconfirmed'
  | 'close_attempt'
  | 'wait'
  | 'count_failure'

const unlessConfirmed = {
  unconfirmed: 'unconfirmed',
  unusable: 'close_attempt',
  processing: 'wait',
  failed: 'count_failure',
  open: 'wait',
} as const

/** The decision for an order. A confirmed payment wins over an expiry or cancellation that has not ended. */
export function decideIntent(
  state: IntentState,
  { phase, isPaidByThis }: { phase: OrderPhase; isPaidByThis: boolean },
): IntentDecision {
  if (state !== 'confirmed') return unlessConfirmed[state]
  if (isPaidByThis) return 'already_paid'
  return cellOf('recordPayment', phase) === 'paid' ? 'record_paid' : 'record_orphaned'
}

export type RefundOrder = {
  totalMinor: number
  /** `returnable`: units that have not come back to stock. */
  lines: { position: number; returnable: number }[]
}
export type KnownRefund = {
  id: string
  providerId: string | null
  amountMinor: number
  lines: { position: number; restocked: number }[]
  state: 'requested' | 'done' | 'failed'
  requestedBy: string | null
}

/**
 * The changes that make an order's refunds agree with the provider's. Units are returned once, if the provider's first
 * report of a refund is a success, of each line up to those bought.
 */
export function decideRefunds(order: RefundOrder, rows: KnownRefund[], found: ProviderRefund[]) {
  const changed: { id: string; providerId: string; amountMinor: number; state: 'done' | 'failed' }[] = []
  // the store has no row of them, as of refunds made in the provider's dashboard
  const added: { providerId: string; amountMinor: number }[] = []
  const unitsBack: UnitsBack[] = []
  const current = rows.map((row) => ({ ...row }))
  const returnable = new Map(order.lines.map((line) => [line.position, line.returnable]))
  for (const { providerId, storeId, amountMinor, hasFailed } of found) {
    const row = current.find((known) => known.providerId === providerId || known.id === storeId)
    // a pending refund counts as done: most succeed, and one that fails later is entered then
    const state = hasFailed ? 'failed' : 'done'
    if (!row) {
      if (!hasFailed) added.push({ providerId, amountMinor })
      continue
    }
    if (row.state === state && row.providerId === providerId) continue
    for (const { position, restocked } of !hasFailed && row.providerId === null ? row.lines : []) {
      const left = returnable.get(position) ?? 0
      const quantity = Math.min(restocked, left)
      if (quantity > 0) unitsBack.push({ position, quantity, actorId: row.requestedBy })
      returnable.set(position, left - quantity)
    }
    Object.assign(row, { providerId, amountMinor, state })
    changed.push({ id: row.id, providerId, amountMinor, state })
  }
  const addedMinor = sum(added)
  const done = current.filter((row) => row.state === 'done')
  const doneMinor = sum(done) + addedMinor
  const requested = current.filter((row) => row.state === 'requested')
  // the newest requested refunds fail if the total is exceeded
  const noLongerCovered: string[] = []
  while (doneMinor + sum(requested) > order.totalMinor) {
    const last = requested.pop()
    if (!last) break
    noLongerCovered.push(last.id)
  }
  return {
    changed,
    added,
    noLongerCovered,
    unitsBack,
    // done and requested together: what counts as refunded on the order
    refundedMinor: doneMinor + sum(requested),
    doneBeforeMinor: sum(rows.filter((row) => row.state === 'done')),
    doneMinor,
    actorId: added.length > 0 ? null : (done.at(-1)?.requestedBy ?? null),
  }
}

function sum(amounts: { amountMinor: number }[]): number {
  return amounts.reduce((total, { amountMinor }) => total + amountMinor, 0)
}

/** What a dispute has withdrawn and not returned. */
export function withdrawnMinor({ movements }: Pick<ProviderDispute, 'movements'>): number {
  return Math.max(0, -sum(movements))
}

/** Total − refunded − withdrawn by lost disputes. Undefined during a chargeback, or if a lost one left nothing. */
export function refundableMinor(
  { totalMinor, refundedMinor }: { totalMinor: number; refundedMinor: number },
  disputes: { status: DisputeStatus; withdrawnMinor: number }[],
): number | undefined {
  if (disputes.some(({ status }) => openChargebackStatuses.includes(status))) return undefined
  const lost = disputes.filter(({ status }) => status === 'lost')
  const left = lost.reduce((rest, dispute) => rest - dispute.withdrawnMinor, totalMinor - refundedMinor)
  return lost.length > 0 && left < 1 ? undefined : left
}
