import Stripe from 'stripe'
import { describe, expect, test } from 'vitest'
import { confirmInBrowser, KEYS, openCardSandbox } from '#tests/support/payments/card-sandbox.ts'
import { someRuns } from '#tests/support/thoroughness.ts'

const { sandbox, database } = await openCardSandbox()
const { stripe } = sandbox

/** Returns the error that the SDK throws. */
async function sdkErrorOf(work: Promise<unknown>) {
  const error: unknown = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof Stripe.errors.StripeError))
    throw new Error('the call did not throw an error of the SDK', { cause: error })
  return error
}

const order = { amount: 2500, currency: 'usd', metadata: { orderId: 'order-1' } }

describe('opening an intent', () => {
  test('an intent keeps amount, currency, description and metadata, and can be read back', async () => {
    const opened = await stripe.paymentIntents.create({
      ...order,
      currency: 'USD',
      description: 'Brake disc',
    })
    expect(opened).toMatchObject({
      object: 'payment_intent',
      amount: 2500,
      amount_received: 0,
      currency: 'usd',
      status: 'requires_payment_method',
      description: 'Brake disc',
      metadata: { orderId: 'order-1' },
      last_payment_error: null,
      livemode: false,
    })
    expect(opened.client_secret).toMatch(new RegExp(`^${opened.id}_secret_\\w{25}$`))
    expect(opened.lastResponse.requestId).toMatch(/^req_\w{14}$/)
    expect(opened.lastResponse.apiVersion).toBe('2026-10-28.endive')
    expect(await stripe.paymentIntents.retrieve(opened.id)).toEqual(opened)
  })

  test.each([
    ['usd', 49, 'Amount must be at least $0.50 usd'],
    ['gbp', 29, 'Amount must be at least £0.30 gbp'],
    ['jpy', 49, 'Amount must be at least ¥50 jpy'],
  ])('an amount under the minimum of %s is too small', async (currency, amount, message) => {
    const error = await sdkErrorOf(stripe.paymentIntents.create({ amount, currency }))
    expect(error).toBeInstanceOf(Stripe.errors.StripeInvalidRequestError)
    const doc_url = 'https://stripe.com/docs/error-codes/amount-too-small'
    expect(error).toMatchObject({
      statusCode: 400,
      code: 'amount_too_small',
      param: 'amount',
      message,
      doc_url,
    })
  })

  test.each([
    ['isk', 1050],
    ['kwd', 5125],
  ])('a fraction that cards cannot be charged in %s is rejected', async (currency, amount) => {
    const error = await sdkErrorOf(stripe.paymentIntents.create({ amount, currency }))
    expect(error).toMatchObject({ statusCode: 400, code: 'invalid_charge_amount', param: 'amount' })
  })

  test('the minimum amount is accepted, and the maximum has eight digits', async () => {
    expect((await stripe.paymentIntents.create({ amount: 50, currency: 'usd' })).amount).toBe(50)
    expect((await stripe.paymentIntents.create({ amount: 99_999_999, currency: 'usd' })).amount).toBe(
      99_999_999,
    )
    expect(
      await sdkErrorOf(stripe.paymentIntents.create({ amount: 100_000_000, currency: 'usd' })),
    ).toMatchObject({
      code: 'amount_too_large',
    })
  })

  test.each<[string, Record<string, unknown>, object]>([
    ['no amount', { currency: 'usd' }, { code: 'parameter_missing', param: 'amount' }],
    ['no currency', { amount: 500 }, { code: 'parameter_missing', param: 'currency' }],
    ['half a cent', { amount: 500.5, currency: 'usd' }, { code: 'parameter_invalid_integer' }],
    ['an exponent', { amount: '1e3', currency: 'usd' }, { code: 'parameter_invalid_integer' }],
    ['a negative', { amount: -500, currency: 'usd' }, { code: 'parameter_invalid_integer' }],
    ['an unknown currency', { amount: 500, currency: 'xyzzy' }, { param: 'currency' }],
    [
      'an unknown parameter',
      { ...order, customer: 'cus_1' },
      { code: 'parameter_unknown', param: 'customer' },
    ],
    ['a NUL', { ...order, description: 'a\0b' }, {}],
    ['too long metadata', { ...order, metadata: { note: 'x'.repeat(501) } }, { param: 'metadata' }],
  ])('an intent with %s is rejected', async (_name, params, expected) => {
    const error = await sdkErrorOf(stripe.rawRequest('POST', '/v1/payment_intents', params))
    expect(error).toBeInstanceOf(Stripe.errors.StripeInvalidRequestError)
    expect(error).toMatchObject({ statusCode: 400, rawType: 'invalid_request_error', ...expected })
  })

  test('metadata with a dangerous name is stored as a plain entry', async () => {
    const opened = await stripe.rawRequest('POST', '/v1/payment_intents', {
      amount: 500,
      currency: 'usd',
      'metadata[__proto__]': 'x',
    })
    const read = await sandbox.app.inject({
      url: `/payments/v1/payment_intents/${'id' in opened ? opened.id : ''}`,
      headers: { authorization: `Bearer ${KEYS.secretKey}` },
    })
    expect(read.payload).toContain('"metadata":{"__proto__":"x"}')
  })
})

