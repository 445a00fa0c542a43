import { describe, expect, test } from 'vitest'
import fc from '#tests/support/fast-check.ts'
import { FORMULA, SEPARATORS, spreadsheetCells } from '#tests/support/spreadsheet.ts'
import { someRuns } from '#tests/support/thoroughness.ts'
import { fromCell, toCell, toCsv } from './cell-text.ts'
import { readRecords } from './format/records.ts'

/** Mostly the special characters of spreadsheets, in any order. */
const risky = fc.string({
  unit: fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...'=+-@＝＠\t\r\n;;,""\'\' a1') },
    { weight: 1, arbitrary: fc.string({ minLength: 1, maxLength: 1, unit: 'binary' }) },
  ),
  maxLength: 30,
})
const ID = '0190b1c4-2f7e-7c1d-9d53-6f1f2b3c4d5e'

test.each([
  ['=1+1', "'=1+1"],
  ['-12 V', "'-12 V"],
  ["'=A1", "''=A1"],
  ['sku;=1+1;b', "sku;'=1+1;b"],
  ['sku;"=1+1"', 'sku;\'"=1+1"'],
  ["sku;'=1", "sku;''=1"],
  ['sku; @A1', "sku;' @A1"],
  ['Fits:\n- front\n- rear', "Fits:\n'- front\n'- rear"],
  ['/a.svg?b;', "/a.svg?b;'"],
  ['one\r\n\r\ntwo', 'one\r\n\r\ntwo'],
  ['12 V, -40 to +85 °C', '12 V, -40 to +85 °C'],
  ['front; rear-left', 'front; rear-left'],
  ["O'Neill", "O'Neill"],
  ["'70s wheel", "'70s wheel"],
  ['Brake disc', 'Brake disc'],
  ['', ''],
])('the text %j is the cell %j', (text, cell) => {
  expect(toCell(text)).toBe(cell)
  expect(fromCell(cell)).toBe(text)
})

describe('any text as a cell', () => {
  test.each(SEPARATORS)('no cell begins a formula if columns are separated by %j', (separators) => {
    fc.assert(
      fc.property(fc.array(fc.tuple(risky, risky), { minLength: 1, maxLength: 3 }), (texts) => {
        const file = toCsv(texts.map(([one, other]) => [ID, toCell(one), '12.50', toCell(other)]))
        const cells = [
          ...spreadsheetCells(separators, file),
          ...spreadsheetCells(separators, file, { crEndsRow: false }),
        ]
        expect(cells.filter((cell) => FORMULA.test(cell))).toEqual([])
      }),
      { numRuns: someRuns(5000) },
    )
  })

  test('a text stays one cell if commas, semicolons and tabs separate columns at once', () => {
    fc.assert(
      fc.property(risky, (text) => {
        const cells = spreadsheetCells(',;\t', toCsv([[ID, toCell(text), '12.50']]))
        expect(cells).toEqual([ID, toCell(text).replaceAll('\r\n', '\n'), '12.50'])
      }),
    )
  })

  test('a text is read back unchanged', () => {
    fc.assert(
      fc.property(risky, risky, (one, other) => {
        const file = toCsv([[ID, toCell(one), '12.50', toCell(other)]])
        const { records } = readRecords(file, { delimiter: ',', isLast: true })
        const [[id, first = '', price, last = ''] = []] = records
        expect([id, fromCell(first), price, fromCell(last)]).toEqual([ID, one, '12.50', other])
      }),
      { numRuns: someRuns(5000) },
    )
  })
})
