import type { Stripe, StripeCardElement, StripeError } from '@stripe/stripe-js'
import { errorTexts } from '#contract/messages/errors.ts'
import { paymentTexts } from '#contract/messages/payments.ts'

/**
 * How an attempt ended: `charged` with the payment's id; `failed` with the provider's words; `dead` when this
 * payment can no longer be used, so that the store must open another.
 */
export type Outcome =
  | { state: 'charged'; transactionId: string }
  | { state: 'failed' | 'dead'; message: string }

type Payment = {
  clientSecret: string
  card: StripeCardElement
  billing: { name: string | null; email: string }
}

/** Pays with the card that was typed. Never throws. */
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

/** An error may carry a payment that had gone through before: in another tab, or in an answer that was lost. */
function readError({ type, message, payment_intent: intent }: StripeError): Outcome {
  if (intent?.status === 'succeeded') return { state: 'charged', transactionId: intent.id }
  // the provider's library says that nothing was charged, but what was lost may be the answer
  if (type === 'api_connection_error') return { state: 'failed', message: paymentTexts.answerLost }
  // the provider's words for it are for programmers
  if (intent?.status === 'canceled') return { state: 'dead', message: paymentTexts.closed }
  return { state: 'failed', message: message ?? errorTexts.cards_unavailable }
}
