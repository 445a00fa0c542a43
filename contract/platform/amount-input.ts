import { numberFormat, partOfFormat, plainInput } from './formats.ts'
import { currencyDecimals, type MoneyStyle, priceInput } from './money.ts'
import { validationTexts as texts } from './texts/validation.ts'

/** A typed amount as plain decimal text, which the API reads ("1234.50"), or what is wrong with it. */
export type TypedAmount = { text: string } | { error: string }

/**
 * Reads an amount of money as people type it in any country: "12,50", "1.234,50", "1 234,50", "CHF 1’234.50", "١٢٫٥٠". Text
 * that can mean two amounts is an error which names both: "12,500" and "12.500", unless the currency has three decimals
 * or none.
 */
export function readMoney(typed: string, { currency, locale }: MoneyStyle): TypedAmount {
  const signs = (['symbol', 'narrowSymbol', 'code'] as const).map((currencyDisplay) =>
    partOfFormat(numberFormat(locale, { style: 'currency', currency, currencyDisplay }), 'currency'),
  )
  return readAmount(typed, { decimals: currencyDecimals(currency), locale, signs })
}

/** A whole number, read as an amount of a currency without decimals: "1.000" and "1,000" are a thousand. */
export function readCount(typed: string, locale: string): TypedAmount {
  return readAmount(typed, { decimals: 0, locale, signs: [] })
}

/** A number with at most so many decimals, read as an amount: of "12,500" both readings are named, unless it has three or none. */
export function readNumber(typed: string, style: { decimals: number; locale: string }): TypedAmount {
  return readAmount(typed, { ...style, signs: [] })
}

/** An amount as a field shows it at first: "12,50" in a German shop. Reading it gives the amount again. */
export function moneyInput(amount: number, { currency, locale }: MoneyStyle): string {
  return plainInput(priceInput(amount, currency), locale)
}

/** More than the longest amount with its separators and sign. */
const LONGEST = 40

type Style = { decimals: number; locale: string; signs: string[] }

function readAmount(typed: string, style: Style): TypedAmount {
  const { decimals, locale } = style
  const example = plainInput('12.50', locale)
  const invalid = { error: decimals === 0 ? texts.notWholeNumber : texts.notNumberLike(example) }
  if (typed.length > LONGEST) return invalid
  const text = withoutSign(simplify(typed), style.signs)
  const minus = /^[-−]/.test(text) ? '-' : ''
  const amount = text.slice(minus.length)
  const separators = amount.replace(/\d/g, '')
  const groups = amount.split(/\D/)
  const last = groups.at(-1) ?? ''
  if (last === '' || !/^[.,٫٬ ']*$/.test(separators)) return invalid

  const whole = { minus, whole: groups.join(''), fraction: '' }
  const split = { minus, whole: groups.slice(0, -1).join(''), fraction: last }
  const canBeWhole = separators === '' || isGrouped(groups, separators, style)
  const canBeSplit = hasDecimals(groups, separators, style)
  if (canBeWhole && canBeSplit && decimals !== 0 && decimals !== 3)
    return { error: ambiguous(typed, [whole, split], style) }
  if (canBeSplit && !(canBeWhole && decimals === 0)) return toPlain(split, decimals)
  return canBeWhole ? toPlain(whole, decimals) : invalid
}

type Digits = { minus: string; whole: string; fraction: string }

function toPlain({ minus, whole, fraction }: Digits, decimals: number): TypedAmount {
  if (fraction.length > decimals)
    return { error: decimals === 0 ? texts.notWholeNumber : texts.tooManyDecimals(decimals) }
  // of four decimals all are written: three could be thousands where the text is read again
  const point = fraction && `.${fraction.length === 3 ? fraction.padEnd(decimals, '0') : fraction}`
  return { text: `${minus}${whole || '0'}${point}` }
}

/** ٫ and ٬ separate decimals and thousands in Arabic and Persian. */
function hasDecimals(groups: string[], separators: string, style: Style): boolean {
  const [last, ...others] = [...separators].reverse()
  if (last === undefined || !'.,٫'.includes(last)) return false
  const isOther = others.length === 0 || others[0] !== last
  return isOther && (others.length === 0 || isGrouped(groups.slice(0, -1), others.join(''), style))
}

/** One kind of separator throughout, with groups of three digits, or as the locale groups lakhs and crores. */
function isGrouped(groups: string[], separators: string, { locale }: Style): boolean {
  const [first = '', ...others] = groups
  const isOneKind = new Set(separators).size === 1 && separators[0] !== '٫'
  if (!isOneKind || !/^[1-9]\d{0,2}$/.test(first)) return false
  if (others.every((group) => group.length === 3)) return true
  const sizes = others.map((group) => group.length).join('')
  return first.length < 3 && /^2*3$/.test(sizes) && hasLakhs(locale)
}

function hasLakhs(locale: string): boolean {
  return numberFormat(locale, {})
    .formatToParts(1_234_567)
    .some(({ value }) => /^\p{Nd}{2}$/u.test(value))
}

function ambiguous(typed: string, readings: Digits[], { decimals, locale }: Style): string {
  const format = numberFormat(locale, {
    minimumFractionDigits: decimals,
    maximumFractionDigits: Math.max(3, decimals),
  })
  const [grouped = '', split = ''] = readings.map(({ minus, whole, fraction }) =>
    format.format(Number(`${minus}${whole}.${fraction}`)),
  )
  return texts.ambiguousAmount(typed.trim(), { grouped, split, decimals })
}

function withoutSign(text: string, signs: string[]): string {
  const lower = text.toLowerCase()
  for (const sign of signs.map((one) => simplify(one).toLowerCase()).filter(Boolean)) {
    if (lower.startsWith(sign)) return text.slice(sign.length).trim()
    if (lower.endsWith(sign)) return text.slice(0, -sign.length).trim()
  }
  return text
}

/** ASCII digits, one kind of space, apostrophe, comma and point; no invisible characters, no blanks around it. */
function simplify(text: string): string {
  return text
    .replace(/\p{Cf}/gu, '')
    .replace(/[\s\p{Zs}]/gu, ' ')
    .replace(/[’‘ʼ′`´＇]/g, "'")
    .replace(/[，،]/g, ',')
    .replace(/．/g, '.')
    .replace(/\p{Nd}/gu, asciiDigit)
    .trim()
}

/** The ten digits of a script follow each other, from zero. */
function asciiDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0
  let zero = code
  while (/^\p{Nd}$/u.test(String.fromCodePoint(zero - 1))) zero -= 1
  return String((code - zero) % 10)
}
