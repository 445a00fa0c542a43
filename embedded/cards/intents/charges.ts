import type Stripe from 'stripe'
import type { StoredCard } from '#database/column-values.ts'
import type { Db } from '#database/open.ts'
import type { CardIntentRow } from '#database/rows.ts'
import { noSuch } from '../http/api-error.ts'
import { CARD_ORIGIN, NO_BILLING_DETAILS, seconds } from '../http/bodies.ts'
import { isCardId } from '../http/ids.ts'

/** The latest attempt to charge an intent's card. */
export function chargeBody(row: CardIntentRow) {
  const isPaid = row.status === 'succeeded'
  const error = isPaid ? null : row.last_payment_error
  const card = error?.card ?? row.payment_method
  return {
    id: row.charge_id ?? '',
    object: 'charge' as const,
    amount: row.amount_minor,
    amount_captured: isPaid ? row.amount_minor : 0,
    amount_refunded: row.refunded_minor,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null,
    billing_details: NO_BILLING_DETAILS,
    calculated_statement_descriptor: null,
    captured: isPaid,
    created: seconds(row.charged_at ?? row.created_at),
    currency: row.currency,
    customer: null,
    description: row.description,
    disputed: row.disputed,
    failure_balance_transaction: null,
    failure_code: error?.code ?? null,
    failure_message: error?.message ?? null,
    fraud_details: {},
    livemode: false,
    metadata: row.metadata,
    on_behalf_of: null,
    outcome: isPaid ? AUTHORIZED : declinedOutcome(error?.decline_code ?? error?.code ?? null),
    paid: isPaid,
    payment_intent: row.id,
    payment_method: card?.id ?? null,
    payment_method_details: card && { type: 'card', card: chargedCard(card, row) },
    receipt_email: row.receipt_email,
    receipt_number: null,
    receipt_url: null,
    refunded: row.refunded_minor === row.amount_minor,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: isPaid ? ('succeeded' as const) : ('failed' as const),
    transfer_data: null,
    transfer_group: null,
  } satisfies Stripe.Charge
}

/** The charge, if it is the latest of its intent; else 404 `resource_missing`. */
export async function findCharge(db: Db, id: string) {
  const row = isCardId(id)
    ? await db.selectFrom('cards.intents').selectAll().where('charge_id', '=', id).executeTakeFirst()
    : undefined
  if (!row) throw noSuch('charge', id, 'id')
  return chargeBody(row)
}

const NO_ADVICE = { advice_code: null, network_advice_code: null, network_decline_code: null } as const

const AUTHORIZED = {
  ...NO_ADVICE,
  network_status: 'approved_by_network',
  reason: null,
  risk_level: 'normal',
  seller_message: 'Payment complete.',
  type: 'authorized',
} satisfies Stripe.Charge.Outcome

function declinedOutcome(reason: string | null) {
  return {
    ...NO_ADVICE,
    network_status: 'declined_by_network',
    reason,
    risk_level: 'normal',
    seller_message: 'The bank did not return any further details with this decline.',
    type: 'issuer_declined',
  } satisfies Stripe.Charge.Outcome
}

function chargedCard({ brand, last4, exp_month, exp_year }: StoredCard, row: CardIntentRow) {
  return {
    amount_authorized: row.amount_minor,
    authorization_code: null,
    brand,
    checks: null,
    ...CARD_ORIGIN,
    electronic_commerce_indicator: null,
    exp_month,
    exp_year,
    installments: null,
    last4,
    mandate: null,
    network: brand,
    network_transaction_id: null,
    regulated_status: 'unregulated' as const,
    three_d_secure: null,
    transaction_link_id: null,
    wallet: null,
  } satisfies Stripe.Charge.PaymentMethodDetails.Card
}
