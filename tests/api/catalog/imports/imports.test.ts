import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CHUNK_BYTES } from '#contract/catalog/imports/import-states.ts'
import { chainDigest, type Import } from '#contract/catalog/imports/imports.ts'
import type { Product } from '#contract/catalog/products/products.ts'
import { outcomeOf } from '../../../support/http/outcomes.ts'
import { csv, dryRun, sendRest, upload } from '../../../support/imports.ts'
import { openShop, type Shop } from '../../../support/shop.ts'
import type { Person } from '../../../support/store.ts'
import { someOf } from '../../../support/thoroughness.ts'

let shop: Shop
let admin: Person

beforeAll(async () => {
  shop = await openShop({ env: { IMPORT_MEGABYTES: '6' } })
  admin = await shop.staff('admin')
})
afterAll(() => shop.close())

const header = ['productName', 'price', 'minimumOrder', 'availableQuantity', 'img', 'brand', 'partNumber']
const row = (name: string, brand: string, number: string) => [name, 9.5, 1, 20, '/a.svg', brand, number]
const changesOf = async ({ _id: id }: Import) => (await admin.api.listImportChanges({ params: { id } })).items
const errorsOf = async ({ _id: id }: Import) => (await admin.api.listImportErrors({ params: { id } })).items
const addNumberedPart = (brand: string | null, partNumber: string): Promise<Product> =>
  shop.part({ productName: 'Filter', price: 9.5, available: 20, img: '/a.svg', brand, partNumber })

