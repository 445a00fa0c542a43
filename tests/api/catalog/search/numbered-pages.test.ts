import { afterAll, beforeAll, expect, test } from 'vitest'
import { numberedPages } from '#contract/catalog/search/list-pages.ts'
import { LARGE_CATALOGUE_MS, largeCatalogue } from '../../../support/database/large-catalogue.ts'
import { watchStatements } from '../../../support/database/statements.ts'
import { openTestStore, type TestStore } from '../../../support/store.ts'

let store: TestStore
let statements: ReturnType<typeof watchStatements>

beforeAll(async () => {
  store = await openTestStore({ on: await largeCatalogue() })
  statements = watchStatements(store.database.pool)
}, LARGE_CATALOGUE_MS)
afterAll(() => store.close())

type Query = NonNullable<Parameters<TestStore['api']['listProducts']>[0]>['query']

const lists: Query[] = [
  {},
  { sort: '-price' },
  { category: 'body', sort: 'name' },
  { category: 'body,wheels', minPrice: '20', maxPrice: '90' },
  { brand: 'luftany', sort: 'price' },
  { q: 'brake pads' },
  { q: 'brake', inStock: 'true' },
  { q: 'oil', sort: 'price', maxPrice: '40' },
  { q: '5052' },
  // nothing is found by the words as typed
  { q: 'brkae pads' },
]

test.each(lists)('%o: pages by number are the pages by cursor', async (query) => {
  const byNumber: string[][] = []
  const byCursor: string[][] = []
  let after: string | undefined
  for (const page of [1, 2, 3, 4, 5]) {
    const numbered = await store.api.listProducts({ query: { ...query, page, limit: 7 } })
    if (page > 1 && after === undefined) {
      expect(numbered.items).toEqual([])
      break
    }
    byNumber.push(numbered.items.map(({ _id }) => _id))
    const next = await store.api.listProducts({ query: { ...query, after, limit: 7 } })
    byCursor.push(next.items.map(({ _id }) => _id))
    expect(numbered.next, 'a numbered page has a cursor, too').toBe(next.next)
    after = next.next ?? undefined
  }
  expect(byNumber).toEqual(byCursor)
  expect(new Set(byNumber.flat()).size).toBe(byNumber.flat().length)
  expect(byNumber.flat().length).toBeGreaterThan(7)
})

test('a page behind the last one is empty, also of a search', async () => {
  for (const query of [{ q: 'cabin filter carbon' }, { brand: 'luftany', minPrice: '10' }]) {
    const { total } = await store.api.countProducts({ query })
    expect(total).toMatchObject({
      parts: expect.toSatisfy((parts: number) => parts > 0 && parts < 980),
      isMore: false,
    })
    const page = Math.ceil(total.parts / 24)
    const last = await store.api.listProducts({ query: { ...query, page } })
    expect(last.items.length).toBe(total.parts - (page - 1) * 24)
    expect(last.next).toBe(null)
    expect((await store.api.listProducts({ query: { ...query, page: page + 1 } })).items).toEqual([])
  }
})

test.each(['0', '-1', '1.5', '9999999999', 'two', '', '417', '0x2'])('page=%s is refused', async (page) => {
  const response = await store.app.inject(`/api/service?page=${page}`)
  expect(response.statusCode).toBe(400)
  expect(response.json()).toMatchObject({ code: 'invalid_request', errors: [{ path: 'page' }] })
})

test('a search has fewer numbered pages than a list, and a page has no cursor of another', async () => {
  expect([numberedPages({ limit: 24 }), numberedPages({ limit: 24, q: 'oil' })]).toEqual([416, 41])
  const statusOf = async (query: string) => (await store.app.inject(`/api/service?${query}`)).statusCode
  expect(await statusOf('q=oil&page=41')).toBe(200)
  expect(await statusOf('q=oil&page=42')).toBe(400)
  expect(await statusOf('q=%20&page=42')).toBe(200)
  expect(await statusOf('page=416')).toBe(200)
  const { next } = await store.api.listProducts({ query: {} })
  expect(await statusOf(`after=${next}`)).toBe(200)
  expect(await statusOf(`after=${next}&page=2`)).toBe(400)
})

test('the parts before a numbered page are counted in an index, not read', async () => {
  const query = { page: 400, sort: 'newest' } as const
  const [statement] = await statements.during(() => store.api.listProducts({ query }))
  const { rows } = await store.database.pool.query<{ 'QUERY PLAN': string }>(
    `explain (analyze, costs off, timing off) ${statement?.text}`,
    statement?.values,
  )
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
  expect(plan).toMatch(/Index Only Scan using products_newest .*rows=96\d\d/)
  expect(plan).not.toMatch(/Seq Scan/)
})
