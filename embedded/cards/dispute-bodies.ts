import type { CardDisputeRow, CardIntentRow } from '#database/cards-schema.ts'
import { seconds } from './bodies.ts'

/** What the provider itself takes for each dispute, in its smallest unit. */
const FEE = 1500

export const evidenceFields = [
  'access_activity_log',
  'billing_address',
  'cancellation_policy',
  'cancellation_policy_disclosure',
  'cancellation_rebuttal',
  'customer_communication',
  'customer_email_address',
  'customer_name',
  'customer_purchase_ip',
  'customer_signature',
  'duplicate_charge_documentation',
  'duplicate_charge_explanation',
  'duplicate_charge_id',
  'product_description',
  'receipt',
  'refund_policy',
  'refund_policy_disclosure',
  'refund_refusal_explanation',
  'service_date',
  'service_documentation',
  'shipping_address',
  'shipping_carrier',
  'shipping_date',
  'shipping_documentation',
  'shipping_tracking_number',
  'uncategorized_file',
  'uncategorized_text',
] as const

export type DisputeBody = ReturnType<typeof disputeBody>
export type Disputed = Pick<CardIntentRow, 'currency' | 'charge_id'>

export function disputeBody(row: CardDisputeRow, { currency, charge_id: charge }: Disputed, at: Date) {
  const isInquiry = row.status.startsWith('warning_')
  const none = Object.fromEntries(evidenceFields.map((field) => [field, null]))
  return {
    id: row.id,
    object: 'dispute',
    amount: row.amount_minor,
    balance_transactions: movements(row, { currency, charge_id: charge }),
    charge,
    created: seconds(row.created_at),
    currency,
    enhanced_eligibility_types: [],
    evidence: { ...none, ...row.evidence, enhanced_evidence: {} },
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
  }
}

const NETWORK_REASONS: Record<string, string> = { fraudulent: '10.4', product_not_received: '13.1' }

export function isClosed({ status }: Pick<CardDisputeRow, 'status'>): boolean {
  return ['won', 'lost', 'warning_closed'].includes(status)
}

/** What the dispute took out of the shop's balance, and what came back into it. */
function movements(row: CardDisputeRow, { currency, charge_id: charge }: Disputed) {
  const moved = (id: string | null, at: Date | null, sign: 1 | -1, what: string) => {
    if (id === null || at === null) return []
    const amount = sign * row.amount_minor
    const fee = -sign * FEE
    return {
      id,
      object: 'balance_transaction',
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
      type: 'adjustment',
    }
  }
  return [
    moved(row.withdrawal_id, row.withdrawn_at, -1, 'withdrawal'),
    moved(row.reinstatement_id, row.reinstated_at, 1, 'reversal'),
  ].flat()
}
