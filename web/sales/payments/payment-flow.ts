import type { Stripe, StripeCardElement, StripeError } from '@stripe/stripe-js'
import { useEffect, useState } from 'react'
import { isApiError } from '#contract/api-client.ts'
import type { ErrorCode } from '#contract/platform/errors.ts'
import { errorTexts } from '#contract/platform/texts/errors.ts'
import type { Order } from '#contract/sales/orders/orders.ts'
import { paymentTexts } from '#contract/sales/payments/texts.ts'
import { browserApi } from '../../platform/api/browser-api.ts'
import { errorMessage } from '../../platform/api/error-message.ts'

export type CallResult<T> = { ok: true; value: T } | { ok: false; text: string; code: ErrorCode | undefined }

export async function toResult<T>(work: Promise<T>): Promise<CallResult<T>> {
  try {
    return { ok: true, value: await work }
  } catch (error) {
    return { ok: false, text: errorMessage(error).text, code: isApiError(error) ? error.code : undefined }
  }
}

export function openPayment(order: Order): Promise<CallResult<string>> {
  const body = { price: order.total, orderId: order._id }
  return toResult(browserApi.createPaymentIntent({ body }).then(({ clientSecret }) => clientSecret))
}

const PAUSES_MS = [1000, 3000]

/** Reports a charge to the store, up to three times; the store checks it with the provider. */
export async function reportPayment(orderId: string, transactionId: string): Promise<CallResult<Order>> {
  const body = { appointment: orderId, transactionId }
  const report = () => toResult(browserApi.markOrderPaid({ params: { id: orderId }, body }))
  let step = await report()
  for (const pause of PAUSES_MS) {
    if (step.ok) return step
    await new Promise((resolve) => setTimeout(resolve, pause))
    step = await report()
  }
  return step
}

/** The value of a promise that never rejects; undefined while it is pending, or without one. */
export function useSettled<T>(promise: Promise<T> | undefined): T | undefined {
  const [settled, setSettled] = useState<{ promise: Promise<T>; value: T }>()
  useEffect(() => {
    if (!promise) return
    let isWanted = true
    void promise.then((value) => {
      if (isWanted) setSettled({ promise, value })
    })
    return () => {
      isWanted = false
    }
  }, [promise])
  return settled && settled.promise === promise ? settled.value : undefined
}

/**
 * How an attempt ended: `charged` with the payment's id; `failed`, with a message for the buyer; `unusable` when
 * this payment can no longer be used, so that the store must open another.
 */
export type Outcome =
  | { state: 'charged'; transactionId: string }
  | { state: 'failed' | 'unusable'; message: string }

type Payment = {
  clientSecret: string
  card: StripeCardElement
  billing: { name: string | null; email: string }
}

export async function confirmCard(
  stripe: Pick<Stripe, 'confirmCardPayment'>,
  { clientSecret, card, billing }: Payment,
): Promise<Outcome> {
  const billing_details = { email: billing.email, ...(billing.name && { name: billing.name }) }
  try {
    const { paymentIntent, error } = await stripe.confirmCardPayment(clientSecret, {
      payment_method: { card, billing_details },
    })
    if (paymentIntent?.status === 'succeeded') return { state: 'charged', transactionId: paymentIntent.id }
    return error ? readError(error) : { state: 'failed', message: errorTexts.payment_unproven }
  } catch {
    // the frame was not ready, or is gone: nothing was sent
    return { state: 'failed', message: errorTexts.cards_unavailable }
  }
}

/** An error may carry a payment that had gone through before: in another tab, or with a response that was lost. */
function readError({ type, message, payment_intent: intent }: StripeError): Outcome {
  if (intent?.status === 'succeeded') return { state: 'charged', transactionId: intent.id }
  // the provider's library says that nothing was charged, but the lost message may be the response to a charge
  if (type === 'api_connection_error') return { state: 'failed', message: paymentTexts.answerLost }
  // the provider's message is for programmers
  if (intent?.status === 'canceled') return { state: 'unusable', message: paymentTexts.closed }
  return { state: 'failed', message: message ?? errorTexts.cards_unavailable }
}