describe('the dry run', () => {
  test('a dry run shows new, changed and unchanged parts, and changes nothing', async () => {
    const one = await shop.part()
    const two = await shop.part()
    const result = await dryRun(
      admin,
      csv([
        ['_id', ...header],
        [one._id, one.productName, 14, 1, 100, one.img, 'ATE', ''],
        [two._id, two.productName, 12.5, 1, 100, two.img, '', ''],
        ['', ...row('Piston ring', 'Mahle', 'PR-1')],
      ]),
    )
    expect(result).toMatchObject({
      state: 'checked',
      checkNumber: 1,
      report: { rows: 3, newParts: 1, changedParts: 1, unchangedParts: 1, badRows: 0 },
    })
    const fields = [
      { field: 'price', before: 12.5, after: 14 },
      { field: 'brand', before: null, after: 'ATE' },
    ]
    const [first, second, ...more] = await changesOf(result)
    expect(first).toEqual({ row: 2, _id: one._id, productName: one.productName, isNew: false, fields })
    expect(second).toMatchObject({ row: 4, productName: 'Piston ring', isNew: true })
    expect(second?.fields).toContainEqual({ field: 'category', before: null, after: 'tools' })
    expect(more).toEqual([])
    expect(await shop.api.getProduct({ params: { id: one._id } })).toEqual(one)
    expect((await shop.api.listProducts({ query: { q: 'PR-1' } })).items).toEqual([])
  })

  test('a part is found by brand and part number, regardless of case and punctuation', async () => {
    const part = await addNumberedPart('Knecht', 'NOR.0707-60')
    const other = await addNumberedPart('Mann', 'NOR.0707-60')
    const result = await dryRun(admin, csv([header, row('Filter', 'KNECHT', 'nor 070760')]))
    expect(await changesOf(result)).toMatchObject([{ row: 2, _id: part._id, isNew: false }])
    // Without a brand only the part number counts, and two parts have it.
    const withoutBrand = csv([
      ['partNumber', 'price'],
      ['nor070760', 3],
    ])
    const ambiguous = await dryRun(admin, withoutBrand)
    expect(ambiguous.report).toMatchObject({ badRows: 1, newParts: 0, changedParts: 0 })
    expect(await errorsOf(ambiguous)).toEqual([
      {
        row: 2,
        column: 'partNumber',
        value: 'nor070760',
        message: '2 parts on sale have this number. Name the _id of the one that is meant',
      },
    ])
    await admin.api.deleteProduct({ params: { id: other._id } })
    expect(await changesOf(await dryRun(admin, withoutBrand))).toMatchObject([{ _id: part._id }])
  })

  test('a brand is found in other spellings, as by the brand filter', async () => {
    const part = await addNumberedPart('Halloran & Pike', 'HP-54-27405')
    const spellings = ['Halloran&Pike', 'halloran-pike', 'HALLORAN PIKE']
    const { items } = await shop.api.listProducts({ query: { brand: 'Halloran&Pike' } })
    expect(items).toMatchObject([{ _id: part._id }])
    for (const brand of spellings) {
      const result = await dryRun(admin, csv([header, row('Filter', brand, 'hp-54-27405')]))
      expect(result.report).toMatchObject({ newParts: 0, changedParts: 1 })
      expect(await changesOf(result)).toMatchObject([{ _id: part._id }])
    }
    const twice = await dryRun(
      admin,
      csv([header, ...spellings.slice(1).map((brand) => row('Filter', brand, 'HP 54.27405'))]),
    )
    expect(twice.report).toMatchObject({ changedParts: 1, badRows: 1 })
    expect(await errorsOf(twice)).toMatchObject([{ row: 3, message: 'The same part is in row 2 already' }])
  })

  test('a dry run reports repeated and unknown keys and the missing values of a new part', async () => {
    const part = await addNumberedPart('Bosch', 'B-77')
    const gone = await shop.part()
    await admin.api.deleteProduct({ params: { id: gone._id } })
    const result = await dryRun(
      admin,
      csv([
        ['_id', 'partNumber', 'brand', 'price'],
        [part._id, 'B-77', 'Bosch', 1],
        ['', 'b77', 'BOSCH', 2],
        [gone._id, '', '', 3],
        ['', '', '', 4],
      ]),
    )
    expect(result.report).toEqual({ rows: 4, newParts: 0, changedParts: 1, unchangedParts: 0, badRows: 3 })
    const required = ['productName', 'minimumOrder', 'availableQuantity', 'img']
    expect(await errorsOf(result)).toEqual([
      { row: 3, column: 'partNumber', value: 'b77', message: 'The same part is in row 2 already' },
      { row: 4, column: '_id', value: gone._id, message: 'No part on sale has this _id' },
      ...required.map((column) => ({ row: 5, column, value: null, message: 'A new part needs this column' })),
    ])
  })

  test('a second new part with the same brand and part number is an error, one with another number is not', async () => {
    const rows = [
      row('One', 'SKF', 'S-1'),
      row('Two', 's-k.f', 'S-1'),
      row('Three', 'SKF', ''),
      row('Four', 'SKF', 'S 1'),
    ]
    const result = await dryRun(admin, csv([header, ...rows]))
    expect(result.report).toMatchObject({ newParts: 3, badRows: 1 })
    expect(await errorsOf(result)).toMatchObject([{ row: 3, message: 'The same part is in row 2 already' }])
  })

  test('rows are numbered as in a spreadsheet, and the file of errors has no formulas', async () => {
    const text = 'partNumber,description,price\nA,"a\nb",x\n\n\nC,,=2+2\n'
    const result = await dryRun(admin, Buffer.from(text))
    expect(result.report).toMatchObject({ rows: 2, badRows: 2 })
    expect(await errorsOf(result)).toMatchObject([
      { row: 2, column: 'price', value: 'x' },
      { row: 5, column: 'price', value: '=2+2' },
    ])
    const file = await admin.api.getImportErrors({ params: { id: result._id } })
    expect(file.name).toBe('errors.csv')
    const message = 'This is not a number, such as 12.50'
    expect(await file.text()).toBe(
      `row,column,value,message\r\n2,price,x,"${message}"\r\n5,price,'=2+2,"${message}"\r\n`,
    )
  })

  test('the sep= line of Excel and empty rows are skipped, and only empty rows count in the row numbers', async () => {
    const part = await shop.part()
    const text = `sep=;\r\n;;\r\n\r\n_id;price;brand\r\n${part._id};14,20;ATE\r\n;x;\r\n`
    for (const file of [text, `\ufeff${text}`]) {
      const result = await dryRun(admin, Buffer.from(file))
      expect(result.report).toMatchObject({ rows: 2, changedParts: 1, badRows: 1 })
      expect(await changesOf(result)).toMatchObject([{ row: 4, fields: [{ after: 14.2 }, { after: 'ATE' }] }])
      expect(await errorsOf(result)).toMatchObject([{ row: 5, column: 'price' }])
    }
  })

  test('unknown columns are named and skipped; decimal commas are read', async () => {
    const part = await shop.part()
    const file = csv(
      [
        ['Farbe', 'price', '_ID'],
        ['rot', '14,20', part._id],
      ],
      { delimiter: ';', end: '\r\n' },
    )
    const result = await dryRun(admin, Buffer.concat([Buffer.from('\ufeff'), file]))
    expect(result).toMatchObject({ ignoredColumns: ['Farbe'], report: { changedParts: 1 } })
    expect(await changesOf(result)).toMatchObject([{ fields: [{ field: 'price', after: 14.2 }] }])
  })

  test('a dry run can be repeated with the current parts', async () => {
    const part = await shop.part()
    const result = await dryRun(
      admin,
      csv([
        ['_id', 'price'],
        [part._id, 13],
      ]),
    )
    await admin.api.updateProduct({ params: { id: part._id }, body: { price: 13 } })
    const again = await admin.api.checkImport({ params: { id: result._id } })
    await expect
      .poll(() => admin.api.getImport({ params: { id: again._id } }))
      .toMatchObject({
        checkNumber: 2,
        report: { changedParts: 0, unchangedParts: 1 },
      })
  })
})

