import Stripe from 'stripe'
import { toProviderAmount } from '#contract/platform/card-amounts.ts'
import { AppError } from '#contract/platform/errors.ts'
import type { CallBudget, CardProvider, Period, ProviderEvent, ProviderIntent } from './card-provider.ts'
import {
  checkedFetch,
  readDisputeResponse,
  readEventResponse,
  readIntentResponse,
  readRefundResponse,
  requireSame,
} from './responses.ts'

export type StripeProviderOptions = {
  secretKey: string
  /** Any of them is valid: after a secret is replaced, events may be signed with the old one for a while. */
  webhookSecret: string | string[]
  fetch?: typeof fetch
  now?: () => Date
  onOtherVersion?: (version: string) => void
}

export const API_VERSION = '2026-10-28.endive'
export const MAX_ROWS = 10_000
const TRY_MS = 5_000
const RETRIES = 2
const RETRIES_IN_REQUEST = 1

export function createStripeProvider(options: StripeProviderOptions, budget: CallBudget = {}): CardProvider {
  const until = performance.now() + (budget.ms ?? Number.POSITIVE_INFINITY)
  const stripe = new Stripe(options.secretKey, {
    apiVersion: API_VERSION,
    timeout: TRY_MS,
    maxNetworkRetries: budget.ms === undefined ? RETRIES : RETRIES_IN_REQUEST,
    telemetry: false,
    httpClient: Stripe.createFetchHttpClient(checkedFetch(options.fetch ?? fetch, until)),
  })
  const call = createCall(budget, until)

  async function readIntentOf(id: string, response: Promise<unknown>): Promise<ProviderIntent> {
    const intent = readIntentResponse(await response)
    requireSame(id, intent.id)
    return intent
  }

  function retrieve(id: string): Promise<ProviderIntent | undefined> {
    return call(() => readIntentOf(id, stripe.paymentIntents.retrieve(id))).catch(whenUnknown(undefined))
  }

  function listAll<Row, Read>(list: () => Stripe.ApiListPromise<Row>, read: (row: Row) => Read) {
    return call(async () => (await list().autoPagingToArray({ limit: MAX_ROWS })).map(read))
  }

  function listWithin<Row, Read>(
    list: (params: { created: { gte: number; lt: number }; limit: number }) => Stripe.ApiListPromise<Row>,
    read: (row: Row) => Read,
  ): (period: Period) => Promise<Read[]> {
    const listPart = ({ since, until }: Period) =>
      listAll(() => list({ created: { gte: toSeconds(since), lt: toSeconds(until) }, limit: 100 }), read)
    return (period) => listWholePeriod(period, listPart)
  }

  return {
    withBudget: (wanted) => createStripeProvider(options, wanted),
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
      return call(async () => {
        const intent = readIntentResponse(await stripe.paymentIntents.create(params, { idempotencyKey }))
        const isRequested =
          intent.orderId === orderId && intent.amountMinor === amountMinor && intent.currency === currency
        if (!isRequested) throw new Error(`requested a payment of ${orderId}, the provider created another`)
        return intent
      })
    },
    async readIntent(id) {
      // the id may come from a browser and becomes part of a URL
      if (!/^pi_[A-Za-z0-9]{1,100}$/.test(id)) return undefined
      return retrieve(id)
    },
    cancelIntent: (id) =>
      call(() => readIntentOf(id, stripe.paymentIntents.cancel(id))).catch((error: unknown) =>
        codeOf(error) === 'payment_intent_unexpected_state' ? retrieve(id) : whenUnknown(undefined)(error),
      ),
    async refundIntent(id, { key, storeId, amountMinor, currency }) {
      const params = {
        payment_intent: id,
        ...(amountMinor === undefined ? {} : { amount: toProviderAmount(amountMinor, currency) }),
        ...(storeId === undefined ? {} : { metadata: { refundId: storeId } }),
      }
      try {
        await call(async () => {
          const refund = readRefundResponse(await stripe.refunds.create(params, { idempotencyKey: key }))
          requireSame(id, refund.intentId)
        })
      } catch (cause) {
        if (!(cause instanceof Stripe.errors.StripeInvalidRequestError)) throw cause
        throw new AppError('refund_refused', { cause })
      }
    },
    async listRefunds(id) {
      const read = (row: unknown) => {
        const { intentId, ...refund } = readRefundResponse(row)
        requireSame(id, intentId)
        return refund
      }
      const list = () => stripe.refunds.list({ payment_intent: id, limit: 100 })
      return (await listAll(list, read).catch(whenUnknown([]))).filter(hasAmount)
    },
    listIntents: listWithin((params) => stripe.paymentIntents.list(params), readIntentResponse),
    async listRefundsWithin(period) {
      const list = listWithin((params) => stripe.refunds.list(params), readRefundResponse)
      const refunds = (await list(period)).filter(hasAmount)
      return refunds.flatMap(({ intentId, ...refund }) => (intentId ? [{ ...refund, intentId }] : []))
    },
    listDisputes(id) {
      const read = (row: unknown) => {
        const dispute = readDisputeResponse(row)
        requireSame(id, dispute.intentId)
        return dispute
      }
      const list = () => stripe.disputes.list({ payment_intent: id, limit: 100 })
      return listAll(list, read).catch(whenUnknown([]))
    },
    listDisputesWithin: listWithin((params) => stripe.disputes.list(params), readDisputeResponse),
    readEvent: (rawBody, signature) => readEvent(stripe, options, { rawBody, signature }),
  }
}

