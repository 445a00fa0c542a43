import type { CardIntentRow, CardRefundRow, StoredCard, StoredCardError } from '#database/cards-schema.ts'

/** Rows as the card provider's API shows them. Amounts in minor units, times in whole seconds. */

/** The intent as the shop's server sees it. */
export function intentBody(row: CardIntentRow, origin: string) {
  return {
    ...publicIntentBody(row, origin),
    amount_capturable: 0,
    amount_received: row.status === 'succeeded' ? row.amount_minor : 0,
    application: null,
    customer: null,
    latest_charge: row.charge_id,
    metadata: row.metadata,
    on_behalf_of: null,
    review: null,
    statement_descriptor: null,
    transfer_group: null,
  }
}

/** The intent as a browser with publishable key and client secret sees it: without the shop's own notes. */
export function publicIntentBody(row: CardIntentRow, origin: string) {
  return {
    id: row.id,
    object: 'payment_intent',
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
    last_payment_error: row.last_payment_error && storedErrorBody(row.last_payment_error),
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
  }
}

/** A failed attempt, with the card it was made with. */
export function storedErrorBody({ card, ...error }: StoredCardError) {
  return {
    ...error,
    doc_url: `https://stripe.com/docs/error-codes/${error.code.replaceAll('_', '-')}`,
    payment_method: cardBody(card),
  }
}

export function refundBody(row: CardRefundRow, { currency, charge }: { currency: string; charge: string }) {
  return {
    id: row.id,
    object: 'refund',
    amount: row.amount_minor,
    charge,
    created: seconds(row.created_at),
    currency,
    metadata: row.metadata,
    payment_intent: row.intent_id,
    reason: row.reason,
    status: row.status,
    ...(row.status === 'failed' ? { failure_reason: 'expired_or_canceled_card' } : {}),
  }
}

export function chargeBody(row: CardIntentRow) {
  return {
    id: row.charge_id,
    object: 'charge',
    amount: row.amount_minor,
    amount_captured: row.amount_minor,
    amount_refunded: row.refunded_minor,
    captured: true,
    currency: row.currency,
    disputed: row.disputed,
    livemode: false,
    metadata: row.metadata,
    paid: true,
    payment_intent: row.id,
    payment_method: row.payment_method?.id ?? null,
    refunded: row.refunded_minor === row.amount_minor,
    status: 'succeeded',
  }
}

export function seconds(at: Date): number {
  return Math.floor(at.getTime() / 1000)
}

function cardBody({ id, ...card }: StoredCard) {
  return {
    id,
    object: 'payment_method',
    type: 'card',
    livemode: false,
    card: { ...card, country: 'US', funding: 'credit' },
  }
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
