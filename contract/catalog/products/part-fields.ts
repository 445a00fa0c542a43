type PartFieldDescription = {
  name: string
  column: string
  /** `price`: an amount on the wire and minor units in the database; `picture`: the address of an image. */
  kind: 'line' | 'text' | 'count' | 'price' | 'category' | 'picture' | 'pictures'
  /** The default for new parts; a field without one is required. */
  initial?: string | null | readonly string[]
}

/**
 * The editable fields of a part, in the order of CSV columns. Import and export use this list; the form takes its optional
 * lines from it. `fieldSchemas` of `products.ts` validates them. CONTRIBUTING.md has the steps to add one.
 */
export const partFields = [
  { name: 'productName', column: 'name', kind: 'line' },
  { name: 'price', column: 'price_minor', kind: 'price' },
  { name: 'minimumOrder', column: 'minimum_order', kind: 'count' },
  { name: 'availableQuantity', column: 'available', kind: 'count' },
  { name: 'category', column: 'category', kind: 'category', initial: 'tools' },
  { name: 'brand', column: 'brand', kind: 'line', initial: null },
  { name: 'partNumber', column: 'part_number', kind: 'line', initial: null },
  { name: 'description', column: 'description', kind: 'text', initial: '' },
  { name: 'img', column: 'img', kind: 'picture' },
  { name: 'images', column: 'images', kind: 'pictures', initial: [] },
] as const satisfies PartFieldDescription[]

export type PartField = (typeof partFields)[number]
export type PartFieldName = PartField['name']
export type PartColumn = PartField['column']

export type ImportColumn = '_id' | PartFieldName
export const importColumns: readonly ImportColumn[] = ['_id', ...partFields.map(({ name }) => name)]

/** The defaults of the optional fields of a new part. */
export const initialValues = Object.fromEntries(
  partFields.flatMap((field) => ('initial' in field ? [[field.name, field.initial]] : [])),
)
