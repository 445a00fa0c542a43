import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type Category, categoryIds } from '#contract/products/categories.ts'
import type { Db } from '#database/open.ts'
import {
  all,
  brandWords,
  type Condition,
  type Filters,
  filterWords,
  matches,
  matchesUnseen,
  onSale,
  priceConditions,
  stockConditions,
} from '../../list-filters.ts'
import type { Reading, Readings } from '../reading.ts'
import { foundBy, type Search, toSearch } from '../stages.ts'
import { amountOf, brandAmounts, keptCounts, shelfAmounts, type Tally, tally } from './count-cells.ts'

/** Brands that many parts are looked through for. */
const MOST_LOOKED_FOR = 200

/** Parts looked at: in all; where there are more, of each shelf and each brand. */
export type FoundBounds = { found: number; shelf: number; brand: number }

/** A cell that was counted whole (`one`), or by itself a shelf, what it has in stock, or a brand. */
export type CountedRow = {
  reading: number
  kind: 'one' | 'shelf' | 'stock' | 'brand'
  category: Category
  brand: string
  in_stock: boolean
  parts: number
  isMore: boolean
}

type Wanted = { filters: Filters; bounds: FoundBounds }

/**
 * Counts what the first reading finds that finds anything, whatever its filters. Few parts are counted together; of
 * many, each shelf and each brand on its own, so that none hides another.
 */
export async function countFound(
  db: Db,
  { readings, vocabulary }: Readings,
  wanted: Wanted,
): Promise<{ counts: Tally; reading: Reading | undefined }> {
  const { filters, bounds } = wanted
  const isNarrowed = filters.brand?.length || priceConditions(filters).length > 0
  const tries = readings.flatMap((reading, at) => {
    const search = toSearch(reading, at, vocabulary, {})
    const seen = foundBy(search)
    const found = foundBy(search, matchesUnseen)
    const isMany = !isNarrowed && isOfMany(reading, search, bounds.found)
    return seen && found ? [{ search, seen, found, isMany }] : []
  })
  if (tries.length === 0) return { counts: tally([], filters), reading: undefined }
  const ctes = tries.flatMap(({ search, seen, found, isMany }, at) => {
    const gates = tries.slice(0, at).map(({ search: { reading } }) => sql<SqlBool>`not ${isAny(reading)}`)
    const few = fewOf(search, found, { ...wanted, gates: [...gates, isAny(search.reading)] })
    return [anyOf(search, seen, { gates, bounds }), ...(isMany ? [] : [few])]
  })
  const rows = await sql<CountedRow | (Partial<CountedRow> & { reading: number; kind: null })>`
    with ${sql.join(ctes)}
    ${sql.join(
      tries.map((one) => rowsOf(one, wanted)),
      sql` union all `,
    )}`.execute(db)
  const known = rows.rows.filter((row) => row.kind !== null)
  const reading = rows.rows[0] && readings[rows.rows[0].reading]
  return { counts: countsOf(known, filters), reading }
}

function named(what: string, reading: number): RawBuilder<unknown> {
  return sql.ref(`${what}_${reading}`)
}

function isAny(reading: number): Condition {
  return sql<SqlBool>`exists (select from ${named('any', reading)})`
}

type Room = { gates: Condition[]; bounds: FoundBounds }

/** Whether more parts than `few` have the one word of a reading, also where its wordings stand in the same ones. */
export function isOfMany({ demands }: Reading, { query }: Search, few: number): boolean {
  return demands.length === 1 && (query?.most.anywhere ?? 0) > 2 * few
}

function anyOf({ reading, query }: Search, found: Condition, { gates, bounds }: Room): RawBuilder<unknown> {
  // an order that an index has keeps the planner from reading the table as it lies
  const order = (query?.most.anywhere ?? 0) > bounds.found ? sql`order by created_at desc, id desc` : sql``
  return sql`${named('any', reading)} as materialized (
    select from products where ${all([onSale, found, ...gates])} ${order} limit 1
  )`
}

/** What any count of the list needs: of a shelf and a brand both asked for, the parts that have either. */
function fewOf(
  search: Search,
  found: Condition,
  { filters, gates, bounds }: Wanted & { gates: Condition[] },
): RawBuilder<unknown> {
  const words = filters.category?.length && filters.brand?.length ? filterWords(filters) : []
  const conditions = [
    ...[onSale, found, ...gates, ...priceConditions(filters), ...stockConditions(filters)],
    ...(words.length > 0 ? [matches(words.join(' | '))] : []),
  ]
  return sql`${named('few', search.reading)} as materialized (
    select category, brand, in_stock from products
    where ${all(conditions)} limit ${bounds.found + 1}
  )`
}

