export type PartsView = {
  q?: string | null
  category?: string | null
  sort?: string | null
  after?: string | null
}

/** The address of the list of parts, seen so. A cursor belongs to its words, shelf and order: it leaves with any of them. */
export function partsAddress(view: PartsView): string {
  const query = new URLSearchParams()
  for (const name of ['q', 'category', 'sort', 'after'] as const) {
    if (view[name]) query.set(name, view[name])
  }
  return query.size > 0 ? `/parts?${query}` : '/parts'
}
