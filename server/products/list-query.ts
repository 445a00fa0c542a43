import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { AppError } from '#contract/errors.ts'
import { validationTexts } from '#contract/messages/validation.ts'
import { toMinor } from '#contract/money.ts'
import type { Category } from '#contract/products/categories.ts'
import type { ProductSort } from '#contract/products/products.ts'
import type { ListOrder } from '../http/lists/page-of-list.ts'
import type { ProductPart } from './product.ts'

export type Filters = {
  category?: Category[] | undefined
  brand?: string[] | undefined
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

/** A query of PostgreSQL's text search. The planner does not see it, so it uses the index of words, however frequent. */
export function matches(tsquery: string): Condition {
  return sql<SqlBool>`search_vector @@ (select ${tsquery}::tsquery)`
}

export function priceConditions({ minPriceMinor, maxPriceMinor }: Filters): Condition[] {
  return [
    ...(minPriceMinor === undefined ? [] : [sql<SqlBool>`price_minor >= ${minPriceMinor}::bigint`]),
    ...(maxPriceMinor === undefined ? [] : [sql<SqlBool>`price_minor <= ${maxPriceMinor}::bigint`]),
  ]
}

/** Without categories and brands, which are lexemes. */
export function columnConditions(filters: Filters): Condition[] {
  return [...priceConditions(filters), ...(filters.inStock ? [sql<SqlBool>`in_stock`] : [])]
}

/** Each order has an index for one category; several categories are searched for as lexemes. */
export function categoryConditions({ category }: Filters): Condition[] {
  return category?.length === 1 ? [sql<SqlBool>`category = ${category[0]}`] : []
}

export function all(conditions: readonly Condition[]): Condition {
  return conditions.length > 0 ? sql<SqlBool>`${sql.join(conditions, sql` and `)}` : sql<SqlBool>`true`
}

export type SortName = Exclude<ProductSort, 'relevance'>

const ID = { column: sql.ref('id'), kind: 'id', of: (row: ProductPart) => row.id } as const
const PRICE = {
  column: sql.ref('price_minor'),
  kind: 'integer',
  of: (row: ProductPart) => row.price_minor,
} as const

/** The orders in which parts are listed, other than by relevance. */
export const orders: Record<SortName, ListOrder<ProductPart>> = {
  newest: {
    name: 'newest',
    descending: true,
    keys: [{ column: sql.ref('created_at'), kind: 'time', of: (row) => row.created_at.toISOString() }, ID],
  },
  price: { name: 'price', descending: false, keys: [PRICE, ID] },
  '-price': { name: '-price', descending: true, keys: [PRICE, ID] },
  name: {
    name: 'name',
    descending: false,
    keys: [{ column: sql.ref('name'), kind: 'text', of: (row) => row.name }, ID],
  },
}

export function orderBy<Row>({ keys, descending }: ListOrder<Row>): RawBuilder<unknown> {
  return sql.join(keys.map(({ column }) => sql`${column} ${sql.raw(descending ? 'desc' : 'asc')}`))
}
