import Stripe from 'stripe'
import { expect, test } from 'vitest'
import { openCardSandbox } from '#tests/support/payments/card-sandbox.ts'

const { sandbox } = await openCardSandbox()
const { stripe } = sandbox

const order = { amount: 2500, currency: 'usd', description: 'Brake disc', metadata: { orderId: 'order-1' } }
const whole = { expand: ['latest_charge'] }

test('a paid intent has a charge, by its id and within the intent, that says how much went back', async () => {
  const { id } = await stripe.paymentIntents.create(order)
  const paid = await stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_mastercard' })
  const charge = await stripe.charges.retrieve(String(paid.latest_charge))
  expect(charge).toMatchObject({
    object: 'charge',
    amount: 2500,
    amount_captured: 2500,
    amount_refunded: 0,
    captured: true,
    paid: true,
    refunded: false,
    status: 'succeeded',
    payment_intent: id,
    description: 'Brake disc',
    metadata: { orderId: 'order-1' },
    outcome: { type: 'authorized' },
    payment_method_details: { type: 'card', card: { brand: 'mastercard', last4: '4444' } },
    created: Math.floor(sandbox.clock.at.getTime() / 1000),
  })
  expect((await stripe.paymentIntents.retrieve(id, whole)).latest_charge).toEqual({ ...charge })
  await stripe.refunds.create({ payment_intent: id, amount: 700 })
  expect(await stripe.charges.retrieve(charge.id)).toMatchObject({ amount_refunded: 700, refunded: false })
  await stripe.refunds.create({ payment_intent: id })
  expect(await stripe.charges.retrieve(charge.id)).toMatchObject({ amount_refunded: 2500, refunded: true })
})

test('a declined attempt has a charge too, and it says why', async () => {
  const { id } = await stripe.paymentIntents.create(order)
  const declined = stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa_chargeDeclined' })
  await expect(declined).rejects.toBeInstanceOf(Stripe.errors.StripeCardError)
  const { latest_charge: charge } = await stripe.paymentIntents.retrieve(id, whole)
  expect(charge).toMatchObject({
    status: 'failed',
    paid: false,
    captured: false,
    amount_captured: 0,
    failure_code: 'card_declined',
    failure_message: 'Your card was declined.',
    outcome: { type: 'issuer_declined', reason: 'generic_decline' },
  })
})

test('an unpaid intent has none, and what cannot be expanded is refused', async () => {
  const { id } = await stripe.paymentIntents.create(order)
  expect((await stripe.paymentIntents.retrieve(id, whole)).latest_charge).toBeNull()
  await expect(stripe.paymentIntents.retrieve(id, { expand: ['review'] })).rejects.toMatchObject({
    statusCode: 400,
    message: 'This property cannot be expanded (review).',
  })
  await expect(stripe.charges.retrieve('ch_none')).rejects.toMatchObject({ code: 'resource_missing' })
})

test('charges and refunds have events, and a shop receives those that it subscribed to', async () => {
  const { id } = await stripe.paymentIntents.create(order)
  await stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' })
  await stripe.refunds.create({ payment_intent: id })
  const types = ['charge.succeeded', 'refund.created']
  for (const type of types) expect((await stripe.events.list({ type })).data).not.toEqual([])
  sandbox.delivered.splice(0)
  await sandbox.cards.deliverNow()
  const delivered = sandbox.delivered.map(({ body }) => JSON.parse(body).type)
  expect(delivered).toEqual(expect.arrayContaining(['payment_intent.succeeded', 'charge.refunded']))
  for (const type of types) expect(delivered).not.toContain(type)
})
