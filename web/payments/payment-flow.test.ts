import type { PaymentIntentResult, StripeCardElement } from '@stripe/stripe-js'
import { expect, test } from 'vitest'
import { errorTexts } from '#contract/messages/errors.ts'
import { paymentTexts } from '#contract/messages/payments.ts'
import { confirmCard } from './payment-flow.ts'

const card = {} as StripeCardElement
const payment = { clientSecret: 'pi_1_secret_2', card, billing: { name: null, email: 'ines@example.com' } }
/** The provider's answer, as its library hands it over. */
const answering = (answer: unknown) => ({ confirmCardPayment: async () => answer as PaymentIntentResult })

test('a succeeded payment is charged, under its id', async () => {
  const stripe = answering({ paymentIntent: { id: 'pi_1', status: 'succeeded' } })
  expect(await confirmCard(stripe, payment)).toEqual({ state: 'charged', transactionId: 'pi_1' })
})

test('a payment that had gone through before is charged, though the library calls it an error', async () => {
  const stripe = answering({
    error: { message: 'unexpected state', payment_intent: { id: 'pi_1', status: 'succeeded' } },
  })
  expect(await confirmCard(stripe, payment)).toEqual({ state: 'charged', transactionId: 'pi_1' })
})

test('a decline keeps the provider’s words', async () => {
  const stripe = answering({
    error: { message: 'Your card was declined.', payment_intent: { status: 'requires_payment_method' } },
  })
  expect(await confirmCard(stripe, payment)).toEqual({
    state: 'failed',
    message: 'Your card was declined.',
  })
})

test('after a lost connection nothing says “not charged”: the answer may be what was lost', async () => {
  const stripe = answering({ error: { type: 'api_connection_error', message: 'You have not been charged.' } })
  expect(await confirmCard(stripe, payment)).toEqual({ state: 'failed', message: paymentTexts.answerLost })
})

test('a canceled payment is dead, in words for the buyer: another must be opened', async () => {
  const stripe = answering({
    error: { message: 'You cannot confirm this PaymentIntent.', payment_intent: { status: 'canceled' } },
  })
  expect(await confirmCard(stripe, payment)).toEqual({ state: 'dead', message: paymentTexts.closed })
})

test('a payment still on its way is no success', async () => {
  const stripe = answering({ paymentIntent: { id: 'pi_1', status: 'processing' } })
  expect(await confirmCard(stripe, payment)).toEqual({
    state: 'failed',
    message: errorTexts.payment_unproven,
  })
})

test('a frame that is not ready gives a message and does not throw', async () => {
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
