import { sql } from 'kysely'
import type { Product, ProductSort } from '#contract/products/products.ts'
import type { Db } from '#database/open.ts'
import { beyond, cursorValues, cutPage, type ListPage, type PageRequest } from '../http/lists/page-of-list.ts'
import {
  all,
  brandWords,
  type Condition,
  type Filters,
  filterWords,
  matches,
  onSale,
  priceConditions,
  shelfConditions,
  stockConditions,
} from './list-filters.ts'
import { orderBy, orders, type SortName, withWords } from './list-orders.ts'
import { FEW_TO_SORT, type FoundPart, findInStages, type Stage } from './list-stages.ts'
import { type ProductPart, toProduct } from './product.ts'
import { type CatalogueWords, version } from './search/catalogue-words.ts'
import { type Reading, readSearch, settled } from './search/reading.ts'
import { byFit, foundBy, stageInOrder, stagesByFit, toPlace, toSearch } from './search/stages.ts'
import { keptWords, lookUp, wordsOfVersion } from './search/words.ts'
import { listShelf } from './shelf.ts'

export type ProductQuery = PageRequest &
  Filters & {
    q?: string | undefined
    sort?: ProductSort | undefined
    /** Words that were looked up a moment ago. */
    catalogue?: CatalogueWords | undefined
  }

/** How the parts of a search were found, where not by the words as typed. */
type Found = { rows: FoundPart[]; readings: Reading[] }

/**
 * One page of the parts on sale, in two statements at most. `relevance` is the default with `q` and means `newest`
 * without. Throws `invalid_request` for a cursor of another list.
 */
export async function listProducts(
  db: Db,
  query: ProductQuery,
  currency: string,
): Promise<ListPage<Product>> {
  const toItem = (row: ProductPart) => toProduct(row, currency)
  const sort = query.sort === undefined || query.sort === 'relevance' ? undefined : query.sort
  if (query.q?.trim()) return searchProducts(db, { ...query, q: query.q }, { sort, toItem })
  return listFiltered(db, query, { order: orders[sort ?? 'newest'], toItem })
}

type View<Row> = { order: (typeof orders)[SortName]; toItem: (row: Row) => Product }

/** Without words: an index in the list's order, walked; where few parts may fit, those that do, sorted. */
async function listFiltered(
  db: Db,
  { limit, after, ...filters }: ProductQuery,
  { order, toItem }: View<ProductPart>,
): Promise<ListPage<Product>> {
  const columns = [...priceConditions(filters), ...stockConditions(filters)]
  const words = filterWords({ ...filters, category: filters.category?.length === 1 ? [] : filters.category })
  if (columns.length === 0 && words.length === 0)
    return listShelf(db, { limit, after, category: filters.category?.[0] }, { order, toItem })
  const later = after === undefined ? [] : [beyond(order, cursorValues(order, after))]
  const within = [onSale, ...shelfConditions(filters), ...later]
  const fits = [...columns, ...words.map((word) => matches(word))]
  const stage: Stage = {
    ...{ reading: 0, rank: sql.lit(0), set: [...within, ...fits], order: orderBy(order) },
    walk: (await isRareBrand(db, filters)) ? undefined : { within, fits, order: orderBy(order) },
  }
  const { rows } = await findInStages(db, [stage], { limit: limit + 1, isUsual: false })
  return cutPage(rows, { order, limit, toItem })
}

async function isRareBrand(db: Db, { brand }: Filters): Promise<boolean> {
  if (!brand?.length) return false
  const words = brandWords(brand)
  const vocabulary = await lookUp(db, words)
  return words.reduce((sum, word) => sum + (vocabulary.get(word)?.anywhere ?? 0), 0) <= FEW_TO_SORT
}

type SearchView = { sort: SortName | undefined; toItem: (row: ProductPart) => Product }

async function searchProducts(
  db: Db,
  { q, limit, after, catalogue, ...filters }: ProductQuery & { q: string },
  { sort, toItem }: SearchView,
): Promise<ListPage<Product>> {
  const texts: string[] = []
  const textOf = (row: FoundPart) => texts[row.reading] ?? q
  const order = withWords<FoundPart>(sort ? orders[sort] : byFit, textOf)
  const place = after === undefined ? undefined : cursorValues(order, after)
  const { rows, readings } = await findParts(db, {
    ...{ q: place ? String(place.at(-1)) : q, isSettled: place !== undefined, catalogue },
    ...{ limit: limit + 1, filters },
    stagesOf: (search) =>
      sort
        ? stageInOrder(search, filters, orders[sort], place?.slice(0, -1))
        : stagesByFit(search, filters, place && toPlace(place)),
  })
  texts.push(...readings.map(settled))
  return cutPage(rows, { order, limit, toItem })
}

type Wanted = {
  q: string
  isSettled: boolean
  catalogue: CatalogueWords | undefined
  limit: number
  filters: Filters
  stagesOf: (search: ReturnType<typeof toSearch>) => Stage[]
}

/**
 * Reads the words against the catalogue, then finds the parts of the first reading that has any. Where filters leave
 * nothing of a reading, that is the answer: no other words are tried. Mostly the words that are kept hold, and the
 * first reading finds parts: that is looked at in one statement, and all else only where it is not so.
 */
async function findParts(db: Db, wanted: Wanted): Promise<Found> {
  const { q, isSettled, catalogue = keptWords(db), filters, stagesOf } = wanted
  const { readings, vocabulary } = await readSearch(db, q, { isSettled, catalogue })
  const isSure = wanted.catalogue !== undefined || vocabulary.isLookedUp
  const isFiltered = Object.values(filters).some((value) => value !== undefined)
  const unfiltered = isFiltered
    ? readings.map((reading, at) => findsNothing(foundBy(toSearch(reading, at, vocabulary, {}))))
    : []
  const tries = readings
    .map((reading, at) =>
      stagesOf(toSearch(reading, at, vocabulary, filters)).map((stage) => ({
        ...stage,
        only: unfiltered.slice(0, at),
      })),
    )
    .filter((stages) => stages.length > 0)
  const finding = { limit: wanted.limit, isUsual: !isFiltered && !isSettled }
  const [first = [], ...others] = isSure || isFiltered ? [tries.flat()] : tries
  if (first.length === 0) return isSure ? { rows: [], readings } : again((await lookUp(db, [])).catalogue)
  const beside = isSure ? {} : { beside: sql.raw<string>(version) }
  const found = await findInStages(db, first, { ...finding, ...beside })
  if (!isSure && found.beside !== vocabulary.catalogue.version)
    return again(await wordsOfVersion(db, found.beside))
  if (found.rows.length > 0 || others.length === 0) return { rows: found.rows, readings }
  return { rows: (await findInStages(db, others.flat(), finding)).rows, readings }

  function again(current: CatalogueWords): Promise<Found> {
    return findParts(db, { ...wanted, catalogue: current })
  }
}

function findsNothing(condition: Condition | undefined): Condition {
  if (!condition) return sql<boolean>`true`
  return sql<boolean>`(select count(*) from (select from products where ${all([onSale, condition])} offset 0) as found) = 0`
}
