import { CompiledQuery, type RawBuilder, sql } from 'kysely'
import type { Db } from '#database/open.ts'
import { type Prepared, prepare } from '#database/prepared.ts'
import { all, type Condition } from './list-filters.ts'
import { type ProductPart, productColumns } from './product.ts'

/** A row of a found part, and which reading, stage and rank found it. */
export type FoundPart = ProductPart & {
  in_stock: boolean
  part_number_key: string | null
  reading: number
  rank: number
}

/** One part of a list's statement: some of its rows, looked for only while earlier stages have left room. */
export type Stage = {
  /** Later readings are tried only where earlier ones find nothing. */
  reading: number
  /** What else must hold for the stage to be looked at. */
  only?: Condition[] | undefined
  rank: RawBuilder<number>
  /** Every row of the stage; an index finds them. */
  set: Condition[]
  /** What lies after the cursor, among the columns and `rank`. */
  beyond?: Condition | undefined
  order: RawBuilder<unknown>
  /** Where the set may be large: the rows of an index in its order, of which enough `fit`. */
  walk?: { within: Condition[]; fits: Condition[]; order: RawBuilder<unknown> } | undefined
}

/** So many parts are found and sorted at once; where there may be more, an order is walked. */
export const FEW_TO_SORT = 3000
/** Parts that a walk looks at before it gives up: more than hold a page of one in two hundred. */
const LONGEST_WALK = 6000

const columns = sql.join(
  [...productColumns, 'in_stock', 'part_number_key'].map((name) => sql.ref(`products.${name}`)),
)
/** What the orders of stages are made of: all else is fetched for the rows of the page alone. */
const keys = sql.join(
  ['id', 'created_at', 'in_stock', 'part_number_key', 'price_minor', 'name'].map((name) => sql.ref(name)),
)

/** Statements of so many shapes are planned once a connection, which keeps some 0.7 MB for each. */
const MOST_PREPARED = 12
const prepared = new Map<string, Prepared<Row>>()
/** How often a shape was asked for before it is one of them, so that rare ones take no room. */
const OFTEN = 5
const MOST_COUNTED = 300
const asked = new Map<string, number>()

type Finding = {
  limit: number
  /** Whether many ask alike, with other words: planning takes longer than finding. */
  isUsual: boolean
  /** What else is asked for: its value at the moment of finding. */
  beside?: RawBuilder<string>
}
type Found = { rows: FoundPart[]; beside: string | null }
/** Without a part where none is found. */
type Row = { beside: string | null } & (FoundPart | { [Name in keyof FoundPart]: null })

/** The first `limit` rows of all stages, in their order, in one statement. */
export async function findInStages(
  db: Db,
  stages: readonly Stage[],
  { limit, isUsual, beside = sql`null` }: Finding,
): Promise<Found> {
  const { sql: text, parameters } = stagesStatement(stages, limit, beside).compile(db)
  const known = isUsual ? preparedFor(text) : undefined
  const rows = known
    ? await known(db, parameters)
    : (await db.executeQuery<Row>(CompiledQuery.raw(text, [...parameters]))).rows
  return {
    rows: rows.filter((row): row is Row & FoundPart => row.id !== null),
    beside: rows[0]?.beside ?? null,
  }
}

function preparedFor(text: string): Prepared<Row> | undefined {
  const known = prepared.get(text)
  if (known || prepared.size >= MOST_PREPARED) return known
  const times = (asked.get(text) ?? 0) + 1
  if (asked.size >= MOST_COUNTED) asked.clear()
  asked.set(text, times)
  if (times < OFTEN) return undefined
  const statement = prepare<Row>(`find-parts-${prepared.size}`, text)
  prepared.set(text, statement)
  return statement
}

function stagesStatement(
  stages: readonly Stage[],
  limit: number,
  beside: RawBuilder<string>,
): RawBuilder<unknown> {
  const ctes = stages.flatMap((stage, at) => {
    const gates = gatesOf(stages, at, limit)
    if (!stage.walk)
      return [sql`${named('stage', at)} as materialized (${find(stage, at, { gates, limit })})`]
    const isFull = sql<boolean>`(select count(*) from ${named('walk', at)}) >= ${sql.lit(limit)}`
    const rest = find(stage, at, { gates: [...gates, sql<boolean>`not ${isFull}`], limit })
    return [
      sql`${named('walk', at)} as materialized (${walk(stage, at, { gates, limit })})`,
      sql`${named('stage', at)} as materialized (
        select * from ${named('walk', at)} where ${isFull} union all select * from (${rest}) as rest)`,
    ]
  })
  const found = sql.join(
    stages.map((_, at) => sql`select * from ${named('stage', at)}`),
    sql` union all `,
  )
  return sql`with ${sql.join(ctes)}
    select ${columns}, reading, rank, beside.value as beside
    from (select ${beside} as value) as beside
    left join (
      (${found} order by stage, place limit ${sql.lit(limit)}) as found join products on products.id = found.id
    ) on true
    order by stage, place`
}

type Room = { gates: Condition[]; limit: number }

function gatesOf(stages: readonly Stage[], at: number, limit: number): Condition[] {
  const own = stages[at]?.reading
  const counts = stages
    .slice(0, at)
    .map(({ reading }, before) => ({ reading, count: sql`(select count(*) from ${named('stage', before)})` }))
  const earlier = counts.filter(({ reading }) => reading !== own).map(({ count }) => count)
  const same = counts.filter(({ reading }) => reading === own).map(({ count }) => count)
  return [
    ...(earlier.length > 0 ? [sql<boolean>`${sql.join(earlier, sql` + `)} = 0`] : []),
    ...(same.length > 0 ? [sql<boolean>`${sql.join(same, sql` + `)} < ${sql.lit(limit)}`] : []),
    ...(stages[at]?.only ?? []),
  ]
}

/** Finds the whole set, then sorts: `offset 0` keeps the planner from walking an order in the hope to meet some. */
function find({ reading, rank, set, beyond, order }: Stage, at: number, { gates, limit }: Room) {
  const found = sql`select ${keys}, ${rank} as rank from products where ${all([...set, ...gates])} offset 0`
  const later = beyond ? sql`where ${beyond}` : sql``
  return placed(
    { reading, at },
    sql`select id, rank from (${found}) as found ${later} order by ${order} limit ${sql.lit(limit)}`,
  )
}

function walk({ reading, rank, walk: path }: Stage, at: number, { gates, limit }: Room) {
  const { within = [], fits = [], order } = path ?? {}
  const walked = sql`select ${keys}, search_vector from products where ${all(within)} order by ${order} limit ${sql.lit(LONGEST_WALK)}`
  const conditions = all([...fits, ...gates])
  return placed(
    { reading, at },
    sql`select id, ${rank} as rank from (${walked}) as walked where ${conditions} order by ${order} limit ${sql.lit(limit)}`,
  )
}

function placed(
  { reading, at }: { reading: number; at: number },
  rows: RawBuilder<unknown>,
): RawBuilder<unknown> {
  return sql`select id, rank, ${sql.lit(reading)} as reading, ${sql.lit(at)} as stage, row_number() over () as place
    from (${rows}) as ordered`
}

function named(what: string, at: number): RawBuilder<unknown> {
  return sql.ref(`${what}_${at}`)
}
