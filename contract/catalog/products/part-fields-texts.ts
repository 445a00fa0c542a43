import type { PartFieldName, SaleUnit } from './part-fields.ts'

export const partFieldLabels = {
  productName: 'Product name',
  price: 'Price',
  minimumOrder: 'Minimum order',
  availableQuantity: 'Available quantity',
  category: 'Category',
  brand: 'Brand',
  partNumber: 'Part number',
  description: 'Description',
  img: 'Image address',
  images: 'Further pictures',
  saleUnit: 'Sold as',
  type: 'Part type',
  subcategory: 'Subcategory',
  attributes: 'Attributes',
} as const satisfies Record<PartFieldName, string>

/** What a price is for. */
export const saleUnitNames: Record<SaleUnit, string> = {
  each: 'each',
  pair: 'per pair',
  set: 'per set',
  'set-of-four': 'per set of four',
  pack: 'per pack',
  meter: 'per meter',
}

/**
 * A price where it is multiplied or stands in a column: "$129.80 per pair". Of a single unit, and of a line from before units
 * were recorded, the price says enough.
 */
export function pricePerUnit(price: string, unit: SaleUnit | null): string {
  return unit === null || unit === 'each' ? price : `${price} ${saleUnitNames[unit]}`
}
