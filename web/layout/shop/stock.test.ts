import { expect, test } from 'vitest'
import { stockOf } from './stock.tsx'

test('less than a minimum order is out of stock', () => {
  expect(stockOf({ minimumOrder: 4, available: 3 })).toEqual({ isOut: true, variant: 'danger', percent: 0 })
})

test('exactly one minimum order can be bought, and is low stock', () => {
  expect(stockOf({ minimumOrder: 4, available: 4 })).toMatchObject({ isOut: false, variant: 'warning' })
})

test('a large stock fills the bar and no more', () => {
  expect(stockOf({ minimumOrder: 1, available: 100_000 })).toEqual({
    isOut: false,
    variant: 'ok',
    percent: 100,
  })
})

test('more units never give a shorter bar', () => {
  const bars = [1, 2, 5, 10, 40, 120, 300, 900].map(
    (available) => stockOf({ minimumOrder: 1, available }).percent,
  )
  expect(bars).toEqual([...bars].sort((a, b) => a - b))
})
