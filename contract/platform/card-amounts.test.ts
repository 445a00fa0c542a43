import { describe, expect, test } from 'vitest'
import { chargeStepMinor, fromProviderAmount, returnedMinor, toProviderAmount } from './card-amounts.ts'
import { toMinor } from './money.ts'

describe.each([
  // Price, currency, amount in the provider's unit.
  [10, 'usd', 1000],
  [500, 'jpy', 500],
  [5, 'isk', 500],
  [5, 'ugx', 500],
  [5.12, 'kwd', 5120],
  [700, 'mga', 700],
  [5000, 'huf', 500_000],
  [90_000, 'idr', 9_000_000],
  [8.5, 'twd', 850],
])('%d %s and the provider’s amount', (price, currency, amount) => {
  const minor = toMinor(price, currency) ?? Number.NaN
  test('the price is converted to the provider’s amount', () =>
    expect(toProviderAmount(minor, currency)).toBe(amount))
  test('the provider’s amount is converted back', () =>
    expect(fromProviderAmount(amount, currency)).toBe(minor))
})

test('a dinar amount with a third decimal is not chargeable', () => {
  expect(() => toProviderAmount(5125, 'kwd')).toThrow(RangeError)
})

test.each([
  [100_050, 'huf', 100_050],
  [100_050, 'isk', 1000],
  [199, 'isk', 1],
  [99, 'ugx', 0],
  [99, 'idr', 99],
  [1050, 'usd', 1050],
  [1011, 'kwd', 1011],
  [700, 'mga', 70_000],
])('refunded %d %s of the provider are %d whole minor units', (amount, currency, minor) => {
  expect(returnedMinor(amount, currency)).toBe(minor)
})

test('an amount that is no safe integer in the provider’s unit is rejected', () => {
  expect(() => toProviderAmount(Number.MAX_SAFE_INTEGER, 'isk')).toThrow(RangeError)
})

test('four chargeable amounts of every currency convert to the provider’s amount and back', () => {
  for (const code of Intl.supportedValuesOf('currency')) {
    const step = chargeStepMinor(code)
    for (const count of [1, 7, 99, 12_345]) {
      const amount = toProviderAmount(count * step, code)
      expect(Number.isInteger(amount), code).toBe(true)
      expect(fromProviderAmount(amount, code), code).toBe(count * step)
    }
  }
})
