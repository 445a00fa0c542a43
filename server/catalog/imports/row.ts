import * as z from 'zod/v4/core'
import type { ImportError } from '#contract/catalog/imports/imports.ts'
import { importTexts as texts } from '#contract/catalog/imports/texts.ts'
import { type ImportColumn, type PartField, partFields } from '#contract/catalog/products/part-fields.ts'
import { fieldSchemas } from '#contract/catalog/products/products.ts'
import { AppError } from '#contract/platform/errors.ts'
import { idPattern } from '#contract/platform/fields.ts'
import { currencyDecimals } from '#contract/platform/money.ts'
import type {
  AmountColumn,
  DecimalSign,
  ImportedPart,
  ImportLayout,
  UnsettledAmounts,
} from '#database/column-values.ts'
import type { Catalogue } from '../part-types/catalogue.ts'
import { priceToMinor } from '../products/product.ts'
import { attributeKey, type CellResult, readSaleUnit, readSubcategory } from './catalogue-columns.ts'
import { fromCell, guardedText } from './cell-text.ts'
import { readAmount } from './cells/amount.ts'
import { addAttributes, readAttributeCell, readAttributesCell } from './cells/attributes.ts'
import { withoutMarkup } from './cells/markup.ts'
import { readType } from './cells/part-type.ts'
import { isFormulaError, isSpoiltNumber } from './cells/spoilt.ts'

type AmountField = Extract<PartField, { column: AmountColumn }>
export const amountFields: AmountField[] = partFields.filter(isAmountField)

/** Fields beside `part`: see `import_rows`. */
export type GoodRow = {
  part: ImportedPart
  productId: string | null
  unsettled?: UnsettledAmounts
  suspects?: ImportedPart
  literals?: ImportedPart
}
export type RowFault = Omit<ImportError, 'row'>
type Context = {
  layout: ImportLayout
  currency: string
  catalogue: Catalogue
  /** Called with the decimal sign of a cell, and whether the cell settles that of its column. */
  onDecimal?: (column: AmountColumn, sign: { decimal: DecimalSign; settles: boolean }) => void
}

const SHOWN_CHARACTERS = 200

/** The values of a row, or its errors; nothing for an empty row. */
export function readRow(given: string[], context: Context): GoodRow | RowFault[] | undefined {
  if (given.every(isBlank)) return undefined
  const { columns } = context.layout
  const cells = withoutEmptyEnd(given, columns.length)
  if (cells.length !== columns.length) {
    return [{ column: null, value: null, message: texts.cellCount(cells.length, columns.length) }]
  }
  const cut = cutAmount(cells, context.layout)
  if (cut) return [cut]
  const faults: RowFault[] = []
  const row: Required<GoodRow> = { part: {}, productId: null, unsettled: {}, suspects: {}, literals: {} }
  for (const [at, column] of columns.entries()) {
    if (column === null) continue
    const cell = cells[at] ?? ''
    const message = readColumn(column, cell, { row, context })
    if (message !== undefined) faults.push({ column, value: shortenCell(cell), message })
  }
  if (faults.length > 0) return faults
  const { part, productId, ...doubts } = row
  return { part, productId, ...omitEmpty(doubts) }
}

/** By what a row with errors names its part: its `_id`, or its number and brand, as far as they can be read. */
export function readNames(cells: string[], context: Context): GoodRow {
  const row: Required<GoodRow> = { part: {}, productId: null, unsettled: {}, suspects: {}, literals: {} }
  for (const [at, column] of context.layout.columns.entries()) {
    if (column !== '_id' && column !== 'brand' && column !== 'partNumber') continue
    readColumn(column, cells[at] ?? '', { row, context })
  }
  return { part: row.part, productId: row.productId }
}

/** Some programs end a file with the sign SUB. */
function isBlank(cell: string): boolean {
  return cell.trim() === '' || cell === '\u001a'
}

/** Some programs end each row with a delimiter. */
function withoutEmptyEnd(cells: string[], length: number): string[] {
  return cells.slice(length).every(isBlank) ? cells.slice(0, length) : cells
}

/** Of "12,50" between commas a column without a name, at the end of the file, has the "50". */
function cutAmount(cells: string[], { columns, delimiter, named }: ImportLayout): RowFault | undefined {
  if (named === undefined || delimiter !== ',') return undefined
  const column = columns[named - 1] ?? null
  const rest = cells[named] ?? ''
  if (!amountFields.some(({ name }) => name === column) || !/^\d+$/.test(rest)) return undefined
  return { column, value: shortenCell(`${cells[named - 1]},${rest}`), message: texts.decimalComma }
}

function omitEmpty<T extends Record<string, object>>(doubts: T): Partial<T> {
  const filled = Object.entries(doubts).filter(([, cells]) => Object.keys(cells).length > 0)
  return Object.fromEntries(filled) as Partial<T>
}

type Reading = { row: Required<GoodRow>; context: Context }

/** Reads a cell into the row. Returns the message of an error. */
function readColumn(column: ImportColumn, cell: string, { row, context }: Reading): string | undefined {
  if (cell.includes('\0')) return texts.textInvalid
  if (column === '_id') {
    const id = textOf(cell).trim().toLowerCase()
    if (idPattern.test(id)) row.productId = id
    else if (id !== '' && !context.layout.hasForeignIds) return texts.idInvalid
    return undefined
  }
  const key = attributeKey(column)
  if (key !== undefined || column === 'attributes') return readAttributes(key, cell, { row, context })
  const field = partFields.find(({ name }) => name === column)
  if (!field || field.kind === 'attributes') return undefined
  const result = isAmountField(field)
    ? readAmountCell(field, cell, { row, context })
    : readTextCell(field, cell, { row, context })
  if ('message' in result) return result.message
  Object.assign(row.part, { [field.column]: result.value })
  return undefined
}

