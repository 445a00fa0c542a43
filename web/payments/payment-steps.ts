import { isApiError } from '#contract/api-client.ts'
import type { ErrorCode } from '#contract/errors.ts'
import type { Order } from '#contract/orders/orders.ts'
import { browserApi } from '../api/browser-api.ts'
import { errorMessage } from '../api/error-message.ts'

/** A step that is under way elsewhere while the page is shown: it never rejects. */
export type Step<T> = { ok: true; value: T } | { ok: false; text: string; code: ErrorCode | undefined }

export async function asStep<T>(work: Promise<T>): Promise<Step<T>> {
  try {
    return { ok: true, value: await work }
  } catch (error) {
    return { ok: false, text: errorMessage(error).text, code: isApiError(error) ? error.code : undefined }
  }
}

/** Opens the payment of an order, or finds the one that is open. */
export function openPayment(order: Order): Promise<Step<string>> {
  return asStep(
    browserApi
      .createPaymentIntent({ body: { price: order.total, orderId: order._id } })
      .then(({ clientSecret }) => clientSecret),
  )
}

const PAUSES_MS = [1000, 3000]

/** Tells the store of a payment that went through, a few times if need be; it asks the provider itself. */
export async function reportPayment(orderId: string, transactionId: string): Promise<Step<Order>> {
  const report = () =>
    asStep(
      browserApi.markOrderPaid({
        params: { id: orderId },
        body: { appointment: orderId, transactionId },
      }),
    )
  let step = await report()
  for (const pause of PAUSES_MS) {
    if (step.ok) return step
    await new Promise((resolve) => setTimeout(resolve, pause))
    step = await report()
  }
  return step
}
