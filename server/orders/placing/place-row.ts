import type { NewOrder } from '#contract/orders/orders.ts'
import type { Db } from '#database/open.ts'
import { prepare } from '#database/prepared.ts'
import type { OrderRow } from '#database/rows.ts'
import { MOST_TOGETHER } from '#database/together.ts'
import type { KeyedCall } from '../../http/idempotency.ts'
import type { StockMoved } from '../../products/service.ts'
import { toNewOrder } from '../order-view.ts'

export type NewRow = {
  id: string
  buyerId: string
  at: Date
  expiresAt: Date
  order: NewOrder
  rules: { currency: string; unpaidOrderLimit: number; taxRate: number }
  /** Unit prices at which it is to be placed. */
  agreedPrices: number[]
  key?: KeyedCall | undefined
}

export type Placed = { row: OrderRow; stock: StockMoved }
/** The part and the buyer as they were looked at, and, where all was well, what was written. */
export type Outcome = {
  placed?: Placed
  part?: Seen
  buyer?: { gone: boolean; mayOrder: boolean }
  keyIsUsed?: boolean
}
type Seen = { price_minor: number; minimum_order: number; available: number; archived_at: Date | null }
type Taken = { name: string; img: string; unit_price_minor: number; left: number; minimum: number }
type Found = Seen & { gone: boolean | null; may_order: boolean | null; key_is_used: boolean } & {
  [Key in keyof Taken]: Taken[Key] | null
}

/** PostgreSQL's largest integer: nobody has more pieces. */
const MOST_PIECES = 2_147_483_647

/**
 * The placing of orders, as steps of one statement, which is one transaction and one way to the database and back.
 * `buyer` locks the account and tells whether it may have another unpaid order; only then `part` takes the pieces, on
 * the row for which buyers of one part wait for one another; the rest follows from `part`, or does not happen.
 * `store.publishing_deferred`: the trigger's NOTIFY would let one commit at a time through, so that the caller announces afterwards.
 * A key that is `used` places nothing; one that a twin takes meanwhile undoes the statement. Keys go in after the locks.
 * An update looks again at a row that somebody changed while it waited: nothing is sold that is not there.
 * The limit only tells the planner that there are few.
 */
const steps = ({ waits }: { waits: boolean }) => `with wanted as materialized (
    select * from json_to_recordset($1) as wanted (
      id uuid, user_id uuid, product_id uuid, quantity integer, prices bigint[], name text, email text, phone text,
      address text, location text, currency text, unpaid_limit integer, tax_rate integer, expires_at timestamptz,
      at timestamptz, key text, key_method text, key_path text, body_hash text, key_status integer, answers jsonb
    ) limit ${MOST_TOGETHER}
  ), used as materialized (
    select wanted.id from wanted join idempotency_keys as keys
      on keys.user_id = wanted.user_id and method = key_method and path = key_path and keys.key = wanted.key
  ), buyer as materialized (
    select users.id, deleted_at is not null as gone, unpaid_orders < unpaid_limit as may_order,
      set_config('store.publishing_deferred', 'on', true) as quiet
    from users join wanted on wanted.user_id = users.id and wanted.id not in (select id from used)
    for no key update of users ${waits ? '' : 'skip locked'}
  ), ${waits ? '' : freeParts} part as (
    update products set available = available - quantity
    from wanted join buyer on buyer.id = user_id ${waits ? '' : 'join free on free.id = product_id'}
    where products.id = product_id and archived_at is null and minimum_order <= quantity and available >= quantity
      and price_minor = any (prices) and may_order and not gone
    returning products.name, img, price_minor as unit_price_minor, available as left, minimum_order as minimum,
      key, key_method, key_path, body_hash, key_status, answers -> (array_position(prices, price_minor) - 1) as answer,
      wanted.id, user_id, product_id, quantity, wanted.name as buyer_name, email, phone, address, location, currency,
      tax_rate, expires_at, at
  ), counted as (
    update users set unpaid_orders = unpaid_orders + 1 from part where users.id = user_id
  ), placed as (
    insert into orders (
      id, user_id, product_id, product_name, img, name, email, phone, address, location,
      quantity, unit_price_minor, total_minor, currency, tax_rate, status, expires_at, created_at
    )
    select id, user_id, product_id, name, img, buyer_name, email, phone, address, location,
      quantity, unit_price_minor, unit_price_minor * quantity, currency, tax_rate, 'pending', expires_at, at
    from part
  ), kept as (
    insert into idempotency_keys (user_id, method, path, key, body_hash, status, response, created_at)
    select user_id, key_method, key_path, key, body_hash, key_status,
      answer || jsonb_build_object('productName', name, 'img', img), at
    from part where key is not null
  ), event as (
    insert into order_events (order_id, at, actor_id, kind, after, data)
    select id, at, user_id, 'placed', 'pending', jsonb_build_object('expiresAt', expires_at) from part
  ), trail as (
    insert into audit (at, actor_id, entity, entity_id, field, before, after)
    select at, user_id, 'product', product_id::text, 'availableQuantity', ("left"::bigint + quantity)::text, "left"::text
    from part
  )`

