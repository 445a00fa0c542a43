import type { Product } from '#contract/catalog/products/products.ts'
import type { Cart } from '#contract/sales/cart/cart.ts'
import { checkoutBody } from '#demo/purchase.ts'
import type { Person } from '../store.ts'

/** Puts parts into the cart of a person, by default one unit of each. */
export async function fillCart(
  { api }: Person,
  ...parts: (Pick<Product, '_id'> | [Pick<Product, '_id'>, quantity: number])[]
): Promise<Cart> {
  const lines = parts.map((wanted) => {
    const [part, quantity] = Array.isArray(wanted) ? wanted : [wanted, 1]
    return { productId: part._id, quantity }
  })
  return (await api.mergeCart({ body: { lines } })).cart
}

type Body = Parameters<Person['api']['checkout']>[0]['body']

/** Orders a cart as the page showed it; `fields` replace others of the body. */
export function buyCart(
  { api }: Person,
  cart: Pick<Cart, 'id' | 'lines' | 'total'>,
  { key, ...fields }: Partial<Body> & { key?: string } = {},
) {
  const body: Body = { ...checkoutBody(cart), ...fields }
  return api.checkout({ body }, key === undefined ? {} : { idempotencyKey: key })
}
