import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Database } from '#database/open.ts'
import { newId } from '#database/uuid.ts'
import { freshDatabase } from '../../support/database/database.ts'
import { insertProduct, insertUser } from '../../support/database/rows.ts'
import { watchStatements } from '../../support/database/statements.ts'
import { errorCodeOf } from '../../support/http/outcomes.ts'
import { type PlaceOrderRequest, placeOrder } from '../../support/payment-actions.ts'

let database: Database
let statements: ReturnType<typeof watchStatements>
const now = new Date('2026-03-01T12:00:00.000Z')

beforeAll(async () => {
  database = await freshDatabase()
  statements = watchStatements(database.pool)
})
afterEach(async () => {
  await database.pool.query('drop function if exists refuse_address cascade')
})
afterAll(() => database.close())

type Wish = {
  buyer: string
  part: string
  order?: Partial<PlaceOrderRequest['order']>
  limit?: number
  key?: string
}

const rules = {
  currency: 'usd',
  unpaidOrderLimit: 1000,
  unpaidOrderHours: 48,
  taxRate: 0,
  minMinor: 0,
  maxMinor: 99_999_999,
  locale: 'en-US',
}

function place({ buyer: id, part, order, limit = 1000, key }: Wish) {
  const caller = { id, uid: id, email: 'buyer@example.com', role: 'user', signInId: newId() } as const
  const delivery = { email: caller.email, phone: '1', address: '1 Road', location: 'Town' }
  return placeOrder(database.db, {
    order: { ...delivery, productId: part, price: 12.5, quantity: 1, ...order },
    caller,
    now,
    rules: { ...rules, unpaidOrderLimit: limit },
    key: key ? { userId: id, method: 'POST', path: '/order', key, now, bodyHash: part } : undefined,
  })
}

const pairs = (count: number): Promise<Wish[]> =>
  Promise.all(
    Array.from({ length: count }, async () => ({
      buyer: await insertUser(database.db),
      part: await insertProduct(database.db),
    })),
  )

/** Returns the rows of a wish: units left, unpaid orders, orders, order events, stock changes. */
async function recorded({ buyer, part }: Wish) {
  const { rows } = await database.pool.query(
    `select available as left, unpaid_orders as unpaid,
       (select count(*) from orders where user_id = $1 and product_id = $2) as orders,
       (select count(*) from order_events join orders on orders.id = order_id
         where actor_id = $1 and product_id = $2 and kind = 'placed') as events,
       (select count(*) from audit where actor_id = $1 and entity_id = $2::text) as changes
     from products, users where products.id = $2 and users.id = $1`,
    [buyer, part],
  )
  return rows[0]
}
const SOLD = { left: 9, unpaid: 1, orders: 1, events: 1, changes: 1 }
const UNSOLD = { left: 10, unpaid: 0, orders: 0, events: 0, changes: 0 }

test('an order, its event, the stock and the key are written in one statement', async () => {
  const [wish] = await pairs(1)
  if (!wish) throw new Error('one was made')
  const made = await statements.during(async () => {
    const { order, stock } = await place({ ...wish, key: 'first' })
    expect(order.productId).toBe(wish.part)
    expect(stock).toEqual({ id: wish.part, minimumOrder: 1, before: 10, after: 9 })
  })
  expect(made).toHaveLength(1)
  expect(await recorded(wish)).toEqual(SOLD)
})

test('a used key returns its order and places nothing', async () => {
  const [wish, other] = (await pairs(2)).map((pair) => ({ ...pair, key: 'used' }))
  if (!wish || !other) throw new Error('two were made')
  const { order } = await place(wish)
  const [again, theirs] = await Promise.all([place(wish), place(other)])
  expect(again).toEqual({ order })
  expect(theirs.order._id).not.toBe(order._id)
  for (const one of [wish, other]) expect(await recorded(one)).toEqual(SOLD)
})

