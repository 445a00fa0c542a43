import { type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import type { Category } from '#contract/categories.ts'
import type { Product, ProductSort } from '#contract/products.ts'
import type { Db, Tables } from '#database/open.ts'
import {
  type ListOrder,
  type ListPage,
  newestFirst,
  type PageRequest,
  pageOfList,
} from '../http/page-of-list.ts'
import { type ProductPart, productColumns, toProduct } from './product.ts'

export type ProductQuery = PageRequest & {
  q?: string | undefined
  category?: Category[] | undefined
  sort?: ProductSort | undefined
}

type FoundPart = ProductPart & { score: number }

const ID = { column: sql.ref('id'), kind: 'id', of: (row: ProductPart) => row.id } as const
const PRICE = {
  column: sql.ref('price_minor'),
  kind: 'integer',
  of: (row: ProductPart) => row.price_minor,
} as const
const orders: Record<Exclude<ProductSort, 'relevance'>, ListOrder<ProductPart>> = {
  newest: newestFirst('products'),
  price: { name: 'price', descending: false, keys: [PRICE, ID] },
  '-price': { name: '-price', descending: true, keys: [PRICE, ID] },
  name: {
    name: 'name',
    descending: false,
    keys: [{ column: sql.ref('name'), kind: 'text', of: (row) => row.name }, ID],
  },
}
const byRelevance: ListOrder<FoundPart> = {
  name: 'relevance',
  descending: true,
  keys: [
    { column: sql.ref('score'), kind: 'integer', of: (row) => row.score },
    ...newestFirst<FoundPart>('found').keys,
  ],
}

/** Relevance ranks this many of the newest matches, so that its cost does not grow with the catalogue. */
const MOST_RANKED = 1000

/**
 * One page of the parts on sale, in one statement. `relevance` is the default with `q` and means `newest` without.
 * Throws `invalid_request` for a cursor of another sort.
 */
export function listProducts(
  db: Db,
  { q, category, sort, ...page }: ProductQuery,
  currency: string,
): Promise<ListPage<Product>> {
  let parts = db.selectFrom('products').select(productColumns).where('archived_at', 'is', null)
  if (category?.length) parts = parts.where('category', 'in', category)
  const toItem = (row: ProductPart) => toProduct(row, currency)
  const search = q?.trim() ? searchFor(q) : undefined
  if (search && (sort === undefined || sort === 'relevance')) {
    return pageOfList(rank(db, parts, search), { order: byRelevance, page, toItem })
  }
  if (search) parts = parts.where(sql<SqlBool>`(${search.isNumber} or ${search.hasWords})`)
  const order = orders[sort === undefined || sort === 'relevance' ? 'newest' : sort]
  return pageOfList(parts, { order, page, toItem })
}

type Parts = SelectQueryBuilder<Tables, 'products', ProductPart>
type Search = Record<'isNumber' | 'hasWords', RawBuilder<SqlBool>> &
  Record<'numberScore' | 'wordScore', RawBuilder<number>>

/** The same number first, then numbers that begin alike, then words by rank. */
function searchFor(q: string): Search {
  const words = sql`websearch_to_tsquery('english', ${q})`
  const number = q.toLowerCase().replace(/[^a-z0-9]/g, '')
  return {
    isNumber: number === '' ? sql`false` : sql`part_number_key like ${`${number}%`}`,
    numberScore: sql`case when part_number_key = ${number} then 3000000 else 2000000 end`,
    hasWords: sql`words @@ ${words}`,
    wordScore: sql`(ts_rank(words, ${words}) * 1000000)::integer`,
  }
}

function rank(db: Db, parts: Parts, { isNumber, numberScore, hasWords, wordScore }: Search) {
  const byNumber = parts
    .select(numberScore.as('score'))
    .where(isNumber)
    // the index's own order, in which the same number comes before longer ones
    .orderBy(sql`part_number_key using ~<~`)
    .limit(MOST_RANKED)
  const byWords = parts
    .select(wordScore.as('score'))
    .where(hasWords)
    .where(sql<SqlBool>`(${isNumber}) is not true`)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(MOST_RANKED)
  const found = db
    .selectFrom(byNumber.as('number'))
    .selectAll()
    .unionAll(db.selectFrom(byWords.as('word')).selectAll())
  return db.selectFrom(found.as('found')).selectAll()
}
