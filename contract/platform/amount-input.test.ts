import { describe, expect, test } from 'vitest'
import fc from '#tests/support/fast-check.ts'
import { moneyInput, readCount, readMoney } from './amount-input.ts'
import { currencyDecimals, formatMinor, fromMinor, toMinor } from './money.ts'

/* A row is what a person types, and the plain text that it is read as, or a part of the error. */

const NOT_A_NUMBER = 'This is not a number'

/** These mean the same wherever the shop is. */
const anywhere: [string, string][] = [
  ['12', '12'],
  ['12.50', '12.50'],
  ['12,50', '12.50'],
  ['12,5', '12.5'],
  ['12.5', '12.5'],
  [',50', '0.50'],
  ['0,99', '0.99'],
  [' 12,50 ', '12.50'],
  ['1234', '1234'],
  ['1234,5', '1234.5'],
  ['1.234,50', '1234.50'],
  ['1,234.50', '1234.50'],
  ['1.234.567', '1234567'],
  ['1,234,567', '1234567'],
  ['1.234.567,89', '1234567.89'],
  ['1,234,567.89', '1234567.89'],
  ['1 234,50', '1234.50'],
  ['1 234', '1234'],
  ['1\u00a0234,50', '1234.50'],
  ['1\u202f234,50', '1234.50'],
  ['1\u2009234\u2009567,8', '1234567.8'],
  ["1'234.50", '1234.50'],
  ['1’234.50', '1234.50'],
  ["12'500", '12500'],
  ['١٢٫٥٠', '12.50'],
  ['١٬٢٣٤٫٥٠', '1234.50'],
  ['۱۲٫۵۰', '12.50'],
  ['१२.५०', '12.50'],
  ['１２．５０', '12.50'],
  ['١٢،٥٠', '12.50'],
  ['\u200e12,50\u200f', '12.50'],
  ['-5,25', '-5.25'],
  ['−5.25', '-5.25'],
  ['12,500.00', '12500.00'],
  ['12.500,00', '12500.00'],
  ['12,500', 'can mean'],
  ['12.500', 'can mean'],
  ['1,234', 'can mean'],
  ['1.234', 'can mean'],
  ['-1.234', 'can mean'],
  ['١٢,٥٠٠', 'can mean'],
  ['12,505', 'can mean'],
  ['0,500', 'Use at most 2 decimals'],
  ['0.005', 'Use at most 2 decimals'],
  ['1234.567', 'Use at most 2 decimals'],
  ['1.234,567', 'Use at most 2 decimals'],
  ['12٫500', 'Use at most 2 decimals'],
  ['12.5000', 'Use at most 2 decimals'],
  ['12.', NOT_A_NUMBER],
  ['12,', NOT_A_NUMBER],
  ['12,-', NOT_A_NUMBER],
  ['12 50', NOT_A_NUMBER],
  ['12 5', NOT_A_NUMBER],
  ['1,23,456', NOT_A_NUMBER],
  ['1,234,56', NOT_A_NUMBER],
  ['1.234.56', NOT_A_NUMBER],
  ['1.2.3', NOT_A_NUMBER],
  ['1 234 56', NOT_A_NUMBER],
  ['1.234 567,00', NOT_A_NUMBER],
  ['1,234.567,00', NOT_A_NUMBER],
  ['1e3', NOT_A_NUMBER],
  ['0x10', NOT_A_NUMBER],
  ['1/2', NOT_A_NUMBER],
  ['½', NOT_A_NUMBER],
  ['+12', NOT_A_NUMBER],
  ['--12', NOT_A_NUMBER],
  ['£12', NOT_A_NUMBER],
  ['12,50 GBP', NOT_A_NUMBER],
  ['=2+2', NOT_A_NUMBER],
  ['Infinity', NOT_A_NUMBER],
  ['', NOT_A_NUMBER],
  [' ', NOT_A_NUMBER],
  [',', NOT_A_NUMBER],
  ['.', NOT_A_NUMBER],
  ['-', NOT_A_NUMBER],
  ['1'.repeat(41), NOT_A_NUMBER],
  [`${'\u200b'.repeat(40)}12`, NOT_A_NUMBER],
]

const resultOf = (read: ReturnType<typeof readMoney>) => ('text' in read ? read.text : read.error)

describe.each([
  ['en-US', 'usd'],
  ['de-DE', 'eur'],
  ['fr-FR', 'eur'],
  ['sv-SE', 'sek'],
  ['de-CH', 'chf'],
  ['ar-EG', 'egp'],
  ['fa-IR', 'irr'],
])('typed in a shop in %s', (locale, currency) => {
  test.each(anywhere)('%j is %s', (typed, expected) => {
    const result = resultOf(readMoney(typed, { currency, locale }))
    if (/^-?[\d.]+$/.test(expected)) expect(result).toBe(expected)
    else expect(result).toContain(expected)
  })
})

