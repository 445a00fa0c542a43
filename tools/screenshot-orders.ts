import type { Order } from '#contract/orders/orders.ts'
import type { Product } from '#contract/products/products.ts'
import type { Signed } from './screenshot-people.ts'

const WHERE = { address: '44 Harbour Road', phone: '+1 555 014 7731', location: 'Old Port' }

/** One order of each part that can be had, in their order. */
export async function orderEach(
  { api, email, name }: Signed,
  parts: Product[],
  where = WHERE,
): Promise<Order[]> {
  const orders: Order[] = []
  for (const { _id, minimumOrder, availableQuantity, price } of parts) {
    if (availableQuantity < minimumOrder) continue
    orders.push(
      await api.placeOrder({
        body: { productId: _id, email, name, ...where, quantity: minimumOrder, price },
      }),
    )
  }
  return orders
}

/** Pays with the sandbox's good card, as the card frame does. */
export async function pay(origin: string, { api }: Signed, order: Order): Promise<void> {
  const { clientSecret } = await api.createPaymentIntent({ body: { price: order.total, orderId: order._id } })
  const [transactionId = ''] = clientSecret.split('_secret_')
  const { payment } = await api.getConfig()
  const answer = await fetch(`${origin}/payments/v1/payment_intents/${transactionId}/confirm`, {
    method: 'POST',
    body: new URLSearchParams({
      key: payment.publishableKey ?? '',
      client_secret: clientSecret,
      'payment_method_data[type]': 'card',
      'payment_method_data[card][number]': '4242424242424242',
      'payment_method_data[card][exp_month]': '12',
      'payment_method_data[card][exp_year]': '2044',
      'payment_method_data[card][cvc]': '123',
    }),
  })
  if (!answer.ok) throw new Error(`The payment failed: ${await answer.text()}`)
  await api.markOrderPaid({ params: { id: order._id }, body: { appointment: order._id, transactionId } })
}
