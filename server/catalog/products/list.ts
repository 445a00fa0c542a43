import { type SqlBool, sql } from 'kysely'
import type { Product, ProductSort } from '#contract/catalog/products/products.ts'
import { AppError } from '#contract/platform/errors.ts'
import { validationTexts } from '#contract/platform/texts/validation.ts'
import type { Db } from '#database/open.ts'
import {
  cursorValues,
  cutPage,
  type KeyValue,
  type ListOrder,
  type ListPage,
  type PageRequest,
  rowsAfter,
} from '../../platform/http/page-of-list.ts'
import { type Catalogue, currentCatalogue } from '../part-types/catalogue.ts'
import {
  type Interpretation,
  interpret,
  interpretAs,
  type Step,
  steps,
  wordsToStem,
} from '../search/interpret.ts'
import { filterQueries, toMatch } from '../search/match.ts'
import { anyMatch, byRelevance, foundInOrder, tiersByRelevance } from '../search/rank.ts'
import { tokenise } from '../search/tokenise.ts'
import { type Versioned, type Vocabulary, vocabularyVersion, withVocabulary } from '../search/vocabulary.ts'
import {
  all,
  type Condition,
  categoryConditions,
  type Filters,
  hasFilters,
  matches,
  onSale,
  orderBy,
  type RankedPart,
  type SortName,
  selectTiers,
  sortOrders,
  tierInOrder,
} from './list-query.ts'
import { type PartRow, productColumns, toProduct } from './product.ts'
import { runPrepared } from './repeated-statements.ts'

/** A page by its cursor, or by its number. */
type NumberedPage = PageRequest & { page?: number | undefined }
export type ProductQuery = NumberedPage & Filters & { q?: string | undefined; sort?: ProductSort | undefined }

type View = {
  page: PageRequest & { offset: number }
  filters: Filters
  sort: SortName | undefined
  toItem: (row: PartRow) => Product
}

/** One page of the parts on sale. `relevance` is the default with `q`. Throws `invalid_request` for a cursor that is invalid or of another list. */
export async function listProducts(
  db: Db,
  { q, sort, limit, after, page = 1, ...filters }: ProductQuery,
  currency: string,
): Promise<ListPage<Product>> {
  const catalogue = await currentCatalogue(db)
  const view: View = {
    page: { limit, after, offset: (page - 1) * limit },
    filters,
    sort: sort === 'relevance' ? undefined : sort,
    toItem: (row) => toProduct(row, currency, catalogue),
  }
  if (q?.trim()) return searchProducts(db, q, view)
  const { category = [], subcategory: _, ...others } = filters
  if (category.length <= 1 && !hasFilters(others)) return listCategory(db, view)
  return listFiltered(db, view, partsExpected(filters, catalogue) >= ENOUGH_TO_SCAN)
}

/** Of a type's parts that are expected to match. Fewer are found by their values and sorted, which is faster than a scan in the list's order. */
const ENOUGH_TO_SCAN = 150

/** How many parts of a type have the values of all filters, if the values of one attribute tell nothing of another's. */
function partsExpected({ partTypeId, attributes = [] }: Filters, { facetsOfType }: Catalogue): number {
  const facets = partTypeId && attributes.length > 0 ? facetsOfType.get(partTypeId) : undefined
  if (!facets) return Infinity
  const ofAttribute = new Map<string, number>()
  for (const [facet, parts] of facets) {
    const [key = ''] = facet.split('=')
    ofAttribute.set(key, (ofAttribute.get(key) ?? 0) + parts)
  }
  // every type has an attribute that nearly all of its parts have
  const ofType = Math.max(...ofAttribute.values())
  return attributes.reduce(
    (expected, { any }) => (expected * any.reduce((sum, one) => sum + (facets.get(one) ?? 0), 0)) / ofType,
    ofType,
  )
}

async function listFiltered(
  db: Db,
  { page, filters, sort, toItem }: View,
  isFrequent: boolean,
): Promise<ListPage<Product>> {
  const { limit, after, offset } = page
  const order = sortOrders[sort ?? 'newest']
  const isCategory = filters.category?.length === 1
  const queries = filterQueries({ ...filters, category: isCategory ? [] : filters.category })
  const tier = tierInOrder(queries.map(matches), filters, {
    order,
    after: after === undefined ? undefined : cursorValues(order, after),
    isFrequent,
  })
  const { rows } = await selectTiers(db, [tier], {
    limit: limit + 1,
    offset,
    version: 'null',
    isRepeated:
      (queries.length > 0 || filters.partTypeId !== undefined) && after === undefined && offset === 0,
  })
  return cutPage(rows, { order, limit, toItem })
}

/** All parts, or one category's, from an index in the list's order. */
async function listCategory(db: Db, { page, filters, sort, toItem }: View): Promise<ListPage<Product>> {
  const { limit, after, offset } = page
  const order = sortOrders[sort ?? 'newest']
  const conditions = [onSale, ...categoryConditions(filters)]
  if (after !== undefined) conditions.push(rowsAfter(order, cursorValues(order, after)))
  const statement = db
    .selectFrom('products')
    .select(productColumns)
    .where(offset === 0 ? all(conditions) : idsOf(conditions, { order, limit, offset }))
    .orderBy(orderBy(order))
    .limit(limit + 1)
  return cutPage(await runPrepared<PartRow>(db, statement.compile()), { order, limit, toItem })
}

