import { expect, test } from 'vitest'
import fc from '#tests/support/fast-check.ts'
import { exampleLine } from '#tests/support/orders/example-order.ts'
import { afterRefund, type LineMoney, takeFrom, taxOf } from '../sales/orders/order-money.ts'
import { remainingAmount, remainingTax } from '../sales/orders/order-state.ts'
import { chargeableMinor, minimumCharge } from '../sales/payments/card-minimums.ts'
import {
  chargeStepMinor,
  fromProviderAmount,
  maximumCharge,
  returnedMinor,
  toProviderAmount,
} from './card-amounts.ts'
import { currencyDecimals, formatMinor, formatPrice, fromMinor, priceInput, toMinor } from './money.ts'

/* The rules of decision 11 for currencies that `Intl` knows, most of them for random ones. */

const codes = Intl.supportedValuesOf('currency').map((code) => code.toLowerCase())
const currency = fc.constantFrom(...codes)
const minor = fc.integer({ min: 0, max: 99_999_999 })
const locale = fc.constantFrom('en-US', 'de-DE', 'fr-CH', 'ja-JP', 'ar-EG', 'hi-IN')
const charge = currency.chain((code) => {
  const { minMinor, maxMinor } = chargeableMinor(code)
  const step = chargeStepMinor(code)
  const counts = fc.integer({ min: Math.ceil(minMinor / step), max: Math.floor(maxMinor / step) })
  return counts.map((count) => ({ code, totalMinor: count * step }))
})
const RUNS = { numRuns: 400 }

test.each([
  ['usd', 2],
  ['EUR', 2],
  ['huf', 2],
  ['idr', 2],
  ['twd', 2],
  ['mga', 2],
  ['lbp', 2],
  ['jpy', 0],
  ['isk', 0],
  ['ugx', 0],
  ['clp', 0],
  ['xof', 0],
  ['kwd', 3],
  ['iqd', 3],
  ['tnd', 3],
  ['clf', 4],
])('%s has %i decimals by ISO 4217, whatever the runtime says', (code, decimals) => {
  expect(currencyDecimals(code)).toBe(decimals)
})

test('amounts survive the conversion to JSON and to a form field, which has the decimals of the currency', () => {
  fc.assert(
    fc.property(currency, minor, (code, amount) => {
      const wire = JSON.parse(JSON.stringify({ price: fromMinor(amount, code) })).price
      expect(toMinor(wire, code)).toBe(amount)
      expect(toMinor(priceInput(wire, code), code)).toBe(amount)
      expect(priceInput(wire, code).split('.')[1]?.length ?? 0).toBe(currencyDecimals(code))
    }),
    RUNS,
  )
})

test('minor units and wire amounts are formatted in the same way', () => {
  fc.assert(
    fc.property(currency, minor, locale, (code, amount, language) => {
      const style = { currency: code, locale: language }
      expect(formatMinor(amount, style)).toBe(formatPrice(fromMinor(amount, code), style))
    }),
    RUNS,
  )
})

test('a price with more decimals than its currency has is invalid', () => {
  fc.assert(
    fc.property(currency, minor, fc.integer({ min: 1, max: 9 }), (code, amount, digit) => {
      const decimals = currencyDecimals(code)
      const whole = Math.floor(amount / 10 ** decimals)
      expect(toMinor(`${whole}.${'0'.repeat(decimals)}${digit}`, code)).toBeUndefined()
    }),
    RUNS,
  )
})

test('a chargeable amount is an integer within the provider’s bounds, and converts back', () => {
  fc.assert(
    fc.property(charge, ({ code, totalMinor }) => {
      const amount = toProviderAmount(totalMinor, code)
      expect(Number.isSafeInteger(amount)).toBe(true)
      expect(amount).toBeGreaterThanOrEqual(minimumCharge(code))
      expect(amount).toBeLessThanOrEqual(maximumCharge(code))
      expect(fromProviderAmount(amount, code)).toBe(totalMinor)
    }),
    RUNS,
  )
})

test('the bounds of chargeable amounts cut off less than a minor unit of the provider’s range', () => {
  for (const code of codes) {
    const { minMinor, maxMinor } = chargeableMinor(code)
    expect(fromProviderAmount(minimumCharge(code), code), code).toBeGreaterThan(minMinor - 1)
    expect(fromProviderAmount(maximumCharge(code), code), code).toBeLessThan(maxMinor + 1)
    expect(minMinor, code).toBeGreaterThan(0)
  }
})

test('partial refunds at the provider are whole minor units and never exceed the payment', () => {
  const shares = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 6 })
  fc.assert(
    fc.property(charge, shares, ({ code, totalMinor }, parts) => {
      let left = toProviderAmount(totalMinor, code)
      let back = 0
      for (const share of parts) {
        const part = Math.floor(left * share)
        left -= part
        expect(Number.isSafeInteger(returnedMinor(part, code))).toBe(true)
        back += returnedMinor(part, code)
      }
      expect(back + returnedMinor(left, code)).toBeLessThanOrEqual(totalMinor)
    }),
    RUNS,
  )
})

test('partial refunds add up to the payment, and reduce the remaining tax to zero', () => {
  const shares = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 6 })
  const rate = fc.integer({ min: 0, max: 10_000 })
  fc.assert(
    fc.property(charge, shares, rate, ({ code, totalMinor }, parts, taxRate) => {
      const step = chargeStepMinor(code)
      const rate = { taxPpm: taxRate * 100, taxMinor: taxOf(totalMinor, taxRate * 100) }
      const nothing = { refundedUnits: 0, refundedMinor: 0, refundedTaxMinor: 0 }
      let line: LineMoney = { quantity: 1, totalMinor, ...rate, ...nothing }
      const orderWith = () => {
        const total = fromMinor(totalMinor, code)
        const tax = { rate: taxRate / 100, amount: fromMinor(line.taxMinor, code) }
        const refundedTax = fromMinor(line.refundedTaxMinor, code)
        const refunded = fromMinor(line.refundedMinor, code)
        const lines = [{ ...exampleLine, total, tax, refunded, refundedTax }]
        return { paid: true, currency: code, total, refunded, tax, lines }
      }
      let lastTax = line.taxMinor
      expect(remainingTax(orderWith())).toBe(fromMinor(lastTax, code))
      for (const share of [...parts, 1]) {
        const left = totalMinor - line.refundedMinor
        expect(toMinor(remainingAmount(orderWith()), code)).toBe(left)
        const back = share === 1 ? left : Math.floor((left * share) / step) * step
        line = afterRefund(line, { units: 0, ...takeFrom(line, back) })
        const tax = toMinor(remainingTax(orderWith()) ?? Number.NaN, code) ?? Number.NaN
        expect(tax).toBe(taxOf(left - back, rate.taxPpm))
        expect(tax).toBeLessThanOrEqual(lastTax)
        lastTax = tax
      }
      expect(remainingAmount(orderWith())).toBe(0)
      expect(lastTax).toBe(0)
    }),
    RUNS,
  )
})
