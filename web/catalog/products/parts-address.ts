import { addressOf } from '../../platform/ui/address.ts'

const names = ['q', 'category', 'brand', 'minPrice', 'maxPrice', 'inStock', 'sort', 'after'] as const

/** A view of the list of parts; several brands or categories are separated by commas. */
export type PartsView = Partial<Record<(typeof names)[number], string | undefined>>

/** The address of a view. Callers omit `after` when the query, a filter or the order changes. */
export function partsAddress(view: PartsView): string {
  return addressOf('/parts', view)
}

/** The view of an address. The filter form sends each brand as a parameter of its own, and also empty fields. */
export function readPartsView(query: URLSearchParams): PartsView {
  const readParameter = (name: string) => {
    const values = query.getAll(name).map((value) => value.trim())
    const read = name === 'category' || name === 'brand' ? values : values.slice(0, 1)
    return read.filter(Boolean).join(',') || undefined
  }
  return Object.fromEntries(names.map((name) => [name, readParameter(name)]))
}
