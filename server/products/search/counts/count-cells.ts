import { sql } from 'kysely'
import { type Category, categoryIds } from '#contract/products/categories.ts'
import type { Counts } from '#contract/products/search.ts'
import type { Db } from '#database/open.ts'
import { all, type Filters, onSale, priceConditions } from '../../list-filters.ts'
import { brandKey } from '../text.ts'

/** Parts of one shelf, brand and stock; with `isMore`, at least so many. */
export type Cell = { category: Category; brand: string; in_stock: boolean; parts: number; isMore?: boolean }
export type Tally = Omit<Counts, 'search'>

const MOST_BRANDS = 60

/** What the database keeps of them, and what has changed since: to be summed. */
export const keptCounts = sql`(
  select category, brand, in_stock, parts from facet_counts
  union all
  select category, brand, in_stock, parts from facet_count_changes
)`

/** The counts that the database keeps. */
export async function keptCells(db: Db): Promise<Cell[]> {
  const { rows } = await sql<Cell>`
    select category, brand, in_stock, sum(parts)::bigint as parts
    from ${keptCounts} as kept
    group by category, brand, in_stock having sum(parts) > 0`.execute(db)
  return rows
}

/** Of each cell that the filters leave, the parts with a price between the bounds: from an index, `most` in all. */
export async function countByPrice(db: Db, filters: Filters, most: number): Promise<Cell[]> {
  const cells = (await keptCells(db)).filter(isAskedFor(filters))
  const room = roomOfCell(
    cells.map(({ parts }) => parts),
    most,
  )
  const within = sql`${all([onSale, ...priceConditions(filters)])}
    and category = cell.category and in_stock = cell.in_stock`
  const { rows } = await sql<Cell & { isMore: boolean }>`
    select category, brand, in_stock, least(found, ${room}::bigint) as parts, found > ${room}::bigint as "isMore"
    from unnest(
      ${cells.map(({ category }) => category)}::text[],
      ${cells.map(({ brand }) => brand)}::text[],
      ${cells.map((cell) => cell.in_stock)}::boolean[]
    ) as cell (category, brand, in_stock)
    cross join lateral (
      select count(*) as found from (
        select from products where ${within} and brand = cell.brand
        union all
        select from products where ${within} and brand is null and cell.brand = ''
        limit ${room}::bigint + 1
      ) as counted
    ) as counted
    where found > 0`.execute(db)
  return rows
}

/** How many parts of each cell may be counted, so that they are no more than `most` together. */
function roomOfCell(parts: readonly number[], most: number): number {
  let left = most
  const ascending = [...parts].sort((a, b) => a - b)
  for (const [at, amount] of ascending.entries()) {
    const share = Math.floor(left / (ascending.length - at))
    if (amount > share) return Math.max(1, share)
    left -= amount
  }
  return Math.max(1, ascending.at(-1) ?? 0)
}

function predicates({ category, brand, inStock }: Filters) {
  const keys = brand?.map(brandKey)
  return {
    onShelf: (cell: Cell) => !category?.length || category.includes(cell.category),
    ofBrand: (cell: Cell) => !keys?.length || keys.includes(brandKey(cell.brand)),
    isStocked: (cell: Cell) => !inStock || cell.in_stock,
  }
}

/** Whether any count of a list needs the cell. */
function isAskedFor(filters: Filters): (cell: Cell) => boolean {
  const { onShelf, ofBrand, isStocked } = predicates(filters)
  return (cell) => isStocked(cell) && (onShelf(cell) || ofBrand(cell))
}

export function tally(cells: readonly Cell[], filters: Filters): Tally {
  const { onShelf, ofBrand, isStocked } = predicates(filters)
  const shelves = cells.filter((cell) => ofBrand(cell) && isStocked(cell))
  return {
    total: amountOf(shelves.filter(onShelf)),
    categories: shelfAmounts(shelves, filters),
    brands: brandAmounts(
      cells.filter((cell) => onShelf(cell) && isStocked(cell)),
      filters,
    ),
    inStock: amountOf(cells.filter((cell) => onShelf(cell) && ofBrand(cell) && cell.in_stock)),
  }
}

type Amount = Counts['total']

export function amountOf(some: readonly { parts: number; isMore?: boolean }[]): Amount {
  return {
    parts: some.reduce((sum, { parts }) => sum + parts, 0),
    isMore: some.some(({ isMore }) => isMore === true),
  }
}

/** The shelves that have any, and those asked for. */
export function shelfAmounts(
  cells: readonly { category: Category; parts: number; isMore?: boolean }[],
  filters: Filters,
): Counts['categories'] {
  return categoryIds
    .map((category) => ({ category, ...amountOf(cells.filter((cell) => cell.category === category)) }))
    .filter(({ category, parts }) => parts > 0 || filters.category?.includes(category))
}

/** The brands with most parts, and those asked for; one that is written in several ways counts once. */
export function brandAmounts(
  cells: readonly { brand: string; parts: number; isMore?: boolean }[],
  filters: Filters,
): Counts['brands'] {
  const asked = filters.brand?.map(brandKey) ?? []
  const brands = new Map<string, Amount & { brand: string; most: number }>()
  for (const { brand, parts, isMore } of cells) {
    if (brand === '') continue
    const known = brands.get(brandKey(brand)) ?? { brand, parts: 0, isMore: false, most: 0 }
    const isCommoner = parts > known.most || (parts === known.most && brand < known.brand)
    brands.set(brandKey(brand), {
      brand: isCommoner ? brand : known.brand,
      parts: known.parts + parts,
      isMore: known.isMore || isMore === true,
      most: Math.max(known.most, parts),
    })
  }
  const sorted = [...brands].sort(([, a], [, b]) => b.parts - a.parts || (a.brand < b.brand ? -1 : 1))
  return sorted
    .filter(([key], at) => at < MOST_BRANDS || asked.includes(key))
    .map(([, { brand, parts, isMore }]) => ({ brand, parts, isMore }))
}
