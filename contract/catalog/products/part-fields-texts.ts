import type { PartFieldName } from './part-fields.ts'

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
} as const satisfies Record<PartFieldName, string>
