import type { Category } from './categories.ts'

type PartFieldDescription = {
  /** The name on the wire, in a file of parts and in the form. */
  name: string
  /** The column of `products`. */
  column: string
  /**
   * How it is typed, stored and shown: `line` and `text` are texts of one and of several lines, `count` is a whole
   * number, `price` an amount on the wire and minor units in its column, `picture` the address of a picture.
   */
  kind: 'line' | 'text' | 'count' | 'price' | 'category' | 'picture' | 'pictures'
  /** The value of a new part that does not state the field; a field without one is required. */
  initial?: string | null | readonly string[]
}

/**
 * What an admin states of a part, in the order of the columns of a file of parts. Import, export, form, the comparison
 * of an edit and the API documentation follow this list; what each field accepts stands in `fieldSchemas` of
 * `products.ts`. CONTRIBUTING.md has the steps to add one.
 */
export const partFields = [
  { name: 'productName', column: 'name', kind: 'line' },
  { name: 'price', column: 'price_minor', kind: 'price' },
  { name: 'minimumOrder', column: 'minimum_order', kind: 'count' },
  { name: 'availableQuantity', column: 'available', kind: 'count' },
  { name: 'category', column: 'category', kind: 'category', initial: 'tools' satisfies Category },
  { name: 'brand', column: 'brand', kind: 'line', initial: null },
  { name: 'partNumber', column: 'part_number', kind: 'line', initial: null },
  { name: 'description', column: 'description', kind: 'text', initial: '' },
  { name: 'img', column: 'img', kind: 'picture' },
  { name: 'images', column: 'images', kind: 'pictures', initial: [] },
] as const satisfies PartFieldDescription[]

export type PartField = (typeof partFields)[number]
export type PartFieldName = PartField['name']
export type PartColumn = PartField['column']

/** What a file of parts may hold, by the names in its first row, in any order. */
export type ImportColumn = '_id' | PartFieldName
export const importColumns: readonly ImportColumn[] = ['_id', ...partFields.map(({ name }) => name)]
