import { describe, expect, test } from 'vitest'
import { AppError } from '#contract/platform/errors.ts'
import { emptyCatalogue } from '#tests/support/products/categories.ts'
import { examplePartRow } from '#tests/support/products/example-part.ts'
import { type PartRow, priceToMinor } from './product.ts'
import { changedColumns } from './service.ts'

const part: PartRow = {
  ...examplePartRow,
  description: 'Vented',
  minimum_order: 1,
  images: ['/a.svg', '/b.svg'],
  category: 'tools',
}
const changes = (change: Parameters<typeof changedColumns>[1]) =>
  changedColumns(part, change, { currency: 'usd', catalogue: emptyCatalogue })

describe('the changed columns are those that differ', () => {
  test.each([
    [{}, {}],
    [{ productName: 'Brake disc', price: 12.5, brand: null, images: ['/a.svg', '/b.svg'] }, {}],
    [{ productName: 'Disc' }, { name: 'Disc' }],
    [{ price: 12.51 }, { price_minor: 1251 }],
    [{ description: null }, { description: '' }],
    [
      { partNumber: null, brand: 'ATE' },
      { part_number: null, brand: 'ATE' },
    ],
    [{ images: ['/a.svg,/b.svg'] }, { images: ['/a.svg,/b.svg'] }],
    [{ addQuantity: 5 }, { available: 15 }],
    [{ addQuantity: -10 }, { available: 0 }],
    [{ addQuantity: 0 }, {}],
    [{ availableQuantity: 7, expectedQuantity: 10 }, { available: 7 }],
    [{ availableQuantity: 10, expectedQuantity: 10 }, {}],
    [{ addQuantity: 2_147_483_637 }, { available: 2_147_483_647 }],
  ])('%j gives %j', (change, columns) => {
    expect(changes(change)).toEqual(columns)
  })
})

describe('an invalid change is rejected', () => {
  test.each([
    [{ addQuantity: -11 }, 'insufficient_stock', 'addQuantity'],
    [{ availableQuantity: 7 }, 'stock_changed', undefined],
    [{ availableQuantity: 7, expectedQuantity: 9 }, 'stock_changed', undefined],
    [{ addQuantity: 1, expectedQuantity: 9 }, 'stock_changed', undefined],
    [{ availableQuantity: 7, expectedQuantity: 10, addQuantity: 1 }, 'invalid_request', 'addQuantity'],
    [{ addQuantity: 2_147_483_638 }, 'invalid_request', 'addQuantity'],
    [{ price: 12.505 }, 'invalid_request', 'price'],
  ])('%j is rejected: %s %s', (change, code, path) => {
    expect(errorOf(() => changes(change))).toEqual({ code, path })
  })
})

test('a price has as many decimals as a card can be charged in its currency', () => {
  expect(priceToMinor(12.5, 'usd')).toBe(1250)
  expect(priceToMinor(12, 'jpy')).toBe(12)
  expect(priceToMinor(12.51, 'kwd')).toBe(12_510)
  expect(errorOf(() => priceToMinor(12.505, 'kwd'))).toEqual({ code: 'invalid_request', path: 'price' })
  expect(errorOf(() => priceToMinor(12.5, 'jpy'))).toEqual({ code: 'invalid_request', path: 'price' })
})

function errorOf(work: () => unknown) {
  try {
    return { value: work() }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { code: error.code, path: error.errors?.[0]?.path }
  }
}
