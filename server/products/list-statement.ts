import { CompiledQuery, type RawBuilder, sql } from 'kysely'
import type { Db } from '#database/open.ts'
import { type Prepared, prepare } from '#database/prepared.ts'
import { all, type Condition } from './list-query.ts'
import { type ProductPart, productColumns } from './product.ts'

/** A found part with the rank of the tier that found it. */
export type RankedPart = ProductPart & { in_stock: boolean; part_number_key: string | null; rank: number }

/** One ranking tier of a list. It is searched only while better tiers leave room on the page. */
export type TierQuery = {
  rank: RawBuilder<number>
  /** What holds for every row of the tier; an index finds them. */
  conditions: Condition[]
  /** Among the columns and `rank`. */
  afterCursor: Condition | undefined
  order: RawBuilder<unknown>
  /** For a tier that may be large: an index is scanned in its order until a page is full. */
  scan?: { within: Condition[]; conditions: Condition[]; order: RawBuilder<unknown> } | undefined
}

/** Up to this many parts are found and sorted; for more, an index is scanned in order. */
export const FEW_TO_SORT = 3000
/** The rows of one scan at most: enough for a page where one part in two hundred matches. */
const LONGEST_SCAN = 6000

const columns = sql.join(
  [...productColumns, 'in_stock', 'part_number_key'].map((name) => sql.ref(`products.${name}`)),
)
/** All other columns are read for the rows of the page only. */
const sortedColumns = sql.join(
  ['id', 'created_at', 'in_stock', 'part_number_key', 'price_minor', 'name'].map((name) => sql.ref(name)),
)

type Row = { version: string | null } & (RankedPart | { [Name in keyof RankedPart]: null })

/** The first rows of all tiers, in their order, and the value of the SQL `version`, in one statement. */
export async function selectTiers(
  db: Db,
  tiers: readonly TierQuery[],
  // repeated statements are prepared: planning them takes longer than running them
  { limit, version, isRepeated }: { limit: number; version: string; isRepeated: boolean },
): Promise<{ rows: RankedPart[]; version: string | null }> {
  const { sql: text, parameters } = statementOf(tiers, limit, sql.raw<string>(version)).compile(db)
  const prepared = isRepeated ? preparedFor(text) : undefined
  const rows = prepared
    ? await prepared(db, parameters)
    : (await db.executeQuery<Row>(CompiledQuery.raw(text, [...parameters]))).rows
  return {
    rows: rows.filter((row): row is Row & RankedPart => row.id !== null),
    version: rows[0]?.version ?? null,
  }
}

/** Each takes some 0.7 MB of every connection. */
const MAX_PREPARED = 12
const preparedStatements = new Map<string, Prepared<Row>>()

function preparedFor(text: string): Prepared<Row> | undefined {
  const known = preparedStatements.get(text)
  if (known || preparedStatements.size >= MAX_PREPARED) return known
  const statement = prepare<Row>(`find-parts-${preparedStatements.size}`, text)
  preparedStatements.set(text, statement)
  return statement
}

function statementOf(
  tiers: readonly TierQuery[],
  limit: number,
  version: RawBuilder<string>,
): RawBuilder<unknown> {
  const ctes = tiers.flatMap((tier, at) => {
    const before = tiers.slice(0, at).map((_, index) => sql`(select count(*) from ${nameOf('tier', index)})`)
    const hasRoom = before.length > 0 ? [sql<boolean>`${sql.join(before, sql` + `)} < ${sql.lit(limit)}`] : []
    if (!tier.scan)
      return [sql`${nameOf('tier', at)} as materialized (${findAndSort(tier, { at, limit, when: hasRoom })})`]
    const isFull = sql<boolean>`(select count(*) from ${nameOf('scan', at)}) >= ${sql.lit(limit)}`
    const rest = findAndSort(tier, { at, limit, when: [...hasRoom, sql<boolean>`not ${isFull}`] })
    return [
      sql`${nameOf('scan', at)} as materialized (${scanInOrder(tier, { at, limit, when: hasRoom })})`,
      sql`${nameOf('tier', at)} as materialized (
        select * from ${nameOf('scan', at)} where ${isFull} union all select * from (${rest}) as rest)`,
    ]
  })
  const found = sql.join(
    tiers.map((_, at) => sql`select * from ${nameOf('tier', at)}`),
    sql` union all `,
  )
  return sql`with ${sql.join(ctes)}
    select ${columns}, rank, version.value as version
    from (select ${version} as value) as version
    left join (
      (${found} order by tier, position limit ${sql.lit(limit)}) as found join products on products.id = found.id
    ) on true
    order by tier, position`
}

type Room = { at: number; limit: number; when: Condition[] }

/** Finds all, then sorts: `offset 0` prevents a scan of an index in the list's order. */
function findAndSort({ rank, conditions, afterCursor, order }: TierQuery, { at, limit, when }: Room) {
  const found = sql`select ${sortedColumns}, ${rank} as rank from products where ${all([...conditions, ...when])} offset 0`
  const later = afterCursor ? sql`where ${afterCursor}` : sql``
  return numbered(
    at,
    sql`select id, rank from (${found}) as found ${later} order by ${order} limit ${sql.lit(limit)}`,
  )
}

function scanInOrder({ rank, scan }: TierQuery, { at, limit, when }: Room) {
  const { within = [], conditions = [], order } = scan ?? {}
  const scanned = sql`select ${sortedColumns}, search_vector from products where ${all(within)} order by ${order} limit ${sql.lit(LONGEST_SCAN)}`
  return numbered(
    at,
    sql`select id, ${rank} as rank from (${scanned}) as scanned where ${all([...conditions, ...when])} order by ${order} limit ${sql.lit(limit)}`,
  )
}

function numbered(at: number, rows: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`select id, rank, ${sql.lit(at)} as tier, row_number() over () as position from (${rows}) as ordered`
}

function nameOf(what: 'tier' | 'scan', at: number): RawBuilder<unknown> {
  return sql.ref(`${what}_${at}`)
}
