import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from '#database/open.ts'
import type { KeyValue } from '../../http/lists/list-cursor.ts'
import { beyond, type ListOrder } from '../../http/lists/page-of-list.ts'
import {
  all,
  type Condition,
  categoryConditions,
  columnConditions,
  type Filters,
  hasFilters,
  matches,
  matchesUnseen,
  onSale,
  orderBy,
} from '../list-query.ts'
import { FEW_TO_SORT, type RankedPart, type TierQuery } from '../list-statement.ts'
import type { ProductPart } from '../product.ts'
import type { Interpretation } from './interpret.ts'
import { type Match, type TextTier, textTiers, toMatch } from './match.ts'
import { hasDigit } from './normalise.ts'
import type { NumberLookup } from './tokenise.ts'
import type { Versioned, Vocabulary } from './vocabulary.ts'

/** The ranks of tiers. */
const ranks = { numberExact: 6, numberPrefix: 5, partType: 4, headNoun: 3, name: 2, text: 1 } as const
/** A lexeme that no part has. */
const NO_PART = "'-'"

/** The order by relevance: within a tier, what is in stock comes first, then what is newer. */
export const byRelevance: ListOrder<RankedPart> = {
  name: 'relevance',
  descending: true,
  keys: [
    { column: sql.ref('rank'), kind: 'integer', of: (row) => row.rank },
    { column: sql`in_stock::integer`, kind: 'integer', of: (row) => Number(row.in_stock) },
    { column: sql.ref('part_number_key'), kind: 'text', of: (row) => row.part_number_key ?? '' },
    { column: sql.ref('created_at'), kind: 'time', of: (row) => row.created_at.toISOString() },
    { column: sql.ref('id'), kind: 'id', of: (row) => row.id },
  ],
}

/** The last row of the page before, in the order by relevance. */
type RankedPosition = ReturnType<typeof toRankedPosition>

export function toRankedPosition(values: readonly KeyValue[]) {
  const [rank, inStock, numberKey, createdAt, id] = values
  return {
    rank: Number(rank),
    inStock: Number(inStock),
    numberKey: String(numberKey),
    createdAt: String(createdAt),
    id: String(id),
  }
}

const newestFirst = sql`created_at desc, id desc`
const stockFirst = sql`in_stock desc, created_at desc, id desc`

/** The parts of all tiers; undefined if there can be none. */
export function anyMatch({ text, numbers, besides }: Match, matching = matches): Condition | undefined {
  const byNumber = numberConditions(numbers).map((number) => all([number, ...queryConditions(besides)]))
  const found = [...byNumber, ...(text ? [matching(text.text.tsquery)] : [])]
  return found.length > 0 ? sql<SqlBool>`(${sql.join(found, sql` or `)})` : undefined
}

/** The one tier of a match in another order than relevance. */
export function tierInOrder(
  match: Match,
  filters: Filters,
  order: ListOrder<ProductPart>,
  after: KeyValue[] | undefined,
): TierQuery[] {
  const found = anyMatch(match, matchesUnseen)
  if (!found) return []
  const conditions = [found, ...columnConditions(filters)]
  const afterCursor = after && beyond(order, after)
  const inOrder = orderBy(order)
  const scan = {
    within: [onSale, ...categoryConditions(filters), ...(afterCursor ? [afterCursor] : [])],
    conditions,
    order: inOrder,
  }
  return [
    {
      rank: sql.lit(0),
      conditions: [onSale, ...conditions],
      afterCursor,
      order: inOrder,
      scan: match.text && isFrequent(match.text.text) ? scan : undefined,
    },
  ]
}

/** The tiers of a match by relevance, from the cursor's position on. */
export function tiersByRelevance(
  match: Match,
  filters: Filters,
  position: RankedPosition | undefined,
): TierQuery[] {
  return [...numberTiers(match, filters, position), ...wordTiers(match, filters, position)]
}

