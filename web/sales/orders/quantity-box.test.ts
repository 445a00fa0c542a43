import { expect, test } from 'vitest'
import { checkTyped, readQuantity, stepQuantity } from './quantity-box.tsx'

const part = { minimumOrder: 4, availableQuantity: 10 }

test.each([
  ['', 'quantity_missing'],
  ['  ', 'quantity_missing'],
  ['abc', 'quantity_missing'],
  ['4.5', 'quantity_missing'],
  ['0', 'below_minimum'],
  ['-4', 'below_minimum'],
  ['3', 'below_minimum'],
  ['11', 'above_available'],
  ['999999999999999', 'above_available'],
  ['4', undefined],
  [' 10 ', undefined],
])('the typed quantity %j is %s', (typed, fault) => {
  expect(checkTyped(typed, part)).toBe(fault)
})

test('other spellings of a number are not accepted', () => {
  expect(['1e3', '0x10', '٣', '1,000', '+5'].map(readQuantity)).toEqual(['', '', '', '', ''])
})

test.each([
  ['4', 1, 5],
  ['4', -1, 4],
  ['10', 1, 10],
  ['99', -1, 10],
  ['0', 1, 4],
  ['', 1, 4],
  ['5.7', -1, 4],
] as const)('from %j, a step of %i leads to %i', (typed, step, expected) => {
  expect(stepQuantity(typed, step, part)).toBe(expected)
})
