import type { Counts } from '#contract/products/search.ts'
import type { Db } from '#database/open.ts'
import { type Filters, onSale, priceConditions } from '../../list-filters.ts'
import { type Reading, type Readings, readSearch } from '../reading.ts'
import { foundBy, toSearch } from '../stages.ts'
import { countByPrice, keptCells, tally } from './count-cells.ts'
import { countFound, type FoundBounds } from './count-found.ts'
import { countSample, type SampleBounds } from './count-sample.ts'

/** Parts that are counted one by one, at most; what is beyond is said as "at least". */
export type CountBounds = FoundBounds & SampleBounds & { priced: number }
const BOUNDS: CountBounds = {
  priced: 100_000,
  found: 15_000,
  sample: 4000,
  absentBrands: 12,
  shelf: 300,
  brand: 30,
}

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
    const read = await readSearch(db, q, { isSettled: false })
    const isPlain = Object.values(filters).every((value) => value === undefined)
    const { counts, reading } = isPlain
      ? await countSample(db, read, bounds)
      : await countFound(db, read, { filters, bounds })
    return { ...counts, search: await changeOf(db, read, reading) }
  }
  const isPriced = priceConditions(filters).length > 0
  const cells = isPriced ? await countByPrice(db, filters, bounds.priced) : await keptCells(db)
  return { ...tally(cells, filters), search: null }
}

/** A likelier spelling is told only where it finds parts: before fewer words, or none, it has found nothing. */
async function changeOf(
  db: Db,
  { suggestion, readings, vocabulary }: Readings,
  reading: Reading | undefined,
): Promise<Counts['search']> {
  if (!reading) return null
  const { change, text: words } = reading
  if (change === 'spelling' || change === 'fewer') return { words, change, suggestion: null }
  const likelier = readings.find((each) => each.change === 'spelling')
  const found = likelier && foundBy(toSearch(likelier, 0, vocabulary, {}))
  const rows = found
    ? await db.selectFrom('products').select('id').where(onSale).where(found).limit(1).execute()
    : []
  const isLikelier = rows.length > 0
  return change === null && !isLikelier ? null : { words, change, suggestion: isLikelier ? suggestion : null }
}
