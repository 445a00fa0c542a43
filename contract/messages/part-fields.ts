import type { PartFieldName } from '../products/part-fields.ts'

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

type FieldDoc = {
  /** In a response. */
  shown: string
  /** In the body of `createProduct`. */
  stated: string
  /** In the body of `updateProduct`, if it differs. */
  changed?: string
  example?: unknown
}

/** Descriptions of a part's fields in the API documentation. */
export const partFieldDocs: Record<PartFieldName, FieldDoc> = {
  productName: { shown: 'Name of the part.', stated: 'Name on one line.', example: 'Brake disc, vented' },
  price: {
    shown: 'Unit price, a decimal number in `currency`.',
    stated: 'Unit price above 0, with at most the decimals of the currency.',
    example: 12.5,
  },
  minimumOrder: {
    shown: 'Least quantity of an order.',
    stated: 'Least quantity of an order.',
    example: 2,
  },
  availableQuantity: {
    shown: 'Units in stock; below `minimumOrder` the part cannot be ordered.',
    stated: 'Units in stock.',
    changed: 'Units in stock as an absolute number; needs `expectedQuantity`.',
    example: 40,
  },
  category: { shown: 'Category of the part.', stated: 'Category of the part.', example: 'wheels' },
  brand: {
    shown: 'Brand, or null.',
    stated: 'Brand on one line.',
    changed: 'Brand; null clears it.',
    example: 'Harrow',
  },
  partNumber: {
    shown: 'Part number, or null.',
    stated: 'Part number on one line.',
    changed: 'Part number; null clears it.',
    example: 'BD-280-V',
  },
  description: {
    shown: 'Plain text.',
    stated: 'Plain text; absent, null or blank is stored as an empty text.',
    changed: 'Plain text; null clears it.',
    example: 'Vented disc for the front axle.',
  },
  img: {
    shown: 'Main picture: an http(s) address or a path of this store.',
    stated: 'Main picture: an http(s) address or a path of this store, such as `POST /image` returns.',
    changed: 'Main picture.',
    example: '/drawings/brake-disc.svg',
  },
  images: {
    shown: 'Further pictures.',
    stated: 'Further pictures, in order.',
    changed: 'Further pictures; replaces the list.',
    example: [],
  },
}
