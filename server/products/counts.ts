import { sql } from 'kysely'
import { type Category, categoryIds } from '#contract/categories.ts'
import type { Counts } from '#contract/search.ts'
import type { Db } from '#database/open.ts'
import { all, type Condition, type Filters, onSale, priceConditions } from './list-filters.ts'
import { type Reading, type Readings, readSearch } from './search-reading.ts'
import { foundBy, toSearch } from './search-stages.ts'
import { brandKey } from './search-text.ts'

/** Parts of one shelf, brand and stock. */
type Cell = { category: Category; brand: string; in_stock: boolean; parts: number }

/** Parts that are counted one by one; where there are more, every count is one of "at least". */
export const MOST_COUNTED = 5000
const MOST_BRANDS = 60

export type CountQuery = Filters & { q?: string | undefined }

/**
 * How many parts a list has, by shelf, brand and stock; each count ignores its own filter. Without words and prices it
 * is read from the counts the database keeps, otherwise from the parts found, of which it looks at so many at most.
 */
export async function countProducts(db: Db, { q, ...filters }: CountQuery): Promise<Counts> {
  const prices = priceConditions(filters)
  if (q?.trim()) {
    const read = await readSearch(db, q, { isSettled: false, also: [] })
    const { cells, reading } = await countFound(db, read, prices)
    return { ...tally(cells, filters), search: changeOf(read, reading) }
  }
  const kept = prices.length === 0
  const cells = kept ? await keptCells(db) : await countByPrice(db, prices)
  return { ...tally(cells, filters, kept ? Number.POSITIVE_INFINITY : MOST_COUNTED), search: null }
}

/** The counts that the database keeps. */
export async function keptCells(db: Db): Promise<Cell[]> {
  const { rows } = await sql<Cell>`
    select category, brand, in_stock, sum(parts)::bigint as parts
    from (
      select category, brand, in_stock, parts from part_counts
      union all
      select category, brand, in_stock, parts from part_count_changes
    ) as kept
    group by category, brand, in_stock having sum(parts) > 0`.execute(db)
  return rows
}

/** In the order of prices, which an index has: the count never reads the table. */
async function countByPrice(db: Db, prices: Condition[]): Promise<Cell[]> {
  const { rows } = await sql<Cell>`
    select category, coalesce(brand, '') as brand, in_stock, count(*) as parts
    from (
      select category, brand, in_stock from products where ${all([onSale, ...prices])}
      order by price_minor limit ${MOST_COUNTED + 1}
    ) as found
    group by category, brand, in_stock`.execute(db)
  return rows
}

/** Of the first reading that finds anything, whatever its filters. */
async function countFound(
  db: Db,
  { readings, vocabulary }: Readings,
  prices: Condition[],
): Promise<{ cells: Cell[]; reading: Reading | undefined }> {
  const searches = readings.map((reading, at) => toSearch(reading, at, vocabulary, {}))
  const found = searches.map((search) => foundBy(search))
  if (found.every((condition) => condition === undefined)) return { cells: [], reading: undefined }
  const tries = found.map((condition, at) => {
    const earlier = found
      .slice(0, at)
      .map((_, before) => sql`(select count(*) from ${sql.ref(`any_${before}`)})`)
    const gate = earlier.length > 0 ? [sql<boolean>`${sql.join(earlier, sql` + `)} = 0`] : []
    // an order that an index has keeps the planner from reading the table as it lies
    const isCommon = (searches[at]?.query?.most.anywhere ?? 0) > MOST_COUNTED
    return sql`${sql.ref(`any_${at}`)} as materialized (
      select category, brand, in_stock, price_minor from products
      where ${all([onSale, condition ?? sql<boolean>`false`, ...gate])}
      ${isCommon ? sql`order by created_at desc, id desc` : sql``} limit ${MOST_COUNTED + 1}
    )`
  })
  const { rows } = await sql<Cell & { reading: number }>`
    with ${sql.join(tries)}
    select reading, category, coalesce(brand, '') as brand, in_stock,
      count(*) filter (where ${all(prices)}) as parts
    from (${sql.join(
      readings.map((_, at) => sql`select ${sql.lit(at)} as reading, * from ${sql.ref(`any_${at}`)}`),
      sql` union all `,
    )}) as found
    group by reading, category, brand, in_stock`.execute(db)
  const [first] = rows
  return { cells: rows.filter(({ parts }) => parts > 0), reading: first && readings[first.reading] }
}

function changeOf({ suggestion }: Readings, reading: Reading | undefined): Counts['search'] {
  const change = reading?.change ?? null
  const isOther = suggestion !== null && change !== 'spelling'
  if (change === null && !isOther) return null
  return { words: reading?.text ?? '', change, suggestion: isOther ? suggestion : null }
}

function tally(cells: readonly Cell[], filters: Filters, most = MOST_COUNTED): Omit<Counts, 'search'> {
  const counted = cells.reduce((sum, { parts }) => sum + parts, 0)
  const isMore = counted > most
  const amount = (some: readonly Cell[]) => ({
    parts: Math.min(
      most,
      some.reduce((sum, { parts }) => sum + parts, 0),
    ),
    isMore,
  })
  const brandKeys = filters.brand?.map(brandKey)
  const onShelf = ({ category }: Cell) => !filters.category?.length || filters.category.includes(category)
  const ofBrand = ({ brand }: Cell) => !brandKeys?.length || brandKeys.includes(brandKey(brand))
  const isStocked = (cell: Cell) => !filters.inStock || cell.in_stock
  const shelves = cells.filter((cell) => ofBrand(cell) && isStocked(cell))
  return {
    total: amount(shelves.filter(onShelf)),
    categories: categoryIds
      .map((category) => ({ category, ...amount(shelves.filter((cell) => cell.category === category)) }))
      .filter(({ category, parts }) => parts > 0 || filters.category?.includes(category)),
    brands: brandAmounts(
      cells.filter((cell) => onShelf(cell) && isStocked(cell)),
      brandKeys ?? [],
      isMore,
    ),
    inStock: amount(cells.filter((cell) => onShelf(cell) && ofBrand(cell) && cell.in_stock)),
  }
}

/** The brands with most parts, and those asked for; one that is written in several ways counts once. */
function brandAmounts(cells: readonly Cell[], asked: readonly string[], isMore: boolean): Counts['brands'] {
  const brands = new Map<string, { brand: string; parts: number; most: number }>()
  for (const { brand, parts } of cells) {
    if (brand === '') continue
    const known = brands.get(brandKey(brand)) ?? { brand, parts: 0, most: 0 }
    const isCommoner = parts > known.most
    brands.set(brandKey(brand), {
      brand: isCommoner ? brand : known.brand,
      parts: known.parts + parts,
      most: Math.max(known.most, parts),
    })
  }
  const sorted = [...brands].sort(([, a], [, b]) => b.parts - a.parts || (a.brand < b.brand ? -1 : 1))
  return sorted
    .filter(([key], at) => at < MOST_BRANDS || asked.includes(key))
    .map(([, { brand, parts }]) => ({ brand, parts, isMore }))
}
