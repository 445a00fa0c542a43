import { sql } from 'kysely'
import { AppError } from '#contract/platform/errors.ts'
import { idPattern } from '#contract/platform/fields.ts'
import { formatMinor, toMinor } from '#contract/platform/money.ts'
import { validationTexts as texts } from '#contract/platform/texts/validation.ts'
import * as contract from '#contract/sales/orders/orders.ts'
import {
  checkQuantity,
  type NewOrder,
  type Order,
  quantityMessages,
  type Seller,
} from '#contract/sales/orders/orders.ts'
import type { Db } from '#database/open.ts'
import { newId } from '#database/uuid.ts'
import type { Caller } from '../../platform/auth/authenticate.ts'
import type { Tag } from '../../platform/cache/response-cache.ts'
import type { Bind } from '../../platform/http/bind-endpoint.ts'
import { findUsedKey, type KeyedCall, keysSince } from '../../platform/http/idempotency.ts'
import { lockedError } from '../../platform/http/problem.ts'
import type { StoreSettings } from '../../store/settings/store-settings.ts'
import { toPlacedOrder } from './order-view.ts'
import { sellerColumn, sellerOf } from './seller.ts'

/** What the environment says about placing orders. */
export type PlacingRules = {
  currency: string
  unpaidOrderLimit: number
  unpaidOrderHours: number
  /** The limits of a total: what a card can be charged, or, without cards, what the wire represents exactly. */
  minMinor: number
  maxMinor: number
}

/** With what the shop says at the time of an order. */
type OrderRules = PlacingRules & {
  /** Hundredths of a percent that prices include. */
  taxRate: number
  /** What the order keeps of the shop; its locale formats amounts in errors. */
  seller: Seller
}

export type StockChange = { id: string; minimumOrder: number; before: number; after: number }

export type PlaceOrderRequest = {
  order: NewOrder
  caller: Caller
  now: Date
  rules: OrderRules
  key?: KeyedCall | undefined
}

export type PlacedOrder = { order: Order; stock?: StockChange }

const HOUR_MS = 3_600_000
const MAX_UNITS = 2_147_483_647

type Outcome = 'placed' | 'account_gone' | 'key_used' | 'unpaid_limit' | 'product_unavailable'
type Part = {
  name: string
  img: string
  price_minor: number
  available: number
  minimum_order: number
  archived_at: Date | null
}
type Result = { outcome: Outcome } & (Part | { name: null })

/** `POST /api/order` of a signed-in buyer. After the commit the cached responses that the change of stock affects are invalidated. */
export function bindPlaceOrder(
  bind: Bind,
  {
    rules: placingRules,
    ordersPerHour,
    settings,
  }: { rules: PlacingRules; ordersPerHour: number; settings: StoreSettings },
): void {
  bind(
    contract.placeOrder,
    async ({ body, caller, db, key, now, invalidate, reply }) => {
      const shop = await settings.current()
      const taxRate = Math.round(shop.taxRate * 100)
      const rules = { ...placingRules, taxRate, seller: sellerOf(shop) }
      const placed = await placeOrder(db, { order: body, caller, now: now(), rules, key }).catch((error) => {
        // the order may have been placed: invalidate what it would have changed
        if (!(error instanceof AppError)) invalidate('products', `product:${body.productId}`)
        throw error
      })
      if (placed.stock) invalidate(...stockTags(placed.stock))
      else void reply.header('idempotent-replayed', 'true')
      return placed.order
    },
    {
      limitPerAccount: { points: ordersPerHour, seconds: 3600 },
      queue: ({ body }) => `part ${body.productId}`,
      storesKey: true,
    },
  )
}

/** The cache tags of a change of stock; lists change only if the stock crosses zero or the minimum order. */
function stockTags({ id, minimumOrder, before, after }: StockChange): Tag[] {
  const changesLists = before > 0 !== after > 0 || before >= minimumOrder !== after >= minimumOrder
  return changesLists ? [`product:${id}`, 'products'] : [`product:${id}`]
}

/**
 * Places an order and reserves its units, in one statement; the caller invalidates. A used key gives its order, as it was placed.
 * Throws `not_found`, `quantity_missing`, `below_minimum`, `above_available`, `price_changed`, `amount_too_small`,
 * `amount_too_large`, `unauthenticated`, `unpaid_order_limit`, `insufficient_stock`, `idempotency_conflict`, `being_changed`.
 */
export async function placeOrder(db: Db, request: PlaceOrderRequest): Promise<PlacedOrder> {
  try {
    return await place(db, request)
  } catch (error) {
    const order = request.key && (await findPlaced(db, request.key, error))
    if (order) return { order }
    throw error
  }
}

