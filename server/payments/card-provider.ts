import Stripe from 'stripe'
import { fromProviderAmount, toProviderAmount } from '#contract/card-amounts.ts'
import { minimumCharge } from '#contract/card-minimums.ts'
import { AppError } from '#contract/errors.ts'

const statuses = [
  'requires_payment_method',
  'requires_confirmation',
  'requires_action',
  'processing',
  'requires_capture',
  'canceled',
  'succeeded',
] as const
export type CardIntentStatus = (typeof statuses)[number]

export type CardIntent = {
  id: string
  status: CardIntentStatus
  amountMinor: number
  amountReceivedMinor: number
  currency: string
  /** The order it was opened for. */
  orderId: string | null
  clientSecret: string | null
  /** Its latest attempt was declined. */
  failed: boolean
}

/** `stands` is false for a refund that failed or was canceled; `refundId` is the store's own name for it. */
export type CardRefund = { id: string; refundId: string | null; amountMinor: number; stands: boolean }

export type NewCardRefund = { key: string; refundId?: string; amountMinor?: number; currency: string }

export type CardEvent = { id: string; type: string; intentId: string | null }

export type NewCardIntent = {
  orderId: string
  /** Counts an order's intents: the same order and attempt give the same intent, however often asked. */
  attempt: number
  amountMinor: number
  currency: string
  email: string
  description: string
}

export type Period = { since: Date; until: Date }

/** The card provider as the store needs it. An unreachable one throws `cards_unavailable`. */
export type CardProvider = {
  /** Throws `amount_too_small` or `amount_too_large` where the provider will not charge so much. */
  createIntent(intent: NewCardIntent): Promise<CardIntent>
  readIntent(id: string): Promise<CardIntent | undefined>
  /** Answers the intent as it stands afterwards: canceled, or succeeded where the payment won the race. */
  cancelIntent(id: string): Promise<CardIntent>
  /**
   * Gives back an amount of a payment, or all that is left; `key` names the refund, however often it is asked.
   * Throws `refund_refused` where the provider will not.
   */
  refundIntent(id: string, refund: NewCardRefund): Promise<void>
  /** Every refund of a payment, whoever made it. */
  listRefunds(id: string): Promise<CardRefund[]>
  /** Every payment begun within a period, whatever became of it. */
  listIntents(period: Period): Promise<CardIntent[]>
  /** Every refund made within a period. */
  listRefundsWithin(period: Period): Promise<(CardRefund & { intentId: string })[]>
  /** Checks the signature over the raw body; throws `webhook_signature`. */
  readEvent(rawBody: string | Buffer, signature: string | undefined): CardEvent
  minimumMinor(currency: string): number
}

export type StripeProviderOptions = {
  secretKey: string
  webhookSecret: string
  /** How requests travel: over the network, or to the sandbox in this process. */
  fetch?: typeof fetch
  now?: () => Date
}

/** What the SDK hands over at once at most. */
const MOST_ROWS = 10_000
const API_VERSION = '2026-10-28.endive'

