import { partFields } from '#contract/products/part-fields.ts'
import type { Product, ProductChange, ProductEdit } from '#contract/products/products.ts'

/** What an edit really changes of a part: the rest is not sent, so that it does not undo the change of another admin. */
export function productChanges(product: Product, edit: ProductEdit): ProductChange {
  const before: Partial<Record<string, unknown>> = product
  const after: Partial<Record<string, unknown>> = edit
  const changed = partFields.filter(
    ({ name }) => name in edit && (after[name] ?? '') !== (before[name] ?? ''),
  )
  return {
    ...Object.fromEntries(changed.map(({ name }) => [name, after[name]])),
    ...(edit.addQuantity ? { addQuantity: edit.addQuantity } : {}),
  }
}
