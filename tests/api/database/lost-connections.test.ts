import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { connect, type Database } from '#database/open.ts'
import { orderBody } from '#demo/purchase.ts'
import { freshDatabase } from '../../support/database/database.ts'
import { outcomeOf } from '../../support/http/outcomes.ts'
import { openShop, type Shop } from '../../support/shop.ts'
import type { Person } from '../../support/store.ts'

let database: Database
let shop: Shop
let admin: Person
/**
 * Connections outside every pool: one locks rows, the other ends connections of the store, as a restart of
 * PostgreSQL does.
 */
let lockingClient: pg.Client
let terminatingClient: pg.Client

beforeAll(async () => {
  database = await freshDatabase()
  shop = await openShop({ on: database, env: { UNPAID_ORDER_LIMIT: '100000' } })
  admin = await shop.staff('admin')
})
beforeEach(async () => {
  lockingClient = new pg.Client(database.connection)
  terminatingClient = new pg.Client(database.connection)
  await Promise.all([lockingClient.connect(), terminatingClient.connect()])
  return async () => {
    await Promise.all([lockingClient.end(), terminatingClient.end()])
  }
})
afterAll(() => shop.close())

/** Ends the database's other connections, active or idle, that meet the condition; returns their number. */
async function endConnections(condition = ''): Promise<number> {
  const { rowCount } = await terminatingClient.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and pid <> all ($1) ${condition}`,
    [[Reflect.get(lockingClient, 'processID'), Reflect.get(terminatingClient, 'processID')]],
  )
  return rowCount ?? 0
}

async function waitForLock(): Promise<void> {
  await expect
    .poll(async () => {
      const { rows } = await terminatingClient.query(
        "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      )
      return rows.length
    })
    .toBeGreaterThan(0)
}

const priceOf = async (id: string) => (await shop.api.getProduct({ params: { id } })).price

test.each(['a change', 'an order', 'an order with a key'])(
  '%s whose connection ends gets an error and changes nothing',
  async (what) => {
    const buyer = await shop.buyer()
    const part = await shop.part({ price: 12.5, available: 5 })
    await lockingClient.query('begin')
    await lockingClient.query('select 1 from products where id = $1 for update', [part._id])
    const body = orderBody([{ part }], buyer)
    const options = what === 'an order' ? {} : { idempotencyKey: `lost-${part._id}` }
    const call = () =>
      what === 'a change'
        ? admin.api.updateProduct({ params: { id: part._id }, body: { price: 9 } })
        : buyer.api.placeOrder({ body }, options)
    const outcome = outcomeOf(call())
    await waitForLock()
    expect(await endConnections("and wait_event_type = 'Lock'")).toBe(1)
    expect(await outcome).toBe('503 database_unavailable')
    await lockingClient.query('rollback')
    const { availableQuantity, price } = await shop.api.getProduct({ params: { id: part._id } })
    expect([availableQuantity, price]).toEqual([5, 12.5])
    expect(await outcomeOf(call())).toBe('accepted')
  },
)

test('a connection that reported its end is not reused', async () => {
  const single = await connect(database.connection, { maxConnections: 1, log() {} }, async () => {})
  const outcomes: unknown[] = []
  for (let turn = 0; turn < 50; turn += 1) {
    const ending = sql`select pg_terminate_backend(pg_backend_pid())`.execute(single.db)
    expect(await ending.catch(({ code }) => code)).toBe('57P01')
    outcomes.push(
      await sql`select 1`.execute(single.db).then(
        () => 'served',
        (error) => error.message,
      ),
    )
  }
  await single.close()
  expect(new Set(outcomes)).toEqual(new Set(['served']))
})

test('a store whose connections end repeatedly under load recovers by itself', { tags: 'long' }, async () => {
  const buyer = await shop.buyer()
  const part = await shop.part({ available: 1000 })
  const outcomes: string[] = []
  let sent = 0
  let isOver = false
  const orderAndSearch = async () => {
    while (!isOver) {
      sent += 1
      const options = { idempotencyKey: `load-${sent}` }
      outcomes.push(
        await outcomeOf(buyer.api.placeOrder({ body: orderBody([{ part, quantity: 1 }], buyer) }, options)),
      )
      outcomes.push(await outcomeOf(shop.api.listProducts({ query: { q: `disc ${sent}` } })))
    }
  }
  const loops = Array.from({ length: 6 }, orderAndSearch)
  let ended = 0
  for (let turn = 0; turn < 30; turn++) {
    const before = outcomes.length
    ended += await endConnections()
    // each loop has had one more answer at least, also of a new connection
    await expect
      .poll(() => outcomes.length - before, { interval: 5 })
      .toBeGreaterThanOrEqual(2 * loops.length)
  }
  isOver = true
  await Promise.all(loops)
  expect(ended).toBeGreaterThan(30)
  const expected = ['accepted', '503 database_unavailable']
  expect(outcomes.filter((outcome) => !expected.includes(outcome))).toEqual([])
  expect(await outcomeOf(buyer.api.placeOrder({ body: orderBody([{ part, quantity: 1 }], buyer) }))).toBe(
    'accepted',
  )
  expect(await priceOf(part._id)).toBe(12.5)
  const { rows } = await database.pool.query(
    'select 1000 - available as sold, (select count(*)::int from orders where product_id = $1) as orders from products where id = $1',
    [part._id],
  )
  expect(rows[0].sold).toBe(rows[0].orders)
})
