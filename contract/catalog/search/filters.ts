import { filterOfBound, isAttributeParameter } from './attribute-filters.ts'

/**
 * The one list of filters. Contract, address, form, chips and cache keys are derived from it. Attributes of the part type follow
 * behind these, by their keys. It imports no schemas, which pages would load with it.
 */
type FilterDefinition = {
  name: string
  /** Several values, separated by commas. */
  isList: boolean
  /** Its place is reserved: nothing reads it yet. */
  isReserved?: boolean
}

/** In the order of addresses. */
const definitions = [
  { name: 'q', isList: false },
  { name: 'category', isList: true },
  { name: 'subcategory', isList: false },
  { name: 'type', isList: false },
  { name: 'vehicle', isList: false, isReserved: true },
  { name: 'brand', isList: true },
  { name: 'minPrice', isList: false },
  { name: 'maxPrice', isList: false },
  { name: 'inStock', isList: false },
] as const satisfies FilterDefinition[]

/** Parameters of the view: they change nothing that is counted. */
const viewParameters = ['sort', 'page', 'after', 'view'] as const

type ListParameter = (typeof definitions)[number]['name'] | (typeof viewParameters)[number]

/** The parameters of a list of parts, as in its address; several values of one are separated by commas. */
export type ListView = Partial<Record<ListParameter | `a.${string}`, string | undefined>>

/** The filters that lists have, in the order of addresses. */
export const filters = definitions.filter((one: FilterDefinition) => !one.isReserved)

/** The parameters that decide what a list shows, in the order of addresses. The key of a cached page has these and no others. */
export const listParameters: readonly ListParameter[] = [
  ...filters.map(({ name }) => name),
  ...viewParameters,
]

/** In place of a type: the parts without one. No type has this key. */
export const WITHOUT_TYPE = '-'

/** The type of the attributes that a form sends: without JavaScript another type is sent with them. */
export const TYPE_OF_ATTRIBUTES = 'attributesOf'

/** What forms send beside the parameters of a list. A page redirects from them to its address. */
export function isFormParameter(name: string): boolean {
  return name === TYPE_OF_ATTRIBUTES || filterOfBound(name) !== undefined
}

export function isListParameter(name: string): name is ListParameter | `a.${string}` {
  return listParameters.some((one) => one === name) || isAttributeParameter(name)
}
