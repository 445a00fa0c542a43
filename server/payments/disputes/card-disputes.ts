import type Stripe from 'stripe'
import * as z from 'zod/mini'
import { returnedMinor } from '#contract/payments/card-amounts.ts'
import { type DisputeStatus, disputeStatuses } from '#contract/payments/dispute-state.ts'
import { intentNameSchema, namedIntentId } from '../provider/card-answers.ts'

/** `movements` are what it took out of the shop's balance (negative) and put back, fees apart. */
export type CardDispute = {
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

const movementSchema = z.object({ id: z.string(), amount: z.int(), currency: z.string() })

const disputeSchema = z.object({
  id: z.string(),
  object: z.literal('dispute'),
  status: z.enum(disputeStatuses),
  reason: z.string(),
  amount: z.int(),
  currency: z.string(),
  created: z.int(),
  payment_intent: intentNameSchema,
  evidence_details: z.object({ due_by: z.nullable(z.int()) }),
  balance_transactions: z.array(movementSchema),
})

/** A dispute as the store understands it; throws for what it cannot understand, like its neighbours. */
export function readDisputeAnswer(answer: Stripe.Dispute): CardDispute {
  const dispute = z.parse(disputeSchema, answer)
  const { id, status, reason, amount, currency, payment_intent: intent } = dispute
  const { due_by: dueBy } = dispute.evidence_details
  return {
    id,
    intentId: namedIntentId(intent),
    status,
    reason,
    amountMinor: returnedMinor(amount, currency),
    currency,
    // 0 where a bank takes no evidence
    evidenceDueAt: dueBy ? toDate(dueBy) : null,
    createdAt: toDate(dispute.created),
    movements: dispute.balance_transactions.map((moved) => ({
      id: moved.id,
      // a balance may be kept in another currency than the payment's; then the disputed amount is what moved
      amountMinor:
        Math.sign(moved.amount) *
        returnedMinor(moved.currency === currency ? Math.abs(moved.amount) : amount, currency),
    })),
  }
}

/** The same for a dispute of one payment. */
export function readDisputeOf(intentId: string, answer: Stripe.Dispute): CardDispute {
  const dispute = readDisputeAnswer(answer)
  if (dispute.intentId === intentId) return dispute
  throw new Error(`asked about ${intentId}, the provider answered about ${dispute.intentId}`)
}

/** What a dispute has taken out of the shop's balance and not put back. */
export function withdrawnMinor({ movements }: Pick<CardDispute, 'movements'>): number {
  return Math.max(0, -movements.reduce((sum, { amountMinor }) => sum + amountMinor, 0))
}

function toDate(seconds: number): Date {
  return new Date(seconds * 1000)
}
