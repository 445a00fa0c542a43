import type Stripe from 'stripe'
import type { CardDisputeRow, CardIntentRow } from '#database/rows.ts'
import { seconds } from '../http/bodies.ts'

/** The provider's fee for each dispute, in minor units. */
const FEE = 1500

const NO_EVIDENCE = {
  access_activity_log: null,
  billing_address: null,
  cancellation_policy: null,
  cancellation_policy_disclosure: null,
  cancellation_rebuttal: null,
  customer_communication: null,
  customer_email_address: null,
  customer_name: null,
  customer_purchase_ip: null,
  customer_signature: null,
  duplicate_charge_documentation: null,
  duplicate_charge_explanation: null,
  duplicate_charge_id: null,
  product_description: null,
  receipt: null,
  refund_policy: null,
  refund_policy_disclosure: null,
  refund_refusal_explanation: null,
  service_date: null,
  service_documentation: null,
  shipping_address: null,
  shipping_carrier: null,
  shipping_date: null,
  shipping_documentation: null,
  shipping_tracking_number: null,
  uncategorized_file: null,
  uncategorized_text: null,
  enhanced_evidence: {},
} satisfies Stripe.Dispute.Evidence

export const evidenceFields = Object.keys(NO_EVIDENCE).filter((field) => field !== 'enhanced_evidence')

export type DisputeBody = ReturnType<typeof disputeBody>
export type Disputed = Pick<CardIntentRow, 'currency' | 'charge_id'>

export function disputeBody(row: CardDisputeRow, { currency, charge_id: charge }: Disputed, at: Date) {
  const isInquiry = row.status.startsWith('warning_')
  return {
    id: row.id,
    object: 'dispute' as const,
    amount: row.amount_minor,
    balance_transactions: balanceTransactions(row, { currency, charge_id: charge }),
    charge: charge ?? '',
    created: seconds(row.created_at),
    currency,
    enhanced_eligibility_types: [],
    evidence: { ...NO_EVIDENCE, ...row.evidence },
    evidence_details: {
      due_by: isClosed(row) ? null : seconds(row.due_by),
      enhanced_eligibility: {},
      has_evidence: Object.keys(row.evidence).length > 0,
      past_due: !isClosed(row) && row.due_by <= at,
      submission_count: row.submission_count,
      submission_method: row.submission_count > 0 ? 'manual' : 'not_submitted',
    },
    intended_submission_method: null,
    is_charge_refundable: isInquiry,
    livemode: false,
    metadata: row.metadata,
    payment_intent: row.intent_id,
    payment_method_details: {
      card: {
        brand: 'visa',
        case_type: isInquiry ? 'inquiry' : 'chargeback',
        network: 'visa',
        network_reason_code: NETWORK_REASONS[row.reason] ?? null,
      },
      type: 'card',
    },
    reason: row.reason,
    status: row.status,
  } satisfies Stripe.Dispute
}

const NETWORK_REASONS: Record<string, string> = { fraudulent: '10.4', product_not_received: '13.1' }

export function isClosed({ status }: Pick<CardDisputeRow, 'status'>): boolean {
  return ['won', 'lost', 'warning_closed'].includes(status)
}

function balanceTransactions(row: CardDisputeRow, { currency, charge_id: charge }: Disputed) {
  const transaction = (id: string | null, at: Date | null, sign: 1 | -1, what: string) => {
    if (id === null || at === null) return []
    const amount = sign * row.amount_minor
    const fee = -sign * FEE
    return {
      id,
      object: 'balance_transaction' as const,
      amount,
      available_on: seconds(at),
      balance_type: 'payments',
      created: seconds(at),
      currency,
      description: `Chargeback ${what} for ${charge}`,
      exchange_rate: null,
      fee,
      fee_details: [
        { amount: fee, application: null, currency, description: 'Dispute fee', type: 'stripe_fee' },
      ],
      net: amount - fee,
      reporting_category: sign < 0 ? 'dispute' : 'dispute_reversal',
      source: row.id,
      status: 'available',
      type: 'adjustment' as const,
    } satisfies Stripe.BalanceTransaction
  }
  return [
    transaction(row.withdrawal_id, row.withdrawn_at, -1, 'withdrawal'),
    transaction(row.reinstatement_id, row.reinstated_at, 1, 'reversal'),
  ].flat()
}