/** Rows before a numbered page are counted in the index alone. */
function idsOf(
  conditions: readonly Condition[],
  { order, limit, offset }: { order: ListOrder<PartRow>; limit: number; offset: number },
): Condition {
  return sql<SqlBool>`id in (
    select id from products where ${all(conditions)} order by ${orderBy(order)} limit ${limit + 1}::integer offset ${offset}::integer
  )`
}

const NO_PAGE: Versioned<ListPage<Product>> = { value: { items: [], next: null }, version: null }

/** A cursor names its interpretation, so that later pages use the same. */
async function searchProducts(db: Db, q: string, { page, filters, sort, toItem }: View) {
  const { limit, after, offset } = page
  const cursor = after === undefined ? undefined : readSearchCursor(sort, after)
  const query = tokenise(cursor?.text ?? q)
  return withVocabulary(
    db,
    () => wordsToStem(query),
    async (vocabulary) => {
      const inOrder = cursor
        ? [interpretAs(cursor.text, cursor.step, vocabulary)]
        : interpret(q.trim(), query, vocabulary).inOrder
      const isEmpty = ({ items }: ListPage<Product>) => items.length === 0
      if (inOrder.length === 0) return NO_PAGE
      return runFirstWithResults(db, inOrder, {
        vocabulary,
        // behind the last part there is nothing either: that is no reason for another interpretation
        isNarrowed: hasFilters(filters) || offset > 0,
        run: select,
        isEmpty,
      })

      async function select(used: Interpretation): Promise<Versioned<ListPage<Product>>> {
        const match = toMatch(used, vocabulary, filters)
        const tiers = sort
          ? foundInOrder(match, filters, { order: sortOrders[sort], after: cursor?.position })
          : tiersByRelevance(match, filters, cursor?.position)
        if (tiers.length === 0) return NO_PAGE
        const { rows, version } = await selectTiers(db, tiers, {
          limit: limit + 1,
          offset,
          version: vocabularyVersion,
          isRepeated: !cursor && offset === 0,
        })
        return { value: cutPage(rows, { order: searchOrder(sort, used), limit, toItem }), version }
      }
    },
  )
}

type Use<T> = {
  vocabulary: Vocabulary
  isNarrowed: boolean
  run: (used: Interpretation) => Promise<Versioned<T>>
  isEmpty: (value: T) => boolean
}

/**
 * Runs a search by the first interpretation. If it finds nothing: by the first one that matches a part on sale, filters aside.
 * `isNarrowed`: the interpretation may match, although nothing is found. `used` is null if none does, but a single interpretation with filters counts as used.
 */
export async function runFirstWithResults<T>(
  db: Db,
  inOrder: readonly Interpretation[],
  { vocabulary, isNarrowed, run, isEmpty }: Use<T>,
): Promise<Versioned<T> & { used: Interpretation | null }> {
  const [first, ...others] = inOrder
  if (!first) throw new Error('A search needs an interpretation')
  const found = await run(first)
  if (!isEmpty(found.value)) return { ...found, used: first }
  if (others.length === 0) return { ...found, used: isNarrowed ? first : null }
  const [other, another] = others
  const isOnlyChoice = other && !another && !isNarrowed
  const used = isOnlyChoice ? other : await findFirstWithParts(db, isNarrowed ? inOrder : others, vocabulary)
  if (!used || used === first) return { ...found, used: used ?? null }
  const { value } = await run(used)
  return { value, version: found.version, used: isOnlyChoice && isEmpty(value) ? null : used }
}

/** The first interpretation that matches any part on sale, filters aside. Runs one statement at most. */
export async function findFirstWithParts(
  db: Db,
  interpretations: readonly Interpretation[],
  vocabulary: Vocabulary,
): Promise<Interpretation | undefined> {
  const possible = interpretations.flatMap((one) => {
    const found = anyMatch(toMatch(one, vocabulary, {}))
    return found ? [{ one, found }] : []
  })
  if (possible.length === 0) return undefined
  const name = (at: number) => sql.ref(`found_${at}`)
  // planned as if all rows were needed, with the index of words; only one is read
  const ctes = possible.map(
    ({ found }, at) => sql`${name(at)} as materialized (select from products where ${all([onSale, found])})`,
  )
  const cases = possible.map((_, at) => sql`when exists (table ${name(at)}) then ${sql.lit(at)}`)
  const { rows } = await sql<{ at: number | null }>`
    with ${sql.join(ctes)} select case ${sql.join(cases, sql` `)} end as at`.execute(db)
  return possible[rows[0]?.at ?? -1]?.one
}

function searchOrder(sort: SortName | undefined, used?: Interpretation): ListOrder<RankedPart> {
  const order: ListOrder<RankedPart> = sort ? sortOrders[sort] : byRelevance
  const text = { column: sql`''`, kind: 'text', of: () => used?.text ?? '' } as const
  const step = { column: sql`''`, kind: 'text', of: () => used?.step ?? '' } as const
  return { ...order, keys: [...order.keys, text, step] }
}

type SearchCursor = { position: KeyValue[]; text: string; step: Step }

/** A query has at most 200 characters; normalising replaces some of them by several. */
const LONGEST_TEXT = 1000

function readSearchCursor(sort: SortName | undefined, after: string): SearchCursor {
  const values = cursorValues(searchOrder(sort), after)
  const step = steps.find((one) => one === values.at(-1))
  const text = values.at(-2)
  if (step === undefined || typeof text !== 'string' || text.length > LONGEST_TEXT)
    throw new AppError('invalid_request', {
      errors: [{ path: 'after', message: validationTexts.cursorInvalid }],
    })
  return { position: values.slice(0, -2), text, step }
}
