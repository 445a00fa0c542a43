import type { Insertable } from 'kysely'
import type { ShownAttribute } from '#contract/catalog/part-types/attributes.ts'
import { typesTexts } from '#contract/catalog/part-types/texts.ts'
import { type PartColumn, partFields } from '#contract/catalog/products/part-fields.ts'
import type { NewProduct, Product, ProductChange } from '#contract/catalog/products/products.ts'
import { chargeStepMinor, maximumMinor, toChargeableMinor } from '#contract/platform/card-amounts.ts'
import { AppError } from '#contract/platform/errors.ts'
import { amountText, fromMinor } from '#contract/platform/money.ts'
import { validationTexts as texts } from '#contract/platform/texts/validation.ts'
import type { Tables } from '#database/generated-tables.ts'
import type { ProductRow } from '#database/rows.ts'
import { mergeValues, toShownAttributes } from '../part-types/attribute-values.ts'
import type { Catalogue, StoredType } from '../part-types/catalogue.ts'

export const productColumns = [
  'id' as const,
  ...partFields.map(({ column }) => column),
  'created_at' as const,
  'review_count' as const,
  'rating_sum' as const,
  'rating_rank' as const,
  'archived_at' as const,
]

export type PartRow = Pick<ProductRow, (typeof productColumns)[number]>

export function toProduct(row: PartRow, currency: string, catalogue: Catalogue): Product {
  const type = row.part_type_id === null ? undefined : catalogue.typeOfId.get(row.part_type_id)
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
    subcategory: row.subcategory,
    type: type ? toShownType(type) : null,
    attributes: type ? toShownAttributes(row.attributes, type, catalogue) : [],
    saleUnit: row.sale_unit,
    brand: row.brand,
    partNumber: row.part_number,
    score:
      row.review_count > 0
        ? { average: row.rating_sum / 100 / row.review_count, count: row.review_count }
        : null,
    createdAt: row.created_at.toISOString(),
  }
}

function toShownType({ key, name, drawing, drawingParameters }: StoredType): Product['type'] {
  return { key, name, drawing, drawingParameters }
}

/** Columns whose values the catalogue decides: `typedColumns`. */
type TypedColumn = 'part_type_id' | 'attributes' | 'subcategory'
type PartValues = Pick<Insertable<Tables['products']>, Exclude<PartColumn, TypedColumn>>

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
    sale_unit: given.saleUnit,
  } satisfies Record<Exclude<PartColumn, TypedColumn>, unknown>
}

type Typed = Pick<ProductRow, 'category' | 'subcategory' | 'part_type_id' | 'attributes'>
type GivenTyped = Pick<ProductChange, 'category' | 'subcategory' | 'type' | 'attributes'>

/** The categories of new parts, before they have any. */
export const untyped: Typed = { category: '', subcategory: null, part_type_id: null, attributes: {} }

/**
 * Category, subcategory, type and attributes of a part after a change. A type that changes keeps the values that both types
 * have; a subcategory stays where the category stays. Throws `invalid_request`.
 */
export function typedColumns(before: Typed, given: GivenTyped, catalogue: Catalogue) {
  const refuse = (path: string, message: string) =>
    new AppError('invalid_request', { errors: [{ path, message }] })
  const { category = before.category } = given
  if (given.category !== undefined && !catalogue.categoryIds.includes(category))
    throw refuse('category', texts.invalid)
  const isSameCategory = category === before.category
  const { subcategory = isSameCategory ? before.subcategory : null } = given
  const isKnown = catalogue.categories.some(({ id, parent }) => id === subcategory && parent === category)
  if (given.subcategory !== undefined && subcategory !== null && !isKnown)
    throw refuse('subcategory', typesTexts.unknownSubcategory)
  const typeBefore =
    before.part_type_id === null ? null : (catalogue.typeOfId.get(before.part_type_id) ?? null)
  let type = typeBefore
  if (given.type !== undefined) {
    type = given.type === null ? null : (catalogue.typeOfKey.get(given.type) ?? null)
    if (given.type !== null && !type) throw refuse('type', typesTexts.unknownType)
  }
  const attributes = mergeValues(before.attributes, given.attributes ?? {}, { type, catalogue })
  return { category, subcategory, part_type_id: type?.id ?? null, attributes }
}

/** The values that a change of type has removed from a part, as they were shown. */
export function droppedAttributes(before: PartRow, after: PartRow, catalogue: Catalogue): ShownAttribute[] {
  const type = before.part_type_id === null ? undefined : catalogue.typeOfId.get(before.part_type_id)
  if (!type || before.part_type_id === after.part_type_id) return []
  return toShownAttributes(before.attributes, type, catalogue).filter(
    ({ key }) => !Object.hasOwn(after.attributes, key),
  )
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
