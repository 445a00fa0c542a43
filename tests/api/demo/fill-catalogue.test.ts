import { afterEach, expect, test } from 'vitest'
import type { Database } from '#database/open.ts'
import { demoParts } from '#demo/catalogue/parts.ts'
import { seedDemoCatalogue } from '#demo/catalogue/seed.ts'
import { fillCatalogue } from '#demo/generator/fill.ts'
import { cataloguePart } from '#demo/generator/generate.ts'
import { insertShippedTypes } from '#server/catalog/part-types/shipped-types.ts'
import { freshDatabase } from '#tests/support/database/database.ts'

const opened: Database[] = []

async function emptyStore(): Promise<Database> {
  const database = await freshDatabase()
  opened.push(database)
  return database
}

afterEach(async () => {
  await Promise.all(opened.splice(0).map((database) => database.close()))
})

test('a store is filled up to the number, and a second run adds nothing', async () => {
  const { pool, db } = await emptyStore()
  expect(await fillCatalogue(pool, { parts: 300 })).toEqual({ added: 300, onSale: 300 })
  expect(await fillCatalogue(pool, { parts: 300 })).toEqual({ added: 0, onSale: 300 })
  expect(await fillCatalogue(pool, { parts: 200 })).toEqual({ added: 0, onSale: 300 })
  const part = await db.selectFrom('products').selectAll().orderBy('created_at', 'desc').executeTakeFirst()
  expect(part?.part_number_key).toMatch(/^[a-z0-9]+$/)
})

test('parts are stored with type, attributes and sale unit', async () => {
  const { pool, db } = await emptyStore()
  await insertShippedTypes(db, new Date())
  await fillCatalogue(pool, { parts: 1000 })
  const rows = await typedRows(db)
  expect(rows).toHaveLength(1000)
  for (const [at, row] of rows.entries()) {
    const { type, attributes, saleUnit, img } = cataloguePart(at)
    expect(row, row.name).toMatchObject({ key: type, attributes, sale_unit: saleUnit, img })
  }
  const { rows: facets } = await pool.query<{ parts: number }>(
    `select parts::int as parts from facet_value_counts join part_types on part_types.id = part_type_id
     where key = 'brake-disc' and facet = 'axle=front'`,
  )
  const front = rows.filter(({ key, attributes }) => key === 'brake-disc' && attributes.axle === 'front')
  expect(facets).toEqual([{ parts: front.length }])
})

test('generated parts of before get type and attributes, once; names, pictures and choices of an owner stay', async () => {
  const { pool, db } = await emptyStore()
  await fillCatalogue(pool, { parts: 200 })
  await insertShippedTypes(db, new Date())
  const [renamed, pictured, plain] = await db
    .selectFrom('products')
    .select(['id', 'name'])
    .orderBy('id', 'desc')
    .limit(3)
    .execute()
  if (!renamed || !pictured || !plain) throw new Error('The store has no parts')
  const change = (id: string, set: { name?: string; img?: string }) =>
    db.updateTable('products').set(set).where('id', '=', id).execute()
  await change(renamed.id, { name: 'Something else' })
  await change(pictured.id, { img: '/uploads/a.webp' })
  await db
    .deleteFrom('part_type_attributes')
    .where('attribute_id', 'in', (of) => of.selectFrom('attributes').select('id').where('key', '=', 'axle'))
    .execute()
  expect(await fillCatalogue(pool, { parts: 200 })).toEqual({ added: 0, onSale: 200 })
  const rows = await typedRows(db)
  expect(rows.filter(({ key }) => key === null).map(({ name }) => name)).toEqual(['Something else'])
  expect(rows.find(({ id }) => id === pictured.id)).toMatchObject({
    img: '/uploads/a.webp',
    key: expect.any(String),
  })
  expect(rows.filter(({ attributes }) => 'axle' in attributes)).toEqual([])
  expect(rows.find(({ id }) => id === plain.id)?.attributes).not.toEqual({})
  // what an owner changes afterwards stays
  await db.updateTable('products').set({ attributes: '{}' }).where('id', '=', plain.id).execute()
  await fillCatalogue(pool, { parts: 200 })
  expect((await typedRows(db)).find(({ id }) => id === plain.id)?.attributes).toEqual({})
})

