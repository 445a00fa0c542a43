import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type KeyValue, type ListOrder, rowsAfter } from '../../platform/http/page-of-list.ts'
import {
  all,
  type Condition,
  categoryConditions,
  FEW_TO_SORT,
  type Filters,
  hiddenConditions,
  type InOrder,
  matches,
  onSale,
  orderBy,
  type RankedPart,
  sortOrders,
  type TierQuery,
  tierInOrder,
} from '../products/list-query.ts'
import { type Match, numberQuery, textTiers } from './match.ts'
import { hasDigit } from './normalise.ts'
import type { NumberLookup } from './tokenise.ts'

/**
 * The ranks of tiers: an exact part number, the beginning of one, the part type that the query names, all words in the name,
 * words anywhere (`match.ts` says which are required), a part number from one of its groups on. To `numberExact` the length of the number is added: "MT 068-374" before another part's "06 8374".
 */
const ranks = { numberExact: 5, numberPrefix: 4, partType: 3, name: 2, text: 1, numberPiece: 0 } as const

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
    // orders nothing here: a cursor needs it within the tier that is listed by number
    NUMBER,
  ],
}
/** Of many numbers that begin as the query, a buyer looks for one: they are listed by number. */
const byNumber: ListOrder<RankedPart> = {
  name: 'number',
  descending: false,
  keys: [NUMBER, ...sortOrders.newest.keys],
}

type Position = KeyValue[]

export function anyMatch({ byTier, numbers, requiredQueries }: Match): Condition | undefined {
  const found = Object.values(numberConditions(numbers))
    .filter((number) => number !== undefined)
    .map((number) => all([number, ...requiredQueries.map(matches)]))
  if (byTier) found.push(matches(byTier.text.tsquery))
  return found.length > 0 ? anyOf(found) : undefined
}

export function foundInOrder(match: Match, filters: Filters, order: InOrder): TierQuery[] {
  const found = anyMatch(match)
  const isFrequent = match.byTier !== null && isFrequentTier(match.byTier.text)
  return found ? [tierInOrder([found], filters, { ...order, isFrequent })] : []
}

type TierOfRank = TierQuery & { lowestRank: number }

export function tiersByRelevance(
  { byTier, numbers, requiredQueries }: Match,
  filters: Filters,
  position: Position | undefined,
): TierQuery[] {
  const [rank = Number.POSITIVE_INFINITY, , createdAt = '', id = '', number = ''] = position ?? []
  const within = hiddenConditions(filters)
  const { isExact: exact, isBegun: prefix, contains: piece } = numberConditions(numbers)
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
  if (byTier) tiers.push(...wordTiers(byTier, filters, within, position))
  if (piece) {
    if (byTier) within.push(sql<SqlBool>`not ${matches(byTier.text.tsquery)}`)
    tiers.push({
      lowestRank: ranks.numberPiece,
      rank: sql.lit(ranks.numberPiece),
      conditions: [onSale, ...within, ...requiredQueries.map(matches), piece],
      order: orderBy(byRelevance),
      afterCursor: position && rowsAfter(byRelevance, position),
    })
  }
  return tiers.filter(({ lowestRank }) => Number(rank) >= lowestRank)
}

/** One or two characters are the beginning of too many groups. */
const SHORTEST_PIECE = 3

type NumberConditions = Partial<Record<'isExact' | 'isBegun' | 'contains', Condition | undefined>>

function numberConditions(numbers: NumberLookup | null): NumberConditions {
  if (!numbers || numbers.exact.length === 0) return {}
  const { exact, prefix, piece } = numbers
  // sub-selects hide the values from the planner: one plan serves all, and uses the index of numbers
  const any = sql`any((select ${exact}::text[])::text[])`
  const isExact = sql<SqlBool>`part_number_key = ${any}`
  const contains = piece.length < SHORTEST_PIECE || !hasDigit(piece) ? undefined : matches(numberQuery(piece))
  if (prefix.length < 2 || !hasDigit(prefix)) return { isExact, contains }
  const begins = sql<SqlBool>`part_number_key ~>=~ (select ${prefix}::text) and part_number_key ~<~ (select ${`${prefix}~`}::text)`
  const isBegun = sql<SqlBool>`(${begins} and not part_number_key = ${any})`
  return { isExact, isBegun, contains }
}

type TextMatches = NonNullable<Match['byTier']>

function wordTiers(
  byTier: TextMatches,
  filters: Filters,
  within: readonly Condition[],
  position: Position | undefined,
): TierOfRank[] {
  const order = orderBy(byRelevance)
  const afterCursor = position && rowsAfter(byRelevance, position)
  if (!isFrequentTier(byTier.text)) {
    const conditions = [onSale, ...within, matches(byTier.text.tsquery)]
    return [{ lowestRank: ranks.text, rank: rankByCase(byTier), conditions, order, afterCursor }]
  }
  const possible = textTiers.filter(
    (tier, at) =>
      byTier[tier].maxParts > 0 &&
      !textTiers.slice(0, at).some((better) => byTier[better].tsquery === byTier[tier].tsquery),
  )
  return possible.map((tier, at) => {
    const better = possible.slice(0, at).map((one) => sql<SqlBool>`not ${matches(byTier[one].tsquery)}`)
    const conditions = [...within, matches(byTier[tier].tsquery), ...better]
    const [rank, inStock, createdAt = '', id = ''] = position ?? []
    const isCursorTier = rank === ranks[tier]
    const inIndex = [onSale, sql<SqlBool>`in_stock`, ...categoryConditions(filters)]
    if (isCursorTier) inIndex.push(rowsAfter(sortOrders.newest, [createdAt, id]))
    const isScanned = isFrequentTier(byTier[tier]) && !(isCursorTier && inStock === 0)
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

/**
 * The rank of a part among few, which are all found. Always the same SQL, so that few statements are prepared; a query that is
 * null is not run for each of them.
 */
function rankByCase({ partType, name, text }: TextMatches): RawBuilder<number> {
  const ofType = matches(partType.maxParts > 0 ? partType.tsquery : null)
  const nameQuery = name.maxParts > 0 ? name.tsquery : NO_PART
  const inName = matches(name.tsquery === text.tsquery ? null : nameQuery)
  return sql`case when ${ofType} then ${sql.lit(ranks.partType)}
    when coalesce(${inName}, true) then ${sql.lit(ranks.name)} else ${sql.lit(ranks.text)} end`
}

function anyOf(conditions: readonly Condition[]): Condition {
  return sql<SqlBool>`(${sql.join(conditions, sql` or `)})`
}
