import {
  ATTRIBUTE_PREFIX,
  compareValues,
  filterOfBound,
  isAttributeParameter,
  isNumberText,
} from '#contract/catalog/search/attribute-filters.ts'
import {
  filters,
  isFormParameter,
  isListParameter,
  type ListView,
  listParameters,
  TYPE_OF_ATTRIBUTES,
} from '#contract/catalog/search/filters.ts'

export type PartsView = ListView

/** The one address of a list: its filters in their order, then the view. */
export function partsAddress(view: PartsView): string {
  const attributes = Object.keys(view).filter(isAttributeParameter).sort()
  const names = [...filters.map(({ name }) => name), ...attributes, ...listParameters.slice(filters.length)]
  const pairs = names.flatMap((name) => (view[name] ? [`${name}=${inQuery(view[name])}`] : []))
  return pairs.length > 0 ? `/parts?${pairs.join('&')}` : '/parts'
}

/** As a form writes it, but commas stay readable. */
function inQuery(value: string): string {
  return new URLSearchParams([['', value]]).toString().slice(1).replaceAll('%2C', ',')
}

/**
 * The view of an address in any spelling: empty parameters are left out; repeated names of a form, and values in another
 * order, are one value; two bounds of a form are a range. A form that sends another type leaves the attributes of the former.
 */
export function readPartsView(query: URLSearchParams): PartsView {
  const view: PartsView = {}
  for (const name of new Set(query.keys())) {
    if (!isListParameter(name)) continue
    const isList = isAttributeParameter(name) || filters.some((one) => one.name === name && one.isList)
    const texts = isList ? query.getAll(name).flatMap(valuesOf) : [query.get(name) ?? '']
    const values = texts.map((text) => text.trim()).filter(Boolean)
    if (values.length > 0) view[name] = [...new Set(values)].sort(compareValues).join(',')
  }
  if (view.page === '1') view.page = undefined
  for (const name of new Set([...query.keys()].flatMap((bound) => filterOfBound(bound) ?? []))) {
    const min = query.get(`${name}.min`)?.trim() ?? ''
    const max = query.get(`${name}.max`)?.trim() ?? ''
    if (min || max) view[name] = min === max && isNumberText(min) ? min : `${min}..${max}`
  }
  const type = query.get(TYPE_OF_ATTRIBUTES)
  return type === null || type === (view.type ?? '') ? view : withoutAttributes(view)
}

/** A range is one value, whatever is typed as its bounds. */
function valuesOf(text: string): string[] {
  return text.includes('..') ? [text] : text.split(',')
}

function withoutAttributes(view: PartsView): PartsView {
  return Object.fromEntries(Object.entries(view).filter(([name]) => !isAttributeParameter(name)))
}

/**
 * Whether the parameters of a list are spelled as in `partsAddress`. Others do not matter, nor does their order: the server
 * sorts the parameters of a page.
 */
export function isPartsAddress(query: URLSearchParams): boolean {
  const known = new URLSearchParams(
    [...query].filter(([name]) => isListParameter(name) || isFormParameter(name)),
  )
  const [, text = ''] = partsAddress(readPartsView(query)).split('?')
  const canonical = new URLSearchParams(text)
  for (const parameters of [known, canonical]) parameters.sort()
  return known.toString() === canonical.toString()
}

/** The view with other filters or another order: from its first page on. Attributes go with their type, a subcategory with its category. */
export function changeView(view: PartsView, change: PartsView): PartsView {
  const hasOtherType = ['q', 'category', 'type'].some((name) => name in change)
  const kept = hasOtherType ? withoutAttributes(view) : view
  const subcategory = 'category' in change ? undefined : view.subcategory
  return { ...kept, subcategory, page: undefined, after: undefined, ...change }
}

/** The whole list that filters narrow. */
export function withoutFilters({ q, category, sort, view }: PartsView): PartsView {
  return { q, category, sort, view }
}

export function isFiltered(view: PartsView): boolean {
  const own = filters.some(({ name }) => name !== 'q' && name !== 'category' && Boolean(view[name]))
  return own || attributesOf(view).size > 0
}

/** The filters by attributes, by the keys of the attributes. */
export function attributesOf(view: PartsView): Map<string, string> {
  const filled = Object.entries(view).filter(([name, value]) => isAttributeParameter(name) && value)
  return new Map(filled.map(([name, value]) => [name.slice(ATTRIBUTE_PREFIX.length), value ?? '']))
}