function numberTiers(
  { numbers, besides }: Match,
  filters: Filters,
  position: RankedPosition | undefined,
): TierQuery[] {
  const [exact, prefix] = numberConditions(numbers, unseen)
  const within = [onSale, ...columnConditions(filters), ...queryConditions(besides)]
  const tiers: TierQuery[] = []
  if (exact && reaches(position, ranks.numberExact)) {
    tiers.push({
      rank: sql.lit(ranks.numberExact),
      conditions: [...within, exact],
      // "MT 068-374" is that number, and not another's "06 8374"
      order: sql`length(part_number_key) desc, in_stock desc, created_at desc, id desc`,
      afterCursor: position?.rank === ranks.numberExact ? afterLength(position) : undefined,
    })
  }
  if (prefix && reaches(position, ranks.numberPrefix)) {
    tiers.push({
      rank: sql.lit(ranks.numberPrefix),
      conditions: [...within, prefix],
      order: sql`part_number_key collate "C", created_at desc, id desc`,
      afterCursor: position?.rank === ranks.numberPrefix ? afterNumber(position) : undefined,
    })
  }
  return tiers
}

/** Conditions for parts with one of these numbers, and for parts whose number only begins so. */
function numberConditions(numbers: NumberLookup | null, give = seen): Condition[] {
  if (!numbers || numbers.exact.length === 0) return []
  const { exact, prefix } = numbers
  const any = give(exact, 'text[]')
  const isExact = sql<SqlBool>`part_number_key = any(${any}::text[])`
  if (prefix.length < 2 || !hasDigit(prefix)) return [isExact]
  // uses the index also if the planner does not know the number
  const begins = sql<SqlBool>`part_number_key ~>=~ ${give(prefix, 'text')} and part_number_key ~<~ ${give(`${prefix}~`, 'text')}`
  return [isExact, sql<SqlBool>`(${begins} and part_number_key <> all(${any}::text[]))`]
}

function seen(value: unknown, type: 'text' | 'text[]'): RawBuilder<unknown> {
  return sql`${value}::${sql.raw(type)}`
}

/** The planner does not see the value, so one plan serves all. */
function unseen(value: unknown, type: 'text' | 'text[]'): RawBuilder<unknown> {
  return sql`(select ${seen(value, type)})`
}

function wordTiers(
  { text, numbers }: Match,
  filters: Filters,
  position: RankedPosition | undefined,
): TierQuery[] {
  if (!text) return []
  const byNumber = numberConditions(numbers, unseen)
  const notByNumber =
    byNumber.length > 0 ? [sql<SqlBool>`(${sql.join(byNumber, sql` or `)}) is not true`] : []
  const conditions = [...columnConditions(filters), ...notByNumber]
  if (!isFrequent(text.text)) return [rankedAtOnce(text, conditions, position)]
  const possible = textTiers.filter(
    (tier, at) =>
      text[tier].maxParts > 0 &&
      !textTiers.slice(0, at).some((better) => text[better].tsquery === text[tier].tsquery),
  )
  return possible
    .filter((tier) => reaches(position, ranks[tier]))
    .map((tier) => {
      const better = possible.slice(0, possible.indexOf(tier))
      const own = [
        matchesUnseen(text[tier].tsquery),
        ...better.map((one) => sql<SqlBool>`not ${matchesUnseen(text[one].tsquery)}`),
      ]
      const inside = position?.rank === ranks[tier] ? position : undefined
      const isPastStock = inside?.inStock === 0
      const scan = {
        within: [onSale, ...categoryConditions(filters), ...(inside ? [older(inside)] : [])],
        conditions: [sql<SqlBool>`in_stock`, ...own, ...conditions],
        order: newestFirst,
      }
      return {
        rank: sql.lit(ranks[tier]),
        conditions: [onSale, ...own, ...conditions],
        order: stockFirst,
        afterCursor: inside ? afterStock(inside) : undefined,
        scan: isFrequent(text[tier]) && !isPastStock ? scan : undefined,
      }
    })
}

/** Whether an index scan in order is cheaper than finding all parts of a tier. */
function isFrequent({ maxParts, expectedParts }: { maxParts: number; expectedParts: number }): boolean {
  return maxParts > FEW_TO_SORT && expectedParts > FEW_TO_SORT / 10
}

