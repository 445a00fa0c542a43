import { expect, test } from 'vitest'
import { orderTotal } from './order-summary.tsx'

test.each([
  [12.5, 3, 'usd', 37.5],
  [0.1, 3, 'usd', 0.3],
  [64.9, 2, 'usd', 129.8],
  [1.005, 3, 'kwd', 3.015],
  [1200, 7, 'jpy', 8400],
  [4.35, 100, 'usd', 435],
])('%d for %i units in %s is %d', (price, quantity, currency, total) => {
  expect(orderTotal(price, quantity, currency)).toBe(total)
})
