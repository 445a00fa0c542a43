import { addressOf } from '../../ui/address.ts'

const names = ['q', 'category', 'brand', 'minPrice', 'maxPrice', 'inStock', 'sort', 'after'] as const

/** A view of the list of parts; several brands are separated by commas. */
export type PartsView = Partial<Record<(typeof names)[number], string | undefined>>

/** The address of a view. A cursor belongs to its query, filters and order: it goes when one of them changes. */
export function partsAddress(view: PartsView): string {
  return addressOf('/parts', view)
}

/** The view of an address; the form of filters sends each brand as a parameter of its own, and empty fields. */
export function readPartsView(query: URLSearchParams): PartsView {
  const readOne = (name: string) => {
    const values = query.getAll(name).map((value) => value.trim())
    const read = name === 'category' || name === 'brand' ? values : values.slice(0, 1)
    return read.filter(Boolean).join(',') || undefined
  }
  return Object.fromEntries(names.map((name) => [name, readOne(name)]))
}
