import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { AppError } from '#contract/errors.ts'
import { validationTexts } from '#contract/messages/validation.ts'
import { toMinor } from '#contract/money.ts'
import type { Category } from '#contract/products/categories.ts'
import { quote } from './search/query.ts'
import { brandKey } from './search/text.ts'

/** What a list of parts is narrowed to; prices in minor units. */
export type Filters = {
  category?: Category[] | undefined
  brand?: string[] | undefined
  minPriceMinor?: number | undefined
  maxPriceMinor?: number | undefined
  inStock?: boolean | undefined
}

type AskedFilters = Omit<Filters, 'minPriceMinor' | 'maxPriceMinor'> & {
  minPrice?: number | undefined
  maxPrice?: number | undefined
}

/** Filters as the wire has them. Throws `invalid_request` naming a price with more decimals than the currency has. */
export function toFilters<Asked extends AskedFilters>(
  { minPrice, maxPrice, ...rest }: Asked,
  currency: string,
): Omit<Asked, 'minPrice' | 'maxPrice'> & Pick<Filters, 'minPriceMinor' | 'maxPriceMinor'> {
  const bounds = { minPrice, maxPrice }
  const minor = (path: keyof typeof bounds) => {
    const amount = bounds[path]
    const value = amount === undefined ? undefined : toMinor(amount, currency)
    if (amount === undefined || value !== undefined) return value
    throw new AppError('invalid_request', { errors: [{ path, message: validationTexts.priceBound }] })
  }
  return { ...rest, minPriceMinor: minor('minPrice'), maxPriceMinor: minor('maxPrice') }
}

export type Condition = RawBuilder<SqlBool>

export const onSale: Condition = sql<SqlBool>`archived_at is null`

/** The words of the shelves and brands asked for, as PostgreSQL's text search takes them. */
export function filterWords({ category, brand }: Filters): string[] {
  const anyOf = (words: string[]) => `(${words.map(quote).join(' | ')})`
  return [
    ...(category?.length ? [anyOf(category.map((id) => `c:${id}`))] : []),
    ...(brand?.length ? [anyOf(brandWords(brand))] : []),
  ]
}

export function brandWords(brands: readonly string[]): string[] {
  return brands.map((brand) => `b:${brandKey(brand)}`)
}

export function matches(query: string): Condition {
  return sql<SqlBool>`search_vector @@ ${query}::tsquery`
}

/** The planner does not see these words: it takes the index of words however common they are. */
export function matchesUnseen(query: string): Condition {
  return sql<SqlBool>`search_vector @@ (select ${query}::tsquery)`
}

export function priceConditions({ minPriceMinor, maxPriceMinor }: Filters): Condition[] {
  return [
    ...(minPriceMinor === undefined ? [] : [sql<SqlBool>`price_minor >= ${minPriceMinor}::bigint`]),
    ...(maxPriceMinor === undefined ? [] : [sql<SqlBool>`price_minor <= ${maxPriceMinor}::bigint`]),
  ]
}

export function stockConditions({ inStock }: Filters): Condition[] {
  return inStock ? [sql<SqlBool>`in_stock`] : []
}

/** One shelf is a place of its own in every order; several are looked for like words. */
export function shelfConditions({ category }: Filters): Condition[] {
  return category?.length === 1 ? [sql<SqlBool>`category = ${category[0]}`] : []
}

export function all(conditions: readonly Condition[]): Condition {
  return conditions.length > 0 ? sql<SqlBool>`${sql.join(conditions, sql` and `)}` : sql<SqlBool>`true`
}
