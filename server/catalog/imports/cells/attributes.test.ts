import { expect, test } from 'vitest'
import type { Attribute } from '#contract/catalog/part-types/attributes.ts'
import { emptyCatalogue } from '#tests/support/products/categories.ts'
import { readAttributeCell } from './attributes.ts'

function read(text: string, unit: string | null, { decimals = 0, hasDecimalComma = false } = {}) {
  const attribute: Attribute = { key: 'size', name: 'Size', kind: 'number', unit, decimals, choices: [] }
  const catalogue = { ...emptyCatalogue, attributeOfKey: new Map([['size', attribute]]) }
  return readAttributeCell('size', text, { catalogue, hasDecimalComma })
}

test.each([
  ['11 in', 'mm', 0, 279],
  ['11 in', 'mm', 1, 279.4],
  ['11.5inch', 'mm', 2, 292.1],
  ['-1.5"', 'mm', 1, -38.1],
  ['280 mm', 'in', 2, 11.02],
  ['17"', 'in', 0, 17],
  ['17″', 'in', 0, 17],
  ['5 quarts', 'gal', 2, 1.25],
  ['7 lb·ft', 'Nm', 1, 9.5],
  ['2 LBS', 'kg', 2, 0.91],
  ['5 qt', 'l', 1, 4.7],
  ['100 ft-lb', 'Nm', 0, 136],
  ['0 in', 'mm', 0, 0],
])('%s in %s with %i decimals is %d', (text, unit, decimals, value) => {
  expect(read(text, unit, { decimals })).toEqual({ value })
})

test.each([
  ['280 kg', 'mm', 'Use a plain number in mm, such as 12.5'],
  ['11 in', 'mm²', 'Use a plain number in mm², such as 12.5'],
  ['28 cm', 'mm', 'Use a plain number in mm, such as 12.5'],
  ['11 in wide', 'mm', 'Use a plain number in mm, such as 12.5'],
  ['about 11 in', 'mm', 'Use a plain number in mm, such as 12.5'],
  ['1,100 in', 'mm', 'Use a plain number in mm, such as 12.5'],
  ['1/2 in', 'mm', 'Use a plain number in mm, such as 12.5'],
  ['11 in', null, 'Use a plain number, such as 12.5'],
  ['280.5 mm', 'mm', 'Use a whole number'],
  ['100.5 inch', 'in', 'Use a whole number'],
  ['1 hp', 'kW', 'Use a whole number'],
  ['0.01 in', 'mm', 'Use a whole number'],
  ['900000000 in', 'mm', 'The number is too large'],
])('%s for %s is an error', (text, unit, message) => {
  expect(read(text, unit)).toEqual({ message })
})

test('a decimal comma is read in a file whose columns it does not separate', () => {
  expect(read('1,5 in', 'mm', { decimals: 1, hasDecimalComma: true })).toEqual({ value: 38.1 })
  expect(read('1,5 in', 'mm', { decimals: 1 })).toHaveProperty('message')
})