type Try = { search: Search; found: Condition; isMany: boolean }

function rowsOf({ search, found, isMany }: Try, { filters, bounds }: Wanted): RawBuilder<unknown> {
  const reading = sql.lit(search.reading)
  const few = named('few', search.reading)
  const isBeyond = sql<SqlBool>`(select count(*) from ${few}) > ${bounds.found}`
  const ones = sql`union all
    select ${reading}, 'one', category, coalesce(brand, ''), in_stock, count(*), false
    from ${few} where not ${isBeyond} group by category, brand, in_stock`
  const { names, words, kinds, rooms } = groupsOf(filters, bounds)
  const within = all([onSale, found, ...priceConditions(filters), ...stockConditions(filters)])
  return sql`
    select ${reading} as reading, null as kind, null as category, null as brand, null as in_stock, 0 as parts,
      false as "isMore"
    where ${isAny(search.reading)}
    ${isMany ? sql`` : ones}
    union all
    select ${reading}, kind, case when kind <> 'brand' then name end, case when kind = 'brand' then name end,
      kind = 'stock', least(parts, room), parts > room
    from (
      select * from unnest(${kinds}::text[], ${names}::text[], ${words}::text[], ${rooms}::integer[])
        as asked (kind, name, words, room)
      union all
      (${brandsOf(filters, bounds)})
    ) as many
    cross join lateral (
      select count(*) as parts from (
        select from products
        where ${within} and search_vector @@ many.words::tsquery and (many.kind <> 'stock' or in_stock) limit many.room + 1
      ) as counted
    ) as counted
    where ${all([isAny(search.reading), ...(isMany ? [] : [isBeyond])])} and parts > 0`
}

/** Every shelf, of the brands asked for; and what the list has in stock. */
function groupsOf({ category, brand }: Filters, { shelf }: FoundBounds) {
  const brands = filterWords({ brand })
  const asked = category?.length ? category : categoryIds
  const groups = [
    ...categoryIds.map((id) => ({ kind: 'shelf', id })),
    ...asked.map((id) => ({ kind: 'stock', id })),
  ]
  return {
    kinds: groups.map(({ kind }) => kind),
    names: groups.map(({ id }) => id),
    words: groups.map(({ id }) => [`c:${id}`, ...brands].map(quoted).join(' & ')),
    rooms: groups.map(() => shelf),
  }
}

/** A group of words already is as text search takes it. */
function quoted(word: string): string {
  return word.startsWith('(') ? word : `'${word}'`
}

/** The brands that have most parts on the shelves asked for, and those asked for. */
function brandsOf({ category, brand }: Filters, bounds: FoundBounds): RawBuilder<unknown> {
  const shelves = filterWords({ category }).map((word) => ` & ${word}`)
  const asked = brandWords(brand ?? [])
  return sql`
    select 'brand', (array_agg(brand order by parts desc, brand))[1], '''' || word || '''' || ${shelves.join('')}::text,
      ${bounds.brand}::integer
    from (
      select brand, sum(parts) as parts, 'b:' || brand_key(brand) as word
      from ${keptCounts} as kept
      where brand <> '' ${category?.length ? sql`and category = any(${category}::text[])` : sql``}
      group by brand having sum(parts) > 0
    ) as brands
    group by word
    order by word = any(${asked}::text[]) desc, sum(parts) desc, word limit ${MOST_LOOKED_FOR}`
}

function countsOf(rows: readonly CountedRow[], filters: Filters): Tally {
  const of = (kind: CountedRow['kind']) => rows.filter((row) => row.kind === kind)
  const few = of('one')
  const shelves = of('shelf')
  // of many parts, none may be of the shelves and brands asked for: their neighbours are told all the same
  if (few.length === rows.length) return tally(few, filters)
  const isAsked = ({ category }: CountedRow) =>
    !filters.category?.length || filters.category.includes(category)
  return {
    total: amountOf(shelves.filter(isAsked)),
    categories: shelfAmounts(shelves, filters),
    brands: brandAmounts(of('brand'), filters),
    inStock: amountOf(of('stock')),
  }
}
