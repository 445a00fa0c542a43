import { expect, test } from 'vitest'
import fc from '#tests/support/fast-check.ts'
import {
  currencyDecimals,
  formatMinor,
  formatPrice,
  fromMinor,
  includedTaxMinor,
  priceInput,
  toMinor,
} from './money.ts'
import { amountLeft, taxLeft } from './orders/order-state.ts'
import {
  chargeStepMinor,
  fromProviderAmount,
  returnedMinor,
  toProviderAmount,
} from './payments/card-amounts.ts'
import { chargeableMinor, maximumCharge, minimumCharge } from './payments/card-minimums.ts'

/* The rules of decision 11, for every currency of the platform: whole amounts inside, exact wherever they go. */

const codes = Intl.supportedValuesOf('currency').map((code) => code.toLowerCase())
const currency = fc.constantFrom(...codes)
const minor = fc.integer({ min: 0, max: 99_999_999 })
const locale = fc.constantFrom('en-US', 'de-DE', 'fr-CH', 'ja-JP', 'ar-EG', 'hi-IN')
/** A currency with an amount that a card can be charged in it. */
const charge = currency.chain((code) => {
  const { least, most } = chargeableMinor(code)
  const step = chargeStepMinor(code)
  const counts = fc.integer({ min: Math.ceil(least / step), max: Math.floor(most / step) })
  return counts.map((count) => ({ code, totalMinor: count * step }))
})
const RUNS = { numRuns: 400 }

test('an amount comes back from the wire, from a field and from text as it was', () => {
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

test('what is read is the same whether it comes as minor units or from the wire', () => {
  fc.assert(
    fc.property(currency, minor, locale, (code, amount, language) => {
      const style = { currency: code, locale: language }
      expect(formatMinor(amount, style)).toBe(formatPrice(fromMinor(amount, code), style))
    }),
    RUNS,
  )
})

test('a price with a digit too many is no price, in any currency', () => {
  fc.assert(
    fc.property(currency, minor, fc.integer({ min: 1, max: 9 }), (code, amount, digit) => {
      const decimals = currencyDecimals(code)
      const whole = Math.floor(amount / 10 ** decimals)
      expect(toMinor(`${whole}.${'0'.repeat(decimals)}${digit}`, code)).toBeUndefined()
    }),
    RUNS,
  )
})

test('what a card is charged is a whole amount within the provider’s bounds, and is read back as it was', () => {
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

test('one unit below the least and above the most is what the provider refuses', () => {
  for (const code of codes) {
    const { least, most } = chargeableMinor(code)
    expect(fromProviderAmount(minimumCharge(code), code), code).toBeGreaterThan(least - 1)
    expect(fromProviderAmount(maximumCharge(code), code), code).toBeLessThan(most + 1)
    expect(least, code).toBeGreaterThan(0)
  }
})

test('whatever parts of a charge go back at the provider, they come to whole units and never to more than the payment', () => {
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

test('refunds in any parts add up to the payment, and the tax in what is left goes to nothing with it', () => {
  const parts = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 6 })
  const rate = fc.integer({ min: 0, max: 10_000 })
  fc.assert(
    fc.property(charge, parts, rate, ({ code, totalMinor }, shares, taxRate) => {
      const step = chargeStepMinor(code)
      let refundedMinor = 0
      let lastTax = includedTaxMinor(totalMinor, taxRate)
      const orderWith = () => ({
        paid: true,
        currency: code,
        total: fromMinor(totalMinor, code),
        refunded: fromMinor(refundedMinor, code),
        tax: { rate: taxRate / 100, amount: fromMinor(lastTax, code) },
      })
      expect(taxLeft(orderWith())).toBe(fromMinor(lastTax, code))
      for (const share of [...shares, 1]) {
        const left = totalMinor - refundedMinor
        expect(toMinor(amountLeft(orderWith()), code)).toBe(left)
        refundedMinor += share === 1 ? left : Math.floor((left * share) / step) * step
        const tax = toMinor(taxLeft(orderWith()) ?? Number.NaN, code) ?? Number.NaN
        expect(tax).toBeLessThanOrEqual(lastTax)
        expect(tax).toBeGreaterThanOrEqual(0)
        lastTax = tax
      }
      expect(amountLeft(orderWith())).toBe(0)
      expect(lastTax).toBe(0)
    }),
    RUNS,
  )
})
