import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Database } from '#database/open.ts'
import { newId } from '#database/uuid.ts'
import { orderBody } from '#demo/purchase.ts'
import { type PlaceOrderRequest, placeOrder } from '#server/sales/orders/place-order.ts'
import { freshDatabase } from '../../../support/database/database.ts'
import { watchStatements } from '../../../support/database/statements.ts'
import { errorCodeOf } from '../../../support/http/outcomes.ts'
import { exampleOrder } from '../../../support/orders/example-order.ts'
import { insertProduct, insertUser } from '../../../support/shop-rows.ts'

let database: Database
let statements: ReturnType<typeof watchStatements>
const now = new Date('2026-03-01T12:00:00.000Z')

beforeAll(async () => {
  database = await freshDatabase()
  statements = watchStatements(database.pool)
})
afterEach(async () => {
  await database.pool.query('drop function if exists reject_address cascade')
})
afterAll(() => database.close())

type OrderAttempt = {
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
  seller: exampleOrder.seller,
}

function place({ buyer: id, part, order, limit = 1000, key }: OrderAttempt) {
  const caller = { id, uid: id, email: 'buyer@example.com', role: 'user', signInId: newId() } as const
  const line = { part: { _id: part, price: 12.5, minimumOrder: 1 } }
  return placeOrder(database.db, {
    order: { ...orderBody([line], caller), ...order },
    caller,
    now,
    rules: { ...rules, unpaidOrderLimit: limit },
    key: key ? { userId: id, method: 'POST', path: '/order', key, now, bodyHash: part } : undefined,
  })
}

async function createBuyerWithPart(): Promise<OrderAttempt> {
  return { buyer: await insertUser(database.db), part: await insertProduct(database.db) }
}

/** Returns the available units, and the numbers of unpaid orders, orders, order events and stock changes. */
async function readRows({ buyer, part }: OrderAttempt) {
  const { rows } = await database.pool.query(
    `select available, unpaid_orders as unpaid,
       (select count(*) from orders where user_id = $1 and product_id = $2) as orders,
       (select count(*) from order_events join orders on orders.id = order_id
         where actor_id = $1 and product_id = $2 and kind = 'placed') as events,
       (select count(*) from audit where actor_id = $1 and entity_id = $2::text) as changes
     from products, users where products.id = $2 and users.id = $1`,
    [buyer, part],
  )
  return rows[0]
}
const ORDERED = { available: 9, unpaid: 1, orders: 1, events: 1, changes: 1 }
const UNCHANGED = { available: 10, unpaid: 0, orders: 0, events: 0, changes: 0 }

test('an order with a key, its lines, its event and the stock are written in one statement, after one that reads the part', async () => {
  const attempt = await createBuyerWithPart()
  const executed = await statements.during(async () => {
    const { order, stock } = await place({ ...attempt, key: 'first' })
    expect(order.productId).toBe(attempt.part)
    expect(stock).toEqual([{ id: attempt.part, minimumOrder: 1, before: 10, after: 9 }])
  })
  expect(executed).toHaveLength(2)
  expect(await readRows(attempt)).toEqual(ORDERED)
})

test('a used key returns its order and places nothing; for another buyer it is another key', async () => {
  const attempt = { ...(await createBuyerWithPart()), key: 'used' }
  const other = { ...(await createBuyerWithPart()), key: 'used' }
  const { order } = await place(attempt)
  const [replayed, ofOther] = await Promise.all([place(attempt), place(other)])
  expect(replayed).toEqual({ order })
  expect(ofOther.order._id).not.toBe(order._id)
  for (const each of [attempt, other]) expect(await readRows(each)).toEqual(ORDERED)
})

