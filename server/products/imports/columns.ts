import { sql } from 'kysely'
import type { ImportedPart } from '#database/column-values.ts'

/** A column of a part that a file may change. */
export type Column = keyof ImportedPart

export const partColumns: Column[] = [
  'name',
  'description',
  'price_minor',
  'minimum_order',
  'available',
  'img',
  'images',
  'category',
  'brand',
  'part_number',
]
/** What a part's search words are made of, as the database's trigger has it. */
export const textColumns: Column[] = ['name', 'description', 'brand', 'category', 'part_number']

/** A part's fields under the names that staged rows use. */
export const partFields = sql`jsonb_build_object(${sql.join(
  partColumns.flatMap((name) => [sql.lit(name), sql.ref(`products.${name}`)]),
)})`
