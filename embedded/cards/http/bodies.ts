import type Stripe from 'stripe'
import { fromProviderAmount } from '#contract/platform/card-amounts.ts'
import { formatMinor } from '#contract/platform/money.ts'
import type { StoredCard, StoredCardError } from '#database/column-values.ts'
import type { CardDisputeRow, CardIntentRow, CardRefundRow } from '#database/rows.ts'
import { docUrl } from './api-error.ts'

// Bodies of responses and events. Amounts are in the provider's units (`contract/platform/card-amounts.ts`), times in
// seconds. Of the fields that would always be null here, most are left out.

type Fields<T> = Partial<Record<keyof T, unknown>>

/** In the provider's units of the dispute's currency, whichever it is. */
const DISPUTE_FEE = 1500

export function intentBody(row: CardIntentRow, origin: string) {
  return {
    ...publicIntentBody(row, origin),
    amount_received: row.status === 'succeeded' ? row.amount_minor : 0,
    latest_charge: row.charge_id,
    metadata: row.metadata,
  } satisfies Fields<Stripe.PaymentIntent>
}

/** The intent for a browser with publishable key and client secret: without metadata, charge and amount received. */
export function publicIntentBody(row: CardIntentRow, origin: string) {
  return {
    id: row.id,
    object: 'payment_intent' as const,
    amount: row.amount_minor,
    canceled_at: row.canceled_at && seconds(row.canceled_at),
    capture_method: 'automatic_async',
    client_secret: row.client_secret,
    confirmation_method: 'automatic',
    created: seconds(row.created_at),
    currency: row.currency,
    description: row.description,
    last_payment_error: row.last_payment_error && storedErrorBody(row.last_payment_error, row.created_at),
    livemode: false,
    next_action: nextAction(row, origin),
    payment_method: row.payment_method?.id ?? null,
    payment_method_types: ['card'],
    receipt_email: row.receipt_email,
    status: row.status,
  } satisfies Fields<Stripe.PaymentIntent>
}

function nextAction(row: CardIntentRow, origin: string) {
  if (row.challenge_token === null) return null
  const address = `${origin}/payments/3ds/${row.challenge_token}`
  return {
    type: 'use_stripe_sdk',
    use_stripe_sdk: { type: 'three_d_secure_redirect', stripe_js: address },
  }
}

export function storedErrorBody({ card, ...error }: StoredCardError, at: Date) {
  return { ...error, doc_url: docUrl(error.code), payment_method: cardBody(card, at) }
}

const NO_BILLING_DETAILS = { address: null, email: null, name: null, phone: null, tax_id: null }

function cardBody({ id, ...card }: StoredCard, created: Date) {
  return {
    id,
    object: 'payment_method' as const,
    billing_details: NO_BILLING_DETAILS,
    card: { ...card, funding: 'credit' },
    created: seconds(created),
    livemode: false,
    type: 'card' as const,
  }
}

export function chargeBody(row: CardIntentRow) {
  return {
    id: row.charge_id ?? '',
    object: 'charge' as const,
    amount: row.amount_minor,
    amount_captured: row.amount_minor,
    amount_refunded: row.refunded_minor,
    billing_details: NO_BILLING_DETAILS,
    captured: true,
    created: seconds(row.charged_at ?? row.created_at),
    currency: row.currency,
    description: row.description,
    disputed: row.disputed,
    livemode: false,
    metadata: row.metadata,
    paid: true,
    payment_intent: row.id,
    refunded: row.refunded_minor === row.amount_minor,
    status: 'succeeded' as const,
  } satisfies Fields<Stripe.Charge>
}

export type ChargedIntent = Pick<CardIntentRow, 'currency' | 'charge_id'>

export function refundBody(row: CardRefundRow, { currency, charge_id }: ChargedIntent) {
  return {
    id: row.id,
    object: 'refund' as const,
    amount: row.amount_minor,
    charge: charge_id ?? '',
    created: seconds(row.created_at),
    currency,
    metadata: row.metadata,
    payment_intent: row.intent_id,
    ...(row.status === 'failed' && { failure_reason: 'expired_or_canceled_card' }),
    status: row.status,
  } satisfies Fields<Stripe.Refund>
}

export function disputeBody(row: CardDisputeRow, { currency, charge_id }: ChargedIntent, at: Date) {
  const closed = isClosed(row)
  return {
    id: row.id,
    object: 'dispute' as const,
    amount: row.amount_minor,
    balance_transactions: [
      ...balanceTransaction(row, currency, { id: row.withdrawal_id, at: row.withdrawn_at, sign: -1 }),
      ...balanceTransaction(row, currency, { id: row.reinstatement_id, at: row.reinstated_at, sign: 1 }),
    ],
    charge: charge_id ?? '',
    created: seconds(row.created_at),
    currency,
    evidence: row.evidence,
    evidence_details: {
      due_by: closed ? null : seconds(row.due_by),
      has_evidence: Object.keys(row.evidence).length > 0,
      past_due: !closed && row.due_by <= at,
      submission_count: row.submission_count,
      submission_method: row.submission_count > 0 ? 'manual' : 'not_submitted',
    },
    is_charge_refundable: isInquiry(row),
    livemode: false,
    metadata: row.metadata,
    payment_intent: row.intent_id,
    reason: row.reason,
    status: row.status,
  } satisfies Fields<Stripe.Dispute>
}

/** The bank asks before it claims the payment. */
export function isInquiry({ status }: Pick<CardDisputeRow, 'status'>): boolean {
  return status.startsWith('warning_')
}

export function isClosed({ status }: Pick<CardDisputeRow, 'status'>): boolean {
  return ['won', 'lost', 'warning_closed'].includes(status)
}

type Movement = { id: string | null; at: Date | null; sign: 1 | -1 }

function balanceTransaction(row: CardDisputeRow, currency: string, { id, at, sign }: Movement) {
  if (id === null || at === null) return []
  const amount = sign * row.amount_minor
  const fee = -sign * DISPUTE_FEE
  return [
    {
      id,
      object: 'balance_transaction' as const,
      amount,
      available_on: seconds(at),
      created: seconds(at),
      currency,
      fee,
      fee_details: [
        { amount: fee, application: null, currency, description: 'Dispute fee', type: 'stripe_fee' },
      ],
      net: amount - fee,
      reporting_category: sign < 0 ? 'dispute' : 'dispute_reversal',
      source: row.id,
      status: 'available',
      type: 'adjustment' as const,
    } satisfies Fields<Stripe.BalanceTransaction>,
  ]
}

/** `amount` is in the provider's units: 500,000 of `huf` give "HUF 5,000". */
export function formatAmount(amount: number, currency: string): string {
  return formatMinor(fromProviderAmount(amount, currency), { currency, locale: 'en-US' })
}

export function seconds(at: Date): number {
  return Math.floor(at.getTime() / 1000)
}
