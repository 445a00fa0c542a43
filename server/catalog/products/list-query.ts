import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { ProductSort } from '#contract/catalog/products/products.ts'
import { AppError } from '#contract/platform/errors.ts'
import { toMinor } from '#contract/platform/money.ts'
import { validationTexts } from '#contract/platform/texts/validation.ts'
import type { Db } from '#database/open.ts'
import { type KeyValue, type ListOrder, rowsAfter } from '../../platform/http/page-of-list.ts'
import { type PartRow, productColumns } from './product.ts'
import { runOnce, runPrepared } from './repeated-statements.ts'

/** An attribute with the facets of which a part needs one, such as "diameter=280". */
export type AttributeFilter = { key: string; any: readonly string[] }

export type Filters = {
  category?: string[] | undefined
  /** Of the one category. */
  subcategory?: string | undefined
  brand?: string[] | undefined
  /** Null: parts without one. */
  partTypeId?: number | null | undefined
  attributes?: AttributeFilter[] | undefined
  minPriceMinor?: number | undefined
  maxPriceMinor?: number | undefined
  inStock?: boolean | undefined
}

type WirePrices = { minPrice?: number | undefined; maxPrice?: number | undefined }

/** A wire query with prices in minor units. Throws `invalid_request` naming a price with too many decimals. */
export function toFilters<Wire extends WirePrices>(query: Wire, currency: string) {
  const { minPrice, maxPrice, ...rest } = query
  const minor = (path: keyof WirePrices) => {
    const amount = query[path]
    if (amount === undefined) return undefined
    const value = toMinor(amount, currency)
    if (value !== undefined) return value
    throw new AppError('invalid_request', { errors: [{ path, message: validationTexts.priceBound }] })
  }
  return { ...rest, minPriceMinor: minor('minPrice'), maxPriceMinor: minor('maxPrice') }
}

export function hasFilters(filters: Filters): boolean {
  return Object.values(filters).some((value) => value !== undefined)
}

export type Condition = RawBuilder<SqlBool>

export const onSale: Condition = sql<SqlBool>`archived_at is null`

const withoutType: Condition = sql<SqlBool>`part_type_id is null`

/** A query of PostgreSQL's text search. The planner does not see its words, so it uses the index of words, however frequent. With null neither true nor false. */
export function matches(tsquery: string | null): Condition {
  return sql<SqlBool>`search_vector @@ (select ${tsquery}::tsquery)`
}

export function priceConditions({ minPriceMinor, maxPriceMinor }: Filters): Condition[] {
  return [
    ...(minPriceMinor === undefined ? [] : [sql<SqlBool>`price_minor >= ${minPriceMinor}::bigint`]),
    ...(maxPriceMinor === undefined ? [] : [sql<SqlBool>`price_minor <= ${maxPriceMinor}::bigint`]),
  ]
}

export function columnConditions(filters: Filters): Condition[] {
  return [
    ...priceConditions(filters),
    ...(filters.inStock ? [sql<SqlBool>`in_stock`] : []),
    ...(filters.attributes ?? []).map(({ any }) => sql<SqlBool>`facets && ${any}::text[]`),
  ]
}

/** No part costs more, in minor units. */
const HIGHEST_PRICE = Number.MAX_SAFE_INTEGER

/**
 * The same for parts that are found by words or numbers. The planner sees neither the values, so that one prepared statement
 * serves all, nor a condition of an index: the index of words or numbers is the better one.
 */
export function hiddenConditions(filters: Filters): Condition[] {
  const { minPriceMinor, maxPriceMinor, inStock = false, partTypeId, subcategory, attributes = [] } = filters
  const ofType = [
    ...(subcategory === undefined
      ? []
      : [sql<SqlBool>`(subcategory = (select ${subcategory}::text)) is true`]),
    ...(partTypeId ? [sql<SqlBool>`(part_type_id = (select ${partTypeId}::smallint)) is true`] : []),
    ...(partTypeId === null ? [withoutType] : []),
    ...attributes.map(({ any }) => sql<SqlBool>`(facets && (select ${any}::text[])) is true`),
  ]
  if (minPriceMinor === undefined && maxPriceMinor === undefined && !inStock) return ofType
  const [lowest, highest] = hiddenBounds(filters)
  return [
    ...ofType,
    sql<SqlBool>`(${lowest} and ${highest}) is true`,
    sql<SqlBool>`(in_stock or not (select ${inStock}::boolean))`,
  ]
}

function hiddenBounds({ minPriceMinor = 0, maxPriceMinor = HIGHEST_PRICE }: Filters): [Condition, Condition] {
  return [
    sql<SqlBool>`price_minor >= (select ${minPriceMinor}::bigint)`,
    sql<SqlBool>`price_minor <= (select ${maxPriceMinor}::bigint)`,
  ]
}

