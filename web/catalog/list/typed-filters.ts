import type { Attribute } from '#contract/catalog/part-types/attributes.ts'
import {
  isNumberText,
  rangeTexts,
  readFilter,
  writeFilter,
} from '#contract/catalog/search/attribute-filters.ts'
import { listServerTexts as texts } from '#contract/catalog/search/list-server-texts.ts'
import { readMoney, readNumber } from '#contract/platform/amount-input.ts'
import { plainInput } from '#contract/platform/formats.ts'
import type { MoneyStyle } from '#contract/platform/money.ts'
import { attributesOf, type PartsView } from '../products/parts-address.ts'
import type { FilterErrors } from './filter-errors.ts'

type Typed = { view: PartsView; errors: FilterErrors }

/** The view with prices as the API reads them, from prices as people type them, and the errors of the prices. */
export function readPrices(view: PartsView, style: MoneyStyle): Typed {
  const plain = { ...view }
  const errors: FilterErrors = {}
  for (const name of ['minPrice', 'maxPrice'] as const) {
    const result = view[name] === undefined ? undefined : readMoney(view[name], style)
    if (result && 'text' in result) plain[name] = result.text
    if (result && 'error' in result) errors[name] = result.error
  }
  return { view: plain, errors }
}

const WORDS = /^[a-z1-9][a-z0-9_-]*(?:,[a-z1-9][a-z0-9_-]*)*$/
const WHOLE_RANGE = /^(?:[1-9]\d*\.\.|\.\.[1-9]\d*)$/

/** Whether the values have one spelling, whatever their attribute is: words, whole numbers, one whole bound. */
export function isSpelled(text: string): boolean {
  return WORDS.test(text) || WHOLE_RANGE.test(text)
}

/**
 * The view with the one spelling of its attributes: bounds as people type them are plain numbers, with the decimals of their
 * attribute. What the API refuses stays as it is; a bound that is no number, or can mean two, is an error, also at its field.
 */
export function readAttributes(
  view: PartsView,
  { attributes, locale }: { attributes: readonly Attribute[]; locale: string },
): Typed {
  const spelled = { ...view }
  const errors: FilterErrors = {}
  for (const [key, text] of attributesOf(view)) {
    const attribute = attributes.find((one) => one.key === key)
    if (!attribute) continue
    const { kind, decimals } = attribute
    const name = `a.${key}` as const
    const range = kind === 'number' ? rangeTexts(text) : undefined
    const min = readBound(range?.min ?? '', { decimals, locale })
    const max = readBound(range?.max ?? '', { decimals, locale })
    const error = min.error ?? max.error
    if (error !== undefined) {
      Object.assign(errors, { [name]: error, [`${name}.min`]: min.error, [`${name}.max`]: max.error })
      continue
    }
    const plain = range ? `${min.text}..${max.text}` : text
    const value = readFilter(plain, kind, decimals)
    spelled[name] = 'problem' in value ? plain : writeFilter(value)
  }
  return { view: spelled, errors }
}

/** A point before three digits may separate thousands; any other plain number is what an address says. */
function readBound(
  typed: string,
  style: { decimals: number; locale: string },
): { text: string; error?: string | undefined } {
  if (typed === '' || (isNumberText(typed) && !/\.\d{3}$/.test(typed))) return { text: typed }
  const result = readNumber(typed, style)
  if ('text' in result) return result
  return {
    text: typed,
    error: /\d/.test(typed) ? result.error : texts.notNumber(plainInput('12.5', style.locale)),
  }
}
