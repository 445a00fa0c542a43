import { expect, test } from 'vitest'
import { formatAmount } from './bodies.ts'

test.each([
  [500_000, 'huf', 'HUF\u00a05,000'],
  [500, 'isk', 'ISK\u00a05'],
  [5000, 'jpy', '¥5,000'],
  [1250, 'usd', '$12.50'],
])("%i in the provider's units of %s is shown as %s", (amount, currency, text) => {
  expect(formatAmount(amount, currency)).toBe(text)
})
