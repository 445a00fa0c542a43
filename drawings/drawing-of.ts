import { type DrawnPart, drawingByWords } from './part-drawing.ts'

type AttributeValue = string | number | boolean

/**
 * What a parameter of a drawing takes: the value of an attribute, by its key; the same with words of the drawing in place of
 * values; or always the same value.
 */
type ParameterSource = string | { attribute: string; values: Record<string, string> } | { value: string }

/** The drawing of a part type, and what its parameters take. */
export type DrawnType = { drawing?: string | null; drawingParameters?: Record<string, ParameterSource> }

type Attributes = Readonly<Record<string, AttributeValue>>
/** Attributes as the API shows them, too. */
type ShownAttributes = readonly { key: string; value: AttributeValue }[]
export type TypedPart = DrawnPart & { type?: DrawnType | null; attributes?: Attributes | ShownAttributes }

/**
 * The path of a part's drawing, which letters only what the shop says of the part. With a type that has a drawing its
 * parameters are those that the part has values for; without one it follows from words of the name, and nothing is lettered.
 */
export function drawingPath(part: TypedPart): string {
  const { type, attributes: given = {} } = part
  const attributes = isShown(given) ? Object.fromEntries(given.map(({ key, value }) => [key, value])) : given
  if (!type?.drawing) return lettering(drawingByWords(part), 'none')
  const parameters = Object.entries(type.drawingParameters ?? {}).flatMap(([name, source]) => {
    const value = parameterOf(source, attributes)
    return value === undefined ? [] : [`${name}=${encodeURIComponent(value)}`]
  })
  const query = parameters.length > 0 ? `?${parameters.join('&')}` : ''
  return lettering(`/drawings/${type.drawing}.svg${query}`, 'given')
}

function isShown(attributes: Attributes | ShownAttributes): attributes is ShownAttributes {
  return Array.isArray(attributes)
}

function lettering(path: string, dims: 'given' | 'none'): string {
  return `${path}${path.includes('?') ? '&' : '?'}dims=${dims}`
}

function parameterOf(source: ParameterSource, attributes: Attributes): string | undefined {
  if (typeof source === 'object' && 'value' in source) return source.value
  const value = attributes[typeof source === 'string' ? source : source.attribute]
  if (value === undefined) return undefined
  if (typeof source === 'object')
    return Object.hasOwn(source.values, String(value)) ? source.values[String(value)] : undefined
  if (typeof value === 'boolean') return value ? '1' : '0'
  return String(value)
}
