import type Stripe from 'stripe'
import * as z from 'zod/mini'
import { fromProviderAmount, returnedMinor } from '#contract/payments/card-amounts.ts'

/*
 * The provider's answers as the store understands them. What cannot be understood, whatever its HTTP status said,
 * throws: for the caller that is a provider which did not answer.
 */

type CardIntentStatus = z.infer<typeof intentSchema>['status']

export type CardIntent = {
  id: string
  status: CardIntentStatus
  amountMinor: number
  amountReceivedMinor: number
  currency: string
  /** The order it was opened for. */
  orderId: string | null
  clientSecret: string | null
  /** The charge of its latest attempt, where that was declined. */
  failedChargeId: string | null
}

/** `stands` is false for a refund that failed or was canceled; `refundId` is the store's own name for it. */
export type CardRefund = { id: string; refundId: string | null; amountMinor: number; stands: boolean }

/** An attempt that fails before the card is charged, at the buyer's bank, has no charge. */
const failureSchema = z.object({ charge: z.nullish(z.string()) })

const metadataSchema = z.nullable(z.record(z.string(), z.string()))

/** What names a payment, in full where the provider was asked to expand it. */
export const intentNameSchema = z.nullable(z.union([z.string(), z.object({ id: z.string() })]))

/** The id of the payment that is named, if any. */
export function namedIntentId(intent: z.infer<typeof intentNameSchema>): string | null {
  return typeof intent === 'string' ? intent : (intent?.id ?? null)
}

const intentSchema = z.object({
  id: z.string(),
  object: z.literal('payment_intent'),
  status: z.enum([
    'requires_payment_method',
    'requires_confirmation',
    'requires_action',
    'processing',
    'requires_capture',
    'canceled',
    'succeeded',
  ]),
  amount: z.int(),
  amount_received: z.int(),
  currency: z.string(),
  client_secret: z.nullable(z.string()),
  last_payment_error: z.nullable(failureSchema),
  metadata: metadataSchema,
})

const refundSchema = z.object({
  id: z.string(),
  object: z.literal('refund'),
  amount: z.int(),
  currency: z.string(),
  metadata: metadataSchema,
  payment_intent: intentNameSchema,
  status: z.nullable(z.enum(['pending', 'requires_action', 'succeeded', 'failed', 'canceled'])),
})

const eventSchema = z.object({
  id: z.string(),
  type: z.string(),
  api_version: z.nullish(z.string()),
  data: z.object({ object: z.looseObject({ last_payment_error: z.nullish(failureSchema) }) }),
})

export function readIntentAnswer(answer: Stripe.PaymentIntent): CardIntent {
  const intent = z.parse(intentSchema, answer)
  return {
    id: intent.id,
    status: intent.status,
    amountMinor: fromProviderAmount(intent.amount, intent.currency),
    amountReceivedMinor: fromProviderAmount(intent.amount_received, intent.currency),
    currency: intent.currency,
    orderId: intent.metadata?.orderId ?? null,
    clientSecret: intent.client_secret,
    failedChargeId: intent.last_payment_error?.charge ?? null,
  }
}

/** The same for one that was asked for by its id: another's fate must not become this one's. */
export function readNamedIntent(answer: Stripe.PaymentIntent, id: string): CardIntent {
  const intent = readIntentAnswer(answer)
  if (intent.id !== id) throw new Error(`asked about ${id}, the provider answered about ${intent.id}`)
  return intent
}

export function readRefundAnswer(answer: Stripe.Refund): CardRefund & { intentId: string | null } {
  const { id, amount, currency, metadata, payment_intent: intent, status } = z.parse(refundSchema, answer)
  return {
    id,
    refundId: metadata?.refundId ?? null,
    amountMinor: returnedMinor(amount, currency),
    stands: status !== 'failed' && status !== 'canceled',
    intentId: namedIntentId(intent),
  }
}

/** The same for a refund of one payment. */
export function readRefundOf(intentId: string, answer: Stripe.Refund): CardRefund {
  const { intentId: named, ...refund } = readRefundAnswer(answer)
  if (named !== intentId) throw new Error(`asked about ${intentId}, the provider answered about ${named}`)
  return refund
}

export function readEventAnswer(event: Stripe.Event): z.infer<typeof eventSchema> {
  return z.parse(eventSchema, event)
}
