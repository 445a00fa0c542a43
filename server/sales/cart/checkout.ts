import { type PostalAddress, streetAndPlace, tidyAddress } from '#contract/people/addresses/address-format.ts'
import { addressTexts } from '#contract/people/addresses/texts.ts'
import { AppError } from '#contract/platform/errors.ts'
import { fromMinor, toMinor } from '#contract/platform/money.ts'
import type { CartOrdered, Checkout, LinesChanged } from '#contract/sales/cart/checkout.ts'
import * as contract from '#contract/sales/cart/checkout.ts'
import { checkoutTexts } from '#contract/sales/cart/checkout-texts.ts'
import { type Db, inTransaction } from '#database/open.ts'
import type { OrderRow } from '#database/rows.ts'
import { findOwnAddress, markUsed, saveAddress, toPostalAddress } from '../../people/addresses/addresses.ts'
import type { Caller } from '../../platform/auth/authenticate.ts'
import type { Bind } from '../../platform/http/bind-endpoint.ts'
import type { KeyedCall } from '../../platform/http/idempotency.ts'
import type { StoreSettings } from '../../store/settings/store-settings.ts'
import {
  currentRules,
  orderLimit,
  orOrderOfKey,
  type PlacedOrder,
  placeLines,
  respondPlaced,
} from '../orders/place-order.ts'
import {
  checkTotal,
  type LineFault,
  type OrderRules,
  type PlacingRules,
  priceOrder,
} from '../orders/price-order.ts'
import { endCart } from './cart.ts'
import { quoteLines } from './quote.ts'

/** `POST /api/checkout`. After the commit the cached responses that the change of stock affects are invalidated. */
export function bindCheckout(
  bind: Bind,
  {
    rules: placingRules,
    ordersPerHour,
    settings,
  }: { rules: PlacingRules; ordersPerHour: number; settings: StoreSettings },
): void {
  bind(
    contract.checkout,
    async ({ body, caller, db, key, now, invalidate, reply }) => {
      const rules = await currentRules(settings, placingRules)
      const productIds = body.lines.map(({ productId }) => productId)
      return respondPlaced(productIds, { invalidate, reply }, () =>
        checkOut(db, { checkout: body, caller, now: now(), rules, key }),
      )
    },
    {
      limitPerAccount: orderLimit(ordersPerHour),
      // whatever is in the carts: a queue for each part would let one cart wait in several
      queue: () => 'carts',
      storesKey: true,
    },
  )
}

type CheckoutRequest = {
  checkout: Checkout
  caller: Caller
  now: Date
  rules: OrderRules
  key?: KeyedCall | undefined
}

/**
 * Orders the lines of the account's cart as the buyer saw them, all or none: they leave the cart, and what was put in
 * meanwhile stays. A used key gives its order, as it was placed. Throws `lines_changed`, `cart_ordered`, `cart_changed`,
 * `amount_too_small`, `amount_too_large`, `unpaid_order_limit`, `not_found` for the address, `address_limit`, `forbidden`
 * without an email address, `unauthenticated`, `idempotency_conflict`, `being_changed`.
 */
function checkOut(db: Db, request: CheckoutRequest): Promise<PlacedOrder> {
  return orOrderOfKey(db, request.key, async () => {
    try {
      return await placeCart(db, request)
    } catch (error) {
      // what another tab has ordered says more than that its units are gone
      const isRefused = error instanceof AppError && error.status === 409
      const ordered = isRefused ? await findOrderOf(db, request.checkout.cartId) : undefined
      throw ordered ? cartOrdered(ordered, request.caller) : error
    }
  })
}

