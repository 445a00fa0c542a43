import type Stripe from 'stripe'
import type { StoredCard, StoredCardError } from '#database/column-values.ts'
import type { CardIntentRow, CardRefundRow } from '#database/rows.ts'
import { docUrl } from './api-error.ts'

// Response bodies. Amounts in minor units, times in seconds. `satisfies` checks each against the provider's types.

const CARD_OPTIONS = {
  installments: null,
  mandate_options: null,
  network: null,
  request_three_d_secure: 'automatic',
} as const

export function intentBody(row: CardIntentRow, origin: string) {
  return {
    ...publicIntentBody(row, origin),
    allowed_payment_method_types: null,
    amount_capturable: 0,
    amount_received: row.status === 'succeeded' ? row.amount_minor : 0,
    application: null,
    application_fee_amount: null,
    customer: null,
    customer_account: null,
    excluded_payment_method_types: null,
    latest_charge: row.charge_id,
    managed_payments: null,
    metadata: row.metadata,
    on_behalf_of: null,
    payment_method_configuration_details: null,
    payment_method_options: { card: CARD_OPTIONS },
    payment_record: null,
    review: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    transfer_data: null,
    transfer_group: null,
  } satisfies Stripe.PaymentIntent
}

/** The intent for a browser with publishable key and client secret: without the store's metadata. */
export function publicIntentBody(row: CardIntentRow, origin: string) {
  return {
    id: row.id,
    object: 'payment_intent' as const,
    amount: row.amount_minor,
    amount_details: { tip: {} },
    automatic_payment_methods: null,
    canceled_at: row.canceled_at && seconds(row.canceled_at),
    cancellation_reason: row.cancellation_reason,
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
    processing: null,
    receipt_email: row.receipt_email,
    setup_future_usage: null,
    shipping: null,
    source: null,
    status: row.status,
  } satisfies Partial<Stripe.PaymentIntent>
}

export function storedErrorBody({ card, ...error }: StoredCardError, at: Date) {
  return {
    ...error,
    doc_url: docUrl(error.code),
    payment_method: cardBody(card, at),
  } satisfies Stripe.PaymentIntent.LastPaymentError
}

export function refundBody(row: CardRefundRow, { currency, charge }: { currency: string; charge: string }) {
  return {
    id: row.id,
    object: 'refund' as const,
    amount: row.amount_minor,
    balance_transaction: null,
    charge,
    created: seconds(row.created_at),
    currency,
    customer: null,
    customer_account: null,
    metadata: row.metadata,
    payment_intent: row.intent_id,
    payment_method: null,
    reason: row.reason,
    receipt_number: null,
    ...(row.status === 'failed' && { failure_reason: 'expired_or_canceled_card' }),
    source_transfer_reversal: null,
    status: row.status,
    transfer_reversal: null,
  } satisfies Stripe.Refund
}

export function seconds(at: Date): number {
  return Math.floor(at.getTime() / 1000)
}

/** The sandbox stores no data of the cardholder. */
export const NO_BILLING_DETAILS = { address: null, email: null, name: null, phone: null, tax_id: null }
export const CARD_ORIGIN = { country: 'US', funding: 'credit' } as const

function cardBody({ id, ...card }: StoredCard, created: Date) {
  return {
    id,
    object: 'payment_method' as const,
    billing_details: NO_BILLING_DETAILS,
    card: {
      ...card,
      ...CARD_ORIGIN,
      checks: null,
      display_brand: card.brand,
      generated_from: null,
      networks: { available: [card.brand], preferred: null },
      regulated_status: 'unregulated' as const,
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
    created: seconds(created),
    customer: null,
    customer_account: null,
    livemode: false,
    metadata: {},
    type: 'card' as const,
  } satisfies Stripe.PaymentMethod
}

function nextAction(row: CardIntentRow, origin: string) {
  if (row.challenge_token === null) return null
  return {
    type: 'use_stripe_sdk',
    use_stripe_sdk: {
      type: 'three_d_secure_redirect',
      stripe_js: `${origin}/payments/3ds/${row.challenge_token}`,
    },
  }
}
