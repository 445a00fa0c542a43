import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addPart, order, orderBody, outcomeOf } from '../../support/orders/orders.ts'
import { openTestStore, type Person, type TestStore } from '../../support/store.ts'

let store: TestStore
let admin: Person
let buyer: Person
let listener: pg.Client
const payloads: string[] = []

beforeAll(async () => {
  store = await openTestStore()
  admin = await store.signUpAdmin()
  buyer = await store.signUp()
  listener = new pg.Client(store.database.connection)
  await listener.connect()
  listener.on('notification', ({ payload }) => payloads.push(payload ?? ''))
  await listener.query('listen store_changed')
})
afterAll(async () => {
  await listener.end()
  await store.close()
})

/** Returns the words of each payload published while `work` runs: `@<instance id>` and the tags. */
async function recordPublished(work: () => Promise<unknown>): Promise<string[][]> {
  await mark('begin')
  payloads.length = 0
  await work()
  await expect.poll(() => payloads.some((payload) => payload.startsWith('@'))).toBe(true)
  await mark('end')
  return payloads.slice(0, -1).map((payload) => payload.split(' '))
}

async function mark(name: string): Promise<void> {
  await store.database.pool.query("select pg_notify('store_changed', $1)", [name])
  await expect.poll(() => payloads.at(-1)).toBe(name)
}

test('an order that leaves units in stock is published once, with the tag of its part only', async () => {
  const part = await addPart(admin, { available: 40 })
  const sent = await recordPublished(() => order(buyer, part, 3))
  expect(sent).toEqual([[expect.stringMatching(/^@/), `product:${part._id}`]])
})

test('an order of the last units is also published for the lists', async () => {
  const part = await addPart(admin, { available: 3 })
  const [tags = []] = await recordPublished(() => order(buyer, part, 3))
  expect(tags.slice(1).sort()).toEqual([`product:${part._id}`, 'products'])
})

test('a replay of an order publishes nothing', async () => {
  const part = await addPart(admin, { available: 40 })
  const other = await addPart(admin, { available: 40 })
  const place = () =>
    buyer.api.placeOrder({ body: orderBody(buyer, part, 3) }, { idempotencyKey: `replayed-${part._id}` })
  await recordPublished(place)
  // the first publication after the replay is that of another order
  const sent = await recordPublished(async () => {
    await place()
    await order(buyer, other, 3)
  })
  expect(sent).toEqual([[expect.stringMatching(/^@/), `product:${other._id}`]])
})

test('an order whose outcome is unknown is published for its part and for the lists', async () => {
  const part = await addPart(admin, { available: 40 })
  const { pool } = store.database
  await pool.query(`
    create function lose_connection() returns trigger language plpgsql as $$
    begin
      perform pg_terminate_backend(pg_backend_pid());
      return null;
    end $$;
    create trigger lose_connection after insert on orders for each row execute function lose_connection()`)
  const [tags = []] = await recordPublished(async () => {
    expect(await outcomeOf(order(buyer, part, 3))).toMatch(/^503 /)
  })
  await pool.query('drop function lose_connection cascade')
  expect(tags.slice(1).sort()).toEqual([`product:${part._id}`, 'products'])
})
