import { expect, test } from 'vitest'
import fc from '#tests/support/fast-check.ts'
import { formatCount, includedTaxMinor, percentText, priceInput } from './money.ts'

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

test.each([
  [11_900, 1900, 1900],
  [10_770, 770, 770],
  [100, 1900, 16],
  // 0.5 of a minor unit rounds up.
  [3, 2000, 1],
  [1, 1900, 0],
  [0, 1900, 0],
  [5000, 0, 0],
])('a total of %d at %d includes %d of tax', (total, rate, tax) => {
  expect(includedTaxMinor(total, rate)).toBe(tax)
})

test('included tax is the nearest whole amount, also where products exceed the precision of floating point', () => {
  const total = fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER })
  const rate = fc.integer({ min: 0, max: 10_000 })
  fc.assert(
    fc.property(total, rate, (totalMinor, taxRate) => {
      const tax = includedTaxMinor(totalMinor, taxRate)
      expect(tax).toBeGreaterThanOrEqual(0)
      expect(tax).toBeLessThanOrEqual(totalMinor)
      const whole = 10_000n + BigInt(taxRate)
      const error = BigInt(tax) * whole - BigInt(totalMinor) * BigInt(taxRate)
      expect(2n * (error < 0n ? -error : error) <= whole).toBe(true)
    }),
  )
})

test('a percentage is written as usual in the locale', () => {
  expect(percentText(7.7, 'en-US')).toBe('7.7%')
  expect(percentText(19, 'de-DE')).toBe('19\u00a0%')
})
