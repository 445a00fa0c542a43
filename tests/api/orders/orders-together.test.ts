import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Order } from '#contract/orders/orders.ts'
import type { Database } from '#database/open.ts'
import { MOST_TOGETHER } from '#database/together.ts'
import { newId } from '#database/uuid.ts'
import { KeyIsUsed } from '#server/http/idempotency.ts'
import { createLimit } from '#server/http/limits.ts'
import { type Placing, placeOrder } from '#server/orders/placing/place.ts'
import { freshDatabase } from '../../support/database/database.ts'
import { insertProduct, insertUser } from '../../support/database/rows.ts'
import { watchStatements } from '../../support/database/statements.ts'
import { outcome } from '../../support/http/refusal.ts'

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

type Wish = { buyer: string; part: string; order?: Partial<Placing['order']>; limit?: number; key?: string }

const rules = {
  ...{ currency: 'usd', unpaidOrderLimit: 1000, unpaidOrderHours: 48, taxRate: 0 },
  ...{ least: 0, most: 99_999_999, locale: 'en-US' },
}

function place({ buyer: id, part, order, limit = 1000, key }: Wish) {
  const caller = { id, uid: id, email: 'buyer@example.com', role: 'user', signInId: newId() } as const
  const delivery = { email: caller.email, phone: '1', address: '1 Road', location: 'Town' }
  return placeOrder(database.db, {
    order: { ...delivery, productId: part, price: 12.5, quantity: 1, ...order },
    ...{ caller, now, rules: { ...rules, unpaidOrderLimit: limit } },
    ...(key
      ? { key: { ...{ userId: id, method: 'POST', path: '/order', key, status: 201, now }, bodyHash: part } }
      : {}),
  })
}

const pairs = (count: number): Promise<Wish[]> =>
  Promise.all(
    Array.from({ length: count }, async () => ({
      buyer: await insertUser(database.db),
      part: await insertProduct(database.db),
    })),
  )

/** What the books say of a pair: pieces left, unpaid orders, orders, and changes of stock. */
async function books({ buyer, part }: Wish) {
  const { rows } = await database.pool.query(
    `select available as left, unpaid_orders as unpaid,
       (select count(*) from orders where user_id = $1 and product_id = $2) as orders,
       (select count(*) from audit where actor_id = $1 and (entity_id = $2::text
         or entity_id in (select id::text from orders where product_id = $2))) as trail
     from products, users where products.id = $2 and users.id = $1`,
    [buyer, part],
  )
  return rows[0]
}
const SOLD = { left: 9, unpaid: 1, orders: 1, trail: 1 }
const UNSOLD = { left: 10, unpaid: 0, orders: 0, trail: 0 }

test('orders of some buyers of as many parts that come together are placed by one statement, each in full', async () => {
  const wishes = await pairs(MOST_TOGETHER)
  const made = await statements.during(async () => {
    const placed = await Promise.all(wishes.map(place))
    expect(placed.map(({ order }) => order.productId)).toEqual(wishes.map(({ part }) => part))
    expect(placed.map(({ stock }) => stock)).toEqual(
      wishes.map(({ part }) => ({ id: part, minimumOrder: 1, before: 10, after: 9 })),
    )
  })
  expect(made).toHaveLength(1)
  for (const wish of wishes) expect(await books(wish)).toEqual(SOLD)
})

test('so are orders with a key, which goes in with its order and the answer', async () => {
  const wishes = (await pairs(MOST_TOGETHER)).map((wish) => ({ ...wish, key: 'first' }))
  const placed: { order: Order }[] = []
  const made = await statements.during(async () => {
    placed.push(...(await Promise.all(wishes.map(place))))
  })
  expect(made).toHaveLength(1)
  for (const wish of wishes) expect(await books(wish)).toEqual(SOLD)
  const kept = await database.db
    .selectFrom('idempotency_keys')
    .selectAll()
    .where('key', '=', 'first')
    .execute()
  const answers = new Map(kept.map((row) => [row.user_id, row]))
  for (const [at, { buyer, part }] of wishes.entries()) {
    expect(answers.get(buyer)).toMatchObject({ body_hash: part, status: 201, response: placed[at]?.order })
  }
})

test('a key that has been used places nothing, alone, with others or beside its twin', async () => {
  const wishes = (await pairs(3)).map((wish) => ({ ...wish, key: 'used' }))
  const [used, ...others] = wishes
  if (!used) throw new Error('three were made')
  await place(used)
  const ended = await Promise.allSettled([...wishes, ...others].map(place))
  const refused = ended.filter((end) => end.status === 'rejected')
  expect(refused.map(({ reason }) => reason)).toEqual(Array(3).fill(expect.any(KeyIsUsed)))
  expect(ended[0]?.status).toBe('rejected')
  await expect(place(used)).rejects.toThrow(KeyIsUsed)
  for (const wish of wishes) expect(await books(wish)).toEqual(SOLD)
})

