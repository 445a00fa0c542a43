import { type RawBuilder, sql } from 'kysely'
import type { ProductSort } from '#contract/products/products.ts'
import type { ListOrder } from '../http/lists/page-of-list.ts'
import type { ProductPart } from './product.ts'

const ID = { column: sql.ref('id'), kind: 'id', of: (row: ProductPart) => row.id } as const
const PRICE = {
  column: sql.ref('price_minor'),
  kind: 'integer',
  of: (row: ProductPart) => row.price_minor,
} as const

export type SortName = Exclude<ProductSort, 'relevance'>

/** The orders in which parts are listed, other than by how well they fit. */
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

/** An order as SQL says it. */
export function orderBy<Row>({ keys, descending }: ListOrder<Row>): RawBuilder<unknown> {
  return sql.join(keys.map(({ column }) => sql`${column} ${sql.raw(descending ? 'desc' : 'asc')}`))
}

/** An order of found parts: its cursors also keep the words that were searched for. */
export function withWords<Row>(order: ListOrder<Row>, wordsOf: (row: Row) => string): ListOrder<Row> {
  const words = { column: sql`''`, kind: 'text', of: wordsOf } as const
  return { ...order, keys: [...order.keys, words] }
}
