import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { DatabaseError } from 'pg'
import { AppError } from '#contract/platform/errors.ts'
import { idPattern } from '#contract/platform/fields.ts'
import { toMinor } from '#contract/platform/money.ts'
import * as contract from '#contract/sales/orders/orders.ts'
import { checkQuantity, type NewOrder, type Order, quantityMessages } from '#contract/sales/orders/orders.ts'
import type { Db } from '#database/open.ts'
import { prepare } from '#database/prepared.ts'
import { newId } from '#database/uuid.ts'
import type { Caller } from '../../platform/auth/authenticate.ts'
import type { Tag } from '../../platform/cache/response-cache.ts'
import type { Bind } from '../../platform/http/bind-endpoint.ts'
import { findUsedKey, type KeyedCall, keysSince } from '../../platform/http/idempotency.ts'
import { lockedError } from '../../platform/http/problem.ts'
import type { StoreSettings } from '../../store/settings/store-settings.ts'
import { wordsOfParts } from './lookup-words.ts'
import { type PlacedLine, type PlacedRow, toPlacedOrder } from './order-view.ts'
import {
  checkTotal,
  type LineFault,
  type OrderablePart,
  type OrderRules,
  type PlacingRules,
  type PricedLine,
  priceOrder,
  taxRateOf,
} from './price-order.ts'
import { sellerColumn, sellerOf } from './seller.ts'

export type StockChange = { id: string; minimumOrder: number; before: number; after: number }

/** `stock` is absent if a key placed the order before. */
export type PlacedOrder = { order: Order; stock?: StockChange[] }

const HOUR_MS = 3_600_000
const MAX_UNITS = 2_147_483_647

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
      const rules = await currentRules(settings, placingRules)
      return respondPlaced([body.productId], { invalidate, reply }, () =>
        placeOrder(db, { order: body, caller, now: now(), rules, key }),
      )
    },
    {
      limitPerAccount: orderLimit(ordersPerHour),
      queue: ({ body }) => `part ${body.productId}`,
      storesKey: true,
    },
  )
}

/** With what the shop says now. */
export async function currentRules(settings: StoreSettings, rules: PlacingRules): Promise<OrderRules> {
  const shop = await settings.current()
  return { ...rules, taxRate: taxRateOf(shop), seller: sellerOf(shop) }
}

type Response = {
  invalidate: (...tags: Tag[]) => void
  reply: { header(name: string, value: string): unknown }
}

/**
 * The order that `place` places of these parts. Invalidates the cached responses that the change of stock affects, also if it
 * may have been placed; the order of a used key is marked in the response.
 */
export async function respondPlaced(
  productIds: string[],
  { invalidate, reply }: Response,
  place: () => Promise<PlacedOrder>,
): Promise<Order> {
  const { order, stock } = await place().catch((error: unknown) => {
    if (!(error instanceof AppError))
      invalidate('products', ...productIds.map((id) => `product:${id}` as const))
    throw error
  })
  if (stock) invalidate(...stock.flatMap(stockTags))
  else reply.header('idempotent-replayed', 'true')
  return order
}

/** Orders of an account, however they are placed. */
export function orderLimit(ordersPerHour: number) {
  return { points: ordersPerHour, seconds: 3600, counter: 'orders' }
}

/** The cache tags of a change of stock; lists change only if the stock crosses zero or the minimum order. */
function stockTags({ id, minimumOrder, before, after }: StockChange): Tag[] {
  const changesLists = before > 0 !== after > 0 || before >= minimumOrder !== after >= minimumOrder
  return changesLists ? [`product:${id}`, 'products'] : [`product:${id}`]
}

export type PlaceOrderRequest = {
  order: NewOrder
  caller: Caller
  now: Date
  rules: OrderRules
  key?: KeyedCall | undefined
}

/**
 * Places an order of one part and reserves its units; the caller invalidates. A used key gives its order, as it was placed.
 * Throws `not_found`, `quantity_missing`, `below_minimum`, `above_available`, `price_changed`, `amount_too_small`,
 * `amount_too_large`, `unauthenticated`, `unpaid_order_limit`, `insufficient_stock`, `idempotency_conflict`, `being_changed`.
 */
export function placeOrder(db: Db, request: PlaceOrderRequest): Promise<PlacedOrder> {
  return orOrderOfKey(db, request.key, () => placeOnePart(db, request))
}