async function place(db: Db, request: PlaceOrderRequest): Promise<PlacedOrder> {
  const { order, caller, now, rules, key } = request
  if (!idPattern.test(order.productId)) throw new AppError('not_found')
  const quantity = Number(order.quantity)
  const isWhole = Number.isInteger(quantity) && quantity > 0 && quantity <= MAX_UNITS
  const id = newId()
  const expiresAt = new Date(now.getTime() + rules.unpaidOrderHours * HOUR_MS)
  /*
   * One commit (database/migrations/0017_sellers.sql): fewer units of the part, the account's count of unpaid orders, the
   * order, its event `placed`, for which `order-mails` writes the mail, the change of stock in the audit, and the key
   * with the order's id. An error writes nothing.
   */
  const { rows } = await sql<Result>`
    select outcome, name, img, price_minor, available, minimum_order, archived_at
    from place_order(
      p_id => ${id}, p_user => ${caller.id}, p_product => ${order.productId}, p_quantity => ${isWhole ? quantity : null},
      p_prices => ${agreedPrices(request)}, p_unpaid_limit => ${rules.unpaidOrderLimit},
      p_name => ${order.name ?? null}, p_email => ${order.email}, p_phone => ${order.phone},
      p_address => ${order.address}, p_location => ${order.location}, p_currency => ${rules.currency},
      p_tax_rate => ${rules.taxRate}, p_expires_at => ${expiresAt}, p_at => ${now},
      p_method => ${key?.method}, p_path => ${key?.path}, p_key => ${key?.key},
      p_body_hash => ${key?.bodyHash}, p_keys_since => ${key && keysSince(key)},
      p_seller => ${JSON.stringify(rules.seller)}
    )`.execute(db)
  const [result] = rows
  if (!result) throw new Error('place_order returned no row')
  const part = result.name === null ? undefined : result
  if (result.outcome !== 'placed' || !part) throw toError(result.outcome, part, request)
  const { email, phone, address, location } = order
  const placed = toPlacedOrder({
    id,
    user_id: caller.id,
    product_id: order.productId,
    product_name: part.name,
    img: part.img,
    name: order.name ?? null,
    email,
    phone,
    address,
    location,
    quantity,
    unit_price_minor: part.price_minor,
    total_minor: part.price_minor * quantity,
    currency: rules.currency,
    tax_rate: rules.taxRate,
    seller: rules.seller,
    expires_at: expiresAt,
    created_at: now,
  })
  const { minimum_order: minimumOrder, available: after } = part
  return { order: placed, stock: { id: order.productId, minimumOrder, before: after + quantity, after } }
}

/** The order that the key of this call placed, as it was then. Throws `idempotency_conflict`. */
async function findPlaced(db: Db, key: KeyedCall, failure: unknown): Promise<Order | undefined> {
  const stored = await findUsedKey(db, key).catch((error: unknown) => {
    // if the database fails again, the first failure is reported
    throw error instanceof AppError ? error : failure
  })
  if (!stored?.order_id) return undefined
  const { data, ...row } = await db
    .selectFrom('orders')
    .innerJoin('order_events', 'order_events.order_id', 'orders.id')
    .selectAll('orders')
    .select(['order_events.data', sellerColumn.as('seller')])
    .where('orders.id', '=', stored.order_id)
    .where('order_events.kind', '=', 'placed')
    .executeTakeFirstOrThrow()
  return toPlacedOrder({ ...row, expires_at: data ? new Date(data.expiresAt) : row.expires_at })
}

/** The unit prices that the posted price, that of a unit or of all units, agrees to, if their total is within the limits. */
function agreedPrices({ order, rules }: PlaceOrderRequest): number[] {
  const consent = toMinor(order.price, rules.currency)
  const quantity = Number(order.quantity)
  if (consent === undefined || !(quantity > 0)) return []
  return [...new Set([consent, consent / quantity])].filter((price) => {
    const total = price * quantity
    return Number.isSafeInteger(price) && total >= rules.minMinor && total <= rules.maxMinor
  })
}

function toError(outcome: Outcome, part: Part | undefined, request: PlaceOrderRequest): AppError {
  // `placeOrder` returns the order of the key; there is none if the key expired at this moment
  if (outcome === 'key_used') return lockedError()
  const error = checkPart(part, request)
  if (error) return error
  if (outcome === 'account_gone') return new AppError('unauthenticated')
  if (outcome === 'unpaid_limit') return new AppError('unpaid_order_limit')
  return new AppError('insufficient_stock')
}

function checkPart(part: Part | undefined, { order, rules }: PlaceOrderRequest): AppError | undefined {
  if (!part || part.archived_at) return new AppError('not_found')
  const fault = checkQuantity(order.quantity, {
    minimumOrder: part.minimum_order,
    availableQuantity: part.available,
  })
  if (fault) return new AppError(fault, { errors: [{ path: 'quantity', message: quantityMessages[fault] }] })
  const totalMinor = part.price_minor * Number(order.quantity)
  const consent = toMinor(order.price, rules.currency)
  if (consent !== part.price_minor && consent !== totalMinor) return new AppError('price_changed')
  const { minMinor, maxMinor } = rules
  if (totalMinor >= minMinor && totalMinor <= maxMinor) return undefined
  const isSmall = totalMinor < minMinor
  const limit = formatMinor(isSmall ? minMinor : maxMinor, {
    currency: rules.currency,
    locale: rules.seller.locale,
  })
  const message = isSmall ? texts.totalTooSmall(limit) : texts.totalTooLarge(limit)
  // at the quantity, which the buyer can change
  const errors = [{ path: 'quantity', message }]
  return new AppError(isSmall ? 'amount_too_small' : 'amount_too_large', { message, errors })
}
