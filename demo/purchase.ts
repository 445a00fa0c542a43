import type { Product } from '#contract/catalog/products/products.ts'
import type { NewAddress } from '#contract/people/addresses/addresses.ts'
import type { Cart } from '#contract/sales/cart/cart.ts'
import type { NewOrder } from '#contract/sales/orders/orders.ts'

/** A part on sale, and how many of it are wanted; by default the fewest that can be ordered. */
export type WantedLine = { part: Pick<Product, '_id' | 'price' | 'minimumOrder'>; quantity?: number }

type Buyer = { email: string; name?: string; address?: string; phone?: string; location?: string }

/**
 * The body of `POST /order`, as the purchase page sends it. Demo, tests and benchmarks order with this body only: whoever
 * needs another one changes its fields. An order has exactly one line.
 */
export function orderBody(
  [{ part, quantity = part.minimumOrder }]: [WantedLine],
  { email, name, address = '44 Harbour Road', phone = '+1 555 014 7731', location = 'Old Port' }: Buyer,
) {
  return {
    productId: part._id,
    email,
    name,
    address,
    phone,
    location,
    price: part.price,
    quantity,
  } satisfies NewOrder
}

/** An address in the United States. */
export const exampleAddress = {
  name: 'Ines Ferreira',
  company: null,
  line1: '44 Harbor Road',
  line2: null,
  city: 'Oakland',
  region: 'California',
  postcode: '94607',
  country: 'US',
  phone: '+1 555 014 7731',
} satisfies NewAddress

type ShownLine = { productId: string; quantity: number; part: { price: number } | null }

/** The body of `POST /checkout` for what is in a cart. */
export function checkoutBody({ id, lines, total }: Pick<Cart, 'id' | 'total'> & { lines: ShownLine[] }) {
  return {
    cartId: id ?? '',
    lines: lines.map(({ productId, quantity, part }) => ({ productId, quantity, price: part?.price ?? 0 })),
    total,
    delivery: 'agreed' as const,
    shipTo: exampleAddress,
  }
}

type CardEntry = {
  publishableKey: string | null | undefined
  clientSecret: string
  number?: string | undefined
}

/** The form with which the card frame confirms a payment at the card sandbox. */
export function cardForm({ publishableKey, clientSecret, number = '4242424242424242' }: CardEntry) {
  return {
    key: publishableKey ?? '',
    client_secret: clientSecret,
    'payment_method_data[type]': 'card',
    'payment_method_data[card][number]': number,
    'payment_method_data[card][exp_month]': '12',
    'payment_method_data[card][exp_year]': '2044',
    'payment_method_data[card][cvc]': '123',
  }
}
