import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { KeyValue } from '../../http/lists/list-cursor.ts'
import { beyond, type ListOrder } from '../../http/lists/page-of-list.ts'
import {
  all,
  type Condition,
  type Filters,
  filterWords,
  matches,
  matchesUnseen,
  onSale,
  priceConditions,
  shelfConditions,
  stockConditions,
} from '../list-filters.ts'
import { orderBy } from '../list-orders.ts'
import { FEW_TO_SORT, type FoundPart, type Stage } from '../list-stages.ts'
import type { ProductPart } from '../product.ts'
import { FITS, type Fit, toQuery, toRefuse, type WordQuery } from './query.ts'
import { type Question, readQuestion } from './question.ts'
import type { Reading } from './reading.ts'
import { hasDigit } from './text.ts'
import type { Vocabulary } from './words.ts'

/** What comes before what: a part's own number, numbers that begin so, then how well its words fit. */
const RANKS = { exact: 6, begins: 5, kind: 4, headed: 3, named: 2, anywhere: 1 } as const
const LONGEST_SHORT = 3
/** A word that no text has. */
const NO_PART = "'-'"

/** One reading made ready to be looked for: its words, and the numbers that it may be. */
export type Search = {
  reading: number
  query: WordQuery | undefined
  question: Question
  /** What is also asked of parts that are found by their number. */
  besides: string[]
}

export function toSearch(read: Reading, reading: number, vocabulary: Vocabulary, filters: Filters): Search {
  const question = readQuestion(read.text)
  const { whole } = question
  return {
    reading,
    query: toQuery(read, vocabulary, filterWords(filters)),
    question: isShortName(whole, vocabulary) ? { ...question, whole: '' } : question,
    besides: [...toRefuse(read.demands, vocabulary), ...filterWords(filters)],
  }
}

/** "H7" is a word of names, sooner than the beginning of a number. */
function isShortName(whole: string, vocabulary: Vocabulary): boolean {
  return whole.length <= LONGEST_SHORT && (vocabulary.get(whole)?.named ?? 0) > 0
}

/** The place after which a page of found parts begins. */
export type Place = { rank: number; inStock: number; number: string; createdAt: string; id: string }

