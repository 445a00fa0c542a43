import { choiceKey } from '#demo/generator/attributes.ts'
import shipped from '#server/catalog/part-types/shipped-types.json' with { type: 'json' }

const attributes = new Map(shipped.attributes.map((attribute) => [attribute.key, attribute]))
const NUMBERS = [
  'zero',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
]

/** Whether an attribute may have this value: of its kind, a known choice, no more decimals than it has. */
export function isOfKind(key: string, value: unknown): boolean {
  const attribute = attributes.get(key)
  if (attribute?.kind === 'number')
    return typeof value === 'number' && Number(value.toFixed(attribute.decimals ?? 0)) === value
  if (attribute?.kind === 'choice') return attribute.choices?.some((choice) => choice.key === value) ?? false
  return typeof value === (attribute?.kind === 'boolean' ? 'boolean' : 'string')
}

/** Whether a text has this value: a choice by its words, a number in digits or as a word. Yes and no are not looked for. */
export function isSaid(value: string | number | boolean, text: string): boolean {
  if (typeof value === 'boolean') return true
  const said = plain(text)
  if (typeof value === 'string') return said.includes(plain(value))
  const numbers = [String(value), value.toLocaleString('en-US').replace(',', ' '), NUMBERS[value] ?? '']
  return numbers.some(
    (number) => number !== '' && new RegExp(`[ a-z]${number.replace('.', '\\.')}[ a-z.]`).test(said),
  )
}

/** Lower case, words apart by single blanks, as keys of choices are written. */
function plain(text: string): string {
  const words = choiceKey(decodeURIComponent(text)).replaceAll('-', ' ')
  return ` ${words} `.replace(/\. /g, ' ')
}