/** The provider over Stripe's own SDK: also for the sandbox, which speaks the same interface. */
export function createStripeProvider(options: StripeProviderOptions): CardProvider {
  const stripe = new Stripe(options.secretKey, {
    apiVersion: API_VERSION,
    timeout: 10_000,
    maxNetworkRetries: 2,
    telemetry: false,
    httpClient: Stripe.createFetchHttpClient(options.fetch),
  })

  async function cancelIntent(id: string): Promise<CardIntent> {
    try {
      return readable(await ask(() => stripe.paymentIntents.cancel(id)))
    } catch (error) {
      if (codeOf(error) !== 'payment_intent_unexpected_state') throw error
      return readable(await ask(() => stripe.paymentIntents.retrieve(id)))
    }
  }

  return {
    async createIntent({ orderId, attempt, amountMinor, currency, email, description }) {
      const params = {
        amount: toProviderAmount(amountMinor, currency),
        currency,
        description,
        receipt_email: email,
        metadata: { orderId },
        payment_method_types: ['card'],
      }
      const idempotencyKey = `${orderId}:${attempt}`
      return readable(await ask(() => stripe.paymentIntents.create(params, { idempotencyKey })))
    },
    async readIntent(id) {
      // it comes from a browser, and becomes part of an address
      if (!/^pi_[A-Za-z0-9]{1,100}$/.test(id)) return undefined
      try {
        return readable(await ask(() => stripe.paymentIntents.retrieve(id)))
      } catch (error) {
        if (codeOf(error) === 'resource_missing') return undefined
        throw error
      }
    },
    cancelIntent,
    async refundIntent(id, { key, refundId, amountMinor, currency }) {
      const params = {
        payment_intent: id,
        ...(amountMinor === undefined ? {} : { amount: toProviderAmount(amountMinor, currency) }),
        ...(refundId === undefined ? {} : { metadata: { refundId } }),
      }
      try {
        await ask(() => stripe.refunds.create(params, { idempotencyKey: key }))
      } catch (cause) {
        if (!(cause instanceof Stripe.errors.StripeInvalidRequestError)) throw cause
        throw new AppError('refund_refused', { cause })
      }
    },
    async listRefunds(id) {
      const all = stripe.refunds.list({ payment_intent: id, limit: 100 })
      return (await ask(() => all.autoPagingToArray({ limit: 10_000 }))).map(readableRefund)
    },
    async listIntents(period) {
      const all = stripe.paymentIntents.list({ created: withinSeconds(period), limit: 100 })
      return (await ask(() => all.autoPagingToArray({ limit: MOST_ROWS }))).map(readable)
    },
    async listRefundsWithin(period) {
      const all = stripe.refunds.list({ created: withinSeconds(period), limit: 100 })
      const refunds = await ask(() => all.autoPagingToArray({ limit: MOST_ROWS }))
      return refunds.flatMap((refund) => {
        const { payment_intent: intent } = refund
        const intentId = typeof intent === 'string' ? intent : intent?.id
        return intentId ? [{ ...readableRefund(refund), intentId }] : []
      })
    },
    readEvent: (rawBody, signature) => readEvent(stripe, options, { rawBody, signature }),
    minimumMinor: (currency) => fromProviderAmount(minimumCharge(currency), currency),
  }
}

/** Translates what the store expects to go wrong; everything else rises as it is. */
async function ask<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (cause) {
    if (
      cause instanceof Stripe.errors.StripeConnectionError ||
      cause instanceof Stripe.errors.StripeAPIError ||
      cause instanceof Stripe.errors.StripeRateLimitError
    ) {
      throw new AppError('cards_unavailable', { cause })
    }
    const code = codeOf(cause)
    if (code === 'amount_too_small' || code === 'amount_too_large') throw new AppError(code, { cause })
    throw cause
  }
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Stripe.errors.StripeError ? error.code : undefined
}

function readable(intent: Stripe.PaymentIntent): CardIntent {
  const status = statuses.find((known) => known === intent.status)
  if (!status) throw new Error(`payment ${intent.id} has an unknown status: ${intent.status}`)
  return {
    id: intent.id,
    status,
    amountMinor: fromProviderAmount(intent.amount, intent.currency),
    amountReceivedMinor: fromProviderAmount(intent.amount_received, intent.currency),
    currency: intent.currency,
    orderId: intent.metadata.orderId ?? null,
    clientSecret: intent.client_secret,
    failed: intent.last_payment_error !== null,
  }
}

function withinSeconds({ since, until }: Period) {
  return { gte: Math.floor(since.getTime() / 1000), lt: Math.floor(until.getTime() / 1000) }
}

function readableRefund({ id, amount, currency, metadata, status }: Stripe.Refund): CardRefund {
  return {
    id,
    refundId: metadata?.refundId ?? null,
    amountMinor: fromProviderAmount(amount, currency),
    stands: status !== 'failed' && status !== 'canceled',
  }
}

function readEvent(
  stripe: Stripe,
  { webhookSecret, now }: StripeProviderOptions,
  { rawBody, signature }: { rawBody: string | Buffer; signature: string | undefined },
): CardEvent {
  const event = verified(() =>
    stripe.webhooks.constructEvent(
      rawBody,
      signature ?? '',
      webhookSecret,
      undefined,
      undefined,
      now?.().getTime(),
    ),
  )
  const place = event.type.startsWith('payment_intent.') ? 'id' : 'payment_intent'
  const intentId: unknown = new Map(Object.entries(event.data.object)).get(place)
  return { id: event.id, type: event.type, intentId: typeof intentId === 'string' ? intentId : null }
}

function verified(read: () => Stripe.Event): Stripe.Event {
  try {
    return read()
  } catch (cause) {
    throw new AppError('webhook_signature', { cause })
  }
}
