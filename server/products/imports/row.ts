import * as z from 'zod/v4/core'
import { AppError } from '#contract/errors.ts'
import { idPattern } from '#contract/fields.ts'
import { importTexts as texts } from '#contract/messages/imports.ts'
import { categoryIds } from '#contract/products/categories.ts'
import type { ImportColumn } from '#contract/products/import-states.ts'
import type { ImportError } from '#contract/products/imports.ts'
import { categorySchema, newProductSchema } from '#contract/products/products.ts'
import type { ImportedPart, ImportLayout } from '#database/column-values.ts'
import { fromCell } from '../cell-text.ts'
import { priceToMinor } from '../change.ts'

type Field = Exclude<ImportColumn, '_id'>
type Reader = {
  schema: z.$ZodType
  /** What it is called in the database. */
  column: keyof ImportedPart
  /** What the schema is given of a cell. */
  read: (cell: string, delimiter: string) => unknown
}

const { shape } = newProductSchema
const plain = (cell: string) => cell.trim()

/** Each column by the contract's own schema. */
const readers: Record<Field, Reader> = {
  productName: { schema: shape.productName, column: 'name', read: fromCell },
  price: { schema: shape.price, column: 'price_minor', read: readAmount },
  minimumOrder: { schema: shape.minimumOrder, column: 'minimum_order', read: plain },
  availableQuantity: { schema: shape.availableQuantity, column: 'available', read: plain },
  category: { schema: categorySchema, column: 'category', read: (cell) => plain(cell).toLowerCase() },
  brand: { schema: shape.brand, column: 'brand', read: fromCell },
  partNumber: { schema: shape.partNumber, column: 'part_number', read: fromCell },
  description: { schema: shape.description, column: 'description', read: fromCell },
  img: { schema: shape.img, column: 'img', read: fromCell },
  images: { schema: shape.images, column: 'images', read: readImages },
}

export type GoodRow = { part: ImportedPart; productId: string | null }
export type RowFault = Omit<ImportError, 'row'>
type Context = { layout: ImportLayout; currency: string }

/** What is kept of a cell that is wrong. */
const SHOWN_CHARACTERS = 200

/** One row as the columns it changes, or what is wrong with each cell; undefined for an empty row. */
export function readRow(cells: string[], { layout, currency }: Context): GoodRow | RowFault[] | undefined {
  if (cells.every((cell) => cell.trim() === '')) return undefined
  const { columns, delimiter } = layout
  if (cells.length !== columns.length) {
    return [{ column: null, value: null, message: texts.cellCount(cells.length, columns.length) }]
  }
  const faults: RowFault[] = []
  const part: Record<string, unknown> = {}
  let productId: string | null = null
  for (const [at, column] of columns.entries()) {
    const cell = cells[at] ?? ''
    if (column === null) continue
    const fault = (message: string) => {
      faults.push({ column, value: shown(cell), message })
    }
    if (column === '_id') {
      const id = cell.trim().toLowerCase()
      if (id !== '' && !idPattern.test(id)) fault(texts.idInvalid)
      else productId = id || null
      continue
    }
    const result = readCell(column, cell, { delimiter, currency })
    if ('message' in result) fault(result.message)
    else part[readers[column].column] = result.value
  }
  return faults.length > 0 ? faults : { part, productId }
}

function shown(cell: string): string {
  // a cut may fall between the halves of a letter; what PostgreSQL takes no NUL of
  return cell.slice(0, SHOWN_CHARACTERS).toWellFormed().replaceAll('\0', '␀')
}

type CellContext = { delimiter: string; currency: string }

function readCell(
  field: Field,
  cell: string,
  { delimiter, currency }: CellContext,
): { value: unknown } | { message: string } {
  if (cell.includes('\0')) return { message: texts.textInvalid }
  const { schema, read } = readers[field]
  const given = read(cell, delimiter)
  const result = z.safeParse(schema, given)
  if (!result.success) return { message: messageFor(field, given, result.error) }
  if (field === 'price') return readPrice(Number(result.data), currency)
  return { value: field === 'description' ? (result.data ?? '') : result.data }
}

function messageFor(field: Field, given: unknown, error: z.$ZodError): string {
  if (field === 'category') return texts.categoryInvalid(categoryIds)
  if (field === 'price' && /^\d+,\d+$/.test(String(given))) return texts.decimalComma
  return error.issues[0]?.message ?? error.message
}

/** Where columns are parted by something else, a comma is the decimal one. */
function readAmount(cell: string, delimiter: string): string {
  const text = cell.trim()
  return delimiter === ',' ? text : text.replace(/^(\d+),(\d+)$/, '$1.$2')
}

/** One address a line. */
function readImages(cell: string): string[] {
  return fromCell(cell)
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
}

function readPrice(price: number, currency: string): { value: number } | { message: string } {
  try {
    return { value: priceToMinor(price, currency) }
  } catch (error) {
    if (error instanceof AppError) return { message: error.errors?.[0]?.message ?? error.message }
    throw error
  }
}
