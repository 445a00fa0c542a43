import { expect, test } from 'vitest'
import { priceToMinor } from './product.ts'

test.each([
  ['usd', 999_999.99, 99_999_999],
  ['jpy', 1_234_567, 1_234_567],
  ['jpy', 99_999_999, 99_999_999],
  ['krw', 1_234_567, 1_234_567],
  ['vnd', 45_000_000, 45_000_000],
  ['clp', 1_234_567, 1_234_567],
  ['idr', 9_999_999_999.99, 999_999_999_999],
  ['huf', 999_999.99, 99_999_999],
  ['kwd', 99_999.99, 99_999_990],
])('a price in %s can be %d', (currency, price, minor) => {
  expect(priceToMinor(price, currency)).toBe(minor)
})

test.each([
  ['usd', 1_000_000, '999,999.99'],
  ['usd', 1e40, '999,999.99'],
  ['jpy', 100_000_000, '99,999,999'],
  ['idr', 10_000_000_000, '9,999,999,999.99'],
  ['kwd', 100_000, '99,999.999'],
])('a price in %s cannot be %d, and the error names the highest', (currency, price, most) => {
  const refused = { errors: [{ path: 'price', message: `Price can be at most ${most}` }] }
  expect(() => priceToMinor(price, currency)).toThrow(expect.objectContaining(refused))
})
