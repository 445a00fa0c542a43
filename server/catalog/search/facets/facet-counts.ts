import { sql } from 'kysely'
import type { Db } from '#database/open.ts'
import { type AttributeFilter, all, type Condition } from '../../products/list-query.ts'

/** Parts with the same facets; or, where `facets` is null, parts of one brand that fail the same filters. */
export type Group =
  | { facets: readonly string[]; in_stock: boolean; brand_ok: boolean; n: number }
  | { facets: null; brand: string | null; in_stock: boolean; failed: number; n: number }

export type FacetCounts = {
  total: number
  inStock: number
  values: Map<string, number>
  brands: Map<string, number>
}

type Asked = { filters: readonly AttributeFilter[]; isStockFilter: boolean }

/** Groups of the parts that pass `within`, read once. `isOfBrand`: the filter of brands, which the counts of brands ignore. */
export async function readGroups(
  db: Db,
  within: readonly Condition[],
  { filters, isOfBrand }: { filters: readonly AttributeFilter[]; isOfBrand: Condition },
): Promise<Group[]> {
  // a bit for each filter that a part fails
  const bits = filters.map(
    ({ any }, at) => sql`case when facets && (select ${any}::text[]) then 0 else ${sql.lit(2 ** at)} end`,
  )
  const failed = bits.length > 0 ? sql.join(bits, sql` + `) : sql`0`
  const { rows } = await sql<Group>`
    select facets, brand, in_stock, brand_ok, failed, count(*)::integer as n from (
      select facets, in_stock, brand, ${isOfBrand} as brand_ok, ${failed} as failed
      from products where ${all(within)} offset 0
    ) as found group by grouping sets ((facets, in_stock, brand_ok), (brand, failed, in_stock))`.execute(db)
  return rows
}

/** The counts of a list: those of each attribute, of brands and of stock ignore their own filter. */
export function addUp(groups: readonly Group[], { filters, isStockFilter }: Asked): FacetCounts {
  const counts: FacetCounts = { total: 0, inStock: 0, values: new Map(), brands: new Map() }
  const isCounted = (group: Group) => !isStockFilter || group.in_stock
  for (const group of groups) {
    if (group.facets === null) {
      if (group.brand !== null && group.failed === 0 && isCounted(group))
        add(counts.brands, group.brand, group.n)
      continue
    }
    if (!group.brand_ok) continue
    const { facets } = group
    const [only, ...others] = filters.filter(({ any }) => !facets.some((facet) => any.includes(facet)))
    if (!only && group.in_stock) counts.inStock += group.n
    if (!isCounted(group) || others.length > 0) continue
    if (!only) counts.total += group.n
    for (const facet of facets)
      if (!only || facet.startsWith(`${only.key}=`)) add(counts.values, facet, group.n)
  }
  return counts
}

function add(counts: Map<string, number>, name: string, parts: number): void {
  counts.set(name, (counts.get(name) ?? 0) + parts)
}
