import { expect, test } from 'vitest'
import type { CartLine } from '#contract/sales/cart/cart.ts'
import { changesOf, countChanges, openLines, soundLines } from './cart-changes.ts'

type Part = NonNullable<CartLine['part']>

function line({
  part = {},
  ...values
}: Partial<Omit<CartLine, 'part'>> & { part?: Partial<Part> } = {}): CartLine {
  return {
    productId: '01982f5e-7c11-7d3a-9a52-0f4f6a1d2b3c',
    quantity: 2,
    name: 'Brake disc',
    seenPrice: 10,
    total: 20,
    fault: null,
    ...values,
    part: {
      name: 'Brake disc',
      img: '/drawings/piston.svg',
      partNumber: null,
      brand: null,
      saleUnit: 'each',
      price: 10,
      minimumOrder: 1,
      availableQuantity: 5,
      ...part,
    },
  }
}

const gone: CartLine = { ...line({ fault: 'not_found', total: null }), part: null }
const soldOut = line({ fault: 'insufficient_stock', part: { availableQuantity: 0 } })
const few = line({ fault: 'insufficient_stock', quantity: 4, part: { availableQuantity: 3 } })
const minimum = line({ fault: 'below_minimum', part: { minimumOrder: 4 } })

test('a line that is as it was put in has no change', () => {
  expect(changesOf(line())).toEqual([])
})

test('a price is said with the one before', () => {
  expect(changesOf(line({ part: { price: 12 } }))).toEqual([{ kind: 'dearer', before: 10, now: 12 }])
  expect(changesOf(line({ part: { price: 9 } }))).toEqual([{ kind: 'cheaper', before: 10, now: 9 }])
})

test('too few and too little say what can be taken, beside a price', () => {
  expect(changesOf(few)).toEqual([{ kind: 'few', units: 3 }])
  expect(changesOf(minimum)).toEqual([{ kind: 'minimum', units: 4 }])
  expect(changesOf({ ...few, seenPrice: 11 }).map(({ kind }) => kind)).toEqual(['cheaper', 'few'])
})

test('less than the least quantity is sold out, whatever is wanted', () => {
  expect(changesOf(soldOut)).toEqual([{ kind: 'soldOut' }])
  const below = line({ fault: 'below_minimum', part: { minimumOrder: 4, availableQuantity: 3 } })
  expect(changesOf(below)).toEqual([{ kind: 'soldOut' }])
})

test('each kind is counted once above the lines', () => {
  const lines = [gone, few, soldOut, soldOut, line(), { ...minimum, seenPrice: 11 }]
  expect([...countChanges({ lines })]).toEqual([
    ['cheaper', 1],
    ['few', 1],
    ['minimum', 1],
    ['soldOut', 2],
    ['gone', 1],
  ])
})

test('what can be settled holds the order up, what cannot stays behind', () => {
  const lines = [gone, soldOut, line()]
  expect([openLines({ lines }), soundLines({ lines })]).toEqual([0, [line()]])
  expect(openLines({ lines: [few, minimum, line()] })).toBe(2)
})
