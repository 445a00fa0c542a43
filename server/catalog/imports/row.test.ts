import { describe, expect, test } from 'vitest'
import { emptyCatalogue } from '#tests/support/products/categories.ts'
import { readHead } from './file.ts'
import { readRow } from './row.ts'

const read = (header: string, cells: string[]) => {
  const head = readHead(header)
  if (!head) throw new Error('There is no header')
  return readRow(cells, { layout: head.layout, currency: 'usd', catalogue: emptyCatalogue })
}

test('a row has only the known columns of the file', () => {
  expect(read('price,brand,Colour', ['12.50', ' ATE ', 'red'])).toEqual({
    part: { price_minor: 1250, brand: 'ATE' },
    productId: null,
  })
})

test.each([
  ['description', '', { description: '' }],
  ['description', 'one\r\ntwo\n', { description: 'one\r\ntwo' }],
  ['brand', ' ', { brand: null }],
  ['partNumber', '0070-60', { part_number: '0070-60' }],
  ['productName', "'-12 V relay", { name: '-12 V relay' }],
  ['images', 'https://a.example/1.png\r\n/b.svg\n', { images: ['https://a.example/1.png', '/b.svg'] }],
  ['images', '', { images: [] }],
  ['category', ' Engine ', { category: 'engine' }],
  ['availableQuantity', ' 7 ', { available: 7 }],
])('the %s %j is read', (column, cell, fields) => {
  expect(read(`${column},price`, [cell, '1'])).toMatchObject({ part: fields })
})

describe('a decimal comma', () => {
  test('is accepted if columns are separated by another character', () => {
    expect(read('price;img', ['12,50', '/a.svg'])).toMatchObject({ part: { price_minor: 1250 } })
    expect(read('price\timg', ['12,5', '/a.svg'])).toMatchObject({ part: { price_minor: 1250 } })
  })
  test('is rejected in a file separated by commas, and the error explains it', () => {
    expect(read('price,img', ['12,50', '/a.svg'])).toEqual([
      { column: 'price', value: '12,50', message: expect.stringContaining('Use a point for decimals') },
    ])
  })
  test('is rejected where it has moved digits into a column without a name', () => {
    const fault = [
      { column: 'price', value: '12,50', message: expect.stringContaining('Use a point for decimals') },
    ]
    expect(read('brand,price,', ['ATE', '12', '50'])).toEqual(fault)
    expect(read('brand,price,', ['ATE', '12', '50', ''])).toEqual(fault)
    expect(read('brand,price,', ['ATE', '12', ''])).toMatchObject({ part: { price_minor: 1200 } })
    expect(read('brand,price,', ['ATE', '12', 'x'])).toMatchObject({ part: { price_minor: 1200 } })
    expect(read('brand,price,rack', ['ATE', '12', '50'])).toMatchObject({ part: { price_minor: 1200 } })
  })
  test('is not confused with a thousands separator', () => {
    expect(read('price;img', ['1.234,50', '/a.svg'])).toMatchObject({ part: { price_minor: 123_450 } })
    expect(read('price;img', ['1,234', '/a.svg'])).toMatchObject({ unsettled: { price_minor: '1,234' } })
  })
})

test.each([
  ['_id', 'P-17', 'Use the _id of a part, or leave it empty'],
  ['price', '', 'Price is required'],
  ['price', '0', 'Price must be a positive amount, such as 12.50'],
  ['price', ' ', 'Price is required'],
  ['price', '$5', 'This is not a number, such as 12.50'],
  ['price', '5 EUR', 'This is not a number, such as 12.50'],
  ['price', '1 000', 'This is not a number, such as 12.50'],
  ['price', '.5', 'This is not a number, such as 12.50'],
  ['price', '12,5x', 'This is not a number, such as 12.50'],
  ['price', '=1+1', 'This is not a number, such as 12.50'],
  ['price', '1e9', 'This is not a number, such as 12.50'],
  ['minimumOrder', '', 'Minimum order is required'],
  ['minimumOrder', 'one', 'This is not a whole number, such as 12'],
  ['availableQuantity', '', 'Available quantity is required'],
  ['availableQuantity', '1e2', 'This is not a whole number, such as 12'],
  ['price', '12.5055', 'Price must be a positive amount, such as 12.50'],
  ['minimumOrder', '1.5', 'Use a whole number'],
  ['availableQuantity', '99999999999', 'Use a whole number, at most 2,147,483,647'],
  ['availableQuantity', '-1', 'Must be 0 or more'],
  ['category', 'Toys', 'Use one of tools, wheels, engine, suspension, body, lighting, electrical, fluids'],
  ['productName', 'x'.repeat(201), 'Use at most 200 characters'],
  ['productName', 'A\nB', 'Use one line, without tabs and control characters'],
  ['productName', 'A\u2028B', 'Use one line, without tabs and control characters'],
  ['brand', 'AT\u0007E', 'Use one line, without tabs and control characters'],
  ['partNumber', '\u001b[2J7', 'Use one line, without tabs and control characters'],
  ['img', '/a\tb.svg', 'Use one line, without tabs and control characters'],
  ['productName', 'a\0b', 'Text must not contain NUL'],
  ['img', 'javascript:alert(1)', 'Use an http or https address, or a path of this store'],
  ['images', '/a.svg\nfile:///etc', 'Use an http or https address, or a path of this store'],
])('the %s %j gets the error %s', (column, cell, message) => {
  const fillers: Record<string, string> = { price: '1', brand: 'ATE' }
  const other = column === 'price' ? 'brand' : 'price'
  expect(read(`${column},${other}`, [cell, fillers[other] ?? ''])).toEqual([
    { column, value: cell.slice(0, 200).replace('\0', '␀'), message },
  ])
})

test('every invalid cell is reported', () => {
  expect(read('price,minimumOrder,img', ['x', '0', ''])).toMatchObject([
    { column: 'price' },
    { column: 'minimumOrder' },
    { column: 'img' },
  ])
})

test('a row of another length is rejected as a whole, and an empty one is skipped', () => {
  expect(read('price,img', ['1'])).toEqual([
    { column: null, value: null, message: 'This row has 1 cell, the first row 2' },
  ])
  expect(read('price,img', [''])).toBeUndefined()
  expect(read('price,img', ['', ' '])).toBeUndefined()
  expect(read('price,img', ['\u001a'])).toBeUndefined()
})
