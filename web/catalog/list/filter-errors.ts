import { isApiError } from '#contract/api-client.ts'
import { isAttributeParameter } from '#contract/catalog/search/attribute-filters.ts'
import { attributesOf, type PartsView } from '../products/parts-address.ts'

/** What is wrong with filters of an address, by their names there. */
export type FilterErrors = Partial<Record<keyof PartsView, string>>

/** The errors of a response, if each is in a filter of the view without which the list can be shown. */
export function filterErrorsOf(view: PartsView, error: unknown): FilterErrors | undefined {
  if (!isApiError(error) || error.errors.length === 0) return
  const found: FilterErrors = {}
  for (const { path, message } of error.errors) {
    const names = namesOf(path, view)
    if (names.length === 0) return
    for (const name of names) found[name] ??= message
  }
  return found
}

function namesOf(path: string, view: PartsView): (keyof PartsView)[] {
  if (path === 'attributes') return [...attributesOf(view).keys()].map((key) => `a.${key}` as const)
  if (isAttributeParameter(path)) return view[path] ? [path] : []
  const [first] = path.split('.')
  const names = ['subcategory', 'type', 'brand', 'minPrice', 'maxPrice', 'inStock'] as const
  return names.filter((name) => name === first && view[name])
}

/** The view without the filters that are wrong. The two prices are one filter. */
export function withoutErrors(view: PartsView, errors: FilterErrors): PartsView {
  const wrong = new Set(Object.keys(errors))
  if (wrong.has('minPrice') || wrong.has('maxPrice')) wrong.add('minPrice').add('maxPrice')
  return Object.fromEntries(Object.entries(view).filter(([name]) => !wrong.has(name)))
}
