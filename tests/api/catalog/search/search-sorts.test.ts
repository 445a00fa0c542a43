import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Product } from '#contract/catalog/products/products.ts'
import { LARGE_CATALOGUE_MS, largeCatalogue } from '../../../support/database/large-catalogue.ts'
import { openTestStore, type TestStore } from '../../../support/store.ts'
import { someOf } from '../../../support/thoroughness.ts'

let store: TestStore

beforeAll(async () => {
  store = await openTestStore({ on: await largeCatalogue() })
}, LARGE_CATALOGUE_MS)
afterAll(() => store.close())

const searches = [
  ['battery', /battery/i],
  ['piston', /piston/i],
  ['radiator', /radiator/i],
  ['oil filter', /oil filter/i],
  ['air filter', /air filter/i],
  ['cabin filter', /cabin filter/i],
  ['headlamp right', /^headlamp.*right/i],
  ['offside headlight', /^headlamp.*right/i],
  ['control arm lower right', /control arm.*right/i],
  ['winter tyre', /winter tyre/i],
  ['brake disc front', /brake disc.*front|front brake disc/i],
] as const

test.each(someOf(searches, { share: 5 }))(
  '%j lists only parts of that name in every sort, and counts them exactly',
  async (q, name) => {
    for (const sort of ['relevance', 'price', '-price', 'name', 'newest'] as const) {
      const { items } = await store.api.listProducts({ query: { q, sort, limit: 40 } })
      expect(items.length).toBeGreaterThan(10)
      for (const { productName } of items) expect(productName, `${q} by ${sort}`).toMatch(name)
    }
    const { total, search, brands } = await store.api.countProducts({ query: { q } })
    expect(search).toBe(null)
    const every = await readAllPages(q)
    expect(total).toEqual({ parts: every.length, isMore: false })
    const sold = new Set(every.map(({ brand }) => brand))
    for (const { brand } of brands) expect(sold).toContain(brand)
  },
)

/** Returns the parts of all pages of a list. */
async function readAllPages(q: string): Promise<Product[]> {
  const parts: Product[] = []
  for (let after: string | undefined; ; ) {
    const page = await store.api.listProducts({
      query: { q, limit: 1000, sort: 'price', ...(after ? { after } : {}) },
    })
    parts.push(...page.items)
    if (!page.next) return parts
    after = page.next
  }
}
