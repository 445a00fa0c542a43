import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Product } from '#contract/catalog/products/products.ts'
import { LARGE_CATALOGUE_MS, largeCatalogue } from '../../../support/database/large-catalogue.ts'
import { explain, watchStatements } from '../../../support/database/statements.ts'
import fc from '../../../support/fast-check.ts'
import { openTestStore, type TestStore } from '../../../support/store.ts'
import { someRuns } from '../../../support/thoroughness.ts'

/**
 * The most rows that one statement may read: a list scans 6,000 for each ranking tier, a search counts up to 15,000.
 * In `npm test`, whose catalogue is smaller, a quarter of them.
 */
const MAX_ROWS = someRuns(60_000, 4)

let store: TestStore
let statements: ReturnType<typeof watchStatements>
let sample: Product[]

beforeAll(async () => {
  store = await openTestStore({ on: await largeCatalogue() })
  statements = watchStatements(store.database.pool)
  // From every category, the newest parts and the first ones by name.
  const categories = ['tools', 'wheels', 'engine', 'suspension', 'body', 'lighting', 'electrical', 'fluids']
  const pages = await Promise.all(
    categories.flatMap((category) =>
      (['newest', 'name'] as const).map((sort) =>
        store.api.listProducts({ query: { category, sort, limit: 40 } }),
      ),
    ),
  )
  sample = pages.flatMap(({ items }) => items).filter(({ partNumber }) => /\d/.test(partNumber ?? ''))
  // The first search loads the catalogue's words.
  await store.api.listProducts({ query: { q: 'oil' } })
}, LARGE_CATALOGUE_MS)
afterAll(() => store.close())

// first: the searches below use up the statements that are prepared
test('a search with filters runs as a prepared statement once it was repeated', async () => {
  // more than it takes to prepare it
  for (let run = 0; run < 24; run += 1)
    await store.api.listProducts({ query: { q: 'brake pads', minPrice: String(run) } })
  const during = await statements.during(() =>
    store.api.listProducts({ query: { q: 'brake pads', minPrice: '33' } }),
  )
  expect(during.filter(({ name }) => name?.startsWith('find-parts-'))).toHaveLength(1)
})

const searches = [
  { q: 'brake pads' },
  { q: 'brkae pads' },
  { q: 'oil' },
  { q: 'front' },
  { q: 'mm' },
  { q: 'oil filter halvik nordal' },
  { q: 'brake pads zorblax' },
  { q: 'zorblax' },
  { q: 'LA505293' },
  { q: 'la 5052' },
  { q: '0' },
  { q: 'luftany 505293' },
  { q: '205/55 R16' },
  { q: 'lighting' },
  { q: 'oil', sort: 'price' },
  { q: 'brake', sort: '-price', category: 'body' },
  { q: 'filter', sort: 'name', brand: 'luftany,merrivane' },
  { q: 'tyre', inStock: 'true', minPrice: '50', maxPrice: '90' },
  { brand: 'luftany' },
  { brand: 'merrivane', sort: 'price', category: 'engine' },
  { minPrice: '10', maxPrice: '11' },
  { inStock: 'true', category: 'wheels', sort: 'name' },
  { type: '-' },
  { type: '-', category: 'body', sort: 'price' },
  { type: '-', q: 'oil', inStock: 'true' },
  { type: '-', minPrice: '50', maxPrice: '90' },
] as const

test.each(searches)('%o takes at most two statements a call; none reads too many rows', async (query) => {
  let next: string | null = null
  const calls = [
    async () => ({ next } = await store.api.listProducts({ query })),
    () => store.api.listProducts({ query: { ...query, after: next ?? undefined } }),
    () => store.api.countProducts({ query: { ...query, sort: undefined } as object }),
  ]
  for (const call of calls) {
    const executed = [...(await statements.during(call))]
    expect(executed.length).toBeLessThanOrEqual(2)
    for (const statement of executed) {
      const { wholeTables, rowsRead, text } = await explain(store.database.pool, statement)
      expect(
        wholeTables.filter((table) => table === 'products'),
        text,
      ).toEqual([])
      expect(rowsRead, text).toBeLessThanOrEqual(MAX_ROWS)
    }
  }
})

test.each([
  { sort: 'price', minPrice: '50' },
  { sort: 'price', minPrice: '200' },
  { sort: '-price', maxPrice: '50' },
  { sort: '-price', maxPrice: '200', minPrice: '20' },
  { sort: 'price', minPrice: '50', category: 'body' },
  { sort: 'price', minPrice: '50', inStock: 'true' },
  { sort: '-price', maxPrice: '50', category: 'body', inStock: 'true' },
] as const)('a list ordered by price begins at its bound: %o', async (query) => {
  let next: string | null = null
  const calls = [
    async () => ({ next } = await store.api.listProducts({ query: { ...query, limit: 30 } })),
    () => store.api.listProducts({ query: { ...query, limit: 30, after: next ?? undefined } }),
  ]
  for (const call of calls) {
    for (const statement of [...(await statements.during(call))]) {
      const { rowsRead, text } = await explain(store.database.pool, statement)
      // 31 of the page, each found by the index and again by its id; a few more are out of stock
      expect(rowsRead, text).toBeLessThanOrEqual(200)
    }
  }
})

