import type { NewOrder, Order } from '#contract/sales/orders/orders.ts'
import { chargeableMinor } from '#contract/sales/payments/card-minimums.ts'
import type { WantedLine } from '#demo/purchase.ts'
import { placeLines } from '#server/sales/orders/place-order.ts'
import { priceOrder } from '#server/sales/orders/price-order.ts'
import { sellerOf } from '#server/sales/orders/seller.ts'
import type { Person, TestStore } from '../store.ts'

type Cart = {
  person: Person
  lines: WantedLine[]
  contact: Pick<NewOrder, 'name' | 'email' | 'phone' | 'address' | 'location'>
}

/** Places one order of all these lines for a person, as their cart does. Throws if it is refused. */
export async function placeCart(
  { database: { db }, config, settings, clock }: TestStore,
  { person, lines, contact }: Cart,
): Promise<Order> {
  const { id } = await db
    .selectFrom('users')
    .select('id')
    .where('uid', '=', person.uid)
    .executeTakeFirstOrThrow()
  const shop = await settings.current()
  const rules = {
    currency: config.currency,
    unpaidOrderLimit: config.limits.unpaidOrders,
    unpaidOrderHours: config.limits.unpaidOrderHours,
    ...chargeableMinor(config.currency),
    taxRate: Math.round(shop.taxRate * 100),
    seller: sellerOf(shop),
  }
  const wanted = lines.map(({ part, quantity = part.minimumOrder }) => ({ productId: part._id, quantity }))
  const priced = await priceOrder(db, wanted, rules)
  const { name = null, email, phone, address, location } = contact
  const placed = await placeLines(db, {
    buyer: { id, name, email, phone, address, location },
    channel: 'cart',
    lines: priced.lines,
    now: clock.now(),
    rules,
    key: undefined,
  })
  if (placed.outcome !== 'placed') throw new Error(JSON.stringify(placed))
  return placed.order
}