describe('chunks of an upload', () => {
  const long = csv([
    header,
    ...Array.from({ length: 9000 }, (_, n) => row(`Part ${n} `.repeat(12), 'LuK', `${n}`)),
  ])

  test('chunks are accepted in order, each once, and an upload continues where it stopped', async () => {
    expect(long.length).toBeGreaterThan(CHUNK_BYTES)
    const started = await admin.api.startImport({ body: { fileName: 'long.csv', bytes: long.length } })
    const params = { id: started._id }
    const send = (offset: number, bytes: Buffer) =>
      admin.api.sendPiece(
        { params, query: { offset } },
        { rawBody: new Blob([new Uint8Array(bytes)], { type: 'text/csv' }) },
      )
    const first = long.subarray(0, CHUNK_BYTES)
    expect(await outcomeOf(send(CHUNK_BYTES, first))).toBe('409 import_offset')
    expect(await outcomeOf(send(0, first.subarray(1)))).toBe('400 invalid_request')
    const sent = await send(0, first)
    expect(sent).toMatchObject({ received: CHUNK_BYTES, digest: await chainDigest('', first) })
    expect(await outcomeOf(send(0, first))).toBe('409 import_offset')
    expect(await outcomeOf(admin.api.checkImport({ params }))).toBe('409 import_not_ready')
    const all = await sendRest(admin, sent, long)
    expect(all).toMatchObject({ received: long.length, state: 'receiving' })
    expect(await outcomeOf(send(long.length, Buffer.alloc(0)))).toBe('400 invalid_request')
    expect((await admin.api.getImport({ params })).digest).toBe(all.digest)
    await admin.api.checkImport({ params })
    await expect
      .poll(() => admin.api.getImport({ params }))
      .toMatchObject({
        state: 'checked',
        report: { rows: 9000, newParts: 9000, badRows: 0 },
      })
    expect(await outcomeOf(send(long.length, first))).toBe('409 import_not_ready')
  })

  test('three concurrent uploads of one chunk store it once', async () => {
    const { _id, bytes } = await admin.api.startImport({ body: { fileName: 'l.csv', bytes: long.length } })
    const rawBody = new Blob([new Uint8Array(long.subarray(0, CHUNK_BYTES))], { type: 'text/csv' })
    const send = () =>
      outcomeOf(admin.api.sendPiece({ params: { id: _id }, query: { offset: 0 } }, { rawBody }))
    expect((await Promise.all([send(), send(), send()])).sort()).toEqual([
      '409 import_offset',
      '409 import_offset',
      'accepted',
    ])
    expect(await admin.api.getImport({ params: { id: _id } })).toMatchObject({ received: CHUNK_BYTES, bytes })
  })
})