/** For parts that are found by their values: of the indexes, the planner sees only that of values. */
function foundByValues(
  { category, ...filters }: Filters,
  attributes: readonly AttributeFilter[],
): Condition[] {
  return [
    ...categoryConditions({ category }),
    ...attributes.map(({ any }) => sql<SqlBool>`facets && (select ${any}::text[])`),
    ...hiddenConditions({ ...filters, attributes: [] }),
  ]
}

/** Several categories are part of the text query (`filterQueries`). */
export function categoryConditions({ category, subcategory, partTypeId }: Filters): Condition[] {
  return [
    ...(category?.length === 1 ? [sql<SqlBool>`category = ${category[0]}`] : []),
    ...subcategoryConditions({ subcategory }),
    ...typeConditions({ partTypeId }),
  ]
}

export function subcategoryConditions({ subcategory }: Filters): Condition[] {
  return subcategory === undefined ? [] : [sql<SqlBool>`subcategory = ${subcategory}`]
}

export function typeConditions({ partTypeId }: Filters): Condition[] {
  if (partTypeId === null) return [withoutType]
  return partTypeId === undefined ? [] : [sql<SqlBool>`part_type_id = ${partTypeId}::smallint`]
}

export function all(conditions: readonly Condition[]): Condition {
  return conditions.length > 0 ? sql<SqlBool>`${sql.join(conditions, sql` and `)}` : sql<SqlBool>`true`
}

export type SortName = Exclude<ProductSort, 'relevance'>

const ID = { column: sql.ref('id'), kind: 'id', of: (row: PartRow) => row.id } as const
const PRICE = {
  column: sql.ref('price_minor'),
  kind: 'integer',
  of: (row: PartRow) => row.price_minor,
} as const

export const sortOrders: Record<SortName, ListOrder<PartRow>> = {
  newest: {
    name: 'newest',
    descending: true,
    keys: [{ column: sql.ref('created_at'), kind: 'time', of: (row) => row.created_at.toISOString() }, ID],
  },
  price: { name: 'price', descending: false, keys: [PRICE, ID] },
  '-price': { name: '-price', descending: true, keys: [PRICE, ID] },
  rating: {
    name: 'rating',
    descending: true,
    keys: [
      { column: sql.ref('rating_rank'), kind: 'integer', of: (row) => row.rating_rank },
      { column: sql.ref('created_at'), kind: 'time', of: (row) => row.created_at.toISOString() },
      ID,
    ],
  },
  name: {
    name: 'name',
    descending: false,
    keys: [{ column: sql.ref('name'), kind: 'text', of: (row) => row.name }, ID],
  },
}

export function orderBy<Row>({ keys, descending }: ListOrder<Row>): RawBuilder<unknown> {
  return sql.join(keys.map(({ column }) => sql`${column} ${sql.raw(descending ? 'desc' : 'asc')}`))
}

export type RankedPart = PartRow & { in_stock: boolean; part_number_key: string | null; rank: number }

/** One ranking tier of a list, searched only if better tiers do not fill the page. A list in a fixed order is one tier. */
export type TierQuery = {
  rank: RawBuilder<number>
  conditions: Condition[]
  afterCursor?: Condition | undefined
  order: RawBuilder<unknown>
  scan?: Scan | undefined
}
/** `within`: conditions of the index scan; `conditions`: applied to its rows. */
type Scan = { within: Condition[]; conditions: Condition[]; order: RawBuilder<unknown> }

/** Searches that match few parts, by estimates against this number, find and sort all; others scan an index in the list's order first. */
export const FEW_TO_SORT = 3000
/** The rows of one scan at most: enough for 30 parts if one in two hundred matches. */
const LONGEST_SCAN = 6000

const columns = sql.join(
  [...productColumns, 'in_stock', 'part_number_key'].map((name) => sql.ref(`products.${name}`)),
)
const sortedColumns = sql.join(
  ['id', 'created_at', 'in_stock', 'part_number_key', 'price_minor', 'name', 'rating_rank'].map((name) =>
    sql.ref(name),
  ),
)

export type InOrder = { order: ListOrder<PartRow>; after: KeyValue[] | undefined }

export function tierInOrder(
  found: readonly Condition[],
  filters: Filters,
  { order, after, isFrequent }: InOrder & { isFrequent: boolean },
): TierQuery {
  const later = after ? [rowsAfter(order, after)] : []
  const within = [onSale, ...categoryConditions(filters), ...later]
  const isSearch = found.length > 0
  const conditions = [...found, ...(isSearch ? hiddenConditions(filters) : columnConditions(filters))]
  const inOrder = orderBy(order)
  // a scan in the order of prices begins at the bound
  const isByPrice = priceConditions(filters).length > 0 && order.name.endsWith('price')
  const bounds = isSearch ? hiddenBounds(filters) : priceConditions(filters)
  const scan = { within: [...within, ...(isByPrice ? bounds : [])], conditions, order: inOrder }
  return {
    rank: sql.lit(0),
    conditions:
      isSearch || !filters.attributes
        ? [...within, ...conditions]
        : [onSale, ...later, ...foundByValues(filters, filters.attributes)],
    order: inOrder,
    scan: isFrequent ? scan : undefined,
  }
}