/** The order by how well parts fit. In it, what is in stock comes before what is not, and newer before older. */
export const byFit: ListOrder<FoundPart> = {
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

export function toPlace([rank, inStock, number, createdAt, id]: readonly KeyValue[]): Place {
  return {
    rank: Number(rank),
    inStock: Number(inStock),
    number: String(number),
    createdAt: String(createdAt),
    id: String(id),
  }
}

const newestFirst = sql`created_at desc, id desc`
const stockFirst = sql`in_stock desc, created_at desc, id desc`

/** The stages of one search by how well parts fit, from the cursor's place on. */
export function stagesByFit(search: Search, filters: Filters, place: Place | undefined): Stage[] {
  return [...numberStages(search, filters, place), ...wordStages(search, filters, place)]
}

/** Every part that a search finds; undefined where it can find none. */
export function foundBy({ query, question, besides }: Search, match = matches): Condition | undefined {
  const numbers = numberConditions(question).map((number) => all([number, ...wordConditions(besides)]))
  const found = [...numbers, ...(query ? [match(query.text.anywhere)] : [])]
  return found.length > 0 ? sql<SqlBool>`(${sql.join(found, sql` or `)})` : undefined
}

/** The one stage of a search in another order. */
export function stageInOrder(
  search: Search,
  filters: Filters,
  order: ListOrder<ProductPart>,
  after: KeyValue[] | undefined,
): Stage[] {
  const { reading, query } = search
  const found = foundBy(search, matchesUnseen)
  if (!found) return []
  const fits = [found, ...columnsOf(filters)]
  const later = after && beyond(order, after)
  const isLarge = query !== undefined && isCommon(query, 'anywhere')
  return [
    {
      ...{ reading, rank: sql.lit(0), set: [onSale, ...fits], beyond: later, order: orderBy(order) },
      walk: isLarge
        ? {
            within: [onSale, ...shelfConditions(filters), ...(later ? [later] : [])],
            fits,
            order: orderBy(order),
          }
        : undefined,
    },
  ]
}

function numberStages(
  { reading, question, besides }: Search,
  filters: Filters,
  place: Place | undefined,
): Stage[] {
  const [exact, begins] = numberConditions(question, unseen)
  const within = [onSale, ...columnsOf(filters), ...wordConditions(besides)]
  const stages: (Stage | undefined)[] = [
    exact && reach(place, RANKS.exact)
      ? {
          ...{ reading, rank: sql.lit(RANKS.exact), set: [...within, exact] },
          // "MT 068-374" is that number, and not another's "06 8374"
          order: sql`length(part_number_key) desc, in_stock desc, created_at desc, id desc`,
          beyond: inside(place, RANKS.exact) ? byLength(place) : undefined,
        }
      : undefined,
    begins && reach(place, RANKS.begins)
      ? {
          ...{ reading, rank: sql.lit(RANKS.begins), set: [...within, begins] },
          order: sql`part_number_key collate "C", created_at desc, id desc`,
          beyond: inside(place, RANKS.begins) ? byNumber(place) : undefined,
        }
      : undefined,
  ]
  return stages.filter((stage) => stage !== undefined)
}

/** What makes a part one of this number, and one whose number only begins so. `give` writes a value of a type. */
function numberConditions({ numbers, whole }: Question, give = seen): Condition[] {
  if (numbers.length === 0) return []
  const any = give(numbers, 'text[]')
  const exact = sql<SqlBool>`part_number_key = any(${any}::text[])`
  if (whole.length < 2 || !hasDigit(whole)) return [exact]
  // as `like` has it, but also where the planner does not know the number
  const begins = sql<SqlBool>`part_number_key ~>=~ ${give(whole, 'text')} and part_number_key ~<~ ${give(`${whole}~`, 'text')}`
  return [exact, sql<SqlBool>`(${begins} and part_number_key <> all(${any}::text[]))`]
}

function seen(value: unknown, type: 'text' | 'text[]'): RawBuilder<unknown> {
  return sql`${value}::${sql.raw(type)}`
}

/** The planner does not see the value: it makes one plan for all of them. */
function unseen(value: unknown, type: 'text' | 'text[]'): RawBuilder<unknown> {
  return sql`(select ${seen(value, type)})`
}

function wordStages(
  { reading, query, question }: Search,
  filters: Filters,
  place: Place | undefined,
): Stage[] {
  if (!query) return []
  const numbers = numberConditions(question, unseen)
  const others = numbers.length > 0 ? [sql<SqlBool>`(${sql.join(numbers, sql` or `)}) is not true`] : []
  const conditions = [...columnsOf(filters), ...others]
  if (!isCommon(query, 'anywhere')) return [allFits(query, { reading, conditions, place })]
  const possible = FITS.filter((fit) => query.most[fit] > 0)
  const fits = possible.filter((fit) => reach(place, RANKS[fit]))
  return fits.map((fit) => {
    const better = possible.slice(0, possible.indexOf(fit))
    const own = [
      matchesUnseen(query.text[fit]),
      ...better.map((one) => sql<SqlBool>`not ${matchesUnseen(query.text[one])}`),
    ]
    const isInside = inside(place, RANKS[fit])
    const isPastStock = isInside && place?.inStock === 0
    return {
      ...{ reading, rank: sql.lit(RANKS[fit]), set: [onSale, ...own, ...conditions], order: stockFirst },
      beyond: isInside ? byStock(place) : undefined,
      walk:
        isCommon(query, fit) && !isPastStock
          ? {
              within: [onSale, ...shelfConditions(filters), ...(isInside && place ? [older(place)] : [])],
              fits: [sql<SqlBool>`in_stock`, ...own, ...conditions],
              order: newestFirst,
            }
          : undefined,
    }
  })
}

/** Whether a fit may have so many parts that an order is walked sooner than all are found. */
function isCommon({ most, likely }: WordQuery, fit: Fit): boolean {
  return most[fit] > FEW_TO_SORT && likely[fit] > FEW_TO_SORT / 10
}

/** Few parts are found at once, however well they fit. */
function allFits(
  { text, most }: WordQuery,
  { reading, conditions, place }: { reading: number; conditions: Condition[]; place: Place | undefined },
): Stage {
  // always of one shape, so that the statement is one of few
  const fits = FITS.filter((fit) => fit !== 'anywhere')
  const ranks = fits.map(
    (fit) => sql`when ${matchesUnseen(most[fit] > 0 ? text[fit] : NO_PART)} then ${sql.lit(RANKS[fit])}`,
  )
  const rank = sql<number>`case ${sql.join(ranks, sql` `)} else ${sql.lit(RANKS.anywhere)} end`
  return {
    ...{ reading, rank, set: [onSale, matchesUnseen(text.anywhere), ...conditions] },
    order: sql`rank desc, in_stock desc, created_at desc, id desc`,
    beyond:
      place && place.rank <= RANKS.kind
        ? sql<SqlBool>`(rank, in_stock::integer, created_at, id)
            < (${place.rank}::integer, ${place.inStock}::integer, ${place.createdAt}::timestamptz, ${place.id}::uuid)`
        : undefined,
  }
}

/** Whether rows of a rank may still come after a place. */
function reach(place: Place | undefined, rank: number): boolean {
  return place === undefined || place.rank >= rank
}

function inside(place: Place | undefined, rank: number): boolean {
  return place?.rank === rank
}

function byStock(place: Place | undefined): Condition | undefined {
  return (
    place &&
    sql<SqlBool>`(in_stock::integer, created_at, id)
      < (${place.inStock}::integer, ${place.createdAt}::timestamptz, ${place.id}::uuid)`
  )
}

function byLength(place: Place | undefined): Condition | undefined {
  return (
    place &&
    sql<SqlBool>`(length(part_number_key), in_stock::integer, created_at, id)
      < (${place.number.length}::integer, ${place.inStock}::integer, ${place.createdAt}::timestamptz, ${place.id}::uuid)`
  )
}

function byNumber(place: Place | undefined): Condition | undefined {
  return (
    place &&
    sql<SqlBool>`(part_number_key collate "C" > ${place.number}
      or (part_number_key = ${place.number} and ${older(place)}))`
  )
}

function older({ createdAt, id }: Place): Condition {
  return sql<SqlBool>`(created_at, id) < (${createdAt}::timestamptz, ${id}::uuid)`
}

/** What filters ask of columns; shelves and brands are also words. */
function columnsOf(filters: Filters): Condition[] {
  return [...priceConditions(filters), ...stockConditions(filters)]
}

function wordConditions(words: readonly string[]): Condition[] {
  return words.length > 0 ? [matchesUnseen(words.join(' & '))] : []
}
