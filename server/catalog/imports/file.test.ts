import { stringify } from 'csv-stringify/sync'
import { describe, expect, test } from 'vitest'
import fc from '#tests/support/fast-check.ts'
import { readCells, readHead, refuseArchive, UnreadableFile } from './file.ts'
import { decode, startOf } from './format/encoding.ts'
import { readRecords } from './format/records.ts'

/** A chunk of a file, and the records of a text in which nothing is left open. */
const decoded = (bytes: Buffer, isLast: boolean) => decode(bytes, { encoding: null, isLast })
const recordsOf = (text: string) => readRecords(text, { delimiter: ',', isLast: true }).records

describe('the start of a file defines the separator and the columns', () => {
  test.each([
    ['_id,price\n', ',', ['_id', 'price']],
    ['_id;price\r\n', ';', ['_id', 'price']],
    ['_id\tprice\n', '\t', ['_id', 'price']],
    [' PRODUCTNAME ,"price",img', ',', ['productName', 'price', 'img']],
    ['price,"the, one; other"\n', ',', ['price', null]],
    ['"the, one";price;_id\n', ';', [null, 'price', '_id']],
    ['sep=|\n_id|price\n', '|', ['_id', 'price']],
    ['_id|price;|img\n', '|', ['_id', 'price', 'img']],
  ])('the columns of %j', (text, delimiter, columns) => {
    expect(readHead(text)?.layout).toMatchObject({ delimiter, columns })
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
    const head = readHead(text)
    expect(head).toMatchObject({ emptyRows, layout: { delimiter } })
    expect(head?.layout.columns[0]).toBe('_id')
    expect(text.slice(head?.start)).toMatch(/^_id/)
  })

  test('unknown columns are named', () => {
    expect(readHead('price,Weight,,Colour\n')?.layout.ignored).toEqual(['Weight', 'Colour'])
  })

  test.each([
    ['Datum;Betrag\n', { code: 'header', row: 1, name: null }],
    ['\n\nDatum;Betrag\n', { code: 'header', row: 3, name: null }],
    ['\n\n', { code: 'header', row: 1, name: null }],
    ['', { code: 'header', row: 1, name: null }],
    ['price,Price\n', { code: 'columnTwice', row: 1, name: 'price' }],
    ['Preis;VK\n', { code: 'columnTwice', row: 1, name: 'price (Preis, VK)' }],
    [`${'x'.repeat(300_000)}\n`, { code: 'rowTooLong', row: 1, name: null }],
  ])('%j is rejected', (text, fault) => {
    expect(faultOf(() => readHead(text))).toEqual(fault)
  })
})