async function placeCart(db: Db, request: CheckoutRequest): Promise<PlacedOrder> {
  const { checkout, caller, now, rules, key } = request
  const { email, id: userId } = caller
  if (email === null) throw new AppError('forbidden')
  const destination = await destinationOf(db, request)
  const agreed = checkout.lines.map(({ productId, quantity, price }) => {
    // an amount that the currency does not have is no price of a part
    const agreedMinor = toMinor(price, rules.currency) ?? -1
    return { productId, quantity, agreedMinor }
  })
  const { lines, totalMinor, faults } = await priceOrder(db, agreed, rules)
  if (faults.length > 0 || toMinor(checkout.total, rules.currency) !== totalMinor)
    throw await linesChanged(db, request, faults)
  const error = checkTotal(totalMinor, rules, 'total')
  if (error) throw error
  const placed = await inTransaction(db, async (trx) => {
    const result = await placeLines(trx, {
      buyer: { id: userId, email, ...destination.contact },
      channel: 'cart',
      cartId: checkout.cartId,
      lines,
      delivery: checkout.delivery,
      shipTo: destination.shipTo,
      billTo: checkout.billTo ? tidyAddress(checkout.billTo) : null,
      note: checkout.note ?? null,
      now,
      rules,
      key,
    })
    // after a duplicate cart nothing but a rollback is possible
    if (result.outcome === 'cart_ordered') throw new AppError('cart_ordered')
    // has written nothing
    if (result.outcome === 'lines_changed') return result
    await endCart(trx, { userId, now, cartId: checkout.cartId, lines: checkout.lines })
    await keepAddress(trx, request)
    return result
  })
  if (placed.outcome === 'lines_changed') throw await linesChanged(db, request, placed.faults)
  return placed
}

type Destination = {
  shipTo: PostalAddress | null
  contact: Pick<OrderRow, 'name' | 'phone' | 'address' | 'location'>
}

/** Where the goods go, also as text for readers of an order's `address` and `location`. Throws `not_found`. */
async function destinationOf(db: Db, { checkout, caller, rules }: CheckoutRequest): Promise<Destination> {
  const { delivery, contact } = checkout
  if (delivery === 'pickup' && contact)
    return { shipTo: null, contact: { ...contact, address: checkoutTexts.pickup, location: '' } }
  const shipTo = await shipToOf(db, { checkout, caller })
  const { street, place } = streetAndPlace(shipTo, rules.seller.locale)
  const { name, phone } = shipTo
  return { shipTo, contact: { name, phone, address: street, location: place } }
}

async function shipToOf(
  db: Db,
  { checkout: { addressId, shipTo }, caller }: Pick<CheckoutRequest, 'checkout' | 'caller'>,
): Promise<PostalAddress & { phone: string }> {
  if (shipTo) return tidyAddress(shipTo)
  const kept = addressId === undefined ? undefined : await findOwnAddress(db, addressId, caller.id)
  if (kept) return toPostalAddress(kept)
  const message = addressTexts.gone
  throw new AppError('not_found', { message, errors: [{ path: 'addressId', message }] })
}

async function keepAddress(trx: Db, { checkout, caller, now }: CheckoutRequest): Promise<void> {
  const { delivery, addressId, shipTo, saveAddress: isKept } = checkout
  if (delivery !== 'agreed') return
  if (addressId !== undefined) await markUsed(trx, { id: addressId, userId: caller.id, now })
  if (shipTo && isKept) await saveAddress(trx, { userId: caller.id, now, address: shipTo })
}

/** The error that names the faulty lines, with what the lines cost now. */
async function linesChanged(db: Db, request: CheckoutRequest, faults: LineFault[]): Promise<AppError> {
  const { checkout, rules } = request
  const members: LinesChanged = {
    faults: faults.map(({ price, ...fault }) => ({
      ...fault,
      price: price === null ? null : fromMinor(price, rules.currency),
    })),
    quote: await quoteLines(db, checkout.lines, rules),
  }
  return new AppError('lines_changed', { members })
}

type CartOrder = Pick<OrderRow, 'id' | 'user_id' | 'number'>

function findOrderOf(db: Db, cartId: string): Promise<CartOrder | undefined> {
  return db
    .selectFrom('orders')
    .select(['id', 'user_id', 'number'])
    .where('cart_id', '=', cartId)
    .executeTakeFirst()
}

function cartOrdered(order: CartOrder, caller: Caller): AppError {
  const isOwn = order.user_id === caller.id
  const members: CartOrdered = { order: isOwn ? { _id: order.id, number: order.number } : null }
  return new AppError('cart_ordered', { members })
}