describe('files of an import', () => {
  const start = 'productName,price\n'
  test.each([
    ['a file without known columns', Buffer.from('Datum;Betrag\n1;2\n'), { code: 'header', row: 1 }],
    [
      'UTF-8 with other bytes further on',
      Buffer.concat([Buffer.from(`${start}ä,1\nK`), Buffer.from([0xfc]), Buffer.from('hler,1\n')]),
      { code: 'encoding', row: 3 },
    ],
    ['a gzip archive', gzipSync(`${start}a,1\n`), { code: 'archive', row: null }],
    ['a repeated column', Buffer.from('price,PRICE\n1,2\n'), { code: 'columnTwice', row: 1, name: 'price' }],
    [
      'a cell of five megabytes',
      Buffer.from(`${start}${'x'.repeat(5_000_000)},1\n`),
      { code: 'rowTooLong', row: 2 },
    ],
    ['a million columns', Buffer.from(`price${',x'.repeat(1_000_000)}\n`), { code: 'rowTooLong', row: 1 }],
    ['only line ends', Buffer.from('\n\n\n'), { code: 'header', row: 1 }],
    ['only a header', Buffer.from('_id,price'), { code: 'noRows', row: null, name: null }],
    ['a header and empty rows', Buffer.from(`_id,price\r\n${',\r\n'.repeat(100_000)}`), { code: 'noRows' }],
  ])('%s is rejected with the reason', async (_, file, fault) => {
    const refused = await upload(admin, file)
    expect(refused).toMatchObject({ state: 'refused', fault, report: null })
    expect(await outcomeOf(admin.api.checkImport({ params: { id: refused._id } }))).toBe(
      '409 import_not_ready',
    )
  })

  test('a file with one row before or after many empty ones is accepted, whether the row is valid or not', async () => {
    const empty = ',\n'.repeat(CHUNK_BYTES)
    for (const rows of [',1', 'x,1']) {
      for (const file of [`_id,price\n${rows}\n${empty}`, `_id,price\n${empty}${rows}\n`]) {
        const { state, fault } = await upload(admin, Buffer.from(file))
        expect({ state, fault }).toEqual({ state: 'receiving', fault: null })
      }
    }
  })

  test('a thousand unknown columns are ignored and named', async () => {
    const names = Array.from({ length: 1000 }, (_, n) => `Attribute ${n}`)
    const file = csv([
      [...header, ...names],
      [...row('Wide', 'SKF', 'WIDE-1'), ...names],
    ])
    const result = await dryRun(admin, file)
    expect(result).toMatchObject({ ignoredColumns: names, report: { newParts: 1, badRows: 0 } })
  })

  test('a quotation mark that is never closed affects no other row, however many follow', {
    tags: 'long',
  }, async () => {
    const file = `${start}"a,1\n${'b,2\n'.repeat(100_000)}"c,3\n`
    const { _id: id, state } = await upload(admin, Buffer.from(file))
    expect(state).toBe('receiving')
    const rows = await shop.database.db
      .selectFrom('import_rows')
      .select(['row', 'part'])
      .where('import_id', '=', id)
      .orderBy('row')
      .execute()
    expect(rows.length).toBe(100_002)
    expect(rows[0]?.part).toEqual({ name: '"a', price_minor: 100 })
    expect(rows.at(-1)).toEqual({ row: 100_003, part: { name: '"c', price_minor: 300 } })
  })

  test.each([
    ['utf-8', ',', ',', Buffer.from('\ufeffBrand,Part No.,Price\nKöhler,K-1,x\n')],
    ['utf-8', '|', '|', Buffer.from('Brand|Part No.|Price\nKöhler|K-1|x\n')],
    ['utf-16le', '\t', '\t', Buffer.from('\ufeffBrand\tPart No.\tPrice\nKöhler\tK-1\tx\n', 'utf16le')],
    ['utf-16le', ';', ';', Buffer.from('Brand;Part No.;Price\nKöhler;K-1;x\n', 'utf16le')],
    ['utf-16be', ';', ';', Buffer.from('\ufeffBrand;Part No.;Price\nKöhler;K-1;x\n', 'utf16le').swap16()],
    ['windows-1252', ';', ';', Buffer.from('Marke;Teile-Nr.;Preis\nKöhler;K-1;x\n', 'latin1')],
  ] as const)('%s with %j is recognised', async (encoding, delimiter, _, file) => {
    const result = await upload(admin, file)
    expect(result).toMatchObject({ encoding, delimiter, fault: null })
    expect(await errorsOf(result)).toMatchObject([{ row: 2, column: 'price', value: 'x' }])
  })

  const longFiles = [
    ['utf-8', 'utf8'],
    ['windows-1252', 'latin1'],
    ['utf-16le', 'utf16le'],
  ] as const
  test.each(someOf(longFiles, { offset: 2, share: 3 }))(
    'what the end of a long file in %s shows counts for all of it',
    async (encoding, written) => {
      const rows = Array.from({ length: 9000 }, (_, n) => `Part ${n} ${'x'.repeat(40)};1.000`)
      const mark = written === 'utf16le' ? '\ufeff' : ''
      const end = written === 'latin1' ? 'Köhler' : 'Köhler 🔧'.repeat(3000)
      const text = `${mark}Bezeichnung;Preis\r\n${rows.join('\r\n')}\r\n${end};1.234,50`
      const result = await dryRun(admin, Buffer.from(text, written))
      expect(result).toMatchObject({ encoding, delimiter: ';', report: { rows: 9001 } })
      const prices = await shop.database.db
        .selectFrom('import_rows')
        .select(({ fn, ref }) => [
          ref('part', '->>').key('price_minor').as('price'),
          fn.countAll().as('rows'),
        ])
        .where('import_id', '=', result._id)
        .groupBy('price')
        .orderBy('rows')
        .execute()
      const last = written === 'latin1' ? [{ price: '123450', rows: 1 }] : []
      expect(prices.slice(-1)).toEqual([{ price: '100000', rows: 9000 }])
      expect(prices.slice(0, -1)).toMatchObject(last)
    },
  )

  test('an encoding and a delimiter can be chosen', async () => {
    const file = Buffer.concat([
      Buffer.from('Brand|Name;price,x\n'),
      Buffer.from([0x8a]),
      Buffer.from('|A;1,y\n'),
    ])
    const recognised = await upload(admin, file)
    expect(recognised).toMatchObject({ encoding: 'windows-1252', delimiter: ';' })
    const body = { fileName: 'parts.csv', bytes: file.length, encoding: 'macintosh', delimiter: '|' } as const
    const chosen = await sendRest(admin, await admin.api.startImport({ body }), file)
    expect(chosen).toMatchObject({ encoding: 'macintosh', delimiter: '|', ignoredColumns: ['Name;price,x'] })
    const { part } = await shop.database.db
      .selectFrom('import_rows')
      .select('part')
      .where('import_id', '=', chosen._id)
      .executeTakeFirstOrThrow()
    expect(part).toEqual({ brand: 'ä' })
  })

  test('an empty or too large file is rejected at the start', async () => {
    const begin = (bytes: number) => admin.api.startImport({ body: { fileName: 'a.csv', bytes } })
    expect(await outcomeOf(begin(0))).toBe('400 invalid_request')
    expect(await outcomeOf(begin(6_000_001))).toBe('413 body_too_large')
    expect(await outcomeOf(begin(6_000_000))).toBe('accepted')
  })

  test('a formula is ordinary text, and markup no text; NUL and a brand of 81 characters are errors of their rows', async () => {
    const result = await dryRun(
      admin,
      csv([
        header,
        row("'=cmd|' /C calc'!A0", '<script>', 'H-1'),
        row('a\0b', 'x', 'H-2'),
        row('A', 'y'.repeat(81), 'H-3'),
      ]),
    )
    expect(result.report).toMatchObject({ newParts: 1, badRows: 2 })
    expect(await changesOf(result)).toMatchObject([{ productName: "=cmd|' /C calc'!A0" }])
  })
})

