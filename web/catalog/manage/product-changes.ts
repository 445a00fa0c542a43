import type { Product, ProductChange, ProductEdit } from '#contract/products/products.ts'

const COMPARED = [
  'productName',
  'price',
  'minimumOrder',
  'img',
  'description',
  'category',
  'brand',
  'partNumber',
] as const

/** What an edit really changes of a part: the rest is not sent, so that it undoes nobody else's change. */
export function productChanges(product: Product, edit: ProductEdit): ProductChange {
  const changed = COMPARED.filter((name) => (edit[name] ?? '') !== (product[name] ?? ''))
  return {
    ...Object.fromEntries(changed.map((name) => [name, edit[name]])),
    ...(edit.addQuantity ? { addQuantity: edit.addQuantity } : {}),
  }
}
