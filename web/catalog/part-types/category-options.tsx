import type { Category } from '#contract/catalog/part-types/categories.ts'

/** The categories in a category, as options of a select; with null those of the first level. */
export function CategoryOptions({ categories, of }: { categories: readonly Category[]; of: string | null }) {
  return categories
    .filter(({ parent }) => parent === of)
    .map(({ id, name }) => (
      <option key={id} value={id}>
        {name}
      </option>
    ))
}