test('an import can be discarded with its rows', async () => {
  const result = await dryRun(admin, csv([header, row('Wheel', 'BBS', 'W-1')]))
  const params = { id: result._id }
  expect(await admin.api.discardImport({ params })).toMatchObject({ state: 'discarded' })
  expect(await changesOf(result)).toEqual([])
  expect(await outcomeOf(admin.api.applyImport({ params, body: { checkNumber: 1 } }))).toBe(
    '409 import_not_ready',
  )
  expect(await outcomeOf(admin.api.discardImport({ params }))).toBe('409 import_not_ready')
  expect((await admin.api.listImports()).items[0]?._id).toBe(result._id)
})

test('unfinished imports have a list of their own, even if a finished one is newer', async () => {
  const pending = await admin.api.startImport({ body: { fileName: 'pending.csv', bytes: 8 } })
  const discarded = await admin.api.startImport({ body: { fileName: 'discarded.csv', bytes: 8 } })
  await admin.api.discardImport({ params: { id: discarded._id } })
  const ids = async (unfinished: 'true' | 'false') =>
    (await admin.api.listImports({ query: { unfinished, limit: 1 } })).items.map(({ _id }) => _id)
  expect(await ids('true')).toEqual([pending._id])
  expect(await ids('false')).toEqual([discarded._id])
  await admin.api.discardImport({ params: { id: pending._id } })
  expect(await ids('true')).not.toContain(pending._id)
})
