import Stripe from 'stripe'
import { expect, test } from 'vitest'
import { openCardSandbox } from '#tests/support/payments/card-sandbox.ts'

const { sandbox, database } = await openCardSandbox()
const { stripe } = sandbox

async function pay(amount: number): Promise<string> {
  const { id } = await stripe.paymentIntents.create({ amount, currency: 'usd' })
  await stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' })
  return id
}

async function refundedOf(id: string): Promise<number> {
  const rows = await database.db
    .selectFrom('cards.refunds')
    .select('amount_minor')
    .where('intent_id', '=', id)
    .execute()
  return rows.reduce((sum, row) => sum + row.amount_minor, 0)
}

test('a refund without amount returns the rest', async () => {
  const id = await pay(2500)
  const part = await stripe.refunds.create({ payment_intent: id, amount: 700, metadata: { why: 'dent' } })
  expect(part).toMatchObject({
    object: 'refund',
    amount: 700,
    status: 'succeeded',
    metadata: { why: 'dent' },
  })
  // Refunds of the same time have no fixed order in the list.
  sandbox.clock.at = new Date(sandbox.clock.at.getTime() + 1000)
  const rest = await stripe.refunds.create({ payment_intent: id })
  expect(rest).toMatchObject({ amount: 1800, currency: 'usd', payment_intent: id })
  expect((await stripe.refunds.list({ payment_intent: id })).data).toMatchObject([{ ...rest }, { ...part }])
})

test('a refund never exceeds the captured amount', async () => {
  const id = await pay(2500)
  await expect(stripe.refunds.create({ payment_intent: id, amount: 2501 })).rejects.toMatchObject({
    message: 'Refund amount ($25.01) is greater than unrefunded amount on charge ($25.00)',
    param: 'amount',
  })
  await stripe.refunds.create({ payment_intent: id })
  await expect(stripe.refunds.create({ payment_intent: id, amount: 1 })).rejects.toMatchObject({
    statusCode: 400,
    code: 'charge_already_refunded',
  })
  expect(await refundedOf(id)).toBe(2500)
})

test('thirty concurrent refunds never exceed the captured amount', async () => {
  const id = await pay(1000)
  const results = await Promise.allSettled(
    Array.from({ length: 30 }, () => stripe.refunds.create({ payment_intent: id, amount: 300 })),
  )
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
  expect(await refundedOf(id)).toBe(900)
})

test('an unpaid, canceled or unknown intent cannot be refunded', async () => {
  const { id } = await stripe.paymentIntents.create({ amount: 500, currency: 'usd' })
  const unpaid = stripe.refunds.create({ payment_intent: id })
  await expect(unpaid).rejects.toThrow('does not have a successful charge to refund')
  await stripe.paymentIntents.cancel(id)
  await expect(stripe.refunds.create({ payment_intent: id })).rejects.toThrow('successful charge')
  await expect(stripe.refunds.create({ payment_intent: 'pi_none' })).rejects.toMatchObject({
    statusCode: 404,
  })
})

test.each([0, -5])('an amount of %i is rejected', async (amount) => {
  const id = await pay(500)
  await expect(stripe.refunds.create({ payment_intent: id, amount })).rejects.toBeInstanceOf(
    Stripe.errors.StripeInvalidRequestError,
  )
})

test.each(['isk', 'ugx'])('a fraction of %s is not refunded', async (currency) => {
  const { id } = await stripe.paymentIntents.create({ amount: 500_000, currency })
  await stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' })
  const refund = (amount: number) => stripe.refunds.create({ payment_intent: id, amount })
  await expect(refund(1050)).rejects.toMatchObject({ statusCode: 400, code: 'invalid_charge_amount' })
  expect((await refund(1000)).amount).toBe(1000)
})
