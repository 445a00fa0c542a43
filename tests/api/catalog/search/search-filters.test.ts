import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { seedDemoCatalogue } from '#demo/catalogue/seed.ts'
import { insertShippedTypes } from '#server/catalog/part-types/shipped-types.ts'
import { readFacetCounts } from '#server/catalog/search/facets/grouped-parts.ts'
import fc from '../../../support/fast-check.ts'
import { categoryIds } from '../../../support/products/categories.ts'
import { readMiscountedLexemes } from '../../../support/products/lexeme-counts.ts'
import { insertProduct } from '../../../support/shop-rows.ts'
import { openTestStore, type TestStore } from '../../../support/store.ts'

let store: TestStore

beforeAll(async () => {
  store = await openTestStore()
  await seedDemoCatalogue(store.database.db, { now: store.clock.now })
})
afterAll(() => store.close())

type Query = NonNullable<Parameters<TestStore['api']['countProducts']>[0]>['query']
const list = async (query: Query) =>
  (await store.api.listProducts({ query: { ...query, limit: 1000 } })).items

/** Returns the counts computed from whole lists. */
async function countLists(query: Query) {
  const { category: _, ...anyCategory } = query ?? {}
  const { brand: __, ...anyBrand } = query ?? {}
  const found = await list(anyCategory)
  const brands = await list(anyBrand)
  const brandNames = [...new Set(brands.map(({ brand }) => brand))].filter((brand) => brand !== null)
  return {
    total: (await list(query)).length,
    categories: categoryIds
      .map((category) => ({ category, parts: found.filter((part) => part.category === category).length }))
      .filter(({ parts }) => parts > 0),
    brands: Object.fromEntries(
      brandNames.map((name) => [name, brands.filter(({ brand }) => brand === name).length]),
    ),
    inStock: (await list({ ...query, inStock: 'true' })).length,
  }
}

const queries: Query[] = [
  {},
  { category: 'fluids,body' },
  { brand: 'Merrivane' },
  { brand: 'merrivane,TESSAROW', inStock: 'true' },
  { minPrice: '10', maxPrice: '50.5' },
  { category: 'tools', brand: 'Ironquay', minPrice: 20 },
  { q: 'brake' },
  { q: 'brake', category: 'body', inStock: 'true' },
  { q: 'tyre', brand: 'Merrivane,Tessarow', maxPrice: '200' },
  // The cast: `sort` is a parameter of the list alone.
  { q: 'spark plug', sort: 'price' } as Query,
  { q: 'brkae pads', minPrice: '1' },
]

test.each(queries)('the counts of %j are those of the lists, each without its own filter', async (query) => {
  const { total, categories, brands, inStock } = await store.api.countProducts({ query })
  const expected = await countLists(query)
  expect(total).toEqual({ parts: expected.total, isMore: false })
  expect(categories.map(({ category, parts }) => ({ category, parts }))).toEqual(
    expect.arrayContaining(expected.categories),
  )
  expect(Object.fromEntries(brands.map(({ brand, parts }) => [brand, parts]))).toEqual(expected.brands)
  expect(inStock.parts).toBe(expected.inStock)
})

test('filters apply in every sort', async () => {
  for (const sort of ['newest', 'price', '-price', 'name', 'relevance'] as const) {
    for (const q of [undefined, 'brake']) {
      const query = { sort, ...(q && { q }), category: 'body,lighting', brand: 'steinbrekk,Merrivane' }
      const { items } = await store.api.listProducts({
        query: { ...query, minPrice: 10, maxPrice: 90, inStock: 'true', limit: 1000 },
      })
      expect(items.length).toBeGreaterThan(2)
      for (const part of items) {
        expect(['body', 'lighting']).toContain(part.category)
        expect(['Steinbrekk', 'Merrivane']).toContain(part.brand)
        expect(part.price).toBeGreaterThanOrEqual(10)
        expect(part.price).toBeLessThanOrEqual(90)
        expect(part.availableQuantity).toBeGreaterThanOrEqual(part.minimumOrder)
      }
    }
  }
})

test.each([
  ['minPrice=20&maxPrice=10', 'minPrice'],
  ['minPrice=-1', 'minPrice'],
  ['maxPrice=1e3', 'maxPrice'],
  ['minPrice=1.234', 'minPrice'],
  ['maxPrice=abc', 'maxPrice'],
  ['minPrice=1&minPrice=2', 'minPrice'],
  ['inStock=yes', 'inStock'],
  ['category=nope', 'category.0'],
  [`brand=${'a,b,c,'.repeat(20)}${Array.from({ length: 40 }, (_, at) => at).join(',')}`, 'brand'],
  [`brand=${'x'.repeat(81)}`, 'brand.0'],
])('%s is rejected, and the error names the parameter', async (query, path) => {
  for (const address of ['/api/service', '/api/service/counts']) {
    const answer = await store.call({ method: 'GET', url: `${address}?${query}` })
    expect(answer.statusCode).toBe(400)
    expect(answer.json().errors.map((error: { path: string }) => error.path)).toContain(path)
  }
})

