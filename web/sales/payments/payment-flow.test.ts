import type { PaymentIntentResult, StripeCardElement } from '@stripe/stripe-js'
import { expect, test } from 'vitest'
import { errorTexts } from '#contract/platform/texts/errors.ts'
import { paymentTexts } from '#contract/sales/payments/texts.ts'
import { confirmCard } from './payment-flow.ts'

const card = {} as StripeCardElement
const payment = { clientSecret: 'pi_1_secret_2', card, billing: { name: null, email: 'ines@example.com' } }
/** Stripe.js whose `confirmCardPayment` returns this result. */
const stripeReturning = (result: unknown) => ({
  confirmCardPayment: async () => result as PaymentIntentResult,
})

test('a succeeded payment is charged, under its id', async () => {
  const stripe = stripeReturning({ paymentIntent: { id: 'pi_1', status: 'succeeded' } })
  expect(await confirmCard(stripe, payment)).toEqual({ state: 'charged', transactionId: 'pi_1' })
})

test('a payment that had succeeded before is charged, although Stripe.js returns an error', async () => {
  const stripe = stripeReturning({
    error: { message: 'unexpected state', payment_intent: { id: 'pi_1', status: 'succeeded' } },
  })
  expect(await confirmCard(stripe, payment)).toEqual({ state: 'charged', transactionId: 'pi_1' })
})

test('a decline shows the provider’s message', async () => {
  const stripe = stripeReturning({
    error: { message: 'Your card was declined.', payment_intent: { status: 'requires_payment_method' } },
  })
  expect(await confirmCard(stripe, payment)).toEqual({
    state: 'failed',
    message: 'Your card was declined.',
  })
})

test('after a connection error the message does not say that nothing was charged', async () => {
  const stripe = stripeReturning({
    error: { type: 'api_connection_error', message: 'You have not been charged.' },
  })
  expect(await confirmCard(stripe, payment)).toEqual({ state: 'failed', message: paymentTexts.answerLost })
})

test('a canceled payment intent is `unusable`, with a message for the buyer', async () => {
  const stripe = stripeReturning({
    error: { message: 'You cannot confirm this PaymentIntent.', payment_intent: { status: 'canceled' } },
  })
  expect(await confirmCard(stripe, payment)).toEqual({ state: 'unusable', message: paymentTexts.closed })
})

test('a processing payment is not a success', async () => {
  const stripe = stripeReturning({ paymentIntent: { id: 'pi_1', status: 'processing' } })
  expect(await confirmCard(stripe, payment)).toEqual({
    state: 'failed',
    message: errorTexts.payment_unproven,
  })
})

test('a card frame that is not ready is a failure with a message', async () => {
  const stripe = {
    confirmCardPayment: async () => {
      throw new Error('not mounted')
    },
  }
  expect(await confirmCard(stripe, payment)).toEqual({
    state: 'failed',
    message: errorTexts.cards_unavailable,
  })
})
