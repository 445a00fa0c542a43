import { AppError } from '#contract/errors.ts'
import { idPattern } from '#contract/fields.ts'
import { validationTexts as texts } from '#contract/messages/validation.ts'
import { formatMinor, toMinor } from '#contract/money.ts'
import { checkQuantity, type NewOrder, type Order, quantityMessages } from '#contract/orders.ts'
import { type Db, inTransaction } from '#database/open.ts'
import { newId } from '#database/uuid.ts'
import { recordChange } from '../audit/record.ts'
import type { Caller } from '../auth/authenticate.ts'
import { findProduct, reserveStock } from '../products/service.ts'
import { withHistory } from './order.ts'

export type OrderRules = {
  currency: string
  unpaidOrderLimit: number
  unpaidOrderHours: number
  /** Hundredths of a percent that prices include. */
  taxRate: number
  /** What a total may be: what a card can be charged, or anything the columns hold where no cards are taken. */
  least: number
  most: number
  /** For the words about them. */
  locale: string
}

type Placing = { order: NewOrder; caller: Caller; now: Date; rules: OrderRules }

type Part = NonNullable<Awaited<ReturnType<typeof findProduct>>>

/**
 * Places an order and reserves its pieces in one transaction: either both happen or neither.
 * Price and total come from the part; the posted price is only the buyer's consent.
 * Throws `not_found`, the three quantity faults, `price_changed`, `amount_too_small`, `amount_too_large`,
 * `unpaid_order_limit`, and `insufficient_stock` when somebody else took the pieces meanwhile.
 */
export function placeOrder(db: Db, { order, caller, now, rules }: Placing): Promise<Order> {
  return inTransaction(db, async (trx) => {
    const part = idPattern.test(order.productId) ? await findProduct(trx, order.productId) : undefined
    if (!part || part.archived_at) throw new AppError('not_found')
    const quantity = agreedQuantity(order, part)
    const totalMinor = agreedTotal(order, { part, quantity, rules })
    await countUnpaidOrder(trx, caller, rules)
    const row = await trx
      .insertInto('orders')
      .values({
        id: newId(),
        user_id: caller.id,
        product_id: part.id,
        product_name: part.name,
        img: part.img,
        name: order.name ?? null,
        email: order.email,
        phone: order.phone,
        address: order.address,
        location: order.location,
        quantity,
        unit_price_minor: part.price_minor,
        total_minor: totalMinor,
        currency: rules.currency,
        tax_rate: rules.taxRate,
        expires_at: new Date(now.getTime() + rules.unpaidOrderHours * 3_600_000),
        created_at: now,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    const change = { at: now, actorId: caller.id, entity: 'order', entityId: row.id } as const
    await recordChange(trx, { ...change, field: 'status', before: null, after: row.status })
    const [placed] = await withHistory(trx, [row], { now, asAdmin: false })
    // the hot row last, so that buyers of one part hold it only for the end of their transaction
    const reserved = await reserveStock(trx, { productId: part.id, quantity, actorId: caller.id, at: now })
    if (!reserved || !placed) throw new AppError('insufficient_stock')
    return placed
  })
}

function agreedQuantity(order: NewOrder, part: Part): number {
  const fault = checkQuantity(order.quantity, {
    minimumOrder: part.minimum_order,
    availableQuantity: part.available,
  })
  if (fault) throw new AppError(fault, { errors: [{ path: 'quantity', message: quantityMessages[fault] }] })
  return Number(order.quantity)
}

function agreedTotal(
  order: NewOrder,
  { part, quantity, rules }: { part: Part; quantity: number; rules: OrderRules },
): number {
  const totalMinor = part.price_minor * quantity
  const consent = toMinor(order.price, rules.currency)
  if (consent !== part.price_minor && consent !== totalMinor) throw new AppError('price_changed')
  const { least, most } = rules
  if (totalMinor < least) throw outside('amount_too_small', texts.totalTooSmall(formatMinor(least, rules)))
  if (totalMinor > most) throw outside('amount_too_large', texts.totalTooLarge(formatMinor(most, rules)))
  return totalMinor
}

/** The quantity is what the buyer can change about it. */
function outside(code: 'amount_too_small' | 'amount_too_large', message: string): AppError {
  return new AppError(code, { message, errors: [{ path: 'quantity', message }] })
}

async function countUnpaidOrder(trx: Db, caller: Caller, rules: OrderRules): Promise<void> {
  const counted = await trx
    .updateTable('users')
    .set((user) => ({ unpaid_orders: user('unpaid_orders', '+', 1) }))
    .where('id', '=', caller.id)
    .where('unpaid_orders', '<', rules.unpaidOrderLimit)
    .returning('deleted_at')
    .executeTakeFirst()
  // left while the order was on its way: nobody would pay it
  if (counted?.deleted_at) throw new AppError('unauthenticated')
  if (!counted) throw new AppError('unpaid_order_limit')
}