/** For few parts: all tiers are found in one query, and sorted. */
function rankedAtOnce(
  text: Record<TextTier, { tsquery: string; maxParts: number }>,
  conditions: readonly Condition[],
  position: RankedPosition | undefined,
): TierQuery {
  // always the same text, so that few statements are prepared
  const cases = textTiers
    .filter((tier) => tier !== 'text')
    .map((tier) => {
      const tsquery = text[tier].maxParts > 0 ? text[tier].tsquery : NO_PART
      return sql`when ${matchesUnseen(tsquery)} then ${sql.lit(ranks[tier])}`
    })
  const isInside = position !== undefined && position.rank <= ranks.partType
  return {
    rank: sql<number>`case ${sql.join(cases, sql` `)} else ${sql.lit(ranks.text)} end`,
    conditions: [onSale, matchesUnseen(text.text.tsquery), ...conditions],
    order: sql`rank desc, in_stock desc, created_at desc, id desc`,
    afterCursor: isInside
      ? sql<SqlBool>`(rank, in_stock::integer, created_at, id) < (${position.rank}::integer, ${position.inStock}::integer,
          ${position.createdAt}::timestamptz, ${position.id}::uuid)`
      : undefined,
  }
}

function reaches(position: RankedPosition | undefined, rank: number): boolean {
  return position === undefined || position.rank >= rank
}

function afterStock({ inStock, createdAt, id }: RankedPosition): Condition {
  return sql<SqlBool>`(in_stock::integer, created_at, id)
    < (${inStock}::integer, ${createdAt}::timestamptz, ${id}::uuid)`
}

function afterLength({ numberKey, inStock, createdAt, id }: RankedPosition): Condition {
  return sql<SqlBool>`(length(part_number_key), in_stock::integer, created_at, id)
    < (${numberKey.length}::integer, ${inStock}::integer, ${createdAt}::timestamptz, ${id}::uuid)`
}

function afterNumber(position: RankedPosition): Condition {
  const { numberKey } = position
  return sql<SqlBool>`(part_number_key collate "C" > ${numberKey}
    or (part_number_key = ${numberKey} and ${older(position)}))`
}

function older({ createdAt, id }: RankedPosition): Condition {
  return sql<SqlBool>`(created_at, id) < (${createdAt}::timestamptz, ${id}::uuid)`
}

function queryConditions(queries: readonly string[]): Condition[] {
  return queries.length > 0 ? [matchesUnseen(queries.join(' & '))] : []
}

type Use<T> = {
  vocabulary: Vocabulary
  filters: Filters
  run: (used: Interpretation) => Promise<Versioned<T>>
  isEmpty: (value: T) => boolean
}

/**
 * Runs a search by the first interpretation that finds a part without filters, also if the filters then leave none.
 * `used` is null if none finds any.
 */
export async function runFirstWithResults<T>(
  db: Db,
  inOrder: readonly Interpretation[],
  { vocabulary, filters, run, isEmpty }: Use<T>,
): Promise<Versioned<T> & { used: Interpretation | null }> {
  const [first, ...others] = inOrder
  if (!first) throw new Error('A search needs an interpretation')
  const found = await run(first)
  if (!isEmpty(found.value)) return { ...found, used: first }
  const isNarrowed = hasFilters(filters)
  if (others.length === 0) return { ...found, used: isNarrowed ? first : null }
  const [other, another] = others
  const isOnlyChoice = other && !another && !isNarrowed
  const used = isOnlyChoice ? other : await firstWithResults(db, isNarrowed ? inOrder : others, vocabulary)
  if (!used || used === first) return { ...found, used: used ?? null }
  const { value } = await run(used)
  return { value, version: found.version, used: isOnlyChoice && isEmpty(value) ? null : used }
}

async function firstWithResults(
  db: Db,
  interpretations: readonly Interpretation[],
  vocabulary: Vocabulary,
): Promise<Interpretation | undefined> {
  const cases = interpretations.flatMap((one, at) => {
    const found = anyMatch(toMatch(one, vocabulary, {}), matchesUnseen)
    return found
      ? [sql`when exists (select from products where ${all([onSale, found])} offset 0) then ${sql.lit(at)}`]
      : []
  })
  if (cases.length === 0) return undefined
  const { rows } = await sql<{ at: number | null }>`
    select case ${sql.join(cases, sql` `)} end as at`.execute(db)
  return interpretations[rows[0]?.at ?? -1]
}
