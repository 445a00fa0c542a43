import { expect, test } from 'vitest'
import { confirmInBrowser, ORIGIN, openCardSandbox } from '#tests/support/payments/card-sandbox.ts'

const { sandbox } = await openCardSandbox()
const { stripe } = sandbox

const CHALLENGED = { number: '4000002500003155' }

/** Creates an intent that requires a challenge at `path`. */
async function startChallenge() {
  const { id, client_secret } = await stripe.paymentIntents.create({ amount: 1999, currency: 'usd' })
  const clientSecret = client_secret ?? ''
  const { body } = await confirmInBrowser(sandbox, clientSecret, CHALLENGED)
  return { id, clientSecret, body, path: pathOf(body) }
}

function pathOf(intent: { next_action: { use_stripe_sdk: { stripe_js: string } } }): string {
  return intent.next_action.use_stripe_sdk.stripe_js.replace(ORIGIN, '')
}

function submitOutcome(path: string, outcome: string) {
  return sandbox.app.inject({
    method: 'POST',
    url: path,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: `outcome=${outcome}`,
  })
}

async function statusOf(id: string) {
  return (await stripe.paymentIntents.retrieve(id)).status
}

test('a card that requires a challenge pays once its holder completes it', async () => {
  const { id, body, path } = await startChallenge()
  expect(body).toMatchObject({
    status: 'requires_action',
    next_action: { type: 'use_stripe_sdk', use_stripe_sdk: { type: 'three_d_secure_redirect' } },
  })
  expect(path).toMatch(/^\/payments\/3ds\/[A-Za-z0-9]{40}$/)
  const page = await sandbox.app.inject({ url: path })
  expect(page.payload).toContain('$19.99')
  expect(page.headers['content-security-policy']).toContain("frame-ancestors 'self'")
  expect(page.headers['content-security-policy']).not.toContain('unsafe')
  expect((await submitOutcome(path, 'complete')).statusCode).toBe(200)
  expect(await stripe.paymentIntents.retrieve(id)).toMatchObject({
    status: 'succeeded',
    amount_received: 1999,
    next_action: null,
  })
})

test.each(['fail', 'nonsense', ''])(
  'the outcome %j fails the authentication, and another card may follow',
  async (outcome) => {
    const { id, clientSecret, path } = await startChallenge()
    await submitOutcome(path, outcome)
    expect(await stripe.paymentIntents.retrieve(id)).toMatchObject({
      status: 'requires_payment_method',
      next_action: null,
      last_payment_error: {
        type: 'invalid_request_error',
        code: 'payment_intent_authentication_failure',
        payment_method: { card: { last4: '3155' } },
      },
    })
    const paid = await confirmInBrowser(sandbox, clientSecret, { number: '4242424242424242' })
    expect(paid.body.status).toBe('succeeded')
  },
)

test('a challenge accepts one of twenty concurrent submissions', async () => {
  const { id, path } = await startChallenge()
  const responses = await Promise.all(Array.from({ length: 20 }, () => submitOutcome(path, 'complete')))
  expect(responses.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
  expect((await submitOutcome(path, 'fail')).statusCode).toBe(404)
  expect(await statusOf(id)).toBe('succeeded')
  expect((await sandbox.app.inject({ url: path })).statusCode).toBe(404)
})

test('a challenge ends after ten minutes, and the card may be confirmed again', async () => {
  const { id, clientSecret, path } = await startChallenge()
  const { at } = sandbox.clock
  try {
    sandbox.clock.at = new Date(at.getTime() + 600_000)
    expect((await sandbox.app.inject({ url: path })).statusCode).toBe(404)
    expect((await submitOutcome(path, 'complete')).statusCode).toBe(404)
    expect(await statusOf(id)).toBe('requires_action')
    const again = await confirmInBrowser(sandbox, clientSecret, CHALLENGED)
    await submitOutcome(pathOf(again.body), 'complete')
    expect(await statusOf(id)).toBe('succeeded')
  } finally {
    sandbox.clock.at = at
  }
})

test('another card or a cancellation ends the challenge', async () => {
  const other = await startChallenge()
  await confirmInBrowser(sandbox, other.clientSecret, { number: '4000000000000002' })
  expect((await submitOutcome(other.path, 'complete')).statusCode).toBe(404)
  expect(await statusOf(other.id)).toBe('requires_payment_method')
  const canceled = await startChallenge()
  await stripe.paymentIntents.cancel(canceled.id)
  expect((await submitOutcome(canceled.path, 'complete')).statusCode).toBe(404)
  expect(await statusOf(canceled.id)).toBe('canceled')
})

test.each(['x', 'a'.repeat(40), `${'a'.repeat(39)}%00`])('the unknown challenge %s is 404', async (token) => {
  expect((await sandbox.app.inject({ url: `/payments/3ds/${token}` })).statusCode).toBe(404)
  expect((await submitOutcome(`/payments/3ds/${token}`, 'complete')).statusCode).toBe(404)
})
