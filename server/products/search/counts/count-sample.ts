import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { categoryIds } from '#contract/products/categories.ts'
import type { Db } from '#database/open.ts'
import { all, matchesUnseen, onSale } from '../../list-filters.ts'
import type { Reading, Readings } from '../reading.ts'
import { foundBy, toSearch } from '../stages.ts'
import { amountOf, brandAmounts, keptCounts, shelfAmounts, type Tally, tally } from './count-cells.ts'
import { type CountedRow, isOfMany } from './count-found.ts'

/**
 * Parts looked at: in all, or where they are surely many; of each shelf that is not among them, and of so many brands.
 */
export type SampleBounds = {
  found: number
  sample: number
  shelf: number
  brand: number
  absentBrands: number
}

/**
 * Counts what a search without filters finds, in one pass. Few parts are counted together, exactly; of many, some are,
 * and shelves that are not among them are looked for, as are the brands of most parts.
 */
export async function countSample(
  db: Db,
  { readings, vocabulary }: Readings,
  bounds: SampleBounds,
): Promise<{ counts: Tally; reading: Reading | undefined }> {
  const tries = readings.flatMap((reading, at) => {
    const search = toSearch(reading, at, vocabulary, {})
    const found = foundBy(search, matchesUnseen)
    const most = isOfMany(reading, search, bounds.found) ? bounds.sample : bounds.found
    return found ? [{ at, found: all([onSale, found]), most }] : []
  })
  if (tries.length === 0) return { counts: tally([], {}), reading: undefined }
  const samples = tries.map(({ at, found, most }, turn) => {
    const gates = tries.slice(0, turn).map((earlier) => sql<SqlBool>`not ${isIn(earlier.at, sql`true`)}`)
    return sql`${sample(at)} as materialized (
      select category, coalesce(brand, '') as brand, in_stock from products
      where ${all([found, ...gates])} limit ${most + 1}
    )`
  })
  const { rows } = await sql<CountedRow>`
    with ${sql.join(samples)}
    ${sql.join(
      tries.map((one) => rowsOf(one, bounds)),
      sql` union all `,
    )}`.execute(db)
  return { counts: countsOf(rows), reading: rows[0] && readings[rows[0].reading] }
}

function sample(at: number): RawBuilder<unknown> {
  return sql.ref(`sample_${at}`)
}

function isIn(at: number, condition: RawBuilder<unknown>): RawBuilder<SqlBool> {
  return sql<SqlBool>`exists (select from ${sample(at)} as sampled where ${condition})`
}

type Try = { at: number; found: RawBuilder<SqlBool>; most: number }

function rowsOf({ at, found, most }: Try, bounds: SampleBounds): RawBuilder<unknown> {
  const isBeyond = sql<SqlBool>`(select count(*) from ${sample(at)}) > ${most}`
  return sql`
    select ${sql.lit(at)} as reading, 'one' as kind, category, brand, in_stock, count(*) as parts, ${isBeyond} as "isMore"
    from ${sample(at)} group by category, brand, in_stock
    union all
    select ${sql.lit(at)}, kind, case when kind <> 'brand' then name end, case when kind = 'brand' then name end,
      kind = 'stock', least(parts, room), parts > room
    from (
      select 'shelf' as kind, id as name, '''c:' || id || '''' as words, ${bounds.shelf}::integer as room
      from unnest(${categoryIds}::text[]) as shelf (id) where not ${isIn(at, sql`category = id`)}
      union all
      select 'stock', id, '''c:' || id || '''', ${bounds.shelf} from unnest(${categoryIds}::text[]) as shelf (id)
      where not ${isIn(at, sql`in_stock`)}
      union all
      (${absentBrandsOf(at, bounds)})
    ) as absent
    cross join lateral (
      select count(*) as parts from (
        select from products
        where ${found} and search_vector @@ absent.words::tsquery and (absent.kind <> 'stock' or in_stock) limit room + 1
      ) as counted
    ) as counted
    where ${isBeyond} and parts > 0`
}

/** However a brand is written, it is one. */
function absentBrandsOf(at: number, { brand, absentBrands }: SampleBounds): RawBuilder<unknown> {
  return sql`
    select 'brand', (array_agg(brand order by parts desc, brand))[1], '''b:' || key || '''', ${brand}::integer
    from (
      select brand, sum(parts) as parts, brand_key(brand) as key from ${keptCounts} as kept
      where brand <> '' group by brand having sum(parts) > 0
    ) as brands
    group by key having not bool_or(brand in (select sampled.brand from ${sample(at)} as sampled))
    order by sum(parts) desc, key limit ${absentBrands}`
}

function countsOf(rows: readonly CountedRow[]): Tally {
  const of = (kind: CountedRow['kind']) => rows.filter((row) => row.kind === kind)
  const shelves = [...of('one'), ...of('shelf')]
  return {
    total: amountOf(shelves),
    categories: shelfAmounts(shelves, {}),
    brands: brandAmounts([...of('one'), ...of('brand')], {}),
    inStock: amountOf([...of('one').filter((row) => row.in_stock), ...of('stock')]),
  }
}
