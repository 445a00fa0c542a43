import { type RawBuilder, sql } from 'kysely'
import { type PartColumn, partFields } from '#contract/products/part-fields.ts'

export const partColumns: PartColumn[] = partFields.map(({ column }) => column)
/** What a part's search words are made of, as the database's trigger has it. */
export const textColumns: PartColumn[] = ['name', 'description', 'brand', 'category', 'part_number']

/** What a new part has where the file does not state it. */
export const initialValues = Object.fromEntries(
  partFields.flatMap((field) => ('initial' in field ? [[field.column, field.initial]] : [])),
)

/** The fields of a part on sale under the names that staged rows use. */
export const partObject = sql`jsonb_build_object(${sql.join(
  partColumns.flatMap((name) => [sql.lit(name), sql.ref(`products.${name}`)]),
)})`

/** A field's value in the JSON of a change, with the type of its column. */
export function readColumn(column: PartColumn, change: RawBuilder<unknown>): RawBuilder<unknown> {
  const text = sql`${change} ->> ${sql.lit(column)}`
  switch (partFields.find((field) => field.column === column)?.kind) {
    case 'price':
      return sql`(${text})::bigint`
    case 'count':
      return sql`(${text})::integer`
    case 'pictures':
      return sql`array(select jsonb_array_elements_text(${change} -> ${sql.lit(column)}))`
    default:
      return text
  }
}
