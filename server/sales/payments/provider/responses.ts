import * as z from 'zod/mini'
import { fromProviderAmount, returnedMinor } from '#contract/platform/card-amounts.ts'
import { disputeStatuses } from '#contract/sales/payments/dispute-state.ts'
import { untilAborted } from '../../../platform/http/inject-fetch.ts'
import {
  intentStatuses,
  type ProviderDispute,
  type ProviderIntent,
  type ProviderRefund,
} from './card-provider.ts'

/* A response that does not match its schema throws, also with status 200: for the caller the provider is unavailable. */

/** A `fetch` that accepts only whole responses in the provider's form, until a time of `performance.now()`. The SDK would take some others for successes. */
export function checkedFetch(send: typeof fetch, until: number): typeof fetch {
  return async (input, init) => {
    const left = until - performance.now()
    if (left <= 0) throw new Error('the time for calls to the card provider is over')
    const deadline = Number.isFinite(left) ? [AbortSignal.timeout(Math.ceil(left))] : []
    const signal = AbortSignal.any([...(init?.signal ? [init.signal] : []), ...deadline])
    return untilAborted(readWhole(await untilAborted(send(input, { ...init, signal }), signal)), signal)
  }
}

async function readWhole(response: Response): Promise<Response> {
  const text = await response.text()
  if (hasProviderForm(response.status, text)) return new Response(text, response)
  const type = response.headers.get('content-type') ?? 'no content type'
  // without the text, which may have a secret
  throw new Error(
    `the card provider answered ${response.status} with an invalid body (${type}, ${text.length} long)`,
  )
}

function hasProviderForm(status: number, text: string): boolean {
  const body = parseJson(text)
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return false
  const error = 'error' in body ? body.error : undefined
  if (status >= 200 && status < 300) return error === undefined
  return status >= 400 && typeof error === 'object' && error !== null && 'type' in error
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Whether the provider is still deciding: the payment can neither be repeated nor taken as failed. */
export function isProcessing({ status }: ProviderIntent): boolean {
  return status === 'processing' || status === 'requires_capture'
}

/** An attempt that fails before the card is charged, at the buyer's bank, has no charge. */
const failureSchema = z.object({ charge: z.nullish(z.string()) })

const metadataSchema = z.nullable(z.record(z.string(), z.string()))

const intentReferenceSchema = z.nullable(z.union([z.string(), z.object({ id: z.string() })]))

/** An amount in what is no currency has no known unit. */
const currencySchema = z.string().check(z.regex(/^[a-z]{3}$/i))

const intentSchema = z.object({
  id: z.string(),
  object: z.literal('payment_intent'),
  status: z.enum(intentStatuses),
  amount: z.int(),
  amount_received: z.int(),
  currency: currencySchema,
  client_secret: z.nullable(z.string()),
  last_payment_error: z.nullable(failureSchema),
  metadata: metadataSchema,
})

const refundSchema = z.object({
  id: z.string(),
  object: z.literal('refund'),
  amount: z.int(),
  currency: currencySchema,
  metadata: metadataSchema,
  payment_intent: intentReferenceSchema,
  status: z.nullable(z.enum(['pending', 'requires_action', 'succeeded', 'failed', 'canceled'])),
})

const movementSchema = z.object({ id: z.string(), amount: z.int(), currency: currencySchema })

const disputeSchema = z.object({
  id: z.string(),
  object: z.literal('dispute'),
  status: z.enum(disputeStatuses),
  reason: z.string(),
  amount: z.int(),
  currency: currencySchema,
  created: z.int(),
  payment_intent: intentReferenceSchema,
  evidence_details: z.object({ due_by: z.nullable(z.int()) }),
  balance_transactions: z.array(movementSchema),
})

const eventSchema = z.object({
  id: z.string(),
  type: z.string(),
  api_version: z.nullish(z.string()),
  data: z.object({ object: z.looseObject({ last_payment_error: z.nullish(failureSchema) }) }),
})

export function readIntentResponse(response: unknown): ProviderIntent {
  const intent = z.parse(intentSchema, response)
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

export function readRefundResponse(response: unknown): ProviderRefund & { intentId: string | null } {
  const { id, amount, currency, metadata, payment_intent: intent, status } = z.parse(refundSchema, response)
  return {
    providerId: id,
    storeId: metadata?.refundId ?? null,
    amountMinor: returnedMinor(amount, currency),
    hasFailed: status === 'failed' || status === 'canceled',
    intentId: referredIntentId(intent),
  }
}

export function readDisputeResponse(response: unknown): ProviderDispute {
  const dispute = z.parse(disputeSchema, response)
  const { id, status, reason, amount, currency, payment_intent: intent } = dispute
  const { due_by: dueBy } = dispute.evidence_details
  return {
    id,
    intentId: referredIntentId(intent),
    status,
    reason,
    amountMinor: returnedMinor(amount, currency),
    currency,
    // 0 where a bank takes no evidence
    evidenceDueAt: dueBy ? toDate(dueBy) : null,
    createdAt: toDate(dispute.created),
    movements: dispute.balance_transactions.map((moved) => ({
      id: moved.id,
      // a balance may be kept in another currency than the payment's: then the disputed amount counts as moved
      amountMinor:
        Math.sign(moved.amount) *
        returnedMinor(moved.currency === currency ? Math.abs(moved.amount) : amount, currency),
    })),
  }
}

export function readEventResponse(event: unknown): z.infer<typeof eventSchema> {
  return z.parse(eventSchema, event)
}

/** Throws if the provider answered about another payment than the one that was requested. */
export function requireSame(requested: string, named: string | null): void {
  if (named !== requested) throw new Error(`requested ${requested}, the provider answered about ${named}`)
}

function referredIntentId(intent: z.infer<typeof intentReferenceSchema>): string | null {
  return typeof intent === 'string' ? intent : (intent?.id ?? null)
}

function toDate(seconds: number): Date {
  return new Date(seconds * 1000)
}
