import Stripe from 'stripe'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '#database/open.ts'
import { API_VERSION, cardEventTypes } from '#embedded/cards/events/events.ts'
import { freshDatabase } from '#tests/support/database/database.ts'
import {
  type CardSandbox,
  confirmInBrowser,
  KEYS,
  mountCardSandbox,
} from '#tests/support/payments/card-sandbox.ts'
import { callErrors, schemaErrors } from '#tests/support/payments/stripe-contract.ts'

type Call = { method: string; path: string; status: number; body: unknown }

let database: Database
let sandbox: CardSandbox
let stripe: Stripe
const calls: Call[] = []

beforeAll(async () => {
  database = await freshDatabase()
  sandbox = await mountCardSandbox(database.db)
  stripe = new Stripe(KEYS.secretKey, {
    httpClient: Stripe.createFetchHttpClient(recordCalls(sandbox.fetch)),
  })
})
afterAll(async () => {
  await sandbox.app.close()
  await database.close()
})

/** Wraps the network of the SDK and records every response. */
function recordCalls(send: typeof fetch): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init)
    const response = await send(request.clone())
    const body: unknown = await response.clone().json()
    calls.push({
      method: request.method,
      path: new URL(request.url).pathname,
      status: response.status,
      body,
    })
    return response
  }
}

const order = { amount: 2500, currency: 'usd', description: 'Brake disc', metadata: { orderId: 'order-1' } }
const openIntent = (more = {}) => stripe.paymentIntents.create({ ...order, ...more })

async function confirmNewIntent(card: string): Promise<string> {
  const { id } = await openIntent({ receipt_email: 'ann@example.com', payment_method_types: ['card'] })
  await stripe.paymentIntents.confirm(id, { payment_method: card }).catch(() => {})
  await stripe.paymentIntents.retrieve(id)
  return id
}

async function payAndSubmitEvidence(card: string, evidence: string): Promise<void> {
  const intent = await confirmNewIntent(card)
  const { data } = await stripe.disputes.list({ payment_intent: intent })
  const id = data[0]?.id ?? ''
  await stripe.disputes.update(id, { evidence: { uncategorized_text: evidence } })
}

/** Brings payments to many outcomes. */
async function reachOutcomes(): Promise<void> {
  const { id: abandoned } = await openIntent()
  await stripe.paymentIntents.cancel(abandoned)
  await confirmNewIntent('pm_card_visa_chargeDeclinedInsufficientFunds')
  await confirmNewIntent('pm_card_authenticationRequired')
  const paid = await confirmNewIntent('pm_card_visa')
  await stripe.refunds.create({ payment_intent: paid, amount: 700, metadata: { a: 'b' } })
  const failing = await confirmNewIntent('pm_card_refundFail')
  await stripe.refunds.create({ payment_intent: failing })
  sandbox.clock.at = new Date(sandbox.clock.at.getTime() + 120_000)
  await sandbox.cards.deliverNow()
  const { data: returned } = await stripe.refunds.list({ payment_intent: failing })
  expect(returned).toMatchObject([{ status: 'failed' }])
  await payAndSubmitEvidence('pm_card_createDispute', 'winning_evidence')
  await payAndSubmitEvidence('pm_card_createDispute', 'losing_evidence')
  await payAndSubmitEvidence('pm_card_createDisputeInquiry', 'It was delivered')
  const accepted = await confirmNewIntent('pm_card_createDisputeProductNotReceived')
  const { data } = await stripe.disputes.list({ payment_intent: accepted })
  await stripe.disputes.close(data[0]?.id ?? '')
  await stripe.paymentIntents.list({ limit: 3 })
  await stripe.refunds.list({ limit: 1 })
  await sandbox.cards.deliverNow()
}

test('responses about payments of many outcomes have the shapes that the provider publishes', async () => {
  await reachOutcomes()
  const kinds = new Set(calls.map(({ method, path }) => `${method} ${path.replace(/_\w{10,}/, '_…')}`))
  expect(kinds.size).toBeGreaterThan(9)
  expect(calls.filter((call) => call.status >= 400)).not.toEqual([])
  expect(breachesOfAll()).toEqual([])
})

/** Returns each breach once, with a call that shows it. */
function breachesOfAll(): string[] {
  const faults = calls.flatMap((call) =>
    callErrors(call).map((breach) => `${call.method} ${call.path}${breach}`),
  )
  return [...new Set(faults.map((line) => line.replaceAll(/_\w{20,}/g, '_…')))]
}