/** The cell of one attribute, or without a key that of several. */
function readAttributes(key: string | undefined, cell: string, { row, context }: Reading) {
  const text = guardedText(cell) ?? fromCell(cell)
  const reading = { catalogue: context.catalogue, hasDecimalComma: context.layout.delimiter !== ',' }
  const read = key === undefined ? readAttributesCell(text, reading) : readAttributeCell(key, text, reading)
  if ('message' in read) return read.message
  row.part.attributes ??= {}
  return addAttributes(row.part.attributes, 'change' in read ? read.change : { [key ?? '']: read.value })
}

function shortenCell(cell: string): string {
  // a cut may fall inside a character, and PostgreSQL stores no NUL
  return cell.slice(0, SHOWN_CHARACTERS).toWellFormed().replaceAll('\0', '␀')
}

function isAmountField(field: PartField): field is AmountField {
  return field.kind === 'price' || field.kind === 'count'
}

function readAmountCell(field: AmountField, cell: string, { row, context }: Reading): CellResult {
  const { layout, currency, onDecimal } = context
  const text = textOf(cell).trim()
  const amount = readAmount(text)
  if (amount.kind === 'unclear') {
    row.unsettled[field.column] = text
    return currencyDecimals(currency) === 3 && field.kind === 'price'
      ? readAmountText(field, text.replace(',', '.'), currency)
      : { value: undefined }
  }
  if (amount.kind === 'plain' && amount.decimal)
    onDecimal?.(field.column, { decimal: amount.decimal, settles: amount.settles ?? false })
  // between commas a decimal comma is a mistake, unless the cell has both separators
  const isComma = layout.delimiter === ',' && /^-?\d+,\d+$/.test(text)
  return readAmountText(field, amount.kind === 'plain' && !isComma ? amount.text : text, currency)
}

/** The value of plain decimal text. */
export function readAmountText(field: AmountField, text: string, currency: string): CellResult {
  const result = z.safeParse(fieldSchemas[field.name], text)
  if (!result.success) {
    const isComma = field.kind === 'price' && /^\d+,\d+$/.test(text)
    return { message: isComma ? texts.decimalComma : messageOf(result.error) }
  }
  return field.kind === 'price' ? readPrice(result.data, currency) : { value: result.data }
}

type TextField = Exclude<PartField, AmountField | { kind: 'attributes' }>
type CatalogueKind = 'saleUnit' | 'type' | 'subcategory'
type OwnTextField = Exclude<TextField, { kind: CatalogueKind }>

const catalogueReaders: Record<CatalogueKind, (text: string, catalogue: Catalogue) => CellResult> = {
  saleUnit: readSaleUnit,
  type: readType,
  subcategory: readSubcategory,
}

const readers: Record<OwnTextField['kind'], (text: string) => unknown> = {
  line: (text) => text,
  text: (text) => text,
  category: (text) => text.trim().toLowerCase(),
  picture: (text) => text,
  pictures: (text) =>
    text
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean),
}

function readTextCell(field: TextField, cell: string, { row, context }: Reading): CellResult {
  const guarded = guardedText(cell)
  const text = guarded ?? fromCell(cell)
  if (field.kind === 'saleUnit' || field.kind === 'type' || field.kind === 'subcategory')
    return catalogueReaders[field.kind](text, context.catalogue)
  const literal = parseText(field, text, context)
  if (field.kind !== 'line' && field.kind !== 'text') return literal
  const isSuspect = field.name === 'partNumber' ? isSpoiltNumber : isFormulaError
  if (guarded === undefined && isSuspect(text.trim()))
    row.suspects = { ...row.suspects, ...columnValue(field, literal) }
  const plain = withoutMarkup(text)
  if (plain === text) return literal
  row.literals = { ...row.literals, ...columnValue(field, literal) }
  return parseText(field, field.kind === 'line' ? plain.replace(/\s+/g, ' ') : plain, context)
}

function columnValue({ column }: OwnTextField, result: CellResult): ImportedPart {
  return 'value' in result ? { [column]: result.value } : {}
}

function parseText(field: OwnTextField, text: string, { catalogue }: Context): CellResult {
  const value = readers[field.kind](text)
  if (field.kind === 'category' && !catalogue.categoryIds.some((id) => id === value))
    return { message: texts.categoryInvalid(catalogue.categoryIds) }
  const result = z.safeParse(fieldSchemas[field.name], value)
  if (result.success) return { value: result.data ?? ('initial' in field ? field.initial : null) }
  return { message: messageOf(result.error) }
}

function messageOf(error: z.$ZodError): string {
  return error.issues[0]?.message ?? error.message
}

function textOf(cell: string): string {
  return guardedText(cell) ?? cell
}

function readPrice(price: number, currency: string): CellResult {
  try {
    return { value: priceToMinor(price, currency) }
  } catch (error) {
    if (error instanceof AppError) return { message: error.errors?.[0]?.message ?? error.message }
    throw error
  }
}
