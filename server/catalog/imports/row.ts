import * as z from 'zod/v4/core'
import type { ImportError } from '#contract/catalog/imports/imports.ts'
import { importTexts as texts } from '#contract/catalog/imports/texts.ts'
import { categoryIds } from '#contract/catalog/products/categories.ts'
import { type PartField, partFields } from '#contract/catalog/products/part-fields.ts'
import { fieldSchemas } from '#contract/catalog/products/products.ts'
import { AppError } from '#contract/platform/errors.ts'
import { idPattern } from '#contract/platform/fields.ts'
import type { ImportedPart, ImportLayout } from '#database/column-values.ts'
import { priceToMinor } from '../products/product.ts'
import { fromCell } from './cell-text.ts'

const readers: Record<PartField['kind'], (cell: string, delimiter: string) => unknown> = {
  line: fromCell,
  text: fromCell,
  count: (cell) => cell.trim(),
  price: readAmount,
  category: (cell) => cell.trim().toLowerCase(),
  picture: fromCell,
  pictures: readImages,
}

export type GoodRow = { part: ImportedPart; productId: string | null }
export type RowFault = Omit<ImportError, 'row'>
type Context = { layout: ImportLayout; currency: string }

const SHOWN_CHARACTERS = 200

export function readRow(cells: string[], context: Context): GoodRow | RowFault[] | undefined {
  if (cells.every((cell) => cell.trim() === '')) return undefined
  const { columns } = context.layout
  if (cells.length !== columns.length) {
    return [{ column: null, value: null, message: texts.cellCount(cells.length, columns.length) }]
  }
  const faults: RowFault[] = []
  const part: Record<string, unknown> = {}
  let productId: string | null = null
  for (const [at, column] of columns.entries()) {
    const cell = cells[at] ?? ''
    if (column === null) continue
    const fault = (message: string) => faults.push({ column, value: shortenCell(cell), message })
    if (column === '_id') {
      const id = cell.trim().toLowerCase()
      if (id !== '' && !idPattern.test(id)) fault(texts.idInvalid)
      else productId = id || null
      continue
    }
    const field = partFields.find(({ name }) => name === column)
    if (!field) continue
    const result = readCell(field, cell, context)
    if ('message' in result) fault(result.message)
    else part[field.column] = result.value
  }
  return faults.length > 0 ? faults : { part, productId }
}

function shortenCell(cell: string): string {
  // a cut may fall inside a character, and PostgreSQL stores no NUL
  return cell.slice(0, SHOWN_CHARACTERS).toWellFormed().replaceAll('\0', '␀')
}

type CellResult = { value: unknown } | { message: string }

function readCell(field: PartField, cell: string, { layout, currency }: Context): CellResult {
  if (cell.includes('\0')) return { message: texts.textInvalid }
  const given = readers[field.kind](cell, layout.delimiter)
  const result = z.safeParse(fieldSchemas[field.name], given)
  if (!result.success) return { message: messageFor(field, given, result.error) }
  if (field.kind === 'price') return readPrice(Number(result.data), currency)
  return { value: result.data ?? ('initial' in field ? field.initial : null) }
}

function messageFor({ kind }: PartField, given: unknown, error: z.$ZodError): string {
  if (kind === 'category') return texts.categoryInvalid(categoryIds)
  if (kind === 'price' && /^\d+,\d+$/.test(String(given))) return texts.decimalComma
  return error.issues[0]?.message ?? error.message
}

/** A decimal comma is possible where another character separates the columns. */
function readAmount(cell: string, delimiter: string): string {
  const text = cell.trim()
  return delimiter === ',' ? text : text.replace(/^(\d+),(\d+)$/, '$1.$2')
}

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