test('every type of event is delivered with a valid signature and its object', async () => {
  const delivered = sandbox.delivered.map(({ body, signature }) =>
    stripe.webhooks.constructEvent(
      body,
      signature,
      KEYS.webhookSecret,
      undefined,
      undefined,
      sandbox.clock.at.getTime(),
    ),
  )
  expect(delivered.length).toBeGreaterThan(20)
  expect(new Set(delivered.map(({ type }) => type))).toEqual(new Set(cardEventTypes))
  for (const event of delivered) {
    expect(schemaErrors('event', event), event.type).toEqual([])
    const { object } = event.data
    expect(schemaErrors('object' in object ? object.object : '', object), event.type).toEqual([])
    expect(event.api_version).toBe(API_VERSION)
  }
})

test('the response to a confirmation in a browser has the published shape', async () => {
  for (const number of ['4242424242424242', '4000000000000002', '4000002500003155']) {
    const { id, client_secret } = await openIntent()
    const { status, body } = await confirmInBrowser(sandbox, client_secret ?? '', { number })
    const path = `/v1/payment_intents/${id}/confirm`
    expect(callErrors({ method: 'POST', path, status, body }), number).toEqual([])
  }
})

const { errors } = Stripe
test.each<[string, string, () => Promise<unknown>, new (...given: never[]) => Error]>([
  ['400', 'a bad parameter', () => openIntent({ amount: 1 }), errors.StripeInvalidRequestError],
  ['404', 'an unknown id', () => stripe.paymentIntents.retrieve('pi_1'), errors.StripeInvalidRequestError],
  ['401', 'a wrong key', () => withKey('sk_test_other').refunds.list(), errors.StripeAuthenticationError],
  [
    '403',
    'a publishable key',
    () => withKey(KEYS.publishableKey).refunds.list(),
    errors.StripePermissionError,
  ],
  ['402', 'a declined card', declineCard, errors.StripeCardError],
  ['400', 'a key used with another body', reuseKey, errors.StripeIdempotencyError],
  ['500', 'a fault of the provider', callWithFault, errors.StripeAPIError],
])('status %s for %s is thrown as an error class of the SDK', async (status, _name, call, errorClass) => {
  calls.splice(0)
  await expect(call()).rejects.toBeInstanceOf(errorClass)
  const response = calls.at(-1)
  expect(String(response?.status)).toBe(status)
  expect(response && callErrors(response)).toEqual([])
})

test('a confirmation above a rate limit is thrown as an error class of the SDK', async () => {
  const strict = await mountCardSandbox(database.db, { limit: async () => 60 })
  const { id } = await openIntent()
  const limited = strict.stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' })
  await expect(limited).rejects.toBeInstanceOf(errors.StripeRateLimitError)
  await strict.app.close()
})

test('the published schema of an intent rejects undeclared fields, wrong types, unknown values and missing fields', async () => {
  const intent = { ...(await openIntent()), lastResponse: undefined }
  const plain: Record<string, unknown> = JSON.parse(JSON.stringify(intent))
  expect(schemaErrors('payment_intent', plain)).toEqual([])
  expect(schemaErrors('payment_intent', { ...plain, mood: 'good' })).not.toEqual([])
  expect(schemaErrors('payment_intent', { ...plain, amount: '25.00' })).not.toEqual([])
  expect(schemaErrors('payment_intent', { ...plain, status: 'paid' })).not.toEqual([])
  const { currency: _currency, ...rest } = plain
  expect(schemaErrors('payment_intent', rest)).not.toEqual([])
})

function withKey(key: string): Stripe {
  return new Stripe(key, { httpClient: Stripe.createFetchHttpClient(recordCalls(sandbox.fetch)) })
}

async function declineCard(): Promise<unknown> {
  const { id } = await openIntent()
  return stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa_chargeDeclined' })
}

async function reuseKey(): Promise<unknown> {
  const idempotencyKey = crypto.randomUUID()
  await stripe.paymentIntents.create(order, { idempotencyKey })
  return stripe.paymentIntents.create({ ...order, amount: 900 }, { idempotencyKey })
}

async function callWithFault(): Promise<unknown> {
  await sandbox.app.inject({
    method: 'POST',
    url: '/payments/control/faults',
    payload: { target: 'create', act: 'fail', remaining: 1 },
  })
  return openIntent()
}
