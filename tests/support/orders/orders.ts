import type { Order } from '#contract/orders/orders.ts'
import type { Product } from '#contract/products/products.ts'
import type { Person, TestStore } from '../store.ts'

type PartFields = { available?: number; minimumOrder?: number; price?: number; productName?: string }

/** A part on sale, added by an admin through the API. */
export async function addPart(admin: Person, fields: PartFields = {}): Promise<Product> {
  return admin.api.createProduct({
    body: {
      productName: fields.productName ?? 'Test brake disc',
      price: fields.price ?? 12.5,
      minimumOrder: fields.minimumOrder ?? 1,
      availableQuantity: fields.available ?? 100,
      img: '/drawings/brake-disc.svg',
    },
  })
}

/** The body of an order, as the purchase page sends it. */
export function orderBody(buyer: Person, part: Product, quantity = part.minimumOrder) {
  return {
    productId: part._id,
    email: buyer.email,
    name: buyer.name,
    address: '44 Harbour Road',
    phone: '+1 555 014 7731',
    location: 'Old Port',
    price: part.price,
    quantity,
  }
}

export function order(buyer: Person, part: Product, quantity?: number): Promise<Order> {
  return buyer.api.placeOrder({ body: orderBody(buyer, part, quantity) })
}

/** Opens the payment of an order; returns its id and secret. */
export async function openPayment(
  buyer: Person,
  { _id, total }: Order,
): Promise<{ id: string; secret: string }> {
  const { clientSecret } = await buyer.api.createPaymentIntent({ body: { price: total, orderId: _id } })
  return { id: clientSecret.split('_secret_')[0] ?? '', secret: clientSecret }
}

export const cards = {
  good: '4242424242424242',
  declined: '4000000000000002',
  challenge: '4000002500003155',
  disputed: '4000000000000259',
  inquiry: '4000000000001976',
  refundFails: '4000000000005126',
} as const

/** Confirms a payment as the card frame does; returns the sandbox's HTTP status. */
export async function enterCard(
  store: TestStore,
  payment: { id: string; secret: string },
  number: string = cards.good,
): Promise<number> {
  const { publishableKey } = (await store.api.getConfig()).payment
  const response = await store.call({
    method: 'POST',
    url: `/payments/v1/payment_intents/${payment.id}/confirm`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({
      key: publishableKey ?? '',
      client_secret: payment.secret,
      'payment_method_data[type]': 'card',
      'payment_method_data[card][number]': number,
      'payment_method_data[card][exp_month]': '12',
      'payment_method_data[card][exp_year]': '2044',
      'payment_method_data[card][cvc]': '123',
    }).toString(),
  })
  return response.statusCode
}

/** Pays an order by card, and returns the paid order. */
export async function payOrder(store: TestStore, buyer: Person, placed: Order): Promise<Order> {
  const payment = await openPayment(buyer, placed)
  await enterCard(store, payment)
  const body = { appointment: placed._id, transactionId: payment.id }
  return buyer.api.markOrderPaid({ params: { id: placed._id }, body })
}

/** Returns the status and code of a rejected call, or 'accepted'; throws any error without both. */
export async function outcomeOf(work: Promise<unknown>): Promise<string> {
  try {
    await work
    return 'accepted'
  } catch (error) {
    if (error instanceof Error && 'code' in error && 'status' in error) return `${error.status} ${error.code}`
    throw error
  }
}
