import { sql } from 'kysely'
import { cellOf as valueCell } from '#contract/catalog/part-types/attribute-values.ts'
import { ATTRIBUTE_PREFIX, importColumns } from '#contract/catalog/products/part-fields.ts'
import type { Product } from '#contract/catalog/products/products.ts'
import { priceInput } from '#contract/platform/money.ts'
import type { Db } from '#database/open.ts'
import type { ListPage } from '../../platform/http/page-of-list.ts'
import { listProducts } from '../products/list.ts'
import { toCell, toCsv } from './cell-text.ts'
import { listImportErrors } from './imports.ts'

const ROWS_AT_ONCE = 1000
/** Excel recognises UTF-8 by the byte order mark only. */
const BYTE_ORDER_MARK = '\ufeff'

/** CSV of all parts on sale, newest first. Each page is a query of its own: no transaction stays open for a slow client. */
export async function* exportParts(
  db: Db,
  { currency, onProgress }: { currency: string; onProgress?: (parts: number) => void },
): AsyncGenerator<string> {
  const attributes = await usedAttributes(db)
  yield BYTE_ORDER_MARK + toCsv([[...importColumns, ...attributes.map((key) => ATTRIBUTE_PREFIX + key)]])
  let parts = 0
  const read = (after?: string) => listProducts(db, { limit: ROWS_AT_ONCE, sort: 'newest', after }, currency)
  for await (const products of pagesOf(read)) {
    yield toCsv(
      products.map((product) => [
        ...importColumns.map((column) => cellOf(product, column)),
        ...attributes.map((key) => attributeCell(product, key)),
      ]),
    )
    parts += products.length
    onProgress?.(parts)
  }
}

export async function* exportImportErrors(db: Db, id: string): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + toCsv([['row', 'column', 'value', 'message']])
  const read = (after?: string) => listImportErrors(db, { id, limit: ROWS_AT_ONCE, after })
  for await (const errors of pagesOf(read)) {
    yield toCsv(
      errors.map(({ row, column, value, message }) => [
        String(row),
        column ?? '',
        toCell(value ?? ''),
        toCell(message),
      ]),
    )
  }
}

async function* pagesOf<T>(read: (after?: string) => Promise<ListPage<T>>): AsyncGenerator<T[]> {
  let after: string | undefined
  do {
    const { items, next } = await read(after)
    if (items.length > 0) yield items
    after = next ?? undefined
  } while (after !== undefined)
}

/** The keys of the attributes that parts on sale have. */
async function usedAttributes(db: Db): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select distinct jsonb_object_keys(attributes) collate "C" as key from products where archived_at is null order by 1`.execute(
    db,
  )
  return rows.map(({ key }) => key)
}

function attributeCell({ attributes }: Product, key: string): string {
  const found = attributes.find((attribute) => attribute.key === key)
  if (!found) return ''
  // a negative number is no formula, and with an apostrophe no number
  return typeof found.value === 'number' ? valueCell(found.value) : toCell(valueCell(found.value))
}

function cellOf(product: Product, column: (typeof importColumns)[number]): string {
  switch (column) {
    case 'price':
      return priceInput(product.price, product.currency)
    case 'minimumOrder':
    case 'availableQuantity':
      return String(product[column])
    case 'type':
      return product.type?.key ?? ''
    case 'images':
      return toCell(product.images.join('\n'))
    default:
      return toCell(product[column] ?? '')
  }
}