describe('paying an intent', () => {
  test.each([
    ['4242424242424242', 'visa'],
    ['4000 0566 5566 5556', 'visa'],
    ['5555555555554444', 'mastercard'],
    ['378282246310005', 'amex'],
  ])('%s pays', async (number, brand) => {
    const { id, client_secret } = await stripe.paymentIntents.create(order)
    const response = await confirmInBrowser(sandbox, client_secret ?? '', { number })
    expect(response.status).toBe(200)
    expect(response.headers['access-control-allow-origin']).toBe('*')
    expect(response.headers['access-control-allow-credentials']).toBeUndefined()
    expect(response.body).toMatchObject({ id, status: 'succeeded', amount: 2500, client_secret })
    // The browser must not read the store's metadata.
    expect(response.body).not.toHaveProperty('metadata')
    const paid = await stripe.paymentIntents.retrieve(id)
    expect(paid).toMatchObject({ status: 'succeeded', amount_received: 2500, next_action: null })
    expect(paid.latest_charge).toMatch(/^ch_/)
    const stored = await database.db
      .selectFrom('cards.intents')
      .select('payment_method')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(stored.payment_method).toEqual({
      id: paid.payment_method,
      brand,
      last4: number.slice(-4),
      exp_month: 12,
      exp_year: 2034,
    })
  })

  test.each([
    ['4000000000000002', 'card_declined', 'generic_decline', 'Your card was declined.'],
    ['4000000000009995', 'card_declined', 'insufficient_funds', 'Your card has insufficient funds.'],
    ['4000000000000069', 'expired_card', undefined, 'Your card has expired.'],
    ['4000000000000127', 'incorrect_cvc', undefined, "Your card's security code is incorrect."],
  ])('%s is declined, and another card may follow', async (number, code, declineCode, message) => {
    const { id, client_secret } = await stripe.paymentIntents.create(order)
    const declined = await confirmInBrowser(sandbox, client_secret ?? '', { number })
    expect(declined.status).toBe(402)
    expect(declined.headers['access-control-allow-origin']).toBe('*')
    expect(declined.body.error).toMatchObject({
      type: 'card_error',
      code,
      message,
      payment_method: { type: 'card', card: { last4: number.slice(-4) } },
      payment_intent: { id, status: 'requires_payment_method' },
    })
    expect(declined.body.error.decline_code).toBe(declineCode)
    expect(await sandbox.provider.readIntent(id)).toMatchObject({
      status: 'requires_payment_method',
      failedChargeId: expect.stringMatching(/^ch_/),
      amountReceivedMinor: 0,
    })
    const paid = await confirmInBrowser(sandbox, client_secret ?? '', { number: '4242424242424242' })
    expect(paid.body).toMatchObject({ status: 'succeeded', last_payment_error: null })
  })

  test('the server confirms with a test token, and a decline is a StripeCardError', async () => {
    const { id } = await stripe.paymentIntents.create(order)
    const error = await sdkErrorOf(
      stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa_chargeDeclinedInsufficientFunds' }),
    )
    expect(error).toBeInstanceOf(Stripe.errors.StripeCardError)
    expect(error).toMatchObject({
      code: 'card_declined',
      decline_code: 'insufficient_funds',
      statusCode: 402,
    })
    const paid = await stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' })
    expect(paid.status).toBe('succeeded')
  })

  test.each([
    ['a real number', { number: '4111111111111111' }, 'card_declined', 'test_mode_live_card'],
    ['a mistyped number', { number: '4242424242424241' }, 'incorrect_number', undefined],
    ['no digits', { number: '4242x' }, 'invalid_number', undefined],
    ['month 13', { number: '4242424242424242', expMonth: '13' }, 'invalid_expiry_month', undefined],
    ['a past year', { number: '4242424242424242', expYear: '2020' }, 'invalid_expiry_year', undefined],
    ['a letter in the code', { number: '4242424242424242', cvc: '12a' }, 'invalid_cvc', undefined],
  ])('%s is rejected and changes nothing', async (_name, card, code, declineCode) => {
    const { id, client_secret } = await stripe.paymentIntents.create(order)
    const before = await stripe.paymentIntents.retrieve(id)
    const { status, body } = await confirmInBrowser(sandbox, client_secret ?? '', card)
    expect(status).toBe(402)
    expect(body.error).toMatchObject({ type: 'card_error', code })
    expect(body.error.decline_code).toBe(declineCode)
    expect(await stripe.paymentIntents.retrieve(id)).toEqual(before)
  })

  test('a card is valid through the last day of its month in every time zone', async () => {
    const { client_secret } = await stripe.paymentIntents.create(order)
    const soon = { number: '4242424242424242', expMonth: '11', expYear: '2026' }
    const { at } = sandbox.clock
    try {
      sandbox.clock.at = new Date('2026-12-02T12:00:00Z')
      expect((await confirmInBrowser(sandbox, client_secret ?? '', soon)).status).toBe(402)
      sandbox.clock.at = new Date('2026-12-01T11:00:00Z')
      expect((await confirmInBrowser(sandbox, client_secret ?? '', soon)).status).toBe(200)
    } finally {
      sandbox.clock.at = at
    }
  })

  test('a paid or canceled intent cannot be confirmed again', async () => {
    const paid = await stripe.paymentIntents.create(order)
    await stripe.paymentIntents.confirm(paid.id, { payment_method: 'pm_card_visa' })
    const again = await confirmInBrowser(sandbox, paid.client_secret ?? '', { number: '4242424242424242' })
    expect(again.status).toBe(400)
    expect(again.body.error).toMatchObject({
      type: 'invalid_request_error',
      code: 'payment_intent_unexpected_state',
      payment_intent: { id: paid.id, status: 'succeeded' },
    })
    const canceled = await stripe.paymentIntents.create(order)
    await stripe.paymentIntents.cancel(canceled.id)
    const error = await sdkErrorOf(
      stripe.paymentIntents.confirm(canceled.id, { payment_method: 'pm_card_visa' }),
    )
    expect(error).toMatchObject({ statusCode: 400, code: 'payment_intent_unexpected_state' })
  })

  test('a confirmation without a card is rejected', async () => {
    const { id } = await stripe.paymentIntents.create(order)
    expect(await sdkErrorOf(stripe.paymentIntents.confirm(id))).toMatchObject({
      code: 'payment_intent_unexpected_state',
      statusCode: 400,
    })
  })
})

