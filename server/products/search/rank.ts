import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from '#database/open.ts'
import { type KeyValue, type ListOrder, rowsAfter } from '../../http/lists/page-of-list.ts'
import {
  all,
  type Condition,
  categoryConditions,
  columnConditions,
  FEW_TO_SORT,
  type Filters,
  hasFilters,
  type InOrder,
  matches,
  onSale,
  orderBy,
  type RankedPart,
  sortOrders,
  type TierQuery,
  tierInOrder,
} from '../list-query.ts'
import type { Interpretation } from './interpret.ts'
import { type Match, textTiers, toMatch } from './match.ts'
import { hasDigit } from './normalise.ts'
import type { NumberLookup } from './tokenise.ts'
import type { Versioned, Vocabulary } from './vocabulary.ts'

/** The ranks of tiers. To `numberExact` the length of the number is added: "MT 068-374" before another's "06 8374". */
const ranks = { numberExact: 5, numberPrefix: 4, partType: 3, name: 2, text: 1 } as const

const NUMBER = {
  column: sql`part_number_key collate "C"`,
  kind: 'text',
  of: (row: RankedPart) => row.part_number_key ?? '',
} as const

export const byRelevance: ListOrder<RankedPart> = {
  name: 'relevance',
  descending: true,
  keys: [
    { column: sql.ref('rank'), kind: 'integer', of: (row) => row.rank },
    { column: sql`in_stock::integer`, kind: 'integer', of: (row) => Number(row.in_stock) },
    ...sortOrders.newest.keys,
    // orders nothing here: the cursor needs it where the next tier is listed by number
    NUMBER,
  ],
}
/** Of many numbers that begin as the query, a buyer looks for one: they are listed as in a price list. */
const byNumber: ListOrder<RankedPart> = {
  name: 'number',
  descending: false,
  keys: [NUMBER, ...sortOrders.newest.keys],
}

type Position = KeyValue[]

export function anyMatch({ text, numbers, requiredQueries }: Match): Condition | undefined {
  const found = numberConditions(numbers).map((number) => all([number, ...requiredQueries.map(matches)]))
  if (text) found.push(matches(text.text.tsquery))
  return found.length > 0 ? anyOf(found) : undefined
}

export function foundInOrder(match: Match, filters: Filters, order: InOrder): TierQuery[] {
  const found = anyMatch(match)
  const isFrequent = match.text !== null && isFrequentTier(match.text.text)
  return found ? [tierInOrder([found], filters, { ...order, isFrequent })] : []
}

type TierOfRank = TierQuery & { lowestRank: number }

export function tiersByRelevance(
  { text, numbers, requiredQueries }: Match,
  filters: Filters,
  position: Position | undefined,
): TierQuery[] {
  const [rank = Number.POSITIVE_INFINITY, , createdAt = '', id = '', number = ''] = position ?? []
  const within = columnConditions(filters)
  const [exact, prefix] = numberConditions(numbers)
  const tiers: TierOfRank[] = []
  if (exact)
    tiers.push({
      lowestRank: ranks.numberExact,
      rank: sql`${sql.lit(ranks.numberExact)} + length(part_number_key)`,
      conditions: [onSale, ...within, ...requiredQueries.map(matches), exact],
      order: orderBy(byRelevance),
      afterCursor: position && rowsAfter(byRelevance, position),
    })
  if (prefix)
    tiers.push({
      lowestRank: ranks.numberPrefix,
      rank: sql.lit(ranks.numberPrefix),
      conditions: [onSale, ...within, ...requiredQueries.map(matches), prefix],
      order: orderBy(byNumber),
      afterCursor: rank === ranks.numberPrefix ? rowsAfter(byNumber, [number, createdAt, id]) : undefined,
    })
  const byNumbers = [exact, prefix].filter((one) => one !== undefined)
  if (byNumbers.length > 0) within.push(sql<SqlBool>`${anyOf(byNumbers)} is not true`)
  if (text) tiers.push(...wordTiers(text, filters, within, position))
  return tiers.filter(({ lowestRank }) => Number(rank) >= lowestRank)
}