test('each that comes with others is refused for its own reason, and takes nothing', async () => {
  const { db } = database
  const wishes = await pairs(6)
  const [many, dear, few, gone, limited, left] = wishes
  if (!many || !dear || !few || !gone || !limited || !left) throw new Error('six were made')
  const leaver = { deleted_at: now, disabled_at: now }
  await db.updateTable('users').set(leaver).where('id', '=', left.buyer).execute()
  await db.updateTable('products').set({ minimum_order: 5 }).where('id', '=', few.part).execute()
  await db.updateTable('products').set({ archived_at: now }).where('id', '=', gone.part).execute()
  const good = await pairs(3)
  const [first, second, third] = good
  if (!first || !second || !third) throw new Error('three were made')
  const ended = await Promise.all(
    [
      first,
      { ...many, order: { quantity: 11 } },
      { ...dear, order: { price: 12 } },
      few,
      second,
      gone,
      { ...limited, limit: 0 },
      left,
      third,
    ].map((wish) => outcome(place(wish))),
  )
  expect(ended).toEqual([
    'done',
    'above_available',
    'price_changed',
    'below_minimum',
    'done',
    'not_found',
    'unpaid_order_limit',
    'unauthenticated',
    'done',
  ])
  for (const wish of good) expect(await books(wish)).toEqual(SOLD)
  for (const wish of wishes) expect(await books(wish)).toEqual(UNSOLD)
})

test('a part and an account that somebody holds hold up nobody but their own orders', async () => {
  const wishes = await pairs(5)
  const [ofPart, ofAccount, ...others] = wishes
  if (!ofPart || !ofAccount) throw new Error('five were made')
  const outside = await database.pool.connect()
  try {
    await outside.query('begin')
    await outside.query('select 1 from products where id = $1 for update', [ofPart.part])
    await outside.query('select 1 from users where id = $1 for no key update', [ofAccount.buyer])
    const placing: ReturnType<typeof place>[] = []
    const made = await statements.during(async () => {
      placing.push(...wishes.map(place))
      await Promise.all(placing.slice(2))
    })
    // four together, the fifth, and the two that wait: nothing was tried again once its patience was over
    expect(made.length).toBeLessThanOrEqual(4)
    for (const wish of others) expect(await books(wish)).toEqual(SOLD)
    expect(await books(ofPart)).toEqual(UNSOLD)
    await outside.query('commit')
    await Promise.all(placing)
    for (const wish of [ofPart, ofAccount]) expect(await books(wish)).toEqual(SOLD)
  } finally {
    outside.release()
  }
})

test('what the database refuses of one is done for the others', async () => {
  await database.pool.query(`
    create function refuse_address() returns trigger language plpgsql as $$
    begin
      if new.address = 'nowhere' then raise exception 'no such place' using errcode = 'check_violation'; end if;
      return new;
    end $$;
    create trigger refuse_address before insert on orders for each row execute function refuse_address()`)
  const wishes = await pairs(4)
  const ended = await Promise.allSettled(
    wishes.map((wish, at) => place(at === 2 ? { ...wish, order: { address: 'nowhere' } } : wish)),
  )
  expect(ended.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled'])
  for (const [at, wish] of wishes.entries()) expect(await books(wish)).toEqual(at === 2 ? UNSOLD : SOLD)
})

test('a buyer of two parts and a part of two buyers get both orders', async () => {
  const wishes = await pairs(2)
  const [one, other] = wishes
  if (!one || !other) throw new Error('two were made')
  await Promise.all([...wishes, { ...one, part: other.part }].map(place))
  expect(await books(one)).toEqual({ left: 9, unpaid: 2, orders: 1, trail: 1 })
  expect(await books(other)).toEqual({ left: 8, unpaid: 1, orders: 1, trail: 1 })
})

test('of uses of a limit that come together as many pass as may', async () => {
  const limit = createLimit(database.db, () => now)
  const rule = { points: 3, seconds: 60 }
  const passing = async () => {
    const keys = ['a', 'b', 'a', 'a', 'b', 'a', 'a']
    const waits = await Promise.all(keys.map((key) => limit(key, rule)))
    expect(new Set(waits)).toEqual(new Set([undefined, 60]))
    return keys.filter((_, at) => waits[at] === undefined).sort()
  }
  expect(await passing()).toEqual(['a', 'a', 'a', 'b', 'b'])
  expect(await passing()).toEqual(['b'])
})