async function placeOnePart(db: Db, request: PlaceOrderRequest): Promise<PlacedOrder> {
  const { order, caller, now, rules, key } = request
  const { productId, email, phone, address, location } = order
  if (!idPattern.test(productId)) throw new AppError('not_found')
  const quantity = Number(order.quantity)
  const isWhole = Number.isInteger(quantity) && quantity > 0 && quantity <= MAX_UNITS
  const { lines } = await priceOrder(db, [{ productId, quantity: isWhole ? quantity : 0 }], rules)
  rejectPart(lines[0]?.part, request)
  const result = await placeLines(db, {
    buyer: { id: caller.id, name: order.name ?? null, email, phone, address, location },
    channel: 'direct',
    lines,
    now,
    rules,
    key,
  })
  if (result.outcome === 'placed') return result
  // the part was changed after it was read
  const [fault] = result.outcome === 'lines_changed' ? result.faults : []
  rejectPart(fault && lines[0] && changedPart(lines[0].part, fault), request)
  throw new AppError(fault?.code ?? 'insufficient_stock')
}

function changedPart(part: OrderablePart, fault: LineFault): OrderablePart | undefined {
  const { code, price, available, minimumOrder } = fault
  if (code === 'not_found' || price === null || available === null || minimumOrder === null) return undefined
  return { ...part, price_minor: price, available, minimum_order: minimumOrder }
}

/** Throws what is wrong with the part, the quantity, the price and the total, in this order. */
function rejectPart(part: OrderablePart | undefined, { order, rules }: PlaceOrderRequest): void {
  if (!part) throw new AppError('not_found')
  const fault = checkQuantity(order.quantity, {
    minimumOrder: part.minimum_order,
    availableQuantity: part.available,
  })
  if (fault) throw new AppError(fault, { errors: [{ path: 'quantity', message: quantityMessages[fault] }] })
  const totalMinor = part.price_minor * Number(order.quantity)
  const consent = toMinor(order.price, rules.currency)
  if (consent !== part.price_minor && consent !== totalMinor) throw new AppError('price_changed')
  // at the quantity, which the buyer can change
  const error = checkTotal(totalMinor, rules, 'quantity')
  if (error) throw error
}

type PlaceLinesRequest = {
  buyer: Pick<PlacedRow, 'id' | 'name' | 'email' | 'phone' | 'address' | 'location'>
  channel: PlacedRow['channel']
  lines: PricedLine[]
  cartId?: string
  delivery?: PlacedRow['delivery']
  shipTo?: PlacedRow['ship_to']
  billTo?: PlacedRow['bill_to']
  note?: PlacedRow['note']
  now: Date
  rules: OrderRules
  key: KeyedCall | undefined
}

type Refusal = { outcome: 'lines_changed'; faults: LineFault[] } | { outcome: 'cart_ordered' }

/**
 * Places an order of all these lines, at the prices that the buyer agreed to, or of none, and reserves their units: the one
 * way in which an order is placed. The caller invalidates. Throws `unauthenticated`, `being_changed` for a used key,
 * `unpaid_order_limit`.
 */
export async function placeLines(
  db: Db,
  request: PlaceLinesRequest,
): Promise<Refusal | (Required<PlacedOrder> & { outcome: 'placed' })> {
  const { rules, key } = request
  const { order, lines } = toRows(request)
  /*
   * One commit (database/migrations/0032_sale_unit_of_lines.sql): fewer units of the parts, the account's count of unpaid orders,
   * the order with its lines, its event `placed`, for which `order-mails` writes the mail, the changes of stock in the audit,
   * and the key with the order's id. A refusal and an error write nothing.
   */
  const [result] = await callPlaceOrder(db, [
    JSON.stringify(order),
    JSON.stringify(lines),
    rules.unpaidOrderLimit,
    ...(key ? [key.method, key.path, key.key, key.bodyHash, keysSince(key)] : [null, null, null, null, null]),
  ]).catch(rejectOrderedCart)
  if (!result) throw new Error('place_order returned no row')
  // `orOrderOfKey` returns the order of the key; there is none if the key expired at this moment
  if (result.outcome === 'key_used') throw lockedError()
  if (result.outcome === 'account_gone') throw new AppError('unauthenticated')
  if (result.outcome === 'unpaid_limit') throw new AppError('unpaid_order_limit')
  if (result.outcome === 'lines_changed') return { outcome: result.outcome, faults: result.faults }
  if (result.outcome === 'cart_ordered') return { outcome: result.outcome }
  const placed = toPlacedOrder({ ...order, number: result.number }, lines)
  return { outcome: 'placed', order: placed, stock: result.parts }
}