test('each order is rejected for its own reason and changes nothing', async () => {
  const { db } = database
  const tooMany = await createBuyerWithPart()
  const wrongPrice = await createBuyerWithPart()
  const tooFew = await createBuyerWithPart()
  const archived = await createBuyerWithPart()
  const atLimit = await createBuyerWithPart()
  const deletedBuyer = await createBuyerWithPart()
  await db
    .updateTable('users')
    .set({ deleted_at: now, disabled_at: now })
    .where('id', '=', deletedBuyer.buyer)
    .execute()
  await db.updateTable('products').set({ minimum_order: 5 }).where('id', '=', tooFew.part).execute()
  await db.updateTable('products').set({ archived_at: now }).where('id', '=', archived.part).execute()
  const attempts = [
    { ...tooMany, order: { quantity: 11 } },
    { ...wrongPrice, order: { price: 12 } },
    tooFew,
    archived,
    { ...atLimit, limit: 0 },
    deletedBuyer,
  ]
  const errorCodes = await Promise.all(attempts.map((attempt) => errorCodeOf(place(attempt))))
  expect(errorCodes).toEqual([
    'above_available',
    'price_changed',
    'below_minimum',
    'not_found',
    'unpaid_order_limit',
    'unauthenticated',
  ])
  for (const attempt of attempts) expect(await readRows(attempt)).toEqual(UNCHANGED)
})

test('the errors of part, quantity and price come before the limit of unpaid orders, quantity before price', async () => {
  const archived = await createBuyerWithPart()
  const tooMany = await createBuyerWithPart()
  await database.db
    .updateTable('products')
    .set({ archived_at: now })
    .where('id', '=', archived.part)
    .execute()
  expect(await errorCodeOf(place({ ...archived, limit: 0 }))).toBe('not_found')
  expect(await errorCodeOf(place({ ...tooMany, limit: 0, order: { quantity: 11, price: 12 } }))).toBe(
    'above_available',
  )
  expect(await errorCodeOf(place({ ...tooMany, limit: 0, order: { price: 12 } }))).toBe('price_changed')
})

test('a locked part or account delays only its own orders', async () => {
  const ofPart = await createBuyerWithPart()
  const ofAccount = await createBuyerWithPart()
  const others = [await createBuyerWithPart(), await createBuyerWithPart(), await createBuyerWithPart()]
  const lockingConnection = await database.pool.connect()
  try {
    await lockingConnection.query('begin')
    await lockingConnection.query('select 1 from products where id = $1 for update', [ofPart.part])
    await lockingConnection.query('select 1 from users where id = $1 for no key update', [ofAccount.buyer])
    const placingLocked = [ofPart, ofAccount].map(place)
    await Promise.all(others.map(place))
    for (const attempt of others) expect(await readRows(attempt)).toEqual(ORDERED)
    for (const attempt of [ofPart, ofAccount]) expect(await readRows(attempt)).toEqual(UNCHANGED)
    await lockingConnection.query('commit')
    await Promise.all(placingLocked)
    for (const attempt of [ofPart, ofAccount]) expect(await readRows(attempt)).toEqual(ORDERED)
  } finally {
    lockingConnection.release()
  }
})

test('an order that the database rejects changes nothing, and its idempotency key can be used again', async () => {
  await database.pool.query(`
    create function reject_address() returns trigger language plpgsql as $$
    begin
      if new.address = 'nowhere' then raise exception 'no such place' using errcode = 'check_violation'; end if;
      return new;
    end $$;
    create trigger reject_address before insert on orders for each row execute function reject_address()`)
  const attempt = { ...(await createBuyerWithPart()), key: 'rejected' }
  await expect(place({ ...attempt, order: { address: 'nowhere' } })).rejects.toThrow('no such place')
  expect(await readRows(attempt)).toEqual(UNCHANGED)
  await place(attempt)
  expect(await readRows(attempt)).toEqual(ORDERED)
})

test('concurrent orders of one buyer, or of one part, all succeed', async () => {
  const one = await createBuyerWithPart()
  const other = await createBuyerWithPart()
  await Promise.all([one, other, { ...one, part: other.part }].map(place))
  expect(await readRows(one)).toEqual({ ...ORDERED, unpaid: 2 })
  expect(await readRows(other)).toEqual({ ...ORDERED, available: 8 })
})
