import { numberFormat } from '../../platform/formats.ts'
import type { Attribute } from './attributes.ts'
import { typesTexts as texts } from './texts.ts'

export type Value = string | number | boolean
export type ReadValue = { value: Value } | { problem: string }

type Kind = Pick<Attribute, 'kind' | 'unit' | 'decimals' | 'choices'>

const MAX_TEXT = 200
const MAX_NUMBER = 1e9
const YES = ['yes', 'true', '1', 'x']
const NO = ['no', 'false', '0']

type Reading = {
  /** A comma is the decimal sign: in a file whose columns another character separates. */
  hasDecimalComma?: boolean
}

/**
 * The value of an attribute as people or files write it: a number with or without its unit, key or name of a choice, yes or
 * no, text. `problem` says what is wrong.
 */
export function readValue(typed: string, of: Kind, { hasDecimalComma = false }: Reading = {}): ReadValue {
  const text = typed.trim()
  switch (of.kind) {
    case 'number':
      return readNumber(text, of, hasDecimalComma)
    case 'choice':
      return readChoice(text, of)
    case 'boolean':
      return readBoolean(text)
    case 'text':
      return checkValue(text, of)
  }
}

function readNumber(text: string, of: Kind, hasDecimalComma: boolean): ReadValue {
  const number = withoutUnit(text, of.unit)
  const plain = hasDecimalComma ? number.replace(',', '.') : number
  if (!/^-?\d{1,10}(?:\.\d{1,10})?$/.test(plain))
    return { problem: texts.notNumber(of.unit, hasDecimalComma ? '12,5' : undefined) }
  return checkValue(Number(plain), of)
}

function withoutUnit(text: string, unit: string | null): string {
  if (unit === null || !text.toLowerCase().endsWith(unit.toLowerCase())) return text
  return text.slice(0, -unit.length).trimEnd()
}

function readChoice(text: string, { choices }: Kind): ReadValue {
  const folded = text.toLowerCase()
  const found =
    choices.find(({ key }) => key === folded) ?? choices.find(({ name }) => name.toLowerCase() === folded)
  return found ? { value: found.key } : { problem: texts.notChoice(choices.map(({ name }) => name)) }
}

function readBoolean(text: string): ReadValue {
  const folded = text.toLowerCase()
  if (YES.includes(folded)) return { value: true }
  if (NO.includes(folded)) return { value: false }
  return { problem: texts.notBoolean }
}

/** A value of the API: of the attribute's kind, a number with its decimals at most, a choice by its key. */
export function checkValue(value: unknown, { kind, unit, decimals, choices }: Kind): ReadValue {
  if (kind === 'number') {
    if (typeof value !== 'number' || !Number.isFinite(value) || Object.is(value, -0))
      return { problem: texts.notNumber(unit) }
    if (Math.abs(value) > MAX_NUMBER) return { problem: texts.numberTooLarge }
    return hasDecimals(value, decimals) ? { value } : { problem: texts.tooManyDecimals(decimals) }
  }
  if (kind === 'boolean') return typeof value === 'boolean' ? { value } : { problem: texts.notBoolean }
  if (typeof value !== 'string') return { problem: texts.notText }
  if (kind === 'choice')
    return choices.some(({ key }) => key === value)
      ? { value }
      : { problem: texts.notChoice(choices.map(({ name }) => name)) }
  const text = value.trim()
  if (text === '' || /[\p{Cc}\p{Zl}\p{Zp}]/u.test(text)) return { problem: texts.notText }
  return text.length <= MAX_TEXT ? { value: text } : { problem: texts.textTooLong(MAX_TEXT) }
}

function hasDecimals(value: number, decimals: number): boolean {
  const [, written = ''] = String(value).split('.')
  return !String(value).includes('e') && written.length <= decimals
}

/** The value as people read it, with its unit: `280 mm`, `Front`, `yes`. Without a locale with a decimal point. */
export function textOf(value: Value, { unit, choices }: Omit<Kind, 'decimals'>, locale?: string): string {
  if (typeof value === 'boolean') return value ? texts.yes : texts.no
  if (typeof value === 'number') {
    const number =
      locale === undefined
        ? String(value)
        : numberFormat(locale, { useGrouping: false, maximumFractionDigits: 3 }).format(value)
    return unit === null ? number : `${number} ${unit}`
  }
  return choices.find(({ key }) => key === value)?.name ?? value
}

/** The value as a cell of a file has it, which `readValue` reads back: without its unit, a choice by its key. */
export function cellOf(value: Value): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return String(value)
}
