import { isDeepStrictEqual } from 'node:util'
import type { Updateable } from 'kysely'
import { AppError } from '#contract/errors.ts'
import { validationTexts as texts } from '#contract/messages/validation.ts'
import { fromMinor } from '#contract/money.ts'
import type { ProductChange } from '#contract/products/products.ts'
import type { Tables } from '#database/generated-tables.ts'
import { type ProductPart, toColumns } from './product.ts'

const MOST_UNITS = 2_147_483_647

/** The changed columns. An absolute `availableQuantity` needs `expectedQuantity`, or it would undo orders placed meanwhile. */
export function changedColumns(
  part: ProductPart,
  change: ProductChange,
  currency: string,
): Updateable<Tables['products']> {
  const wanted = { ...toColumns(change, currency), available: wantedStock(part.available, change) }
  const before: Record<string, unknown> = part
  return Object.fromEntries(
    Object.entries(wanted).filter(
      ([column, value]) => value !== undefined && !isDeepStrictEqual(value, before[column]),
    ),
  )
}

export function auditedFields(part: ProductPart, columns: Updateable<Tables['products']>, currency: string) {
  const { price_minor: price = part.price_minor, available = part.available } = columns
  const wirePrice = (minor: number) => fromMinor(minor, currency)
  return [
    { field: 'price', before: String(wirePrice(part.price_minor)), after: String(wirePrice(price)) },
    { field: 'availableQuantity', before: String(part.available), after: String(available) },
  ].filter(({ before, after }) => before !== after)
}

function wantedStock(available: number, change: ProductChange): number | undefined {
  const { addQuantity, availableQuantity, expectedQuantity } = change
  if (availableQuantity !== undefined) {
    if (addQuantity !== undefined) throw invalid('addQuantity', texts.stockTwice)
    if (expectedQuantity !== available) throw new AppError('stock_changed')
    return availableQuantity
  }
  if (expectedQuantity !== undefined && expectedQuantity !== available) throw new AppError('stock_changed')
  if (addQuantity === undefined) return undefined
  const sum = available + addQuantity
  if (sum < 0) {
    const message = texts.stockTooSmall(available)
    throw new AppError('insufficient_stock', { message, errors: [{ path: 'addQuantity', message }] })
  }
  if (sum > MOST_UNITS) throw invalid('addQuantity', texts.stockTooLarge)
  return sum
}

function invalid(path: string, message: string): AppError {
  return new AppError('invalid_request', { errors: [{ path, message }] })
}
