import type { NewOrder } from '#contract/orders.ts'
import type { Db } from '#database/open.ts'
import { prepare } from '#database/prepared.ts'
import type { OrderRow } from '#database/schema.ts'
import type { StockMoved } from '../products/service.ts'

type NewRow = {
  id: string
  buyerId: string
  at: Date
  expiresAt: Date
  order: NewOrder
  rules: { currency: string; unpaidOrderLimit: number; taxRate: number }
  /** Unit prices at which it is to be placed. */
  agreedPrices: number[]
}

/** The part and the buyer as they were looked at, and, where all was well, what was written. */
type Outcome = {
  placed?: { row: OrderRow; stock: StockMoved }
  part?: Seen
  buyer?: { gone: boolean; mayOrder: boolean }
}
type Seen = { price_minor: number; minimum_order: number; available: number; archived_at: Date | null }
type Taken = { name: string; img: string; unit_price_minor: number; left: number }
type Found = Seen & { gone: boolean | null; may_order: boolean | null } & {
  [Key in keyof Taken]: Taken[Key] | null
}

/** PostgreSQL's largest integer: nobody has more pieces. */
const MOST_PIECES = 2_147_483_647

/*
 * The whole placing in one statement, which is one transaction and one way to the database and back.
 * `buyer` locks the account and tells whether it may have another unpaid order; only then `part` takes the pieces, on
 * the row for which buyers of one part wait for one another; the rest follows from `part`, or does not happen.
 * `store.quiet`: the trigger's NOTIFY would let one commit at a time through, so that the caller announces afterwards.
 * An update looks again at a row that somebody changed while it waited: nothing is sold that is not there.
 */
const place = prepare<Found>(
  'place-order',
  `with seen as (
    select price_minor, minimum_order, available, archived_at from products where id = $1
  ), buyer as materialized (
    select deleted_at is not null as gone, unpaid_orders < $5 as may_order,
      set_config('store.quiet', 'on', true) as quiet
    from users where id = $2 for no key update
  ), part as (
    update products set available = available - $3 from buyer
    where products.id = $1 and archived_at is null and minimum_order <= $3 and available >= $3
      and price_minor = any ($4::bigint[]) and may_order and not gone
    returning products.id, name, img, price_minor, available
  ), counted as (
    update users set unpaid_orders = unpaid_orders + 1 from part where users.id = $2
  ), placed as (
    insert into orders (
      id, user_id, product_id, product_name, img, name, email, phone, address, location,
      quantity, unit_price_minor, total_minor, currency, tax_rate, status, expires_at, created_at
    )
    select $6, $2, id, part.name, img, $7, $8, $9, $10, $11,
      $3, price_minor, price_minor * $3, $12, $13, 'pending', $14, $15
    from part
  ), trail as (
    insert into audit (at, actor_id, entity, entity_id, field, before, after)
    select $15, $2, 'order', $6::text, 'status', null, 'pending' from part
    union all
    select $15, $2, 'product', id::text, 'availableQuantity', (available::bigint + $3)::text, available::text from part
  )
  select seen.*, gone, may_order, part.name, part.img, part.price_minor as unit_price_minor, part.available as left
  from seen left join buyer on true left join part on true`,
)

export async function placeRow(db: Db, wanted: NewRow): Promise<Outcome> {
  const { id, buyerId, at, expiresAt, order, rules } = wanted
  const quantity = Number(order.quantity)
  const isWhole = Number.isInteger(quantity) && quantity > 0 && quantity <= MOST_PIECES
  const [found] = await place(db, [
    ...[order.productId, buyerId, isWhole ? quantity : null, wanted.agreedPrices, rules.unpaidOrderLimit],
    ...[id, order.name ?? null, order.email, order.phone, order.address, order.location],
    ...[rules.currency, rules.taxRate, expiresAt, at],
  ])
  if (!found) return {}
  const { gone, may_order, name, img, unit_price_minor, left, ...part } = found
  const buyer = gone === null || may_order === null ? {} : { buyer: { gone, mayOrder: may_order } }
  if (name === null || img === null || unit_price_minor === null || left === null) return { part, ...buyer }
  const row = asPlaced(wanted, { name, img, unit_price_minor, left })
  const stock = {
    ...{ id: row.product_id, minimumOrder: part.minimum_order },
    ...{ before: left + quantity, after: left },
  }
  return { part, ...buyer, placed: { row, stock } }
}

/** The row as the statement wrote it. */
function asPlaced({ id, buyerId, at, expiresAt, order, rules }: NewRow, part: Taken): OrderRow {
  const quantity = Number(order.quantity)
  return {
    id,
    user_id: buyerId,
    product_id: order.productId,
    product_name: part.name,
    img: part.img,
    name: order.name ?? null,
    email: order.email,
    phone: order.phone,
    address: order.address,
    location: order.location,
    quantity,
    unit_price_minor: part.unit_price_minor,
    total_minor: part.unit_price_minor * quantity,
    currency: rules.currency,
    tax_rate: rules.taxRate,
    status: 'pending',
    expires_at: expiresAt,
    created_at: at,
    ...untouched,
  }
}

const untouched = {
  paid_at: null,
  transaction_id: null,
  closing: null,
  closing_returns_stock: null,
  closing_at: null,
  stock_returned_at: null,
  expired_at: null,
  deleted_at: null,
  receipt_number: null,
  refunded_minor: 0,
  pieces_returned: 0,
}