test('the demo’s parts have type, attributes and sale unit', async () => {
  const { db } = await emptyStore()
  await insertShippedTypes(db, new Date())
  await seedDemoCatalogue(db, { now: () => new Date('2026-11-21T12:00:00Z') })
  const rows = await typedRows(db)
  for (const [at, { type, attributes, saleUnit = 'each' }] of demoParts.toReversed().entries())
    expect(rows[at]).toMatchObject({ key: type, attributes, sale_unit: saleUnit })
})

test('a larger number adds only the missing parts, with the same rows as a single run', {
  tags: 'long',
}, async () => {
  const grown = await emptyStore()
  const whole = await emptyStore()
  await fillCatalogue(grown.pool, { parts: 120 })
  expect(await fillCatalogue(grown.pool, { parts: 500 })).toEqual({ added: 380, onSale: 500 })
  await fillCatalogue(whole.pool, { parts: 500 })
  expect(await allRows(grown)).toEqual(await allRows(whole))
})

test('the demo’s parts count towards the number and stay at the top of the list', {
  tags: 'long',
}, async () => {
  const { pool, db } = await emptyStore()
  await seedDemoCatalogue(db, { now: () => new Date('2026-11-21T12:00:00Z') })
  const parts = demoParts.length + 100
  expect(await fillCatalogue(pool, { parts })).toEqual({ added: 100, onSale: parts })
  const first = await db
    .selectFrom('products')
    .select('part_number')
    .orderBy('created_at', 'desc')
    .limit(demoParts.length)
    .execute()
  expect(first.map((row) => row.part_number)).toEqual(demoParts.map((part) => part.partNumber).reverse())
})

test('an archived part stays archived, and another is added instead', { tags: 'long' }, async () => {
  const { pool, db } = await emptyStore()
  await fillCatalogue(pool, { parts: 50 })
  const { id } = await db.selectFrom('products').select('id').limit(1).executeTakeFirstOrThrow()
  await db.updateTable('products').set({ archived_at: new Date() }).where('id', '=', id).execute()
  expect(await fillCatalogue(pool, { parts: 50 })).toEqual({ added: 1, onSale: 50 })
  expect(await allRows({ db })).toHaveLength(51)
})

test('a gap left by an interrupted run is filled', { tags: 'long' }, async () => {
  const { pool, db } = await emptyStore()
  await fillCatalogue(pool, { parts: 30 })
  const whole = await allRows({ db })
  await db
    .deleteFrom('products')
    .where('id', '<', whole[10]?.id ?? '')
    .execute()
  expect(await fillCatalogue(pool, { parts: 30 })).toEqual({ added: 10, onSale: 30 })
  expect(await allRows({ db })).toEqual(whole)
})

test('of two concurrent runs one adds all missing parts and the other none', { tags: 'long' }, async () => {
  const { pool } = await emptyStore()
  const both = await Promise.all([1, 2].map(() => fillCatalogue(pool, { parts: 400 })))
  expect(both.map(({ added }) => added).toSorted()).toEqual([0, 400])
})

test('the last progress report has the number of missing parts', { tags: 'long' }, async () => {
  const { pool } = await emptyStore()
  const progress: number[][] = []
  const onProgress = ({ added, missing }: { added: number; missing: number }) =>
    progress.push([added, missing])
  await fillCatalogue(pool, { parts: 5_200, onProgress })
  expect(progress.at(-1)).toEqual([5_200, 5_200])
  expect(progress).toHaveLength(2)
})

async function allRows({ db }: Pick<Database, 'db'>) {
  return await db.selectFrom('products').selectAll().orderBy('id').execute()
}

/** All parts with the key of their type, the newest first. */
function typedRows(db: Database['db']) {
  return db
    .selectFrom('products')
    .leftJoin('part_types', 'part_types.id', 'part_type_id')
    .select(['products.id', 'products.name', 'img', 'attributes', 'sale_unit', 'part_types.key'])
    .orderBy('created_at', 'desc')
    .orderBy('products.id', 'desc')
    .execute()
}