/** `position`: within the tier. Without parts there is one row, for `version`. */
type Row = { version: string | null; tier: number; position: number } & (
  | RankedPart
  | { [Name in keyof RankedPart]: null }
)

type Selection = { limit: number; offset?: number; version: string; isRepeated: boolean }

export async function selectTiers(
  db: Db,
  tiers: readonly TierQuery[],
  { limit, offset = 0, version, isRepeated }: Selection,
): Promise<{ rows: RankedPart[]; version: string | null }> {
  const statement = statementOf(tiers, { limit, offset, version }).compile(db)
  const rows = await (isRepeated ? runPrepared<Row>(db, statement) : runOnce<Row>(db, statement))
  return {
    // a sort of whole rows in the statement would copy them
    rows: rows
      .filter((row): row is Row & RankedPart => row.id !== null)
      .sort((a, b) => a.tier - b.tier || a.position - b.position),
    version: rows[0]?.version ?? null,
  }
}

function statementOf(
  tiers: readonly TierQuery[],
  { limit, offset, version }: Required<Omit<Selection, 'isRepeated'>>,
) {
  const reach = offset + limit
  // Within a statement its place leads to a row without an index. A scan would have to take apart all rows that it passes to
  // hand on their places.
  const place = sql.ref(tiers.some(({ scan }) => scan) ? 'id' : 'ctid')
  const ctes = tiers.map(
    (tier, at) => sql`${tierName(at)} as materialized (
      select place, rank, ${sql.lit(at)} as tier, row_number() over () as position from (${rowsOf(tier, { at, limit: reach, place })}) as ordered
    )`,
  )
  const found = sql.join(
    tiers.map((_, at) => sql`select * from ${tierName(at)}`),
    sql` union all `,
  )
  return sql`with ${sql.join(ctes)}
    select ${columns}, rank, tier, position, version.value as version
    from (select ${sql.raw<string>(version)} as value) as version
    left join (
      (${found} order by tier, position limit ${sql.lit(limit)} offset ${sql.lit(offset)}) as found join products on products.${place} = found.place
    ) on true`
}

type Wanted = { at: number; limit: number; place: RawBuilder<unknown> }

function rowsOf(tier: TierQuery, wanted: Wanted): RawBuilder<unknown> {
  const { at, limit } = wanted
  const before = Array.from({ length: at }, (_, better) => sql`(select count(*) from ${tierName(better)})`)
  const notFull = at > 0 ? [sql<boolean>`${sql.join(before, sql` + `)} < ${sql.lit(limit)}`] : []
  if (!tier.scan) return findAndSort(tier, wanted, notFull)
  const fullCondition = sql<boolean>`(select count(*) from scanned) >= ${sql.lit(limit)}`
  return sql`with scanned as materialized (${scanInOrder(tier, tier.scan, wanted, notFull)})
    select * from scanned where ${fullCondition}
    union all select * from (${findAndSort(tier, wanted, [...notFull, sql<boolean>`not ${fullCondition}`])}) as rest`
}

/** Finds all, then sorts: `offset 0` prevents a scan of an index in the list's order. */
function findAndSort(
  { rank, conditions, afterCursor, order }: TierQuery,
  { limit, place }: Wanted,
  when: readonly Condition[],
): RawBuilder<unknown> {
  const found = sql`select ${place} as place, ${sortedColumns}, ${rank} as rank from products where ${all([...conditions, ...when])} offset 0`
  const later = afterCursor ? sql`where ${afterCursor}` : sql``
  return sql`select place, rank from (${found}) as found ${later} order by ${order} limit ${sql.lit(limit)}`
}

function scanInOrder(
  { rank }: TierQuery,
  { within, conditions, order }: Scan,
  { limit, place }: Wanted,
  when: readonly Condition[],
): RawBuilder<unknown> {
  const scanned = sql`select ${place} as place, ${sortedColumns}, subcategory, part_type_id, facets, search_vector from products where ${all(within)} order by ${order} limit ${sql.lit(LONGEST_SCAN)}`
  return sql`select place, ${rank} as rank from (${scanned}) as scanned where ${all([...conditions, ...when])} order by ${order} limit ${sql.lit(limit)}`
}

function tierName(at: number): RawBuilder<unknown> {
  return sql.ref(`tier_${at}`)
}
