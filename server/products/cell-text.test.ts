import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fromCell, toCell } from './cell-text.ts'

const formula = /^[=+\-@\t\r\n＝＋－＠]/
const risky = fc
  .tuple(fc.stringMatching(/^'{0,3}[=+\-@\t\r\n＝＋－＠]?$/), fc.string({ unit: 'binary' }))
  .map((parts) => parts.join(''))

test.each([
  ['=1+1', "'=1+1"],
  ['-12 V', "'-12 V"],
  ["'=A1", "''=A1"],
  ["O'Neill", "O'Neill"],
  ["'70s wheel", "'70s wheel"],
  ['Brake disc', 'Brake disc'],
  ['', ''],
])('the text %j is the cell %j', (text, cell) => {
  expect(toCell(text)).toBe(cell)
  expect(fromCell(cell)).toBe(text)
})

test('no cell begins a formula, and every text comes back', () => {
  fc.assert(
    fc.property(risky, (text) => {
      expect(toCell(text)).not.toMatch(formula)
      expect(fromCell(toCell(text))).toBe(text)
    }),
    { numRuns: 1000 },
  )
})
