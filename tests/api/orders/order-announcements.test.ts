import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addPart, order, refusal } from '../../support/orders/orders.ts'
import { openTestStore, type Person, type TestStore } from '../../support/store.ts'

let store: TestStore
let admin: Person
let buyer: Person
let listener: pg.Client
const heard: string[] = []

beforeAll(async () => {
  store = await openTestStore()
  admin = await store.signUpAdmin()
  buyer = await store.signUp()
  listener = new pg.Client(store.database.connection)
  await listener.connect()
  listener.on('notification', ({ payload }) => heard.push(payload ?? ''))
  await listener.query('listen store_changed')
})
afterAll(async () => {
  await listener.end()
  await store.close()
})

/** What is announced while `work` runs and until this instance has told of it. */
async function announced(work: () => Promise<unknown>): Promise<string[][]> {
  await mark('begin')
  heard.length = 0
  await work()
  await expect.poll(() => heard.some((payload) => payload.startsWith('@'))).toBe(true)
  await mark('end')
  return heard.slice(0, -1).map((payload) => payload.split(' '))
}

async function mark(name: string): Promise<void> {
  await store.database.pool.query("select pg_notify('store_changed', $1)", [name])
  await expect.poll(() => heard.at(-1)).toBe(name)
}

test('an order is announced once, by the instance, with its part alone while others are left', async () => {
  const part = await addPart(admin, { available: 40 })
  const notices = await announced(() => order(buyer, part, 3))
  expect(notices).toEqual([[expect.stringMatching(/^@/), `product:${part._id}`]])
})

test('an order of the last pieces is announced to the lists, too', async () => {
  const part = await addPart(admin, { available: 3 })
  const [notice = []] = await announced(() => order(buyer, part, 3))
  expect(notice.slice(1).sort()).toEqual([`product:${part._id}`, 'products'])
})

test('an order of which nobody knows whether it was placed is announced as if it was', async () => {
  const part = await addPart(admin, { available: 40 })
  const { pool } = store.database
  await pool.query(`
    create function lose_connection() returns trigger language plpgsql as $$
    begin
      perform pg_terminate_backend(pg_backend_pid());
      return null;
    end $$;
    create trigger lose_connection after insert on orders for each row execute function lose_connection()`)
  const [notice = []] = await announced(async () => {
    expect(await refusal(order(buyer, part, 3))).toMatch(/^503 /)
  })
  await pool.query('drop function lose_connection cascade')
  expect(notice.slice(1).sort()).toEqual([`product:${part._id}`, 'products'])
})
