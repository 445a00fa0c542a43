import { expect, test } from 'vitest'
import { formatCount, percentText, priceInput } from './money.ts'

test('a count is grouped as usual in the locale', () => {
  expect(formatCount(123_456, 'en-US')).toBe('123,456')
  expect(formatCount(123_456, 'de-DE')).toBe('123.456')
})

test.each([
  [12.5, 'usd', '12.50'],
  [1200, 'usd', '1200.00'],
  [700, 'jpy', '700'],
  [0.1, 'kwd', '0.100'],
])('a price of %d in %s is edited as %s', (amount, currency, text) => {
  expect(priceInput(amount, currency)).toBe(text)
})

test('a percentage is written as usual in the locale', () => {
  expect(percentText(7.7, 'en-US')).toBe('7.7%')
  expect(percentText(19, 'de-DE')).toBe('19\u00a0%')
})