type Result =
  | { outcome: 'placed'; number: number; parts: StockChange[] }
  | { outcome: 'key_used' }
  | { outcome: 'account_gone' }
  | { outcome: 'unpaid_limit' }
  | Refusal

const callPlaceOrder = prepare<Result>(
  'place-order',
  `select outcome, faults, number, parts from place_order(
    p_order => $1, p_lines => $2, p_unpaid_limit => $3, p_method => $4, p_path => $5, p_key => $6, p_body_hash => $7,
    p_keys_since => $8
  )`,
)

/** Two accounts may send one cart at the same time. */
function rejectOrderedCart(error: unknown): Result[] {
  const isOrdered = error instanceof DatabaseError && error.constraint === 'orders_of_cart'
  if (isOrdered) return [{ outcome: 'cart_ordered' }]
  throw error
}

/** The rows as they are stored. */
function toRows({ buyer, lines, now, rules, ...request }: PlaceLinesRequest) {
  const [first] = lines
  if (!first) throw new RangeError('an order has at least one line')
  const totalMinor = lines.reduce((sum, line) => sum + line.totalMinor, 0)
  const units = lines.reduce((sum, { quantity }) => sum + quantity, 0)
  if (units > MAX_UNITS) throw new AppError('amount_too_large')
  const { id: userId, ...contact } = buyer
  const order: Omit<PlacedRow, 'number'> = {
    id: newId(),
    user_id: userId,
    product_id: first.part.id,
    product_name: first.part.name,
    img: first.part.img,
    other_parts: lines.length - 1,
    ...contact,
    quantity: units,
    unit_price_minor: lines.length === 1 ? first.part.price_minor : totalMinor,
    total_minor: totalMinor,
    currency: rules.currency,
    tax_rate: rules.taxRate,
    seller: rules.seller,
    expires_at: new Date(now.getTime() + rules.unpaidOrderHours * HOUR_MS),
    created_at: now,
    channel: request.channel,
    cart_id: request.cartId ?? null,
    delivery: request.delivery ?? 'agreed',
    ship_to: request.shipTo ?? null,
    bill_to: request.billTo ?? null,
    part_words: wordsOfParts(lines.map(({ part }) => part)),
    note: request.note ?? null,
  }
  return { order, lines: lines.map((line) => toLineRow(order.id, line)) }
}

function toLineRow(orderId: string, { position, part, quantity, ...line }: PricedLine): PlacedLine {
  return {
    order_id: orderId,
    position,
    kind: 'part',
    parent: null,
    product_id: part.id,
    name: part.name,
    img: part.img,
    part_number: part.part_number,
    brand: part.brand,
    quantity,
    unit_price_minor: part.price_minor,
    tax_ppm: line.taxPpm,
    tax_group: 1,
    includes_tax: true,
    tax_minor: line.taxMinor,
    total_minor: line.totalMinor,
    sale_unit: part.sale_unit,
  }
}

/**
 * Runs `place`. If it fails and the key of the call has placed an order, that one, as it was then: another call with the key
 * may have succeeded. Throws `idempotency_conflict`, or the failure.
 */
export async function orOrderOfKey(
  db: Db,
  key: KeyedCall | undefined,
  place: () => Promise<PlacedOrder>,
): Promise<PlacedOrder> {
  try {
    return await place()
  } catch (error) {
    const order = key && (await findPlaced(db, key, error))
    if (order) return { order }
    throw error
  }
}

async function findPlaced(db: Db, key: KeyedCall, failure: unknown): Promise<Order | undefined> {
  const stored = await findUsedKey(db, key).catch((error: unknown) => {
    // if the database fails again, the first failure is reported
    throw error instanceof AppError ? error : failure
  })
  if (!stored?.order_id) return undefined
  const { data, lines, ...row } = await db
    .selectFrom('orders')
    .innerJoin('order_events', 'order_events.order_id', 'orders.id')
    .selectAll('orders')
    .select(['order_events.data', sellerColumn.as('seller')])
    .select(({ selectFrom }) =>
      jsonArrayFrom(
        selectFrom('order_lines')
          .selectAll('order_lines')
          .whereRef('order_lines.order_id', '=', 'orders.id')
          .orderBy('position'),
      ).as('lines'),
    )
    .where('orders.id', '=', stored.order_id)
    .where('order_events.kind', '=', 'placed')
    .executeTakeFirstOrThrow()
  return toPlacedOrder({ ...row, expires_at: data ? new Date(data.expiresAt) : row.expires_at }, lines)
}
