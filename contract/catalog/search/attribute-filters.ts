/** Filters by attributes of a part type. In addresses of pages each is a parameter `a.<key>`; the API takes them in one. */
export const ATTRIBUTE_PREFIX = 'a.'
const KEY = /^[a-z][a-z0-9_]{0,39}$/
export const MAX_ATTRIBUTES = 8
const MAX_VALUES = 20

export function isAttributeParameter(name: string): name is `a.${string}` {
  return name.startsWith(ATTRIBUTE_PREFIX) && KEY.test(name.slice(ATTRIBUTE_PREFIX.length))
}

/** The filter of which a form sends one bound: `a.diameter` of `a.diameter.min` and `a.diameter.max`. */
export function filterOfBound(name: string): `a.${string}` | undefined {
  const filter = name.replace(/\.(?:min|max)$/, '')
  return filter !== name && isAttributeParameter(filter) ? filter : undefined
}

export type FilterKind = 'number' | 'choice' | 'boolean' | 'text'
type Range = { min: number | undefined; max: number | undefined }
export type FilterValue = { values: string[] } | { range: Range }
export type FilterProblem = 'not_number' | 'not_choice' | 'crossed' | 'too_many'

/** `diameter=280,288;axle=front` */
export function writeAttributes(attributes: ReadonlyMap<string, string>): string | undefined {
  return [...attributes].map(([key, value]) => `${key}=${value}`).join(';') || undefined
}

/** Undefined for a text that `writeAttributes` does not write. */
export function splitAttributes(text: string): Map<string, string> | undefined {
  const pairs = text.split(';').map((pair): [string, string] => {
    const at = pair.indexOf('=')
    return at < 0 ? ['', ''] : [pair.slice(0, at), pair.slice(at + 1)]
  })
  const keys = new Set(pairs.map(([key]) => key))
  const isValid = pairs.every(([key, value]) => KEY.test(key) && value !== '')
  return isValid && keys.size === pairs.length ? new Map(pairs) : undefined
}

const NUMBER = /^-?\d{1,10}(?:\.\d{1,10})?$/
const RANGE = /^(-?\d{1,10}(?:\.\d{1,10})?)?\.\.(-?\d{1,10}(?:\.\d{1,10})?)?$/

export function isNumberText(text: string): boolean {
  return NUMBER.test(text)
}

/** The two texts of a range, numbers or not; undefined for values. */
export function rangeTexts(text: string): { min: string; max: string } | undefined {
  const at = text.indexOf('..')
  return at < 0 ? undefined : { min: text.slice(0, at), max: text.slice(at + 2) }
}

/** The order of the values of a filter: numbers by their size, words by their letters. */
export function compareValues(a: string, b: string): number {
  const difference = Number(a) - Number(b)
  if (Number.isFinite(difference) && difference !== 0) return difference
  return a < b ? -1 : Number(a > b)
}

/** The values of a filter: `280`, `280,288`, `256..300`, `..300`, `256..`; words `front,rear`; `yes` or `no`. */
export function readFilter(
  text: string,
  kind: FilterKind,
  decimals: number,
): FilterValue | { problem: FilterProblem } {
  const parts = [
    ...new Set(
      text
        .split(',')
        .map((one) => one.trim())
        .filter(Boolean),
    ),
  ]
  if (parts.length > MAX_VALUES) return { problem: 'too_many' }
  if (kind !== 'number') {
    const values = [...new Set(parts.map((one) => one.toLowerCase()))].sort(compareValues)
    const isKnown = kind !== 'boolean' || values.every((one) => one === 'yes' || one === 'no')
    return values.length > 0 && isKnown ? { values } : { problem: 'not_choice' }
  }
  const round = (number: string) => Number(Number(number).toFixed(decimals))
  const [, lowest, highest] = RANGE.exec(text.trim()) ?? []
  if (lowest !== undefined || highest !== undefined) {
    const min = lowest === undefined ? undefined : round(lowest)
    const max = highest === undefined ? undefined : round(highest)
    if (min !== undefined && max !== undefined && min > max) return { problem: 'crossed' }
    return min === max ? { values: [String(min)] } : { range: { min, max } }
  }
  if (parts.length === 0 || !parts.every((one) => NUMBER.test(one))) return { problem: 'not_number' }
  const numbers = [...new Set(parts.map(round))].sort((a, b) => a - b)
  return { values: numbers.map(String) }
}

/** The one spelling of a filter. */
export function writeFilter(value: FilterValue): string {
  return 'values' in value ? value.values.join(',') : `${value.range.min ?? ''}..${value.range.max ?? ''}`
}
