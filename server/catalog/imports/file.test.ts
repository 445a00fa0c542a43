import { stringify } from 'csv-stringify/sync'
import { describe, expect, test } from 'vitest'
import fc from '#tests/support/fast-check.ts'
import { cutRows, readCells, readHead, UnreadableFile, withoutByteOrderMark } from './file.ts'

const bytes = (text: string) => Buffer.from(text)

describe('the start of a file defines the separator and the columns', () => {
  test.each([
    ['_id,price\n', ',', ['_id', 'price']],
    ['_id;price\r\n', ';', ['_id', 'price']],
    ['_id\tprice\n', '\t', ['_id', 'price']],
    [' PRODUCTNAME ,"price",img', ',', ['productName', 'price', 'img']],
    ['price,"the, one; other"\n', ',', ['price', null]],
    ['"the, one";price;_id\n', ';', [null, 'price', '_id']],
  ])('the columns of %j', (text, delimiter, columns) => {
    expect(readHead(bytes(text)).layout).toMatchObject({ delimiter, columns })
  })

  test.each([
    ['\n_id,price\n', ',', 1],
    [';;\r\n"",\t\r\n_id;price\r\n', ';', 2],
    ['\r\r_id,price\r', ',', 2],
    // Excel does not count its own first line, `sep=`
    ['sep=;\r\n_id;price,1;"a,b"\r\n', ';', 0],
    ['"sep=\t"\n\n_id\tprice\n', '\t', 1],
    ['SEP=,\n_id,price;img;images\n', ',', 0],
  ])('the text before the header is skipped in %j', (text, delimiter, emptyRows) => {
    const head = readHead(bytes(text))
    expect(head).toMatchObject({ emptyRows, layout: { delimiter } })
    expect(head.layout.columns[0]).toBe('_id')
    expect(text.slice(head.start)).toMatch(/^_id/)
  })

  test('unknown columns are named', () => {
    expect(readHead(bytes('price,Weight,,Colour\n')).layout.ignored).toEqual(['Weight', 'Colour'])
  })

  test.each([
    ['Preis;Name\n', { code: 'header', row: 1, name: null }],
    ['\n\nPreis;Name\n', { code: 'header', row: 3, name: null }],
    ['\n\n', { code: 'header', row: 1, name: null }],
    ['sep=|\n_id|price\n', { code: 'header', row: 1, name: null }],
    ['', { code: 'header', row: 1, name: null }],
    ['price,Price\n', { code: 'columnTwice', row: 1, name: 'price' }],
    [`price${',x'.repeat(100)}\n`, { code: 'tooManyColumns', row: 1, name: null }],
    ['p\0r\0i\0c\0e\0\n', { code: 'utf16', row: null, name: null }],
  ])('%j is rejected', (text, fault) => {
    expect(faultOf(() => readHead(bytes(text)))).toEqual(fault)
  })
})

describe('rows of a file', () => {
  test('whole rows end at the last line end outside quotes', () => {
    const { whole, tail } = cutRows(bytes('a,b\n1,"x\ny"\n2,"z\n'))
    expect([whole.toString(), tail.toString()]).toEqual(['a,b\n1,"x\ny"\n', '2,"z\n'])
  })

  test.each([
    ['a\nb"c\nd\n', 2],
    ['a\n"b"c\nd\n', 2],
    ['a\nb\n"c\n', 3],
  ])('%j has a misplaced or unclosed quote in row %i', (text, row) => {
    expect(faultOf(() => readCells(bytes(text), ',', 0))).toEqual({ code: 'quotes', row, name: null })
  })

  test('the row of invalid UTF-8 is named', () => {
    const latin = Buffer.concat([bytes('a\n"b\nb"\nK'), Buffer.from([0xfc]), bytes('hler\n')])
    expect(faultOf(() => readCells(latin, ',', 40))).toEqual({ code: 'encoding', row: 43, name: null })
  })

  test('a row of half a megabyte is rejected with its number', () => {
    const text = `a\n"${'x'.repeat(500_000)}"\n`
    expect(faultOf(() => readCells(bytes(text), ',', 0))).toEqual({ code: 'rowTooLong', row: 2, name: null })
  })

  test('rows are the same for any division of the file into chunks', () => {
    const cell = fc.string({ unit: fc.constantFrom('a', '"', ',', '\n', '\r', 'é', '🔧', ' ', ';') })
    const table = fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 12 })
    fc.assert(
      fc.property(table, fc.array(fc.nat(), { maxLength: 6 }), (rows, cuts) => {
        const file = Buffer.from(stringify(rows, { quoted: true }))
        const ends = [...cuts.map((cut) => cut % file.length), file.length].sort((one, other) => one - other)
        const read: string[][] = []
        let start = 0
        let tail: Buffer = Buffer.alloc(0)
        for (const end of ends) {
          const cut = cutRows(Buffer.concat([tail, file.subarray(start, end)]))
          read.push(...readCells(cut.whole, ',', read.length))
          tail = cut.tail
          start = end
        }
        expect([...read, ...readCells(tail, ',', read.length)]).toEqual(rows)
      }),
    )
  })
})

test.each([
  ['zip, xlsx and ods', '504b030414'],
  ['gzip', '1f8b08000000'],
  ['the old xls', 'd0cf11e0a1b1'],
])('%s is rejected as an archive', (_, start) => {
  expect(faultOf(() => withoutByteOrderMark(Buffer.from(start, 'hex')))).toMatchObject({ code: 'archive' })
})

test('a UTF-8 byte order mark is removed, and one of UTF-16 is rejected', () => {
  expect(withoutByteOrderMark(bytes('\ufeffa')).toString()).toBe('a')
  expect(withoutByteOrderMark(bytes('a')).toString()).toBe('a')
  for (const mark of [
    [0xff, 0xfe],
    [0xfe, 0xff],
  ])
    expect(faultOf(() => withoutByteOrderMark(Buffer.from(mark)))).toMatchObject({ code: 'utf16' })
})

function faultOf(work: () => unknown) {
  try {
    return { read: work() }
  } catch (error) {
    if (error instanceof UnreadableFile) return error.fault
    throw error
  }
}