describe('rows of a file', () => {
  test('what may go on in the next chunk is left, and a line feed in quotes ends no row', () => {
    const text = 'a,b\n1,"x\ny"\n2,"z\n'
    expect(readRecords(text, { delimiter: ',', isLast: false })).toEqual({
      records: [
        ['a', 'b'],
        ['1', 'x\ny'],
      ],
      doubtful: [],
      end: 12,
    })
  })

  test.each([
    ['a\nb"c\nd\n', [['a'], ['b"c'], ['d']]],
    ['a\n"b"c\nd\n', [['a'], ['"b"c'], ['d']]],
    ['a\nb\n"c\n', [['a'], ['b'], ['"c']]],
    ['"\nb,c\n', [['"'], ['b', 'c']]],
    [
      '12",x\n"12",x\n"12"",x\n',
      [
        ['12"', 'x'],
        ['12', 'x'],
        ['12"', 'x'],
      ],
    ],
    [
      '"1/2" bolt",3\nd,4\n',
      [
        ['1/2" bolt', '3'],
        ['d', '4'],
      ],
    ],
    [
      '"a,1\nb,"c, d",2\n',
      [
        ['"a', '1'],
        ['b', 'c, d', '2'],
      ],
    ],
    ['a, "b",c\n', [['a', ' "b"', 'c']]],
    ['="0012",a\n', [['="0012"', 'a']]],
    ['"a""b",""\r\n\r"c"', [['a"b', ''], [''], ['c']]],
  ])('a lone quotation mark in %j affects no other row', (text, records) => {
    expect(recordsOf(text)).toEqual(records)
  })

  test('two lone quotation marks do not make one row of two', () => {
    const { layout } = readHead('partNumber,description,price\n') ?? {}
    if (!layout) throw new Error('There is no header')
    const read = (text: string) => readCells(text, layout, { from: 0, isLast: true, before: 1 }).records
    expect(read('A,"12 wheel,5\nB,rim 12",6\n')).toEqual([
      ['A', '"12 wheel', '5'],
      ['B', 'rim 12"', '6'],
    ])
    expect(read('A,"one\ntwo, three",6\n')).toEqual([['A', 'one\ntwo, three', '6']])
  })

  test.each([
    ['prices of other spellings', `A;B;"12 wheel;1'234.50\nA;C;rim 12";22\n`, 2, [0]],
    ['a price that is missing', 'A;B;"12 wheel;\nA;C;rim 12";22\n', 2, [0]],
    ['a price on request', 'A;B;"12 wheel;on request\nA;C;rim 12";22\n', 2, [0]],
    ['a row between them that is too short', 'A;B;"12 wheel;5\nA;C\nA;D;rim 12";22\n', 3, [0]],
    ['prices', 'A;B;"12 wheel;5\nA;C;rim 12";22\n', 2, [0]],
    ['a text of several lines with semicolons', 'A;B;"for Audi; VW\nBMW; Seat; Opel";22\n', 1, []],
    ['a text of several lines', 'A;B;"one\ntwo; three\nfour";22\n', 1, []],
    ['two such texts', 'A;B;"one\ntwo";22\nA;C;"one\ntwo";23\n', 2, []],
  ])('two quotation marks around %s', (_, text, count, doubtful) => {
    const { layout } = readHead('brand;partNumber;description;price\n') ?? {}
    if (!layout) throw new Error('There is no header')
    const read = readCells(text, layout, { from: 0, isLast: true, before: 1 })
    expect(read.records).toHaveLength(count)
    expect(read.doubtful).toEqual(doubtful)
  })

  test('a text of several lines in a column of one line is no reason to join rows', () => {
    const { layout } = readHead('partNumber,productName\n') ?? {}
    if (!layout) throw new Error('There is no header')
    const read = readCells('A,"12 wheel\nB,rim 12"\n', layout, { from: 0, isLast: true, before: 1 })
    expect(read.records).toEqual([
      ['A', '"12 wheel'],
      ['B', 'rim 12"'],
    ])
    expect(read.doubtful).toEqual([])
  })

  test('the place where a text is no longer UTF-8 is found', () => {
    const mixed = Buffer.concat([Buffer.from('ä\nb'), Buffer.from([0xfc]), Buffer.from('c')])
    expect(decode(mixed, { encoding: 'utf-8', isLast: true }).faultAt).toBe(3)
  })

  test('a row of half a megabyte is rejected with its number', () => {
    const { layout } = readHead('price\n') ?? {}
    if (!layout) throw new Error('There is no header')
    for (const quote of ['"', '']) {
      const text = `a\n${quote}${'x'.repeat(500_000)}${quote}\n`
      const fault = faultOf(() => readCells(text, layout, { from: 0, isLast: true, before: 0 }))
      expect(fault).toEqual({ code: 'rowTooLong', row: 2, name: null })
    }
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
          const raw = Buffer.concat([tail, file.subarray(start, end)])
          const isLast = end === file.length
          const { text, bytesOf } = decoded(raw, isLast)
          const cut = readRecords(text, { delimiter: ',', isLast })
          read.push(...cut.records)
          tail = raw.subarray(bytesOf(cut.end))
          start = end
        }
        expect(read).toEqual(rows)
      }),
    )
  })

  test('rows with any quotation marks are the same for any division of the file into chunks', () => {
    const loose = fc.string({ unit: fc.constantFrom('a', '"', '"', ',', '\n', '\r', 'é'), maxLength: 40 })
    fc.assert(
      fc.property(loose, fc.nat(), (text, cut) => {
        const at = cut % (text.length + 1)
        const first = readRecords(text.slice(0, at), { delimiter: ',', isLast: false })
        const second = readRecords(text.slice(first.end), { delimiter: ',', isLast: true })
        expect([...first.records, ...second.records]).toEqual(recordsOf(text))
      }),
    )
  })
})

test.each([
  ['zip, xlsx and ods', '504b030414'],
  ['gzip', '1f8b08000000'],
  ['the old xls', 'd0cf11e0a1b1'],
])('%s is rejected as an archive', (_, start) => {
  expect(faultOf(() => refuseArchive(Buffer.from(start, 'hex')))).toMatchObject({ code: 'archive' })
})

test.each([
  ['efbbbf61', { encoding: 'utf-8', markLength: 3 }],
  ['fffe6100', { encoding: 'utf-16le', markLength: 2 }],
  ['feff0061', { encoding: 'utf-16be', markLength: 2 }],
  ['61006200', { encoding: 'utf-16le', markLength: 0 }],
  ['00610062', { encoding: 'utf-16be', markLength: 0 }],
  ['6162', { markLength: 0 }],
])('a file that begins with the bytes %s shows its encoding', (start, shown) => {
  expect(startOf(Buffer.from(start, 'hex'))).toEqual(shown)
})

function faultOf(work: () => unknown) {
  try {
    return { read: work() }
  } catch (error) {
    if (error instanceof UnreadableFile) return error.fault
    throw error
  }
}
