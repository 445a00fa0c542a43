import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#database/open.ts'
import {
  all,
  type Condition,
  columnConditions,
  type Filters,
  hiddenConditions,
  matches,
  onSale,
  subcategoryConditions,
  typeConditions,
} from '../../products/list-query.ts'
import { runOnce, runPrepared } from '../../products/repeated-statements.ts'
import { brandLexeme, filterQueries, quoteLexeme } from '../match.ts'
import { CATEGORY_PREFIX } from '../names.ts'
import { vocabularyVersion } from '../vocabulary.ts'

/** How many parts are counted at most: of a list with price bounds, of a search; beyond, of each category and brand. */
export const BOUNDS = { priced: 100_000, found: 15_000, category: 300, brand: 30 }
export type CountBounds = typeof BOUNDS

const MAX_BRANDS_COUNTED = 200

type CountedOrVersion = CountedRow | { kind: 'version'; brand: string }
export type FacetCount = {
  category: string
  brand: string
  in_stock: boolean
  /** Empty for none; null where subcategories are not told apart. */
  subcategory: string | null
  /** The id of a part type, 0 for none; null where types are not told apart. */
  type: number | null
  parts: number
}
/** `type`: parts of a type, whether or not they pass the filters by type. */
export type CountedRow = FacetCount & {
  kind: 'facet' | 'total' | 'category' | 'stock' | 'brand' | 'type' | 'subcategory'
  isMore: boolean
}

export type Counting = { filters: Filters; bounds: CountBounds; categoryIds: readonly string[]; max: number }

const storedCounts = sql`(table facet_counts union all table facet_count_changes)`

/** The stored counts. Of the types named by their ids, and of parts without one, each has its own. */
export async function readFacetCounts(db: Db, typeIds: readonly number[]): Promise<FacetCount[]> {
  const { rows } = await sql<FacetCount>`
    select category, subcategory, brand, in_stock, sum(parts)::bigint as parts,
      case when part_type_id = any(${[0, ...typeIds]}::smallint[]) then part_type_id end as type
    from ${storedCounts} as stored
    group by category, subcategory, brand, in_stock, 6 having sum(parts) > 0`.execute(db)
  return rows
}

/**
 * Up to `max` parts are counted together; of more, the whole up to `max`, each category and each frequent brand up to its own
 * bound, and of types what the first `max` parts have.
 */
