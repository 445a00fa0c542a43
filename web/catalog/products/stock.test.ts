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

test('up to 900 units, more units never give a shorter bar', () => {
  const bars = Array.from({ length: 901 }, (_, available) => stockOf({ minimumOrder: 1, available }).percent)
  expect(bars).toEqual([...bars].sort((a, b) => a - b))
})