test.each([
  ['12,500', 'usd', 'en-US', '12,500 can mean 12,500.00 or 12.50. '],
  ['12.500', 'eur', 'de-DE', '12.500 can mean 12.500,00 or 12,50. '],
  ['12,505', 'usd', 'en-US', '12,505 can mean 12,505.00 or 12.505. '],
  ['12.345', 'clf', 'en-US', '12.345 can mean 12,345.0000 or 12.3450. '],
])('%s in %s and %s is an error that names both readings', (typed, currency, locale, expected) => {
  expect(resultOf(readMoney(typed, { currency, locale }))).toContain(expected)
})

test.each([
  ['12,500', 'kwd', 'en-US', '12.500'],
  ['12.500', 'kwd', 'ar-KW', '12.500'],
  ['12.5', 'bhd', 'en-US', '12.5'],
  ['1,234,567', 'kwd', 'en-US', '1234567'],
  ['1.234,567', 'tnd', 'fr-FR', '1234.567'],
  ['12,500', 'jpy', 'ja-JP', '12500'],
  ['12.500', 'clp', 'es-CL', '12500'],
  ['12,5', 'jpy', 'ja-JP', 'This is not a whole number, such as 12'],
  ['12.00', 'krw', 'ko-KR', 'This is not a whole number, such as 12'],
  ['12,3456', 'clf', 'es-CL', '12.3456'],
  ['12٫345', 'clf', 'es-CL', '12.3450'],
  ['12,34,567.50', 'inr', 'en-IN', '1234567.50'],
  ['1,23,456', 'inr', 'hi-IN', '123456'],
  ['$12.50', 'usd', 'en-US', '12.50'],
  ['USD 12.50', 'usd', 'en-US', '12.50'],
  ['1.234,50 €', 'eur', 'de-DE', '1234.50'],
  ['eur 12,50', 'eur', 'de-DE', '12.50'],
  ['€ 12,50', 'usd', 'de-DE', 'This is not a number, such as 12,50'],
  ['€ 12.50', 'usd', 'en-US', 'This is not a number, such as 12.50'],
  ['12,50 kr', 'sek', 'sv-SE', '12.50'],
  ['CHF 1’234.50', 'chf', 'de-CH', '1234.50'],
  ['£12.50', 'gbp', 'en-GB', '12.50'],
])('%s in %s and %s is %s', (typed, currency, locale, expected) => {
  expect(resultOf(readMoney(typed, { currency, locale }))).toContain(expected)
})

test.each([
  ['12', '12'],
  ['1.000', '1000'],
  ['1,000', '1000'],
  ['1 000', '1000'],
  ['١٢', '12'],
  ['-4', '-4'],
  ['12,5', 'This is not a whole number, such as 12'],
  ['1.5', 'This is not a whole number, such as 12'],
  ['1.00', 'This is not a whole number, such as 12'],
  ['1e3', 'This is not a whole number, such as 12'],
])('the quantity %s is read as %s', (typed, expected) => {
  expect(resultOf(readCount(typed, 'de-DE'))).toBe(expected)
})

const currency = fc.constantFrom(...Intl.supportedValuesOf('currency').map((code) => code.toLowerCase()))
const locale = fc.constantFrom(
  'en-US',
  'de-DE',
  'fr-FR',
  'sv-SE',
  'de-CH',
  'en-IN',
  'ar-EG',
  'fa-IR',
  'ja-JP',
)
const minor = fc.integer({ min: 0, max: 99_999_999 })

test('what a field shows at first is read as the amount, and plain text of the right length as itself', () => {
  fc.assert(
    fc.property(currency, locale, minor, (code, language, amount) => {
      const style = { currency: code, locale: language }
      const read = readMoney(moneyInput(fromMinor(amount, code), style), style)
      expect('text' in read && toMinor(read.text, code)).toBe(amount)
      if ('text' in read) expect(readMoney(read.text, style)).toEqual(read)
    }),
  )
})

test('a price as the shop shows it is read as that price, or is an error; never as another one', () => {
  let known = 0
  fc.assert(
    fc.property(currency, locale, minor, (code, language, amount) => {
      const style = { currency: code, locale: language }
      const read = readMoney(formatMinor(amount, style), style)
      if ('error' in read) return
      known += 1
      expect(toMinor(read.text, code)).toBe(amount)
    }),
  )
  expect(known).toBeGreaterThan(50)
})

test('digits with separators anywhere are read as one of their readings, with at most the decimals of the currency', () => {
  const digits = fc.string({ unit: fc.constantFrom(...'0123456789.,'), maxLength: 12 })
  fc.assert(
    fc.property(digits, currency, locale, (typed, code, language) => {
      const read = readMoney(typed, { currency: code, locale: language })
      if ('error' in read) return
      expect(toMinor(read.text, code)).toBeDefined()
      const canonical = (text: string) => text.replace(/[.,]/g, '').replace(/^0+/, '')
      expect(canonical(read.text).replace(/0+$/, '')).toBe(canonical(typed).replace(/0+$/, ''))
      expect(read.text.split('.')[1]?.length ?? 0).toBeLessThanOrEqual(currencyDecimals(code))
    }),
  )
})
