import Stripe from 'stripe'
import { expect, test } from 'vitest'
import { KEYS, openCardSandbox } from '#tests/support/payments/card-sandbox.ts'

const { sandbox, database } = await openCardSandbox()
const { stripe } = sandbox

const order = { amount: 2500, currency: 'usd' }

function post(path: string, key: string, form: string) {
  return sandbox.app.inject({
    method: 'POST',
    url: `/payments/v1/${path}`,
    headers: {
      authorization: `Bearer ${KEYS.secretKey}`,
      'content-type': 'application/x-www-form-urlencoded',
      'idempotency-key': key,
    },
    payload: form,
  })
}

test('the same key and body replay the first response byte by byte', async () => {
  const first = await post('payment_intents', 'k-1', 'amount=500&currency=usd')
  const second = await post('payment_intents', 'k-1', 'amount=500&currency=usd')
  expect(first.headers['idempotent-replayed']).toBeUndefined()
  expect(second.payload).toBe(first.payload)
  expect(second.headers).toMatchObject({
    'idempotent-replayed': 'true',
    'idempotency-key': 'k-1',
    'original-request': first.headers['request-id'],
  })
  expect(second.headers['request-id']).not.toBe(first.headers['request-id'])
})

test('the same key with another body or path is an idempotency error', async () => {
  await stripe.paymentIntents.create(order, { idempotencyKey: 'k-2' })
  const other = stripe.paymentIntents.create({ ...order, amount: 2600 }, { idempotencyKey: 'k-2' })
  await expect(other).rejects.toBeInstanceOf(Stripe.errors.StripeIdempotencyError)
  await expect(other).rejects.toMatchObject({ statusCode: 400, rawType: 'idempotency_error' })
  const otherPath = await post('refunds', 'k-2', 'amount=2500&currency=usd')
  expect(otherPath.json().error.type).toBe('idempotency_error')
})

test('twenty concurrent requests with one key create one intent', async () => {
  const count = async () =>
    Number(
      (
        await database.db
          .selectFrom('cards.intents')
          .select((eb) => eb.fn.countAll().as('all'))
          .executeTakeFirstOrThrow()
      ).all,
    )
  const before = await count()
  const intents = await Promise.all(
    Array.from({ length: 20 }, () => stripe.paymentIntents.create(order, { idempotencyKey: 'k-3' })),
  )
  expect(new Set(intents.map(({ id }) => id)).size).toBe(1)
  expect(await count()).toBe(before + 1)
})

test('the response for a declined card is replayed, and one event is created', async () => {
  const { id } = await stripe.paymentIntents.create(order)
  const form = 'payment_method=pm_card_visa_chargeDeclined'
  const first = await post(`payment_intents/${id}/confirm`, 'k-4', form)
  const second = await post(`payment_intents/${id}/confirm`, 'k-4', form)
  expect([first.statusCode, second.statusCode]).toEqual([402, 402])
  expect(second.payload).toBe(first.payload)
  const failures = await database.db
    .selectFrom('cards.events')
    .select('id')
    .where('type', '=', 'payment_intent.payment_failed')
    .where('body', 'like', `%${id}%`)
    .execute()
  expect(failures).toHaveLength(1)
})

test('a rejected operation stays stored under its key after the payment’s state has changed', async () => {
  const { id } = await stripe.paymentIntents.create(order)
  const early = await post('refunds', 'k-7', `payment_intent=${id}`)
  await stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' })
  const again = await post('refunds', 'k-7', `payment_intent=${id}`)
  expect([early.statusCode, again.statusCode]).toEqual([400, 400])
  expect(again.payload).toBe(early.payload)
  expect(again.headers['idempotent-replayed']).toBe('true')
  expect((await post('refunds', 'k-8', `payment_intent=${id}`)).statusCode).toBe(200)
})

test('an invalid request does not use up its key', async () => {
  expect((await post('payment_intents', 'k-5', 'amount=1&currency=usd')).statusCode).toBe(400)
  expect((await post('payment_intents', 'k-5', 'amount=500&currency=usd')).statusCode).toBe(200)
})

test.each(['', 'x'.repeat(256), 'Schlüssel'])('an invalid key is rejected (%#)', async (key) => {
  const response = await post('payment_intents', key, 'amount=500&currency=usd')
  expect(response.statusCode).toBe(400)
  expect(response.json().error.type).toBe('idempotency_error')
})

test('the idempotency key of a browser is ignored', async () => {
  const intent = await stripe.paymentIntents.create(order, { idempotencyKey: 'k-6' })
  const form = new URLSearchParams({
    key: KEYS.publishableKey,
    client_secret: intent.client_secret ?? '',
    payment_method: 'pm_card_visa',
  })
  const response = await sandbox.app.inject({
    method: 'POST',
    url: `/payments/v1/payment_intents/${intent.id}/confirm`,
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'idempotency-key': 'k-6' },
    payload: form.toString(),
  })
  expect(response.json().status).toBe('succeeded')
  expect(response.headers['idempotency-key']).toBeUndefined()
})