describe('canceling an intent', () => {
  test('a canceled intent has the time of its cancellation and cannot be canceled twice', async () => {
    const { id } = await stripe.paymentIntents.create(order)
    const canceled = await stripe.paymentIntents.cancel(id)
    expect(canceled).toMatchObject({ status: 'canceled' })
    expect(canceled.canceled_at).toBe(Math.floor(sandbox.clock.at.getTime() / 1000))
    expect(await sdkErrorOf(stripe.paymentIntents.cancel(id))).toMatchObject({
      code: 'payment_intent_unexpected_state',
      statusCode: 400,
    })
  })

  test('exactly one of a concurrent confirmation and cancellation succeeds', async () => {
    for (let round = 0; round < someRuns(60); round += 1) {
      const { id } = await stripe.paymentIntents.create(order)
      const pay = () => stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' })
      const cancel = () => stripe.paymentIntents.cancel(id)
      const both = round % 2 === 0 ? [pay(), cancel()] : [cancel(), pay()]
      const results = await Promise.allSettled(both)
      const [won, ...more] = results.flatMap((result) =>
        result.status === 'fulfilled' ? [result.value] : [],
      )
      expect(more).toEqual([])
      expect((await stripe.paymentIntents.retrieve(id)).status).toBe(won?.status)
    }
  })
})

