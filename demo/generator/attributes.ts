import shipped from '#server/catalog/part-types/shipped-types.json' with { type: 'json' }

type AttributeValue = string | number | boolean
export type Attributes = { [key: string]: AttributeValue }
/** Where the values of a kind's attributes come from, by attribute: see `readAttributes`. */
export type AttributeSources = { readonly [key: string]: string }
type Values = { readonly [choice: string]: string | number | undefined }

const kindOf = new Map(shipped.attributes.map(({ key, kind }) => [key, kind]))
const NUMBER_WORDS = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']

/**
 * The attributes of a part from the choices it is made of, so that they agree with its name and text. A source is
 *   `key`        this choice                         `=text`      the same text for all parts of the kind
 *   `1key`       its first word (`-1key` the last)   `2+key`      its words from the second on
 *   `~key text`  whether the choice contains the text
 * A number is the first one in the text, in digits or words. Throws for an unknown attribute, choice, or number.
 */
export function readAttributes(sources: AttributeSources, values: Values): Attributes {
  return Object.fromEntries(
    Object.entries(sources).map(([key, source]) => [key, toValue(key, textOf(source, values))]),
  )
}

function textOf(source: string, values: Values): string {
  if (source.startsWith('=')) return source.slice(1)
  const [, contains, at, from, choice = '', part] =
    /^(~)?(?:(-?\d)(\+)?)?([a-z]\w*)(?: (.+))?$/.exec(source) ?? []
  const value = values[choice]
  if (value === undefined) throw new Error(`No choice for ${source}`)
  const text = String(value)
  if (contains) return text.includes(part ?? '') ? 'yes' : 'no'
  if (at === undefined) return text
  const words = text.split(' ')
  const index = Number(at) < 0 ? Number(at) : Number(at) - 1
  return from ? words.slice(index).join(' ') : (words.at(index) ?? '')
}

function toValue(key: string, text: string): AttributeValue {
  const kind = kindOf.get(key)
  if (kind === undefined) throw new Error(`No attribute ${key}`)
  if (kind === 'number') return numberIn(text)
  if (kind === 'boolean') return text === 'yes' || text === 'true'
  return kind === 'choice' ? choiceKey(text) : text
}

/** The key of a choice from its text: `M20×1.5` is `m20x1.5`, `1/2″` is `1-2`. */
export function choiceKey(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replaceAll('×', 'x')
    .replace(/[^a-z0-9.]+/g, '-')
    .replace(/^-|-$/g, '')
}

function numberIn(text: string): number {
  const digits = /\d+(?:[.,]\d+)*/.exec(text)?.[0]
  const number = digits
    ? Number(digits.replaceAll(',', ''))
    : NUMBER_WORDS.findIndex((word) => text.split(' ').includes(word))
  if (!(number >= 0)) throw new Error(`No number in ${text}`)
  return number
}
