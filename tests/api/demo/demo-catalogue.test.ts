import { afterAll, beforeAll, expect, test } from 'vitest'
import { productSchema } from '#contract/catalog/products/products.ts'
import type { Database } from '#database/open.ts'
import { demoParts } from '#demo/catalogue/parts.ts'
import { demoReviews } from '#demo/catalogue/reviews.ts'
import { seedDemoCatalogue } from '#demo/catalogue/seed.ts'
import { listProducts } from '#server/catalog/products/list.ts'
import { listReviews } from '#server/catalog/reviews/service.ts'
import { freshDatabase } from '../../support/database/database.ts'

let database: Database
const now = () => new Date('2026-03-15T12:00:00.000Z')

beforeAll(async () => {
  database = await freshDatabase()
  await Promise.all([1, 2, 3].map(() => seedDemoCatalogue(database.db, { now })))
})
afterAll(() => database.close())

test('an empty store is filled once, and lists the last part of the catalogue first', async () => {
  const { items, next } = await listProducts(database.db, { limit: 1000 }, 'usd')
  expect(next).toBeNull()
  expect(items.map((item) => item.partNumber)).toEqual(demoParts.map((part) => part.partNumber).reverse())
  for (const item of items) expect(productSchema.parse(item)).toEqual(item)
  expect(items.every((item) => item.createdAt < now().toISOString())).toBe(true)
})

test('reviews keep their order and name their part', async () => {
  const { items } = await listReviews(database.db, { limit: 1000 })
  expect(items.map((item) => item.name)).toEqual(demoReviews.map((review) => review.name))
  const numbers = new Map(
    (await database.db.selectFrom('products').select(['id', 'part_number']).execute()).map((part) => [
      part.id,
      part.part_number,
    ]),
  )
  expect(items.map((item) => item.productId && numbers.get(item.productId))).toEqual(
    demoReviews.map((review) => review.partNumber ?? null),
  )
})

test('a store whose parts are all archived is not filled', async () => {
  const { db } = database
  await db.updateTable('products').set({ archived_at: now() }).execute()
  await seedDemoCatalogue(db, { now })
  expect((await listProducts(db, { limit: 1 }, 'usd')).items).toEqual([])
})