test('each order is rejected for its own reason and changes nothing', async () => {
  const { db } = database
  const wishes = await pairs(6)
  const [many, dear, few, gone, limited, left] = wishes
  if (!many || !dear || !few || !gone || !limited || !left) throw new Error('six were made')
  await db
    .updateTable('users')
    .set({ deleted_at: now, disabled_at: now })
    .where('id', '=', left.buyer)
    .execute()
  await db.updateTable('products').set({ minimum_order: 5 }).where('id', '=', few.part).execute()
  await db.updateTable('products').set({ archived_at: now }).where('id', '=', gone.part).execute()
  const refused = await Promise.all(
    [
      { ...many, order: { quantity: 11 } },
      { ...dear, order: { price: 12 } },
      few,
      gone,
      { ...limited, limit: 0 },
      left,
    ].map((wish) => errorCodeOf(place(wish))),
  )
  expect(refused).toEqual([
    'above_available',
    'price_changed',
    'below_minimum',
    'not_found',
    'unpaid_order_limit',
    'unauthenticated',
  ])
  for (const wish of wishes) expect(await recorded(wish)).toEqual(UNSOLD)
})

test('an order with several errors reports that of the part first', async () => {
  const [archived, many] = await pairs(2)
  if (!archived || !many) throw new Error('two were made')
  await database.db
    .updateTable('products')
    .set({ archived_at: now })
    .where('id', '=', archived.part)
    .execute()
  expect(await errorCodeOf(place({ ...archived, limit: 0 }))).toBe('not_found')
  expect(await errorCodeOf(place({ ...many, limit: 0, order: { quantity: 11, price: 12 } }))).toBe(
    'above_available',
  )
  expect(await errorCodeOf(place({ ...many, limit: 0, order: { price: 12 } }))).toBe('price_changed')
})

test('a locked part or account delays only its own orders', async () => {
  const wishes = await pairs(5)
  const [ofPart, ofAccount, ...others] = wishes
  if (!ofPart || !ofAccount) throw new Error('five were made')
  const outside = await database.pool.connect()
  try {
    await outside.query('begin')
    await outside.query('select 1 from products where id = $1 for update', [ofPart.part])
    await outside.query('select 1 from users where id = $1 for no key update', [ofAccount.buyer])
    const placing = wishes.map(place)
    await Promise.all(placing.slice(2))
    for (const wish of others) expect(await recorded(wish)).toEqual(SOLD)
    expect(await recorded(ofPart)).toEqual(UNSOLD)
    await outside.query('commit')
    await Promise.all(placing)
    for (const wish of [ofPart, ofAccount]) expect(await recorded(wish)).toEqual(SOLD)
  } finally {
    outside.release()
  }
})

test('an order that the database rejects changes nothing, and its key stays free', async () => {
  await database.pool.query(`
    create function refuse_address() returns trigger language plpgsql as $$
    begin
      if new.address = 'nowhere' then raise exception 'no such place' using errcode = 'check_violation'; end if;
      return new;
    end $$;
    create trigger refuse_address before insert on orders for each row execute function refuse_address()`)
  const [wish] = (await pairs(1)).map((pair) => ({ ...pair, key: 'refused' }))
  if (!wish) throw new Error('one was made')
  await expect(place({ ...wish, order: { address: 'nowhere' } })).rejects.toThrow('no such place')
  expect(await recorded(wish)).toEqual(UNSOLD)
  await place(wish)
  expect(await recorded(wish)).toEqual(SOLD)
})

test('a buyer of two parts and a part of two buyers get both orders', async () => {
  const wishes = await pairs(2)
  const [one, other] = wishes
  if (!one || !other) throw new Error('two were made')
  await Promise.all([...wishes, { ...one, part: other.part }].map(place))
  expect(await recorded(one)).toEqual({ ...SOLD, unpaid: 2 })
  expect(await recorded(other)).toEqual({ ...SOLD, left: 8 })
})
