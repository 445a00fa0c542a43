import type { Counts } from '#contract/search.ts'
import type { Db } from '#database/open.ts'
import { countByPrice, keptCells, tally } from './count-cells.ts'
import { countFound, type FoundBounds } from './count-found.ts'
import { type Filters, priceConditions } from './list-filters.ts'
import { type Reading, type Readings, readSearch } from './search-reading.ts'

/** Parts that are counted one by one, at most; what is beyond is said as "at least". */
export type CountBounds = FoundBounds & { priced: number }
const BOUNDS: CountBounds = { priced: 100_000, found: 15_000, shelf: 300, brand: 30 }

export type CountQuery = Filters & { q?: string | undefined }

/**
 * How many parts a list has, by shelf, brand and stock; each count ignores its own filter. Without words and prices it
 * is read from the counts the database keeps, otherwise from the parts found, of which it looks at so many at most.
 * Whatever has parts is shown with some.
 */
export async function countProducts(
  db: Db,
  { q, ...filters }: CountQuery,
  bounds: CountBounds = BOUNDS,
): Promise<Counts> {
  if (q?.trim()) {
    const read = await readSearch(db, q, { isSettled: false, also: [] })
    const { counts, reading } = await countFound(db, read, { filters, bounds })
    return { ...counts, search: changeOf(read, reading) }
  }
  const isPriced = priceConditions(filters).length > 0
  const cells = isPriced ? await countByPrice(db, filters, bounds.priced) : await keptCells(db)
  return { ...tally(cells, filters), search: null }
}

function changeOf({ suggestion }: Readings, reading: Reading | undefined): Counts['search'] {
  const change = reading?.change ?? null
  const isOther = suggestion !== null && change !== 'spelling'
  if (change === null && !isOther) return null
  return { words: reading?.text ?? '', change, suggestion: isOther ? suggestion : null }
}
