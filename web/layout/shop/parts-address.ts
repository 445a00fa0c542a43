/** A view of the list of parts, as its address says it; brands are separated by commas. */
export type PartsView = {
  q?: string | null | undefined
  category?: string | null | undefined
  brand?: string | null | undefined
  minPrice?: string | null | undefined
  maxPrice?: string | null | undefined
  inStock?: string | null | undefined
  sort?: string | null | undefined
  after?: string | null | undefined
}

const names = ['q', 'category', 'brand', 'minPrice', 'maxPrice', 'inStock', 'sort', 'after'] as const

/** The address of the list of parts, seen so. A cursor belongs to its words, filters and order: it leaves with any of them. */
export function partsAddress(view: PartsView): string {
  const query = new URLSearchParams()
  for (const name of names) if (view[name]) query.set(name, view[name])
  return query.size > 0 ? `/parts?${query}` : '/parts'
}

/** The view that an address asks for; the form of filters sends a brand at a time, and empty fields. */
export function readPartsView(query: URLSearchParams): PartsView {
  const several = (name: string) =>
    query
      .getAll(name)
      .map((value) => value.trim())
      .filter(Boolean)
  const read = (name: string) => query.get(name)?.trim() || undefined
  return {
    q: read('q'),
    category: several('category').join(',') || undefined,
    brand: several('brand').join(',') || undefined,
    minPrice: read('minPrice'),
    maxPrice: read('maxPrice'),
    inStock: read('inStock'),
    sort: read('sort'),
    after: read('after'),
  }
}
