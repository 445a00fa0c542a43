import Stripe from 'stripe'
import { AppError } from '#contract/errors.ts'
import { toProviderAmount } from '#contract/payments/card-amounts.ts'
import { type CardDispute, readDisputeAnswer, readDisputeOf } from '../disputes/card-disputes.ts'
import {
  type CardIntent,
  type CardRefund,
  readEventAnswer,
  readIntentAnswer,
  readNamedIntent,
  readRefundAnswer,
  readRefundOf,
} from './card-answers.ts'
import { MOST_ROWS, type Period, readWhole, toSeconds } from './card-lists.ts'
import { type Patience, retriesWithin, soundAnswers, TRY_MS } from './card-network.ts'

export type { CardIntent, CardRefund } from './card-answers.ts'

type NewCardRefund = { key: string; refundId?: string; amountMinor?: number; currency: string }

/** `failedChargeId` is the charge of the declined attempt that it tells of. */
export type CardEvent = {
  id: string
  type: string
  intentId: string | null
  failedChargeId?: string | undefined
}

export type NewCardIntent = {
  orderId: string
  /** Counts an order's intents: the same order and attempt give the same intent, however often asked. */
  attempt: number
  amountMinor: number
  currency: string
  email: string
  description: string
}

/** The card provider as the store needs it. One that cannot be reached, or understood, throws `cards_unavailable`. */
export type CardProvider = {
  /** The same provider for somebody who waits only so long for it, all his calls together. */
  withPatience(patience: Patience): CardProvider
  /** Throws `amount_too_small` or `amount_too_large` where the provider will not charge so much. */
  createIntent(intent: NewCardIntent): Promise<CardIntent>
  /** Undefined where the provider says that it knows no such payment. */
  readIntent(id: string): Promise<CardIntent | undefined>
  /**
   * Answers the intent as it stands afterwards: canceled, or succeeded where the payment won the race. Undefined where
   * the provider says that it knows no such payment: nobody can pay it.
   */
  cancelIntent(id: string): Promise<CardIntent | undefined>
  /**
   * Gives back an amount of a payment, or all that is left; `key` names the refund, however often it is asked.
   * Throws `refund_refused` where the provider will not.
   */
  refundIntent(id: string, refund: NewCardRefund): Promise<void>
  /**
   * Every refund of a payment, whoever made it; none of a payment that the provider does not know. One of less than a
   * minor unit is none.
   */
  listRefunds(id: string): Promise<CardRefund[]>
  /** Every payment begun within a period, whatever became of it. */
  listIntents(period: Period): Promise<CardIntent[]>
  /** Every refund made within a period. */
  listRefundsWithin(period: Period): Promise<(CardRefund & { intentId: string })[]>
  /** Every dispute of a payment; none of one that the provider does not know. */
  listDisputes(id: string): Promise<CardDispute[]>
  /** Every dispute that banks opened within a period, of whatever payment. */
  listDisputesWithin(period: Period): Promise<CardDispute[]>
  /** Checks the signature over the raw body; throws `webhook_signature`. */
  readEvent(rawBody: string | Buffer, signature: string | undefined): CardEvent
}

export type StripeProviderOptions = {
  secretKey: string
  /** Of which any may have signed: for a while after it was replaced, events come under the old one, too. */
  webhookSecret: string | string[]
  /** How requests travel: over the network, or to the sandbox in this process. */
  fetch?: typeof fetch
  now?: () => Date
  /** Told of an event that comes in another version of the provider's API than ours. */
  onOtherVersion?: (version: string) => void
}

type ListAsked = { created: { gte: number; lt: number }; limit: number }

/** The SDK's own: what it was typed and tested against. */
export const API_VERSION = '2026-10-28.endive'

