import { expect, test } from 'vitest'
import type { QuotedLine } from '#contract/sales/cart/cart.ts'
import { exampleLine } from '#tests/support/orders/example-order.ts'
import { partsAgain, wantedOf } from './buy-again.ts'

const line = (productId: string | null, quantity: number) => ({
  ...exampleLine,
  productId,
  quantity,
  name: `Old ${productId}`,
})
const quoted = (productId: string, part: Partial<NonNullable<QuotedLine['part']>> | null): QuotedLine => ({
  productId,
  quantity: 1,
  part: part && {
    name: `New ${productId}`,
    img: '/drawings/piston.svg',
    partNumber: null,
    brand: null,
    saleUnit: 'each',
    price: 12.5,
    minimumOrder: 1,
    availableQuantity: 10,
    ...part,
  },
  total: null,
  fault: null,
})

test('a part of two lines is asked for once', () => {
  expect(wantedOf([line('a', 2), line('b', 1), line('a', 3), line(null, 1)])).toEqual([
    { productId: 'a', quantity: 5 },
    { productId: 'b', quantity: 1 },
  ])
})

test('no more units are asked for than a cart takes', () => {
  expect(wantedOf([line('a', 999_999), line('a', 999_999)])).toEqual([
    { productId: 'a', quantity: 1_000_000 },
  ])
})

test('parts that are still sold go into the cart at the price of now; the others are named', () => {
  const lines = [
    line('a', 2),
    line('gone', 1),
    line('out', 1),
    line('few', 4),
    line('packs', 1),
    line(null, 1),
  ]
  const again = partsAgain(lines, {
    lines: [
      quoted('a', {}),
      quoted('gone', null),
      quoted('out', { availableQuantity: 1, minimumOrder: 2 }),
      quoted('few', { availableQuantity: 3 }),
      quoted('packs', { minimumOrder: 5 }),
    ],
  })
  expect(again.wanted.map(({ name, price, quantity }) => [name, price, quantity])).toEqual([
    ['New a', 12.5, 2],
    ['New few', 12.5, 3],
    ['New packs', 12.5, 5],
  ])
  expect(again).toMatchObject({
    missing: ['Old null', 'Old gone', 'New out'],
    fewer: ['New few'],
    more: ['New packs'],
  })
})