describe('access to intents', () => {
  test('a wrong or missing key gets 401', async () => {
    const error = await sdkErrorOf(sandbox.client('sk_test_other').paymentIntents.create(order))
    expect(error).toBeInstanceOf(Stripe.errors.StripeAuthenticationError)
    expect(error).toMatchObject({ statusCode: 401, rawType: 'invalid_request_error' })
    const keyless = await sandbox.app.inject({ url: '/payments/v1/payment_intents/pi_1' })
    expect(keyless.statusCode).toBe(401)
    expect(keyless.headers['request-id']).toMatch(/^req_/)
    expect(keyless.headers['access-control-allow-origin']).toBeUndefined()
  })

  test.each(['create', 'cancel', 'refund', 'list refunds', 'list disputes'])(
    'a browser with the publishable key must not %s',
    async (what) => {
      const browser = sandbox.client(KEYS.publishableKey)
      const { id } = await stripe.paymentIntents.create(order)
      const calls: Record<string, () => Promise<unknown>> = {
        create: () => browser.paymentIntents.create(order),
        cancel: () => browser.paymentIntents.cancel(id),
        refund: () => browser.refunds.create({ payment_intent: id }),
        'list refunds': () => browser.refunds.list(),
        'list disputes': () => browser.disputes.list(),
      }
      const error = await sdkErrorOf(calls[what]?.() ?? Promise.resolve())
      expect(error).toMatchObject({ statusCode: 403, code: 'secret_key_required' })
    },
  )

  test('a browser reads an intent by its client secret only', async () => {
    const { id, client_secret } = await stripe.paymentIntents.create(order)
    const other = await stripe.paymentIntents.create(order)
    const read = (secret: string) =>
      sandbox.app.inject({
        url: `/payments/v1/payment_intents/${id}`,
        query: { key: KEYS.publishableKey, client_secret: secret },
      })
    const mine = await read(client_secret ?? '')
    expect(mine.json()).toMatchObject({ id, status: 'requires_payment_method' })
    expect(mine.json()).not.toHaveProperty('metadata')
    const foreign = await read(other.client_secret ?? '')
    expect(foreign.statusCode).toBe(404)
    expect(foreign.json().error.code).toBe('resource_missing')
    expect((await read('')).json().error).toMatchObject({ code: 'parameter_missing', param: 'client_secret' })
    const forged = await confirmInBrowser(sandbox, `${id}_secret_guess`, { number: '4242424242424242' })
    expect(forged.status).toBe(404)
  })
})

describe('unknown paths and intents', () => {
  test.each(['pi_unknown', 'pi_', 'x', 'pi_a%00b', `pi_${'x'.repeat(80)}`])(
    'reading the intent %s gets 404',
    async (id) => {
      const response = await sandbox.app.inject({
        url: `/payments/v1/payment_intents/${id}`,
        headers: { authorization: `Bearer ${KEYS.secretKey}` },
      })
      expect(response.statusCode).toBe(404)
      expect(response.json().error).toMatchObject({ type: 'invalid_request_error', code: 'resource_missing' })
    },
  )

  test('an unknown path gets the provider’s error', async () => {
    const error = await sdkErrorOf(stripe.customers.create({ email: 'ann@example.com' }))
    expect(error.statusCode).toBe(404)
    expect(error.message).toContain('Unrecognized request URL (POST: /v1/customers)')
    expect(error.requestId).toMatch(/^req_/)
  })

  test('an invalid content type at an unknown path gets 400 in the provider’s form', async () => {
    const response = await sandbox.app.inject({
      method: 'POST',
      url: '/payments/unknown',
      headers: { 'content-type': 'a/b/c' },
      payload: '',
    })
    expect(response.statusCode).toBe(400)
    expect(response.json().error).toMatchObject({ type: 'invalid_request_error' })
  })

  test('a JSON body gets 400 in the provider’s form, and a too long body 400', async () => {
    const headers = { authorization: `Bearer ${KEYS.secretKey}` }
    const url = '/payments/v1/payment_intents'
    const json = await sandbox.app.inject({ method: 'POST', url, headers, payload: { amount: 500 } })
    expect(json.statusCode).toBe(400)
    expect(json.json().error.type).toBe('invalid_request_error')
    const long = await sandbox.app.inject({
      method: 'POST',
      url,
      headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
      payload: `description=${'x'.repeat(20_000)}`,
    })
    expect(long.statusCode).toBe(400)
  })

  test('an unknown API version is rejected', async () => {
    const response = await sandbox.app.inject({
      url: '/payments/v1/refunds',
      headers: { authorization: `Bearer ${KEYS.secretKey}`, 'stripe-version': 'latest' },
    })
    expect(response.statusCode).toBe(400)
  })
})
