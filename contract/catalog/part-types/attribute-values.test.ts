import { describe, expect, test } from 'vitest'
import { cellOf, checkValue, readValue, textOf } from './attribute-values.ts'

type Kind = Parameters<typeof readValue>[1]
const attribute = (fields: Pick<Kind, 'kind'> & Partial<Kind>): Kind => ({
  unit: null,
  decimals: 0,
  choices: [],
  ...fields,
})
const millimetres = attribute({ kind: 'number', unit: 'mm', decimals: 1 })
const pieces = attribute({ kind: 'number' })
const axle = attribute({
  kind: 'choice',
  choices: [
    { key: 'front', name: 'Front' },
    { key: 'rear', name: 'Rear axle' },
  ],
})
const flag = attribute({ kind: 'boolean' })
const note = attribute({ kind: 'text' })

describe('a cell is read', () => {
  test.each([
    ['280', millimetres, 280],
    [' 280 mm ', millimetres, 280],
    ['280MM', millimetres, 280],
    ['12.50', millimetres, 12.5],
    ['-4.5 mm', millimetres, -4.5],
    ['0', pieces, 0],
    ['front', axle, 'front'],
    ['REAR AXLE', axle, 'rear'],
    ['yes', flag, true],
    ['x', flag, true],
    ['FALSE', flag, false],
    [' any text ', note, 'any text'],
  ])('%j', (cell, of, value) => expect(readValue(cell, of)).toEqual({ value }))

  test('with a decimal comma only where commas separate no columns', () => {
    expect(readValue('2,5', millimetres)).toHaveProperty('problem')
    expect(readValue('2,5 mm', millimetres, { hasDecimalComma: true })).toEqual({ value: 2.5 })
  })
})

describe('a cell is refused', () => {
  test.each([
    ['-0', millimetres],
    ['1e3', millimetres],
    ['Infinity', millimetres],
    ['NaN', millimetres],
    ['2,5', millimetres],
    ['280 kg', millimetres],
    ['280.55', millimetres],
    ['12.5', pieces],
    ['', millimetres],
    ['mm', millimetres],
    ['0x10', pieces],
    ['99999999999', pieces],
    ['middle', axle],
    ['__proto__', axle],
    ['maybe', flag],
    ['two\nlines', note],
    ['a'.repeat(201), note],
  ])('%j', (cell, of) => expect(readValue(cell, of)).toHaveProperty('problem'))
})

test('a value of the API has the type of its attribute', () => {
  expect(checkValue('280', millimetres)).toHaveProperty('problem')
  expect(checkValue(Number.NaN, millimetres)).toHaveProperty('problem')
  expect(checkValue(-0, millimetres)).toHaveProperty('problem')
  expect(checkValue(1e-7, millimetres)).toHaveProperty('problem')
  expect(checkValue('Front', axle)).toHaveProperty('problem')
  expect(checkValue(1, flag)).toHaveProperty('problem')
  expect(checkValue(280.5, millimetres)).toEqual({ value: 280.5 })
})

test.each([
  [280, millimetres, '280 mm'],
  [1280.5, millimetres, '1280.5 mm'],
  [5, pieces, '5'],
  ['rear', axle, 'Rear axle'],
  ['gone', axle, 'gone'],
  [true, flag, 'yes'],
  ['any text', note, 'any text'],
])('%j is shown as text', (value, of, text) => {
  expect(textOf(value, of)).toBe(text)
  expect(readValue(cellOf(value), of)).toEqual(value === 'gone' ? { problem: expect.any(String) } : { value })
})

test('a number is shown with the decimal sign of the shop', () => {
  expect(textOf(1280.5, millimetres, 'de-DE')).toBe('1280,5 mm')
})
