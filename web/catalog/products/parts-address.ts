import { filters, isListParameter, type ListView, listParameters } from '#contract/catalog/search/filters.ts'

export type PartsView = ListView

/** The one address of a list: its filters in their order, then the view. */
export function partsAddress(view: PartsView): string {
  const pairs = listParameters.flatMap((name) => (view[name] ? [`${name}=${inQuery(view[name])}`] : []))
  return pairs.length > 0 ? `/parts?${pairs.join('&')}` : '/parts'
}

/** As a form writes it, but commas stay readable. */
function inQuery(value: string): string {
  return new URLSearchParams([['', value]]).toString().slice(1).replaceAll('%2C', ',')
}

/**
 * The view of an address in any spelling: empty parameters are left out; repeated names of a form, and values in another
 * order, are one value.
 */
export function readPartsView(query: URLSearchParams): PartsView {
  const view: PartsView = {}
  for (const name of new Set(query.keys())) {
    if (!isListParameter(name)) continue
    const isList = filters.some((one) => one.name === name && one.isList)
    const texts = isList ? query.getAll(name).flatMap((text) => text.split(',')) : [query.get(name) ?? '']
    const values = texts.map((text) => text.trim()).filter(Boolean)
    if (values.length > 0) view[name] = [...new Set(values)].sort().join(',')
  }
  if (view.page === '1') view.page = undefined
  return view
}

/**
 * Whether the parameters of a list are spelled as in `partsAddress`. Others do not matter, nor does their order: the server
 * sorts the parameters of a page.
 */
export function isPartsAddress(query: URLSearchParams): boolean {
  const known = new URLSearchParams([...query].filter(([name]) => isListParameter(name)))
  const [, text = ''] = partsAddress(readPartsView(query)).split('?')
  const canonical = new URLSearchParams(text)
  for (const parameters of [known, canonical]) parameters.sort()
  return known.toString() === canonical.toString()
}

/** The view with other filters or another order: from its first page on. */
export function changeView(view: PartsView, change: PartsView): PartsView {
  return { ...view, page: undefined, after: undefined, ...change }
}

/** The whole list that filters narrow. */
export function withoutFilters({ q, category, sort, view }: PartsView): PartsView {
  return { q, category, sort, view }
}

export function isFiltered(view: PartsView): boolean {
  return filters.some(({ name }) => name !== 'q' && name !== 'category' && Boolean(view[name]))
}