describe('the interpretation of a query', () => {
  test.each([
    ['brake pads', null],
    ['brkae pads', { words: 'brake pads', change: 'spelling', suggestion: null }],
    ['brake pads zorbl', { words: 'brake pads', change: 'fewer', suggestion: null }],
    ['grease', { words: 'grease', change: 'mentioned', suggestion: null }],
    ['wheel nut', { words: 'wheel nut', change: 'mentioned', suggestion: null }],
    ['muffler', null],
    ['"brkae" pads', null],
    ['zorbl', null],
    ['BR-2804-23', null],
    ['BRA.2804-23', null],
  ])('%j reports %j', async (q, search) => {
    expect((await store.api.countProducts({ query: { q } })).search).toEqual(search)
  })

  test('a query whose parts are all filtered out keeps its interpretation', async () => {
    expect(await list({ q: 'brake pads', category: 'fluids' })).toEqual([])
    const counts = await store.api.countProducts({ query: { q: 'brake pads', category: 'fluids' } })
    expect(counts.search).toBeNull()
    expect(counts.categories).toContainEqual({ category: 'fluids', parts: 0, isMore: false })
  })
})

describe('stored counts', () => {
  beforeEach(() => store.database.db.deleteFrom('products').where('name', 'like', 'Counted%').execute())

  const anyChange = fc.oneof(
    fc.record({ kind: fc.constant('add' as const), many: fc.integer({ min: 1, max: 4 }) }),
    fc.record({
      kind: fc.constantFrom(
        'sell',
        'restock',
        'archive',
        'move',
        'rename',
        'retype',
        'untype',
        'sort',
        'remove',
      ),
      at: fc.nat(9),
    }),
  )

  test('stored counts equal those of the table after random changes', { tags: 'long' }, async () => {
    const { db } = store.database
    await insertShippedTypes(db, new Date())
    const types = (await db.selectFrom('part_types').select('id').orderBy('id').execute()).map(({ id }) => id)
    const subcategory = { id: 'counted', level: 2, parent_id: 'body', name: 'Counted' }
    await db.insertInto('categories').values(subcategory).execute()
    const typeAt = (at: number) => types[at % 2] ?? null
    await fc.assert(
      fc.asyncProperty(fc.array(anyChange, { minLength: 1, maxLength: 12 }), async (changes) => {
        const ids: string[] = []
        for (const change of changes) {
          if (change.kind === 'add') {
            for (let n = 0; n < change.many; n += 1) {
              const name = `Counted ${ids.length}`
              const brand = n % 2 ? 'Añejo' : null
              const part_type_id = n % 3 ? typeAt(n) : null
              ids.push(await insertProduct(db, { name, brand, available: n, minimum_order: 1, part_type_id }))
            }
          } else if ('at' in change && ids[change.at]) {
            const one = db.updateTable('products').where('id', '=', ids[change.at] ?? '')
            if (change.kind === 'sell') await one.set({ available: 0 }).execute()
            if (change.kind === 'restock') await one.set({ available: 5 }).execute()
            if (change.kind === 'archive') await one.set({ archived_at: new Date() }).execute()
            if (change.kind === 'move') await one.set({ category: 'fluids', subcategory: null }).execute()
            if (change.kind === 'rename') await one.set({ name: 'Counted again', brand: 'Bñ' }).execute()
            if (change.kind === 'retype') await one.set({ part_type_id: typeAt(change.at) }).execute()
            if (change.kind === 'sort') await one.set({ category: 'body', subcategory: 'counted' }).execute()
            if (change.kind === 'untype') await one.set({ part_type_id: null }).execute()
            if (change.kind === 'remove')
              await db
                .deleteFrom('products')
                .where('id', '=', ids[change.at] ?? '')
                .execute()
          }
        }
        const stored = await readFacetCounts(db, types)
        const { rows } = await sql`
          select category, coalesce(subcategory, '') as subcategory, coalesce(brand, '') as brand, in_stock,
            count(*) as parts, coalesce(part_type_id, 0) as type
          from products where archived_at is null group by 1, 2, 3, 4, 6`.execute(db)
        expect(new Set(stored.map((row) => JSON.stringify(row)))).toEqual(
          new Set(rows.map((row) => JSON.stringify(row))),
        )
        expect(await readMiscountedLexemes(db)).toEqual([])
      }),
      { numRuns: 15 },
    )
  })
})
