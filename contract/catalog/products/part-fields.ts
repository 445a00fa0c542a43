type PartFieldDescription = {
  name: string
  column: string
  /** `price`: an amount on the wire and minor units in the database; `picture`: the address of an image. */
  kind:
    | 'line'
    | 'text'
    | 'count'
    | 'price'
    | 'category'
    | 'picture'
    | 'pictures'
    | 'saleUnit'
    | 'type'
    | 'subcategory'
    | 'attributes'
  /** The default for new parts; a field without one is required. */
  initial?: string | null | readonly string[] | Readonly<Record<string, never>>
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
  { name: 'saleUnit', column: 'sale_unit', kind: 'saleUnit', initial: 'each' },
  { name: 'type', column: 'part_type_id', kind: 'type', initial: null },
  { name: 'subcategory', column: 'subcategory', kind: 'subcategory', initial: null },
  // a file has a column for each attribute: `attr:diameter`
  { name: 'attributes', column: 'attributes', kind: 'attributes', initial: {} },
] as const satisfies PartFieldDescription[]

export type PartField = (typeof partFields)[number]
export type PartFieldName = PartField['name']
export type PartColumn = PartField['column']

export const ATTRIBUTE_PREFIX = 'attr:'
export type AttributeColumn = `${typeof ATTRIBUTE_PREFIX}${string}`
export type ImportColumn = '_id' | PartFieldName | AttributeColumn
/** The columns of a file beside those of attributes. */
export const importColumns: readonly Exclude<ImportColumn, AttributeColumn | 'attributes'>[] = [
  '_id',
  ...partFields.flatMap(({ name }) => (name === 'attributes' ? [] : [name])),
]

export const saleUnits = ['each', 'pair', 'set', 'set-of-four', 'pack', 'meter'] as const
export type SaleUnit = (typeof saleUnits)[number]

/** What a new part has in the optional fields that its request leaves out, as responses show it. */
export const initialValues = {
  ...Object.fromEntries(
    partFields.flatMap((field) => ('initial' in field ? [[field.name, field.initial]] : [])),
  ),
  attributes: [],
}
