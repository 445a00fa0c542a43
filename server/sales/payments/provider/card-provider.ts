import type { DisputeStatus } from '#contract/sales/payments/dispute-state.ts'

export const intentStatuses = [
  'requires_payment_method',
  'requires_confirmation',
  'requires_action',
  'processing',
  'requires_capture',
  'canceled',
  'succeeded',
] as const

export type ProviderIntent = {
  id: string
  status: (typeof intentStatuses)[number]
  amountMinor: number
  amountReceivedMinor: number
  currency: string
  orderId: string | null
  clientSecret: string | null
  /** The charge of its latest attempt, where that was declined. */
  failedChargeId: string | null
}

/**
 * A refund at the provider. `storeId` is the id of the store's row; null for that of an orphaned payment, or made in the
 * provider's dashboard. `hasFailed`: it failed or was canceled; otherwise it is done or pending.
 */
export type ProviderRefund = {
  providerId: string
  storeId: string | null
  amountMinor: number
  hasFailed: boolean
}

/** `movements` of the shop's balance, without fees: withdrawals are negative. */
export type ProviderDispute = {
  id: string
  intentId: string | null
  status: DisputeStatus
  reason: string
  amountMinor: number
  currency: string
  evidenceDueAt: Date | null
  createdAt: Date
  movements: { id: string; amountMinor: number }[]
}

/** `failedChargeId` is the charge of the declined attempt that the event is about. */
export type ProviderEvent = {
  id: string
  type: string
  intentId: string | null
  failedChargeId?: string | undefined
}

export type NewIntent = {
  orderId: string
  /** Counts an order's intents: the same order and attempt give the same intent for a day, however often requested. */
  attempt: number
  amountMinor: number
  currency: string
  email: string
  description: string
}

type NewRefund = { key: string; storeId?: string; amountMinor?: number; currency: string }

/** A period from `since` (inclusive) to `until` (exclusive). */
export type Period = { since: Date; until: Date }

/** How long a request, or a run of the job, tries a provider that does not answer. */
export type CallBudget = {
  ms?: number
  /** After this number of failed calls in a row no more are sent. */
  failures?: number
}

export const REQUEST_BUDGET: CallBudget = { ms: 9_000 }
/** An unavailable provider costs a run of the reconciliation job three failed calls, not one for each order. */
export const JOB_BUDGET: CallBudget = { failures: 3 }

/** The card provider. A call throws `cards_unavailable` if it cannot be reached or its response is invalid, and the SDK's error if it rejects the call. */
export type CardProvider = {
  withBudget(budget: CallBudget): CardProvider
  /** Throws `amount_too_small` or `amount_too_large` where the provider does not charge such an amount. */
  createIntent(intent: NewIntent): Promise<ProviderIntent>
  readIntent(id: string): Promise<ProviderIntent | undefined>
  /** The intent as it is afterwards: canceled, succeeded or processing if the payment was quicker, undefined if unknown. */
  cancelIntent(id: string): Promise<ProviderIntent | undefined>
  /** Refunds an amount, or all that is left, once for each key within a day. Throws `refund_refused` where the provider will not. */
  refundIntent(id: string, refund: NewRefund): Promise<void>
  /** All refunds of a payment, also those made in the dashboard, of at least a minor unit. Empty for an unknown payment. */
  listRefunds(id: string): Promise<ProviderRefund[]>
  listIntents(period: Period): Promise<ProviderIntent[]>
  listRefundsWithin(period: Period): Promise<(ProviderRefund & { intentId: string })[]>
  listDisputes(id: string): Promise<ProviderDispute[]>
  listDisputesWithin(period: Period): Promise<ProviderDispute[]>
  /** Checks the signature over the raw body; throws `webhook_signature`, or `invalid_request` for a body that is no event. */
  readEvent(rawBody: string | Buffer, signature: string | undefined): ProviderEvent
}
