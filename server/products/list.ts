import { sql } from 'kysely'
import { AppError } from '#contract/errors.ts'
import { validationTexts } from '#contract/messages/validation.ts'
import type { Product, ProductSort } from '#contract/products/products.ts'
import type { Db } from '#database/open.ts'
import { type Prepared, prepare } from '#database/prepared.ts'
import type { KeyValue } from '../http/lists/list-cursor.ts'
import {
  beyond,
  cursorValues,
  cutPage,
  type ListOrder,
  type ListPage,
  type PageRequest,
} from '../http/lists/page-of-list.ts'
import {
  categoryConditions,
  columnConditions,
  type Filters,
  hasFilters,
  matches,
  onSale,
  orderBy,
  orders,
  type SortName,
} from './list-query.ts'
import { type RankedPart, selectTiers } from './list-statement.ts'
import { type ProductPart, productColumns, toProduct } from './product.ts'
import {
  type Interpretation,
  interpret,
  interpretAs,
  type Step,
  steps,
  wordsToStem,
} from './search/interpret.ts'
import { filterQueries, toMatch } from './search/match.ts'
import {
  byRelevance,
  runFirstWithResults,
  tierInOrder,
  tiersByRelevance,
  toRankedPosition,
} from './search/rank.ts'
import { tokenise } from './search/tokenise.ts'
import { type Versioned, vocabularyVersion, withVocabulary } from './search/vocabulary.ts'

export type ProductQuery = PageRequest & Filters & { q?: string | undefined; sort?: ProductSort | undefined }

/**
 * One page of the parts on sale. `relevance` is the default with `q` and means `newest` without. Throws
 * `invalid_request` for a cursor of another list.
 */
export async function listProducts(
  db: Db,
  { q, sort, limit, after, ...filters }: ProductQuery,
  currency: string,
): Promise<ListPage<Product>> {
  const toItem = (row: ProductPart) => toProduct(row, currency)
  const sorted = sort === undefined || sort === 'relevance' ? undefined : sort
  const page = { limit, after }
  if (q?.trim()) return searchProducts(db, q, { page, filters, sort: sorted, toItem })
  const order = orders[sorted ?? 'newest']
  const isCategory = filters.category?.length === 1
  const { category: _, ...others } = filters
  if (hasFilters(isCategory || !filters.category?.length ? others : filters))
    return listFiltered(db, { page, filters, order, toItem })
  return listCategory(db, { page, filters, order, toItem })
}

type View = {
  page: PageRequest
  filters: Filters
  order: ListOrder<ProductPart>
  toItem: (row: ProductPart) => Product
}

/** Scans an index in the list's order; where few parts pass the filters, finds and sorts these. */
async function listFiltered(db: Db, { page, filters, order, toItem }: View): Promise<ListPage<Product>> {
  const { limit, after } = page
  const isCategory = filters.category?.length === 1
  const queries = filterQueries({ ...filters, category: isCategory ? [] : filters.category })
  const conditions = [...columnConditions(filters), ...queries.map((query) => matches(query))]
  const afterCursor = after === undefined ? [] : [beyond(order, cursorValues(order, after))]
  const within = [onSale, ...categoryConditions(filters), ...afterCursor]
  const tier = {
    rank: sql.lit(0),
    conditions: [...within, ...conditions],
    afterCursor: undefined,
    order: orderBy(order),
    scan: { within, conditions, order: orderBy(order) },
  }
  const { rows } = await selectTiers(db, [tier], { limit: limit + 1, version: 'null', isRepeated: false })
  return cutPage(rows, { order, limit, toItem })
}

/** The prepared statements of `listCategory`: one for each order, with or without a category and a cursor. */
const categoryStatements = new Map<string, Prepared<ProductPart>>()

/**
 * All parts, or one category's, from an index in the list's order. The statements are prepared: these lists are requested
 * most, and the many cursors of crawlers make few cache hits.
 */
async function listCategory(db: Db, { page, filters, order, toItem }: View): Promise<ListPage<Product>> {
  const { limit, after } = page
  const [category] = filters.category ?? []
  const position = after === undefined ? undefined : cursorValues(order, after)
  const name = `list-${order.name}${category ? '-of-category' : ''}${position ? '-after' : ''}`
  const statement =
    categoryStatements.get(name) ?? prepare<ProductPart>(name, categorySql(db, filters, order, position))
  categoryStatements.set(name, statement)
  const rows = await statement(db, [...(category ? [category] : []), ...(position ?? []), limit + 1])
  return cutPage(rows, { order, limit, toItem })
}

/** Parameters: the category, the cursor's values, the limit. */
function categorySql(
  db: Db,
  filters: Filters,
  order: ListOrder<ProductPart>,
  position: KeyValue[] | undefined,
): string {
  let parts = db.selectFrom('products').select(productColumns).where(onSale)
  for (const condition of categoryConditions(filters)) parts = parts.where(condition)
  if (position) parts = parts.where(beyond(order, position))
  return parts.orderBy(orderBy(order)).limit(1).compile().sql
}

const NO_PAGE: ListPage<Product> = { items: [], next: null }

type SearchView = Omit<View, 'order'> & { sort: SortName | undefined }

/**
 * Interpretations of the query are tried in order; the first that finds a part, without filters, is used. A cursor names
 * its interpretation, so that later pages use the same.
 */
async function searchProducts(
  db: Db,
  q: string,
  { page, filters, sort, toItem }: SearchView,
): Promise<ListPage<Product>> {
  const { limit, after } = page
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
      if (inOrder.length === 0) return { value: NO_PAGE, version: null }
      return runFirstWithResults(db, inOrder, { vocabulary, filters, run: select, isEmpty })

      async function select(used: Interpretation): Promise<Versioned<ListPage<Product>>> {
        const match = toMatch(used, vocabulary, filters)
        const tiers = sort
          ? tierInOrder(match, filters, orders[sort], cursor?.position)
          : tiersByRelevance(match, filters, cursor && toRankedPosition(cursor.position))
        if (tiers.length === 0) return { value: NO_PAGE, version: null }
        const { rows, version } = await selectTiers(db, tiers, {
          limit: limit + 1,
          version: vocabularyVersion,
          isRepeated: !hasFilters(filters) && !cursor,
        })
        return { value: cutPage(rows, { order: searchOrder(sort, used), limit, toItem }), version }
      }
    },
  )
}

function searchOrder(sort: SortName | undefined, used?: Interpretation): ListOrder<RankedPart> {
  const order: ListOrder<RankedPart> = sort ? orders[sort] : byRelevance
  const text = { column: sql`''`, kind: 'text', of: () => used?.text ?? '' } as const
  const step = { column: sql`''`, kind: 'text', of: () => used?.step ?? '' } as const
  return { ...order, keys: [...order.keys, text, step] }
}

type SearchCursor = { position: KeyValue[]; text: string; step: Step }

/** Throws `invalid_request` naming `after` for a cursor of another list. */
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

/** A query has at most 200 characters; normalised, some become several. */
const LONGEST_TEXT = 1000
