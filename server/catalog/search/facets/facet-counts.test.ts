import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { AttributeFilter } from '../../products/list-query.ts'
import { addUp, type FacetCounts, type Group } from './facet-counts.ts'

type Part = { facets: string[]; brand: string | null; in_stock: boolean }
type List = { parts: Part[]; filters: AttributeFilter[]; brands: string[] | null; isStockFilter: boolean }

/** What the statement of `readGroups` does. */
function groupsOf({ parts, filters, brands }: List): Group[] {
  const groups = new Map<string, Group>()
  const count = (key: unknown[], group: Group) => {
    const text = JSON.stringify(key)
    const known = groups.get(text)
    if (known) known.n += 1
    else groups.set(text, group)
  }
  for (const { facets, brand, in_stock } of parts) {
    const brand_ok = brands === null || (brand !== null && brands.includes(brand))
    const failed = filters.reduce(
      (bits, { any }, at) => bits + (facets.some((one) => any.includes(one)) ? 0 : 2 ** at),
      0,
    )
    count([facets, in_stock, brand_ok], { facets, in_stock, brand_ok, n: 1 })
    count(['brand', brand, failed, in_stock], { facets: null, brand, in_stock, failed, n: 1 })
  }
  return [...groups.values()]
}

function plainly({ parts, filters, brands, isStockFilter }: List): FacetCounts {
  const passes = (part: Part, without: string) =>
    filters.every(({ key, any }) => key === without || part.facets.some((one) => any.includes(one))) &&
    (without === 'brand' || brands === null || (part.brand !== null && brands.includes(part.brand))) &&
    (without === 'stock' || !isStockFilter || part.in_stock)
  const counts: FacetCounts = {
    total: parts.filter((part) => passes(part, '')).length,
    inStock: parts.filter((part) => part.in_stock && passes(part, 'stock')).length,
    values: new Map(),
    brands: new Map(),
  }
  const add = (map: Map<string, number>, name: string) => map.set(name, (map.get(name) ?? 0) + 1)
  for (const part of parts) {
    for (const facet of part.facets) if (passes(part, facet.split('=')[0] ?? '')) add(counts.values, facet)
    if (part.brand !== null && passes(part, 'brand')) add(counts.brands, part.brand)
  }
  return counts
}

// one key begins as another does
const keys = ['axle', 'diameter', 'disc', 'disc_type']
const value = fc.integer({ min: 0, max: 3 })
const parts = fc.array(
  fc.record({
    facets: fc
      .tuple(...keys.map((key) => fc.option(value.map((one) => `${key}=${one}`))))
      .map((facets) => facets.filter((facet) => facet !== null)),
    brand: fc.constantFrom('A', 'B', 'C', null),
    in_stock: fc.boolean(),
  }),
  { maxLength: 40 },
)
const filters = fc
  .tuple(
    ...keys.map((key) =>
      fc.option(fc.array(value, { minLength: 1, maxLength: 2 }).map((any) => ({ key, any }))),
    ),
  )
  .map((all) =>
    all
      .filter((one) => one !== null)
      .map(({ key, any }) => ({ key, any: any.map((one) => `${key}=${one}`) })),
  )
const brands = fc.option(fc.subarray(['A', 'B', 'X'], { minLength: 1 }))

test('the counts are those of a plain loop, for 2,000 random lists', () => {
  fc.assert(
    fc.property(fc.record({ parts, filters, brands, isStockFilter: fc.boolean() }), (list) => {
      expect(addUp(groupsOf(list), list)).toEqual(plainly(list))
    }),
    { numRuns: 2000, seed: 44 },
  )
})