/** The provider over Stripe's own SDK: also for the sandbox, which speaks the same interface. */
export function createStripeProvider(options: StripeProviderOptions, patience: Patience = {}): CardProvider {
  const until = performance.now() + (patience.ms ?? Number.POSITIVE_INFINITY)
  const stripe = new Stripe(options.secretKey, {
    apiVersion: API_VERSION,
    timeout: TRY_MS,
    maxNetworkRetries: retriesWithin(patience),
    telemetry: false,
    httpClient: Stripe.createFetchHttpClient(soundAnswers(options.fetch ?? fetch, until)),
  })
  const ask = createAsk(patience, until)

  function retrieve(id: string): Promise<CardIntent | undefined> {
    const asked = ask(async () => readNamedIntent(await stripe.paymentIntents.retrieve(id), id))
    return asked.catch(unknownMeans(undefined))
  }

  async function cancelIntent(id: string): Promise<CardIntent | undefined> {
    try {
      return await ask(async () => readNamedIntent(await stripe.paymentIntents.cancel(id), id))
    } catch (error) {
      if (codeOf(error) === 'payment_intent_unexpected_state') return retrieve(id)
      return unknownMeans(undefined)(error)
    }
  }

  function listWithin<Row, Read>(
    list: (asked: ListAsked) => Stripe.ApiListPromise<Row>,
    read: (row: Row) => Read,
  ): (period: Period) => Promise<Read[]> {
    const listPart = ({ since, until }: Period) =>
      ask(async () => {
        const all = list({ created: { gte: toSeconds(since), lt: toSeconds(until) }, limit: 100 })
        return (await all.autoPagingToArray({ limit: MOST_ROWS })).map(read)
      })
    return (period) => readWhole(period, listPart)
  }

  return {
    withPatience: (wanted) => createStripeProvider(options, wanted),
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
      return ask(async () => {
        const intent = readIntentAnswer(await stripe.paymentIntents.create(params, { idempotencyKey }))
        const isMeant =
          intent.orderId === orderId && intent.amountMinor === amountMinor && intent.currency === currency
        if (!isMeant) throw new Error(`asked for a payment of ${orderId}, the provider made another`)
        return intent
      })
    },
    async readIntent(id) {
      // it comes from a browser, and becomes part of an address
      if (!/^pi_[A-Za-z0-9]{1,100}$/.test(id)) return undefined
      return retrieve(id)
    },
    cancelIntent,
    async refundIntent(id, { key, refundId, amountMinor, currency }) {
      const params = {
        payment_intent: id,
        ...(amountMinor === undefined ? {} : { amount: toProviderAmount(amountMinor, currency) }),
        ...(refundId === undefined ? {} : { metadata: { refundId } }),
      }
      try {
        await ask(async () => readRefundOf(id, await stripe.refunds.create(params, { idempotencyKey: key })))
      } catch (cause) {
        if (!(cause instanceof Stripe.errors.StripeInvalidRequestError)) throw cause
        throw new AppError('refund_refused', { cause })
      }
    },
    listRefunds: (id) =>
      ask(async () => {
        const all = stripe.refunds.list({ payment_intent: id, limit: 100 })
        return (await all.autoPagingToArray({ limit: MOST_ROWS }))
          .map((refund) => readRefundOf(id, refund))
          .filter(hasAmount)
      }).catch(unknownMeans([])),
    listIntents: listWithin((asked) => stripe.paymentIntents.list(asked), readIntentAnswer),
    async listRefundsWithin(period) {
      const list = listWithin((asked) => stripe.refunds.list(asked), readRefundAnswer)
      const refunds = (await list(period)).filter(hasAmount)
      return refunds.flatMap(({ intentId, ...refund }) => (intentId ? [{ ...refund, intentId }] : []))
    },
    listDisputes: (id) =>
      ask(async () => {
        const all = stripe.disputes.list({ payment_intent: id, limit: 100 })
        return (await all.autoPagingToArray({ limit: MOST_ROWS })).map((dispute) =>
          readDisputeOf(id, dispute),
        )
      }).catch(unknownMeans([])),
    listDisputesWithin: listWithin((asked) => stripe.disputes.list(asked), readDisputeAnswer),
    readEvent: (rawBody, signature) => readEvent(stripe, options, { rawBody, signature }),
  }
}

/** The provider understood, and says no: what its calls expect of it, or a fault of ours that must be seen as such. */
const refusals = [
  Stripe.errors.StripeInvalidRequestError,
  Stripe.errors.StripeCardError,
  Stripe.errors.StripeIdempotencyError,
  Stripe.errors.StripeAuthenticationError,
  Stripe.errors.StripePermissionError,
]

/** Translates what the store expects to go wrong. Whatever is no refusal was no answer: `cards_unavailable`. */
function createAsk({ failures = Number.POSITIVE_INFINITY }: Patience, until: number) {
  let failedInARow = 0
  return async <T>(call: () => Promise<T>): Promise<T> => {
    if (failedInARow >= failures || performance.now() >= until) {
      const cause = new Error(
        `not asked: patience is over (${failedInARow} calls in a row were not answered)`,
      )
      throw new AppError('cards_unavailable', { cause })
    }
    try {
      const answer = await call()
      failedInARow = 0
      return answer
    } catch (cause) {
      if (!refusals.some((refusal) => cause instanceof refusal)) {
        // an answer that nobody understands came from somebody: it costs no patience, and others may fare better
        failedInARow = cause instanceof Stripe.errors.StripeError ? failedInARow + 1 : 0
        throw new AppError('cards_unavailable', { cause })
      }
      failedInARow = 0
      const code = codeOf(cause)
      if (code === 'amount_too_small' || code === 'amount_too_large') throw new AppError(code, { cause })
      throw cause
    }
  }
}

function hasAmount({ amountMinor }: CardRefund): boolean {
  return amountMinor > 0
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Stripe.errors.StripeError ? error.code : undefined
}

/**
 * The provider understood, and knows no such payment: its keys are another account's by now, or its test data was wiped.
 * Only its own refusal says so; one that is away, or that nobody understands, never does.
 */
function unknownMeans<T>(answer: T): (error: unknown) => T {
  return (error) => {
    const isRefusal = error instanceof Stripe.errors.StripeInvalidRequestError
    if (isRefusal && error.code === 'resource_missing') return answer
    throw error
  }
}

function readEvent(
  stripe: Stripe,
  { webhookSecret, now, onOtherVersion }: StripeProviderOptions,
  { rawBody, signature }: { rawBody: string | Buffer; signature: string | undefined },
): CardEvent {
  const at = now?.().getTime()
  const read = (secret: string) =>
    stripe.webhooks.constructEvent(rawBody, signature ?? '', secret, undefined, undefined, at)
  const event = readable(verified([webhookSecret].flat(), read))
  if (event.api_version !== API_VERSION) onOtherVersion?.(event.api_version ?? 'none')
  const place = event.type.startsWith('payment_intent.') ? 'id' : 'payment_intent'
  const intentId = event.data.object[place]
  const failedChargeId = event.data.object.last_payment_error?.charge ?? undefined
  const { id, type } = event
  return { id, type, intentId: typeof intentId === 'string' ? intentId : null, failedChargeId }
}

function verified(secrets: string[], read: (secret: string) => Stripe.Event): Stripe.Event {
  let cause: unknown
  for (const secret of secrets) {
    try {
      return read(secret)
    } catch (error) {
      cause = error
    }
  }
  throw new AppError('webhook_signature', { cause })
}

function readable(event: Stripe.Event) {
  try {
    return readEventAnswer(event)
  } catch (cause) {
    throw new AppError('invalid_request', { cause })
  }
}
