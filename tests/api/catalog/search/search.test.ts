import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '#database/open.ts'
import { listProducts, type ProductQuery } from '#server/catalog/products/list.ts'
import { freshDatabase } from '../../../support/database/database.ts'
import { insertProduct } from '../../../support/shop-rows.ts'

let database: Database

beforeAll(async () => {
  database = await freshDatabase()
  const parts = [
    ['Brake pads, front', 'NOR.0707-60', 'ceramic, low dust', 'tools', 4000],
    ['Brake pads, rear', 'NOR.0707-6011', 'ceramic', 'tools', 3000],
    ['Adapter', 'XY-1', 'for brake lines', 'body', 900],
    ['Oil filter', 'OF 070760', 'spin-on', 'fluids', 700],
    ['Headlamp bulb', null, 'H7, 55 W', 'lighting', 500],
    ['Archived brake', 'AR-1', '', 'tools', 100],
  ] as const
  for (const [at, [name, part_number, description, category, price_minor]] of parts.entries()) {
    await insertProduct(database.db, {
      name,
      part_number,
      description,
      category,
      price_minor,
      brand: name === 'Oil filter' ? 'Mann' : null,
      created_at: new Date(Date.UTC(2026, 0, 1 + at)),
      archived_at: name.startsWith('Archived') ? new Date() : null,
    })
  }
})
afterAll(() => database.close())

async function found(q: string, query: Partial<ProductQuery> = {}) {
  const page = await listProducts(database.db, { limit: 10, q, ...query }, 'usd')
  return page.items.map((item) => item.name)
}

test.each([
  ['nor070760', ['Brake pads, front', 'Brake pads, rear']],
  ['NOR.0707-60', ['Brake pads, front', 'Brake pads, rear']],
  ['  nor 0707 60 11 ', ['Brake pads, rear']],
  ['of070760', ['Oil filter']],
  ['xy', ['Adapter']],
])('the number %j finds the same number first, then numbers that begin with it', async (q, names) => {
  expect(await found(q)).toEqual(names)
})

test('a part with the whole number comes before one whose number is only the end of it', async () => {
  const { db } = database
  const own = await insertProduct(db, { name: 'Own', part_number: 'MT 068-374' })
  const other = await insertProduct(db, {
    name: 'Other',
    part_number: '06 8374',
    created_at: new Date('2030-01-01'),
  })
  for (const q of ['MT.068374', 'mt 068 374', 'MT068374', 'part MT 068374'])
    expect((await found(q))[0], q).toBe('Own')
  expect((await found('068374'))[0]).toBe('Other')
  await db.deleteFrom('products').where('id', 'in', [own, other]).execute()
})

test('a short word of names comes before numbers that begin with it', async () => {
  const { db } = database
  const parts = [
    await insertProduct(db, { name: 'Bulb H7', part_number: 'LI-1' }),
    await insertProduct(db, { name: 'Wheel', part_number: 'H75-5312', created_at: new Date('2030-01-01') }),
  ]
  expect((await found('H7'))[0]).toBe('Bulb H7')
  expect(await found('H75')).toEqual(['Wheel'])
  await db.deleteFrom('products').where('id', 'in', parts).execute()
})

test('words rank name over description, and all must occur', async () => {
  expect(await found('brake')).toEqual(['Brake pads, rear', 'Brake pads, front', 'Adapter'])
  expect(await found('brakes pad ceramic dust')).toEqual(['Brake pads, front'])
  expect(await found('mann')).toEqual(['Oil filter'])
  expect(await found('brake -rear', { sort: 'price' })).toEqual(['Adapter', 'Brake pads, front'])
})

test('a synonym of several words finds parts of that name, not words scattered over a description', async () => {
  const { db } = database
  const alternator = await insertProduct(db, {
    name: 'Alternator',
    description: 'Packed in a box; exhaust fumes and the back of the hand do it no harm; nuts for the wheel',
  })
  for (const q of ['muffler', 'lug nuts']) expect(await found(q), q).toEqual([])
  expect(await found('wheel nut')).toEqual(['Alternator'])
  const others = [
    await insertProduct(db, { name: 'Back box, stainless' }),
    await insertProduct(db, { name: 'Wheel nut, chrome' }),
  ]
  expect(await found('muffler')).toEqual(['Back box, stainless'])
  for (const q of ['lug nuts', 'wheel nut']) expect(await found(q), q).toEqual(['Wheel nut, chrome'])
  await db
    .deleteFrom('products')
    .where('id', 'in', [alternator, ...others])
    .execute()
})

test('if no part has all words, the part type and every size must still match', async () => {
  const { db } = database
  const parts = [
    await insertProduct(db, { name: 'Strut, front left', description: 'Under the bonnet' }),
    await insertProduct(db, { name: 'Socket set, 24 inch' }),
    await insertProduct(db, { name: 'Engine oil 5W-30', part_number: 'OIL-1' }),
  ]
  for (const q of ['hood strut', 'wiper 24"', 'zorbl 24"', 'muffler front left'])
    expect(await found(q), q).toEqual([])
  expect(await found('zorbl strut left')).toEqual(['Strut, front left'])
  expect(await found('zorbl 5w30')).toEqual(['Engine oil 5W-30'])
  await db.deleteFrom('products').where('id', 'in', parts).execute()
})

test('words are searched within the requested categories and sort', async () => {
  expect(await found('brake', { category: ['body', 'fluids'] })).toEqual(['Adapter'])
  expect(await found('brake', { sort: 'price' })).toEqual([
    'Adapter',
    'Brake pads, rear',
    'Brake pads, front',
  ])
  expect(await found('brake', { sort: 'newest' })).toEqual([
    'Adapter',
    'Brake pads, rear',
    'Brake pads, front',
  ])
})

test('blank words list everything on sale, newest first', async () => {
  for (const q of ['', '   ']) expect(await found(q)).toHaveLength(5)
  expect((await found('', { sort: 'relevance' }))[0]).toBe('Headlamp bulb')
})

test.each([
  "'; drop table products; --",
  '%',
  '_%_',
  '\\',
  "a'b",
  '((((',
  '"unclosed',
  ':* & | !',
  '-',
  'the and of',
  '🛞'.repeat(100),
  'İıſK',
  '\u202Eekarb',
])('%j finds nothing', async (q) => {
  expect(await found(q)).toEqual([])
})

test('the same number comes before 1,498 with that prefix, which are sorted by number', async () => {
  const { db } = database
  await sql`insert into products (id, name, price_minor, minimum_order, available, img, category, part_number, created_at)
    select gen_random_uuid(), 'Crowd ' || n, 100, 1, 1, '/a.svg', 'tools',
      case when n in (1, 1500) then 'CROWD-9' else 'CROWD-9-' || n end, timestamptz '2026-02-01' + n * interval '1 second'
    from generate_series(1, 1500) as n`.execute(db)
  expect((await found('crowd 9')).slice(0, 3)).toEqual(['Crowd 1500', 'Crowd 1', 'Crowd 10'])
  expect(await found('crowd 9', { limit: 1000, category: ['wheels'] })).toEqual([])
  await db.deleteFrom('products').where('name', 'like', 'Crowd %').execute()
})