export async function countFound(db: Db, found: readonly Condition[], counting: Counting) {
  const { filters, bounds, categoryIds, max } = counting
  const isSearch = found.length > 0
  const { partTypeId, attributes, ...others } = filters
  // the counts of types, of a search, ignore the filters by type
  const ofType = isSearch ? hiddenConditions({ partTypeId, attributes }) : []
  const ofAnyType = [
    onSale,
    ...found,
    ...(isSearch
      ? hiddenConditions(others)
      : [...typeConditions(filters), ...subcategoryConditions(filters), ...columnConditions(filters)]),
  ]
  const counted = [...ofAnyType, ...ofType]
  // each count ignores its own filter, so parts with either the category or the brand are needed
  const isEither = filters.category?.length && filters.brand?.length
  const either = isEither ? [matches(filterQueries(filters).join(' | '))] : []
  const hasTypes = isSearch || (partTypeId === undefined && (filters.category?.length ?? 0) > 0)
  const subcategory = filters.category?.length === 1 ? sql`coalesce(subcategory, '')` : sql`null::text`
  const offered = groupsOfParts([...ofAnyType, ...either], {
    max,
    subcategory,
    type: hasTypes ? sql`part_type_id` : sql`null::smallint`,
    passes: all(ofType),
  })
  const isMoreOffered = isMoreThan(max, 'offered')
  const few =
    ofType.length === 0
      ? sql`few as not materialized (table offered)`
      : sql`few as materialized (
          select category, brand, in_stock, subcategory, null::smallint as type, true as passes, sum(parts)::bigint as parts
          from offered where passes and not ${isMoreOffered} group by 1, 2, 3, 4
          union all
          select * from (${groupsOfParts([...counted, ...either], { max, subcategory })}) as of_type where ${isMoreOffered}
        )`
  const isBeyond = isMoreThan(max, 'few')
  const groups = groupsOf(filters, categoryIds)
  const ofWhole = filterQueries(filters).map(matches)
  const whole =
    ofWhole.length === 0
      ? sql`select sum(parts)::bigint as parts from few`
      : sql`select count(*) as parts from (
          select from products where ${all([...counted, ...ofWhole])} limit ${sql.lit(max + 1)}
        ) as found`
  const statement = sql<CountedOrVersion>`
    with offered as materialized (${offered}), ${few}
    select 'version' as kind, null::text as category, ${sql.raw<string>(vocabularyVersion)} as brand,
      null::boolean as in_stock, null::text as subcategory, null::smallint as type, 0::bigint as parts, false as "isMore"
    union all
    select 'facet', category, brand, in_stock, subcategory, type, parts, false from few where not ${isBeyond}
    union all
    select 'subcategory', category, brand, in_stock, subcategory, null, parts, true from few
    where subcategory <> '' and ${isBeyond}
    union all
    select 'type', category, brand, in_stock, null, type, parts, ${isMoreOffered} from offered
    where type is not null and ${ofType.length > 0 ? sql`true` : isMoreOffered}
    union all
    select 'total', null, null, null, null, null, least(parts, ${sql.lit(max)}), parts > ${sql.lit(max)} from (${whole}) as whole
    where ${isBeyond}
    union all
    select kind, case when kind <> 'brand' then name end, case when kind = 'brand' then name end,
      kind = 'stock', null, null, least(parts, bound), parts > bound
    from (
      select kind, name, tsquery, ${sql.lit(bounds.category)} as bound from unnest(
        ${groups.map(({ kind }) => kind)}::text[], ${groups.map(({ name }) => name)}::text[],
        ${groups.map(({ tsquery }) => tsquery)}::text[]
      ) as listed (kind, name, tsquery)
      union all (${brandsToCount(filters, bounds)})
    ) as groups
    cross join lateral (
      select count(*) as parts from (
        select from products
        where ${all(counted)} and search_vector @@ groups.tsquery::tsquery and (groups.kind <> 'stock' or in_stock)
        limit groups.bound + 1
      ) as counted
    ) as counted
    where ${isBeyond} and parts > 0`.compile(db)
  const rows = await (isSearch
    ? runPrepared<CountedOrVersion>(db, statement)
    : runOnce<CountedOrVersion>(db, statement))
  return {
    value: rows.filter((row) => row.kind !== 'version'),
    version: rows.find((row) => row.kind === 'version')?.brand ?? null,
  }
}

/** At most `max` and one part, by category, brand, stock, subcategory, type, and whether they pass. */
function groupsOfParts(
  conditions: readonly Condition[],
  {
    max,
    subcategory,
    type = sql`null::smallint`,
    passes = sql<boolean>`true`,
  }: { max: number; subcategory: RawBuilder<unknown>; type?: RawBuilder<unknown>; passes?: Condition },
) {
  return sql`
    select category, coalesce(brand, '') as brand, in_stock, subcategory, type, passes, count(*) as parts
    from (
      select category, brand, in_stock, ${subcategory} as subcategory, ${type} as type, ${passes} as passes
      from products where ${all(conditions)} limit ${sql.lit(max + 1)}
    ) as found
    group by 1, 2, 3, 4, 5, 6`
}

function isMoreThan(max: number, groups: 'few' | 'offered') {
  return sql<boolean>`(select sum(parts) from ${sql.ref(groups)}) > ${sql.lit(max)}`
}

function groupsOf({ category = [], brand }: Filters, categoryIds: readonly string[]) {
  const group = (kind: 'category' | 'stock', name: string) => ({
    kind,
    name,
    tsquery: [quoteLexeme(CATEGORY_PREFIX + name), ...filterQueries({ brand })].join(' & '),
  })
  const listed = category.length > 0 ? category : categoryIds
  return [
    ...categoryIds.map((name) => group('category', name)),
    ...listed.map((name) => group('stock', name)),
  ]
}

function brandsToCount({ category = [], brand = [] }: Filters, bounds: CountBounds) {
  const inCategories = filterQueries({ category }).map((query) => ` & ${query}`)
  const isListed = category.length > 0 ? sql`category = any(${category}::text[])` : sql`true`
  return sql`
    select 'brand', (array_agg(brand order by parts desc, brand))[1],
      quote_literal(lexeme) || ${inCategories.join('')}::text, ${sql.lit(bounds.brand)}
    from (
      select brand, sum(parts) as parts, 'b:' || brand_key(brand) as lexeme
      from ${storedCounts} as stored where brand <> '' and ${isListed}
      group by brand having sum(parts) > 0
    ) as brands
    group by lexeme
    order by lexeme = any(${brand.map(brandLexeme)}::text[]) desc, sum(parts) desc, lexeme
    limit ${MAX_BRANDS_COUNTED}`
}