/** Whoever holds a part for long, or an account, holds up only who asked for these. */
const freeParts = `free as materialized (
    select products.id from wanted join buyer on buyer.id = user_id join products on products.id = product_id
    where may_order and not gone for no key update of products skip locked
  ),`

const place = prepare<Found>(
  'place-order',
  `${steps({ waits: true })}
  select price_minor, minimum_order, products.available, archived_at, gone, may_order,
    part.name, part.img, unit_price_minor, "left", minimum, exists (select from used) as key_is_used
  from wanted join products on products.id = wanted.product_id
    left join buyer on true left join part on true`,
)

const placeAtOnce = prepare<Taken & { id: string }>(
  'place-orders',
  `${steps({ waits: false })}
  select id, name, img, unit_price_minor, "left", minimum from part`,
)

/** Places one, waiting for whoever holds its account or part. */
export async function placeRow(db: Db, wanted: NewRow): Promise<Outcome> {
  const [found] = await place(db, [JSON.stringify([toWire(wanted)])])
  if (!found) return {}
  const {
    gone,
    may_order,
    name,
    img,
    unit_price_minor,
    left,
    minimum,
    key_is_used: keyIsUsed,
    ...part
  } = found
  const buyer = gone === null || may_order === null ? {} : { buyer: { gone, mayOrder: may_order } }
  if (name === null || img === null || unit_price_minor === null || left === null || minimum === null)
    return { part, ...buyer, keyIsUsed }
  return { part, ...buyer, placed: asPlaced(wanted, { name, img, unit_price_minor, left, minimum }) }
}

/**
 * Places what can be placed at once, each of another account and another part. For the others, refused or behind
 * somebody who holds their account or part, it says nothing.
 */
export async function placeRows(db: Db, wanted: NewRow[]): Promise<(Placed | undefined)[]> {
  const rows = await placeAtOnce(db, [JSON.stringify(wanted.map(toWire))])
  const taken = new Map(rows.map((row) => [row.id, row]))
  return wanted.map((one) => {
    const part = taken.get(one.id)
    return part && asPlaced(one, part)
  })
}

function toWire(wanted: NewRow) {
  const { id, buyerId, at, expiresAt, order, rules, agreedPrices, key } = wanted
  const quantity = Number(order.quantity)
  const isWhole = Number.isInteger(quantity) && quantity > 0 && quantity <= MOST_PIECES
  return {
    ...{ id, user_id: buyerId, product_id: order.productId },
    ...{ quantity: isWhole ? quantity : null, prices: agreedPrices },
    ...{ name: order.name, email: order.email, phone: order.phone },
    ...{ address: order.address, location: order.location },
    ...{ currency: rules.currency, unpaid_limit: rules.unpaidOrderLimit, tax_rate: rules.taxRate },
    ...{ expires_at: expiresAt, at },
    ...(key ? keyFields(key, wanted) : {}),
  }
}

/** The answer is made before the part is known, for each price that it may have; its name and picture are put in. */
function keyFields({ key, method, path, bodyHash, status }: KeyedCall, wanted: NewRow) {
  const answers = wanted.agreedPrices.map((unit_price_minor) =>
    toNewOrder(rowOf(wanted, { name: '', img: '', unit_price_minor })),
  )
  return { key, key_method: method, key_path: path, body_hash: bodyHash, key_status: status, answers }
}

function asPlaced(wanted: NewRow, part: Taken): Placed {
  const row = rowOf(wanted, part)
  const { minimum: minimumOrder, left: after } = part
  return { row, stock: { id: row.product_id, minimumOrder, before: after + row.quantity, after } }
}

/** The row as the statement writes it. */
function rowOf(
  { id, buyerId, at, expiresAt, order, rules }: NewRow,
  { name, img, unit_price_minor }: Pick<Taken, 'name' | 'img' | 'unit_price_minor'>,
): OrderRow {
  const quantity = Number(order.quantity)
  return {
    id,
    user_id: buyerId,
    product_id: order.productId,
    product_name: name,
    img,
    name: order.name ?? null,
    email: order.email,
    phone: order.phone,
    address: order.address,
    location: order.location,
    quantity,
    unit_price_minor,
    total_minor: unit_price_minor * quantity,
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
  cancellation: null,
  cancellation_returns_stock: null,
  cancellation_started_at: null,
  stock_returned_at: null,
  expired_at: null,
  deleted_at: null,
  receipt_number: null,
  refunded_minor: 0,
  quantity_returned: 0,
}
