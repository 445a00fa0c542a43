import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database, Db } from '#database/open.ts'
import { newId } from '#database/uuid.ts'
import { freshDatabase } from '../../support/database/database.ts'
import { insertProduct } from '../../support/database/rows.ts'

let database: Database
let listener: pg.Client
const payloads: string[] = []

beforeAll(async () => {
  database = await freshDatabase()
  listener = new pg.Client(database.connection)
  await listener.connect()
  listener.on('notification', ({ payload }) => payloads.push(payload ?? ''))
  await listener.query('listen store_changed')
})
afterAll(async () => {
  await listener.end()
  await database.close()
})

/**
 * Returns the tags that `work` publishes, each payload sorted. Notifications arrive in the order of their
 * commits.
 */
async function published(work: (db: Db) => Promise<unknown>): Promise<string[][]> {
  await mark('begin')
  payloads.length = 0
  await work(database.db)
  await mark('end')
  return payloads.slice(0, -1).map((payload) => payload.split(' ').sort())
}

async function mark(name: string): Promise<void> {
  await database.pool.query("select pg_notify('store_changed', $1)", [name])
  await expect.poll(() => payloads.at(-1), { interval: 2 }).toBe(name)
}

const tagsOfUpdate = (id: string, values: Parameters<typeof insertProduct>[1] = {}) =>
  published((db) => db.updateTable('products').set(values).where('id', '=', id).execute())

async function part(available = 50, minimum_order = 1): Promise<string> {
  return insertProduct(database.db, { available, minimum_order })
}

async function review(product_id: string | null): Promise<string> {
  const id = newId()
  const text = { name: 'Ann', description: 'Fits', rating: 5, created_at: new Date() }
  await database.db
    .insertInto('reviews')
    .values({ id, product_id, ...text })
    .execute()
  return id
}

test('a new part invalidates the lists', async () => {
  expect(await published((db) => insertProduct(db))).toEqual([['products']])
})

test.each([
  ['price', { price_minor: 999 }],
  ['name', { name: 'Brake pad' }],
  ['archiving', { archived_at: new Date() }],
])('a change of %s invalidates the part and the lists', async (_, values) => {
  const id = await part()
  expect(await tagsOfUpdate(id, values)).toEqual([[`product:${id}`, 'products']])
})

test('stock invalidates the part, and the lists if its units cross zero or the minimum order', async () => {
  const id = await part(50, 5)
  expect(await tagsOfUpdate(id, { available: 5 })).toEqual([[`product:${id}`]])
  expect(await tagsOfUpdate(id, { available: 4 })).toEqual([[`product:${id}`, 'products']])
  expect(await tagsOfUpdate(id, { available: 3 })).toEqual([[`product:${id}`]])
  expect(await tagsOfUpdate(id, { available: 0 })).toEqual([[`product:${id}`, 'products']])
  expect(await tagsOfUpdate(id, { available: 50 })).toEqual([[`product:${id}`, 'products']])
})

test('a statement that changes nothing publishes nothing', async () => {
  const id = await part()
  expect(await tagsOfUpdate(id, { available: 50 })).toEqual([])
  expect(await tagsOfUpdate(newId(), { available: 1 })).toEqual([])
  expect(await published((db) => db.deleteFrom('products').where('id', '=', newId()).execute())).toEqual([])
})

test('a deleted part is published, and a part whose id changes with both ids', async () => {
  const gone = await part()
  const old = await part()
  const next = newId()
  const remove = (db: Db) => db.deleteFrom('products').where('id', '=', gone).execute()
  expect(await published(remove)).toEqual([[`product:${gone}`, 'products']])
  const tags = [`product:${old}`, `product:${next}`, 'products'].sort()
  expect(await tagsOfUpdate(old, { id: next })).toEqual([tags])
})

test('more than a hundred parts are published as one tag for all parts', { tags: 'long' }, async () => {
  await database.db.deleteFrom('products').execute()
  for (let n = 0; n < 100; n += 1) await part()
  const [hundred] = await published((db) => db.updateTable('products').set({ price_minor: 5 }).execute())
  expect(hundred).toHaveLength(101)
  await part()
  const all = [['product:*', 'products']]
  expect(await published((db) => db.updateTable('products').set({ price_minor: 6 }).execute())).toEqual(all)
  expect(await published((db) => db.deleteFrom('products').execute())).toEqual(all)
  // PostgreSQL does not truncate a table alone to which foreign keys refer.
  await sql`alter table orders drop constraint orders_product_id_fkey`.execute(database.db)
  await sql`alter table reviews drop constraint reviews_product_id_fkey`.execute(database.db)
  expect(await published((db) => sql`truncate products`.execute(db))).toEqual(all)
})

test('a review invalidates the lists of the store, of its part and, if moved, of its earlier part', async () => {
  const one = await part()
  const other = await part()
  let id = ''
  const write = async () => {
    id = await review(one)
  }
  expect(await published(write)).toEqual([[`review-of:${one}`, 'reviews']])
  expect(await published(() => review(null))).toEqual([['reviews']])
  const move = (db: Db) => db.updateTable('reviews').set({ product_id: other }).where('id', '=', id).execute()
  expect(await published(move)).toEqual([[`review-of:${one}`, `review-of:${other}`, 'reviews'].sort()])
  const remove = (db: Db) => db.deleteFrom('reviews').where('id', '=', id).execute()
  expect(await published(remove)).toEqual([[`review-of:${other}`, 'reviews']])
  expect(await published((db) => sql`truncate reviews`.execute(db))).toEqual([['review-of:*', 'reviews']])
})

test('a transaction that defers publishing publishes nothing, and later transactions do', async () => {
  const id = await part()
  const deferred = (db: Db) =>
    db.transaction().execute(async (trx) => {
      await sql`select set_config('store.publishing_deferred', 'on', true)`.execute(trx)
      await trx.updateTable('products').set({ available: 7 }).where('id', '=', id).execute()
    })
  expect(await published(deferred)).toEqual([])
  for (let n = 0; n < 10; n += 1) expect(await tagsOfUpdate(id, { price_minor: 100 + n })).not.toEqual([])
})

test('a transaction that rolls back publishes nothing', async () => {
  const id = await part()
  const rolledBack = (db: Db) =>
    db
      .transaction()
      .execute(async (trx) => {
        await trx.updateTable('products').set({ price_minor: 1 }).where('id', '=', id).execute()
        throw new Error('rolled back')
      })
      .catch(() => {})
  expect(await published(rolledBack)).toEqual([])
})