function numberConditions(numbers: NumberLookup | null): Condition[] {
  if (!numbers || numbers.exact.length === 0) return []
  const { exact, prefix } = numbers
  // sub-selects hide the values from the planner: one plan serves all, and uses the index of numbers
  const any = sql`any((select ${exact}::text[])::text[])`
  const isExact = sql<SqlBool>`part_number_key = ${any}`
  if (prefix.length < 2 || !hasDigit(prefix)) return [isExact]
  const begins = sql<SqlBool>`part_number_key ~>=~ (select ${prefix}::text) and part_number_key ~<~ (select ${`${prefix}~`}::text)`
  return [isExact, sql<SqlBool>`(${begins} and not part_number_key = ${any})`]
}

type TextMatches = NonNullable<Match['text']>

function wordTiers(
  text: TextMatches,
  filters: Filters,
  within: readonly Condition[],
  position: Position | undefined,
): TierOfRank[] {
  const order = orderBy(byRelevance)
  const afterCursor = position && rowsAfter(byRelevance, position)
  if (!isFrequentTier(text.text)) {
    const conditions = [onSale, ...within, matches(text.text.tsquery)]
    return [{ lowestRank: ranks.text, rank: rankByCase(text), conditions, order, afterCursor }]
  }
  const possible = textTiers.filter(
    (tier, at) =>
      text[tier].maxParts > 0 &&
      !textTiers.slice(0, at).some((better) => text[better].tsquery === text[tier].tsquery),
  )
  return possible.map((tier, at) => {
    const better = possible.slice(0, at).map((one) => sql<SqlBool>`not ${matches(text[one].tsquery)}`)
    const conditions = [...within, matches(text[tier].tsquery), ...better]
    const [rank, inStock, createdAt = '', id = ''] = position ?? []
    const isInside = rank === ranks[tier]
    const inIndex = [onSale, sql<SqlBool>`in_stock`, ...categoryConditions(filters)]
    if (isInside) inIndex.push(rowsAfter(sortOrders.newest, [createdAt, id]))
    const isScanned = isFrequentTier(text[tier]) && !(isInside && inStock === 0)
    const scan = { within: inIndex, conditions, order: orderBy(sortOrders.newest) }
    return {
      lowestRank: ranks[tier],
      rank: sql.lit(ranks[tier]),
      conditions: [onSale, ...conditions],
      order,
      afterCursor,
      scan: isScanned ? scan : undefined,
    }
  })
}

function isFrequentTier({ maxParts, expectedParts }: { maxParts: number; expectedParts: number }): boolean {
  return maxParts > FEW_TO_SORT && expectedParts > FEW_TO_SORT / 10
}

const NO_PART = "'-'"

/** The rank of a part among few, which are all found. Always the same text, so that few statements are prepared. */
function rankByCase(text: TextMatches): RawBuilder<number> {
  const cases = textTiers.slice(0, -1).map((tier) => {
    const condition = matches(text[tier].maxParts > 0 ? text[tier].tsquery : NO_PART)
    return sql`when ${condition} then ${sql.lit(ranks[tier])}`
  })
  return sql`case ${sql.join(cases, sql` `)} else ${sql.lit(ranks.text)} end`
}

function anyOf(conditions: readonly Condition[]): Condition {
  return sql<SqlBool>`(${sql.join(conditions, sql` or `)})`
}

type Use<T> = {
  vocabulary: Vocabulary
  filters: Filters
  run: (used: Interpretation) => Promise<Versioned<T>>
  isEmpty: (value: T) => boolean
}

/** Runs a search by the first interpretation that matches a part on sale, filters aside. `used` is null if none does. */
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
  const used = isOnlyChoice ? other : await findFirstWithParts(db, isNarrowed ? inOrder : others, vocabulary)
  if (!used || used === first) return { ...found, used: used ?? null }
  const { value } = await run(used)
  return { value, version: found.version, used: isOnlyChoice && isEmpty(value) ? null : used }
}

/** The first interpretation that matches any part on sale, filters aside. One statement; runs no search. */
export async function findFirstWithParts(
  db: Db,
  interpretations: readonly Interpretation[],
  vocabulary: Vocabulary,
): Promise<Interpretation | undefined> {
  const cases = interpretations.flatMap((one, at) => {
    const found = anyMatch(toMatch(one, vocabulary, {}))
    return found
      ? [sql`when exists (select from products where ${all([onSale, found])} offset 0) then ${sql.lit(at)}`]
      : []
  })
  if (cases.length === 0) return undefined
  const { rows } = await sql<{ at: number | null }>`
    select case ${sql.join(cases, sql` `)} end as at`.execute(db)
  return interpretations[rows[0]?.at ?? -1]
}
