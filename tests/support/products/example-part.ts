import type { NewProduct, Product } from '#contract/catalog/products/products.ts'
import type { PartRow } from '#server/catalog/products/product.ts'

/** Fields of a new part; `available` is short for `availableQuantity`. */
export type PartFields = Partial<NewProduct> & { available?: number }

/** The body of `POST /service`, which adds a part. */
export function partBody({ available = 100, ...fields }: PartFields = {}) {
  return {
    productName: 'Test brake disc',
    price: 12.5,
    minimumOrder: 1,
    availableQuantity: available,
    img: '/drawings/brake-disc.svg',
    ...fields,
  }
}

/** A part as the API returns it, with every field; tests set the fields that they are about. */
export const examplePart: Product = {
  _id: '01a1f8b8-1db0-7353-aceb-60a1f690e41c',
  productName: 'Brake disc',
  name: 'Brake disc',
  img: '/drawings/brake-disc.svg',
  images: [],
  description: '',
  price: 12.5,
  currency: 'usd',
  minimumOrder: 2,
  availableQuantity: 10,
  category: 'body',
  subcategory: null,
  type: null,
  attributes: [],
  saleUnit: 'each',
  brand: null,
  partNumber: 'BR-1',
  score: { average: 4.5, count: 2 },
  createdAt: '2026-11-18T09:00:00.000Z',
}

/** The same part as the database stores it. */
export const examplePartRow: PartRow = {
  id: examplePart._id,
  name: 'Brake disc',
  description: '',
  price_minor: 1250,
  minimum_order: 2,
  available: 10,
  img: '/drawings/brake-disc.svg',
  images: [],
  category: 'body',
  subcategory: null,
  part_type_id: null,
  attributes: {},
  sale_unit: 'each',
  brand: null,
  part_number: 'BR-1',
  created_at: new Date(examplePart.createdAt),
  review_count: 2,
  rating_sum: 900,
  rating_rank: 400,
  archived_at: null,
}