/** The provider rejects the call: a case that the caller handles, or a fault of the store that must be seen. */
const rejections = [
  Stripe.errors.StripeInvalidRequestError,
  Stripe.errors.StripeCardError,
  Stripe.errors.StripeIdempotencyError,
  Stripe.errors.StripeAuthenticationError,
  Stripe.errors.StripePermissionError,
]

/** Throws `amount_too_small` or `amount_too_large` for these codes, other `rejections` as they are, and `cards_unavailable` for any other error or once the budget is spent. */
function createCall({ failures = Number.POSITIVE_INFINITY }: CallBudget, until: number) {
  let failedInARow = 0
  return async <T>(send: () => Promise<T>): Promise<T> => {
    if (failedInARow >= failures || performance.now() >= until) {
      const cause = new Error(`not sent: the budget is spent (${failedInARow} calls in a row failed)`)
      throw new AppError('cards_unavailable', { cause })
    }
    try {
      const result = await send()
      failedInARow = 0
      return result
    } catch (cause) {
      if (!rejections.some((rejection) => cause instanceof rejection)) {
        // a response that is not understood came from a provider that is up: other calls may succeed
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

/** A list ends at `MAX_ROWS` without saying so: such a period is read in halves. Throws if one second reaches it. */
export async function listWholePeriod<Row>(
  { since, until }: Period,
  list: (period: Period) => Promise<Row[]>,
): Promise<Row[]> {
  const rows = await list({ since, until })
  if (rows.length < MAX_ROWS) return rows
  const from = toSeconds(since)
  const to = toSeconds(until)
  if (to - from < 2) throw new Error(`the provider has ${MAX_ROWS} or more rows of ${since.toISOString()}`)
  const middle = new Date(Math.floor((from + to) / 2) * 1000)
  return [
    ...(await listWholePeriod({ since: middle, until }, list)),
    ...(await listWholePeriod({ since, until: middle }, list)),
  ]
}

function toSeconds(time: Date): number {
  return Math.floor(time.getTime() / 1000)
}

function hasAmount({ amountMinor }: { amountMinor: number }): boolean {
  return amountMinor > 0
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Stripe.errors.StripeError ? error.code : undefined
}

/** Returns `result` if the provider does not know the payment: the keys are of another account, or test data was deleted. */
function whenUnknown<T>(result: T): (error: unknown) => T {
  return (error) => {
    const isInvalid = error instanceof Stripe.errors.StripeInvalidRequestError
    if (isInvalid && error.code === 'resource_missing') return result
    throw error
  }
}

function readEvent(
  stripe: Stripe,
  { webhookSecret, now, onOtherVersion }: StripeProviderOptions,
  { rawBody, signature }: { rawBody: string | Buffer; signature: string | undefined },
): ProviderEvent {
  const at = now?.().getTime()
  const read = (secret: string) =>
    stripe.webhooks.constructEvent(rawBody, signature ?? '', secret, undefined, undefined, at)
  const event = parseEvent(verifyEvent([webhookSecret].flat(), read))
  const { id, type, api_version: version, data } = event
  if (version !== API_VERSION) onOtherVersion?.(version ?? 'none')
  const intentId = data.object[type.startsWith('payment_intent.') ? 'id' : 'payment_intent']
  const failedChargeId = data.object.last_payment_error?.charge ?? undefined
  return { id, type, intentId: typeof intentId === 'string' ? intentId : null, failedChargeId }
}

function verifyEvent(secrets: string[], read: (secret: string) => unknown): unknown {
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

function parseEvent(event: unknown) {
  try {
    return readEventResponse(event)
  } catch (cause) {
    throw new AppError('invalid_request', { cause })
  }
}
