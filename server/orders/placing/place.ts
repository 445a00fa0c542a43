import { AppError } from '#contract/errors.ts'
import { idPattern } from '#contract/fields.ts'
import { validationTexts as texts } from '#contract/messages/validation.ts'
import { formatMinor, toMinor } from '#contract/money.ts'
import { checkQuantity, type NewOrder, type Order, quantityMessages } from '#contract/orders/orders.ts'
import type { Db } from '#database/open.ts'
import { newId } from '#database/uuid.ts'
import type { Caller } from '../../auth/authenticate.ts'
import { type KeyedCall, KeyIsUsed } from '../../http/idempotency.ts'
import { findProduct, type StockMoved } from '../../products/service.ts'
import { toNewOrder } from '../order-view.ts'
import { placeTogether } from './place-together.ts'

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

export type Placing = {
  order: NewOrder
  caller: Caller
  now: Date
  rules: OrderRules
  /** Kept with the order, and the answer. */
  key?: KeyedCall | undefined
}

/** What an order is judged by. */
type Part = { price_minor: number; minimum_order: number; available: number; archived_at: Date | null }

const HOUR_MS = 3_600_000

/**
 * Places an order and reserves its pieces in one statement: either both happen or neither. It is quiet: whoever calls
 * it announces what it did to the part's stock.
 * Price and total come from the part; the posted price is only the buyer's consent.
 * Throws `not_found`, the three quantity faults, `price_changed`, `amount_too_small`, `amount_too_large`,
 * `unpaid_order_limit`, and `insufficient_stock` when somebody else took the pieces meanwhile; `KeyIsUsed` where its
 * key has been.
 */
export async function placeOrder(db: Db, placing: Placing): Promise<{ order: Order; stock: StockMoved }> {
  const { order, caller, now, rules, key } = placing
  if (!idPattern.test(order.productId)) throw new AppError('not_found')
  const { placed, part, buyer, keyIsUsed } = await placeTogether(db, {
    ...{ id: newId(), buyerId: caller.id, at: now },
    expiresAt: new Date(now.getTime() + rules.unpaidOrderHours * HOUR_MS),
    ...{ order, rules, agreedPrices: agreedPrices(placing), key },
  })
  if (placed) return { order: toNewOrder(placed.row), stock: placed.stock }
  if (keyIsUsed) throw new KeyIsUsed()
  judge(part, placing)
  // left while the order was on its way: nobody would pay it
  if (!buyer || buyer.gone) throw new AppError('unauthenticated')
  if (!buyer.mayOrder) throw new AppError('unpaid_order_limit')
  // fitting when it was looked at, and no longer when its turn came
  const after = await findProduct(db, order.productId)
  if (after && !after.archived_at && after.available >= Number(order.quantity)) judge(after, placing)
  throw new AppError('insufficient_stock')
}

/** The unit prices that the posted price consents to, the unit's or the total's, as far as their total is allowed. */
function agreedPrices({ order, rules }: Placing): number[] {
  const consent = toMinor(order.price, rules.currency)
  const quantity = Number(order.quantity)
  if (consent === undefined || !(quantity > 0)) return []
  return [...new Set([consent, consent / quantity])].filter((price) => {
    const total = price * quantity
    return Number.isSafeInteger(price) && total >= rules.least && total <= rules.most
  })
}

/** Throws the first thing that is wrong with an order of this part. */
function judge(part: Part | undefined, { order, rules }: Placing): void {
  if (!part || part.archived_at) throw new AppError('not_found')
  const fault = checkQuantity(order.quantity, {
    minimumOrder: part.minimum_order,
    availableQuantity: part.available,
  })
  if (fault) throw new AppError(fault, { errors: [{ path: 'quantity', message: quantityMessages[fault] }] })
  const totalMinor = part.price_minor * Number(order.quantity)
  const consent = toMinor(order.price, rules.currency)
  if (consent !== part.price_minor && consent !== totalMinor) throw new AppError('price_changed')
  const { least, most } = rules
  if (totalMinor < least) throw outside('amount_too_small', texts.totalTooSmall(formatMinor(least, rules)))
  if (totalMinor > most) throw outside('amount_too_large', texts.totalTooLarge(formatMinor(most, rules)))
}

/** The quantity is what the buyer can change about it. */
function outside(code: 'amount_too_small' | 'amount_too_large', message: string): AppError {
  return new AppError(code, { message, errors: [{ path: 'quantity', message }] })
}
