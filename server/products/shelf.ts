import type { Category } from '#contract/products/categories.ts'
import type { Product } from '#contract/products/products.ts'
import type { Db } from '#database/open.ts'
import { type Prepared, prepare } from '#database/prepared.ts'
import type { KeyValue } from '../http/lists/list-cursor.ts'
import { beyond, cursorValues, cutPage, type ListPage, type PageRequest } from '../http/lists/page-of-list.ts'
import { onSale, shelfConditions } from './list-filters.ts'
import { orderBy, type orders, type SortName } from './list-orders.ts'
import { type ProductPart, productColumns } from './product.ts'

type Shelf = PageRequest & { category: Category | undefined }
type View = { order: (typeof orders)[SortName]; toItem: (row: ProductPart) => Product }

/** By what it is narrowed to: a handful, and the same at every call. */
const statements = new Map<string, Prepared<ProductPart>>()

/**
 * All parts, or one category's, from an index in the list's order. Visitors and crawlers page through these lists more
 * than through any others, and no two ask for the same page: so they are prepared, and built but once.
 */
export async function listShelf(
  db: Db,
  { limit, after, category }: Shelf,
  { order, toItem }: View,
): Promise<ListPage<Product>> {
  const place = after === undefined ? undefined : cursorValues(order, after)
  const name = `list-${order.name}${category ? '-of-category' : ''}${place ? '-after' : ''}`
  const statement = statements.get(name) ?? build(db, { name, category, place, order })
  statements.set(name, statement)
  const rows = await statement(db, [...(category ? [category] : []), ...(place ?? []), limit + 1])
  return cutPage(rows, { order, limit, toItem })
}

type Narrowed = Pick<View, 'order'> & {
  name: string
  category: Category | undefined
  place: KeyValue[] | undefined
}

/** Its parameters are the category, the place and the limit, in this order. */
function build(db: Db, { name, category, place, order }: Narrowed): Prepared<ProductPart> {
  let parts = db.selectFrom('products').select(productColumns).where(onSale)
  for (const condition of shelfConditions({ category: category && [category] }))
    parts = parts.where(condition)
  if (place) parts = parts.where(beyond(order, place))
  return prepare(name, parts.orderBy(orderBy(order)).limit(1).compile().sql)
}
