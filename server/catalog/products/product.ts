import type { Insertable } from 'kysely'
import { type PartColumn, partFields } from '#contract/catalog/products/part-fields.ts'
import type { NewProduct, Product, ProductChange } from '#contract/catalog/products/products.ts'
import { chargeStepMinor, maximumMinor, toChargeableMinor } from '#contract/platform/card-amounts.ts'
import { AppError } from '#contract/platform/errors.ts'
import { amountText, fromMinor } from '#contract/platform/money.ts'
import { validationTexts as texts } from '#contract/platform/texts/validation.ts'
import type { Tables } from '#database/generated-tables.ts'
import type { ProductRow } from '#database/rows.ts'

export const productColumns = [
  'id' as const,
  ...partFields.map(({ column }) => column),
  'created_at' as const,
  'archived_at' as const,
]

export type PartRow = Pick<ProductRow, (typeof productColumns)[number]>

export function toProduct(row: PartRow, currency: string): Product {
  return {
    _id: row.id,
    productName: row.name,
    name: row.name,
    img: row.img,
    images: row.images,
    description: row.description,
    price: fromMinor(row.price_minor, currency),
    currency,
    minimumOrder: row.minimum_order,
    availableQuantity: row.available,
    category: row.category,
    brand: row.brand,
    partNumber: row.part_number,
    createdAt: row.created_at.toISOString(),
  }
}

type PartValues = Pick<Insertable<Tables['products']>, PartColumn>

/** The columns of the given fields. Throws as `priceToMinor` does. */
export function toColumns(given: NewProduct, currency: string): PartValues
export function toColumns(given: ProductChange, currency: string): Partial<PartValues>
export function toColumns(given: ProductChange, currency: string): Partial<PartValues> {
  return {
    name: given.productName,
    description: given.description === null ? '' : given.description,
    price_minor: given.price === undefined ? undefined : priceToMinor(given.price, currency),
    minimum_order: given.minimumOrder,
    available: given.availableQuantity,
    img: given.img,
    images: given.images,
    category: given.category,
    brand: given.brand,
    part_number: given.partNumber,
  } satisfies Record<PartColumn, unknown>
}

/** A wire price in minor units. Throws `invalid_request` naming `price` unless it is above zero, at most `maximumMinor`, and a multiple of `chargeStepMinor`. */
export function priceToMinor(price: number, currency: string): number {
  const refuse = (message: string) =>
    new AppError('invalid_request', { errors: [{ path: 'price', message }] })
  if (price <= 0) throw refuse(texts.priceInvalid)
  const most = maximumMinor(currency)
  if (price > fromMinor(most, currency))
    throw refuse(texts.priceTooHigh(amountText(most, { currency, locale: 'en-US' })))
  const minor = toChargeableMinor(price, currency)
  if (minor === undefined)
    throw refuse(texts.priceStep(fromMinor(chargeStepMinor(currency), currency), currency))
  return minor
}