test.each([
  ['newest', 'rim=16;width=235;load_index=98'],
  ['price', 'width=235;load_index=98'],
  ['newest', 'commercial=yes;rim=16'],
] as const)('few parts are found by their values, whatever the prices: %s, %s', async (sort, attributes) => {
  const query = { type: 'tyre', sort, attributes, minPrice: '10', maxPrice: '200' }
  const [list] = [...(await statements.during(() => store.api.listProducts({ query })))].slice(-1)
  if (!list) throw new Error('No statement was run')
  const { rowsRead, text } = await explain(store.database.pool, list)
  expect(rowsRead, text).toBeLessThanOrEqual(someRuns(1000, 4))
  // a statement that is prepared is planned without its values
  const generic = await store.database.pool.query({
    text: `explain (generic_plan) ${list.text}`,
    rowMode: 'array',
  })
  const plan = generic.rows.join('\n')
  expect(plan).toContain('products_facets')
  expect(plan).not.toContain('products_type_')
})

describe('the values of filters', () => {
  const values = [
    { minPrice: '50' },
    { maxPrice: '9.5' },
    { minPrice: '1', maxPrice: '80' },
    { inStock: 'true' },
  ] as const
  const textsOf = async (work: () => Promise<unknown>) =>
    (await statements.during(work)).map(({ text }) => text)

  test.each(['brake pads', 'front', 'LA505293'])(
    '%s is one statement with any price and stock',
    async (q) => {
      for (const call of [store.api.listProducts, store.api.countProducts]) {
        const texts = new Set<string | undefined>()
        for (const filters of values) texts.add((await textsOf(() => call({ query: { q, ...filters } })))[0])
        expect(texts.size).toBe(1)
      }
    },
  )

  test('where filters leave nothing, one part by each interpretation is enough', async () => {
    const query = { q: 'oil filter halvik', minPrice: '99999' }
    const executed = [...(await statements.during(() => store.api.listProducts({ query })))]
    const found = executed.filter(({ text }) => text.includes('found_1'))
    expect(found).toHaveLength(1)
    for (const statement of found) {
      const { rowsRead, text } = await explain(store.database.pool, statement)
      expect(rowsRead, text).toBeLessThanOrEqual(10)
    }
  })
})

describe('finding a part', () => {
  const parts = () => fc.constantFrom(...sample)
  const separators = fc.constantFrom('', ' ', '-', '.', '/', ' - ', '_')

  test('a part is found first by its own number, with any separators, in its own or lower case', async () => {
    await fc.assert(
      fc.asyncProperty(
        parts(),
        fc.array(separators, { minLength: 8, maxLength: 8 }),
        fc.boolean(),
        async (part, between, isLowercase) => {
          const groups = part.partNumber?.split(/[^A-Za-z0-9]+/) ?? []
          const number = groups.map((group, at) => (at === 0 ? group : `${between[at]}${group}`)).join('')
          const q = isLowercase ? number.toLowerCase() : number
          const { items } = await store.api.listProducts({ query: { q, limit: 1 } })
          expect(items[0]?.partNumber, q).toBe(part.partNumber)
        },
      ),
      { numRuns: someRuns(120) },
    )
  })

  test('a part is found by its brand and the first three words of its name', async () => {
    await fc.assert(
      fc.asyncProperty(parts(), async (part) => {
        const words = part.productName.split(/[\s,]+/).slice(0, 3)
        const q = words.join(' ')
        const { items } = await store.api.listProducts({ query: { q, brand: part.brand ?? '', limit: 1000 } })
        expect(
          items.map(({ _id }) => _id),
          q,
        ).toContain(part._id)
      }),
      { numRuns: someRuns(60) },
    )
  })

  test('a part is not found by a number with a different digit', async () => {
    await fc.assert(
      fc.asyncProperty(parts(), fc.nat(20), fc.integer({ min: 1, max: 9 }), async (part, at, shift) => {
        const digits = [...(part.partNumber ?? '').matchAll(/\d/g)]
        const digit = digits[at % digits.length]
        fc.pre(digit !== undefined)
        const number = part.partNumber ?? ''
        const wrong = `${number.slice(0, digit.index)}${(Number(digit[0]) + shift) % 10}${number.slice(digit.index + 1)}`
        const { items } = await store.api.listProducts({ query: { q: wrong } })
        expect(
          items.map(({ partNumber }) => partNumber),
          wrong,
        ).not.toContain(number)
      }),
      // A skipped case fails the test.
      { numRuns: someRuns(300), maxSkipsPerRun: 0 },
    )
  })
})

test('random words cause no server error in search, counts or suggestions', async () => {
  const words = fc.oneof(
    fc
      .string({ unit: 'binary', maxLength: 60 })
      .filter((text) => text.isWellFormed() && !text.includes('\0')),
    fc
      .array(
        fc.constantFrom(
          'brake',
          '-',
          '"',
          "'",
          '\\',
          '205/55',
          'R16',
          '*',
          ':*',
          '&',
          '|',
          '!',
          '(',
          '-"',
          'x',
          '5w 30',
          '𝟙',
          'ﬀ',
        ),
        { maxLength: 12 },
      )
      .map((words) => words.join(' ')),
  )
  await fc.assert(
    fc.asyncProperty(words, async (text) => {
      const q = encodeURIComponent(text.slice(0, 190))
      for (const url of [
        `/api/service?limit=1&q=${q}`,
        `/api/service/counts?q=${q}`,
        `/api/suggest?q=${q}`,
      ]) {
        const { statusCode, payload } = await store.call({ method: 'GET', url })
        expect(statusCode, payload).toBeLessThan(500)
      }
    }),
    { numRuns: someRuns(150) },
  )
}, 120_000)
