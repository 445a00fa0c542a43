import { sql } from 'kysely'
import { fromMinor } from '#contract/money.ts'
import type { ImportChange, ImportError } from '#contract/products/imports.ts'
import { type PartField, partFields } from '#contract/products/part-fields.ts'
import type { ImportedPart } from '#database/column-values.ts'
import type { Db } from '#database/open.ts'
import { type ListOrder, type ListPage, type PageRequest, pageOfList } from '../../http/lists/page-of-list.ts'
import { getImport } from './imports.ts'

type ListedChange = {
  row: number
  product_id: string
  before: ImportedPart | null
  after: ImportedPart
  name: string | null
}
const byRow: ListOrder<ListedChange> = {
  name: 'row',
  descending: false,
  keys: [{ column: sql.ref('row'), kind: 'integer', of: (change) => change.row }],
}

type ChangesAsked = PageRequest & { id: string; currency: string; isNew?: boolean }

/** What an import writes, or wrote, in the order of the file; only new parts, or only others, where asked so. Throws `not_found`. */
export async function listImportChanges(
  db: Db,
  { id, currency, isNew, ...page }: ChangesAsked,
): Promise<ListPage<ImportChange>> {
  await getImport(db, id)
  const changes = db
    .selectFrom('import_changes')
    .leftJoin('products', 'products.id', 'product_id')
    .select(['row', 'product_id', 'before', 'after', 'products.name'])
    .where('import_id', '=', id)
    .$if(isNew !== undefined, (query) => query.where('before', isNew ? 'is' : 'is not', null))
  return pageOfList(changes, { order: byRow, page, toItem: (change) => toChange(change, currency) })
}

function toChange({ row, product_id, before, after, name }: ListedChange, currency: string): ImportChange {
  const shown = (part: ImportedPart | null, { column, kind }: PartField) => {
    const value = part?.[column] ?? null
    return kind === 'price' && typeof value === 'number' ? fromMinor(value, currency) : value
  }
  const fields = partFields
    .filter(({ column }) => column in after)
    .map((field) => ({ field: field.name, before: shown(before, field), after: shown(after, field) }))
  const known = before ? (before.name ?? name) : after.name
  return { row, _id: product_id, productName: known ?? '', isNew: before === null, fields }
}

type ListedError = Omit<ImportError, 'column'> & { position: number; column_name: string | null }
const byPlace: ListOrder<ListedError> = {
  name: 'place',
  descending: false,
  keys: [
    { column: sql.ref('row'), kind: 'integer', of: (error) => error.row },
    { column: sql.ref('position'), kind: 'integer', of: (error) => error.position },
  ],
}

/** What is wrong in a file, in its order. Throws `not_found`. */
export async function listImportErrors(
  db: Db,
  { id, ...page }: PageRequest & { id: string },
): Promise<ListPage<ImportError>> {
  await getImport(db, id)
  const errors = db
    .selectFrom('import_errors')
    .select(['row', 'position', 'column_name', 'value', 'message'])
    .where('import_id', '=', id)
  return pageOfList(errors, {
    order: byPlace,
    page,
    toItem: ({ row, column_name: column, value, message }) => ({ row, column, value, message }),
  })
}
