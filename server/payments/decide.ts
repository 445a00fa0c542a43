import { type DisputeStatus, openChargebackStatuses } from '#contract/payments/dispute-state.ts'
import { cellOf, type OrderPhase } from '../orders/states.ts'
import {
  isProcessing,
  type ProviderDispute,
  type ProviderIntent,
  type ProviderRefund,
} from './provider/card-provider.ts'

/* The decisions on what the provider returns, as pure functions. `record.ts` calls them on the locked row. */

export type KnownIntent = { intent_id: string; order_id: string; amount_minor: number; currency: string }

/**
 * `confirmed`: it succeeded, for its order, with the whole amount in the right currency. `unconfirmed`: it succeeded otherwise.
 * `unusable`: it can no longer be paid. `processing`: the provider has not decided. `failed`: its latest attempt was declined.
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

export type RefundOrder = { totalMinor: number; quantity: number; quantityReturned: number }
export type KnownRefund = {
  id: string
  providerId: string | null
  amountMinor: number
  quantity: number
  state: 'asked' | 'done' | 'failed'
  requestedBy: string | null
}

/** Makes an order's refunds agree with the provider's. Units are returned once, with the first success, up to those bought. */
export function decideRefunds(order: RefundOrder, rows: KnownRefund[], found: ProviderRefund[]) {
  const changed: { id: string; providerId: string; amountMinor: number; state: 'done' | 'failed' }[] = []
  // made in the provider's dashboard: the store has no row of them
  const added: { providerId: string; amountMinor: number }[] = []
  const unitsBack: { quantity: number; actorId: string | null }[] = []
  const current = rows.map((row) => ({ ...row }))
  let returned = order.quantityReturned
  for (const { id: providerId, refundId, amountMinor, hasNotFailed } of found) {
    const row = current.find((known) => known.providerId === providerId || known.id === refundId)
    // a pending refund counts as done: most succeed, and one that fails later is entered then
    const state = hasNotFailed ? 'done' : 'failed'
    if (!row) {
      if (hasNotFailed) added.push({ providerId, amountMinor })
      continue
    }
    if (hasNotFailed === (row.state === 'done') && row.providerId === providerId) continue
    const quantity = Math.min(row.quantity, order.quantity - returned)
    if (hasNotFailed && row.providerId === null && quantity > 0) {
      unitsBack.push({ quantity, actorId: row.requestedBy })
      returned += quantity
    }
    Object.assign(row, { providerId, amountMinor, state })
    changed.push({ id: row.id, providerId, amountMinor, state })
  }
  const addedMinor = sum(added)
  const done = current.filter((row) => row.state === 'done')
  const doneMinor = sum(done) + addedMinor
  const requested = current.filter((row) => row.state === 'asked')
  const failed: string[] = []
  while (doneMinor + sum(requested) > order.totalMinor) {
    const last = requested.pop()
    if (!last) break
    failed.push(last.id)
  }
  return {
    changed,
    added,
    failed,
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
