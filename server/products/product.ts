import { fromMinor } from '#contract/money.ts'
import type { Product } from '#contract/products/products.ts'
import type { ProductRow } from '#database/rows.ts'

/** What a part's row holds without its search columns, which are large and stay in the database. */
export const productColumns = [
  'id',
  'name',
  'description',
  'price_minor',
  'minimum_order',
  'available',
  'img',
  'images',
  'category',
  'brand',
  'part_number',
  'created_at',
  'archived_at',
] as const satisfies (keyof ProductRow)[]

export type ProductPart = Pick<ProductRow, (typeof productColumns)[number]>

/** A part as the wire shows it; `currency` is the shop's. */
export function toProduct(row: ProductPart, currency: string): Product {
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
