import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  importColumns,
  type PartFieldName,
  partFields,
  saleUnits,
} from '#contract/catalog/products/part-fields.ts'
import { newProductSchema } from '#contract/catalog/products/products.ts'
import { cleanUp } from '#server/background-jobs.ts'
import fc from '../../../support/fast-check.ts'
import { outcomeOf } from '../../../support/http/outcomes.ts'
import { apply, checksum, csv, dryRun, exported, undo } from '../../../support/imports.ts'
import { categoryIds } from '../../../support/products/categories.ts'
import { openShop, type Shop } from '../../../support/shop.ts'
import { FORMULA, SEPARATORS, spreadsheetCells } from '../../../support/spreadsheet.ts'
import type { Person } from '../../../support/store.ts'
import { someRuns } from '../../../support/thoroughness.ts'

let shop: Shop
let admin: Person

beforeAll(async () => {
  shop = await openShop()
  admin = await shop.staff('admin')
})
afterAll(() => shop.close())

/**
 * Text with characters that spreadsheets or CSV treat specially; never NUL or half a surrogate pair, which
 * every call rejects.
 */
const text = (maxLength: number) =>
  fc
    .string({
      unit: fc.oneof(
        fc.constantFrom(
          '=',
          '+',
          '-',
          '@',
          '\t',
          '\r',
          '\n',
          "'",
          '"',
          ',',
          ';',
          '\ufeff',
          '＝',
          'é',
          '🔧',
          ' ',
        ),
        fc.string({ minLength: 1, maxLength: 1, unit: 'binary' }).filter((letter) => letter !== '\0'),
      ),
      maxLength,
    })
    .filter((value) => value.isWellFormed())
const address = fc.oneof(
  fc.constantFrom(
    '/drawings/piston.svg?bore=78',
    'https://example.com/a b,"c";d.png',
    'http://example.com/?=+-@',
  ),
  fc.webUrl({ withQueryParameters: true, withFragments: true }),
)
/** Only descriptions may have several lines. */
const line = (maxLength: number) =>
  text(maxLength).map((value) => value.replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, ''))
const optionalLines = partFields.filter((field) => field.kind === 'line' && 'initial' in field)
const part = fc.record({
  productName: line(60).filter((name) => name.trim().normalize('NFC') !== ''),
  price: fc.integer({ min: 1, max: 99_999_999 }).map((minor) => minor / 100),
  minimumOrder: fc.integer({ min: 1, max: 2_147_483_647 }),
  availableQuantity: fc.nat({ max: 2_147_483_647 }),
  img: address,
  images: fc.array(address, { maxLength: 12 }),
  description: text(200),
  category: fc.constantFrom(...categoryIds),
  ...Object.fromEntries(optionalLines.map(({ name }) => [name, line(30)])),
})
const column = (file: Buffer, at: number) =>
  file
    .toString()
    .split('\r\n')
    .slice(1, -1)
    .map((line) => line.split(',')[at])

test('the dry run of an exported file finds no change, and no cell is a formula', async () => {
  const parts = fc.sample(part, { numRuns: someRuns(300, 3), seed: 21 })
  for (const body of parts) {
    const { data } = newProductSchema.safeParse(body)
    if (data) await admin.api.createProduct({ body: { ...data, ...body } })
  }
  const file = await exported(shop, admin)
  const result = await dryRun(admin, file)
  const rows = result.report?.rows ?? 0
  expect(rows).toBeGreaterThan(someRuns(250, 3))
  expect(result).toMatchObject({
    state: 'checked',
    fault: null,
    ignoredColumns: [],
    report: { newParts: 0, changedParts: 0, unchangedParts: rows, badRows: 0 },
  })
  for (const separators of SEPARATORS) {
    const cells = spreadsheetCells(separators, file.toString())
    expect(cells.length).toBeGreaterThan(rows)
    expect(cells.filter((cell) => FORMULA.test(cell))).toEqual([])
  }
})

test('formulas in the export are inert, and a byte order mark names its encoding', async () => {
  await admin.api.createProduct({
    body: {
      productName: '=HYPERLINK("http://evil.example")',
      price: 1,
      minimumOrder: 1,
      availableQuantity: 0,
      img: '/a.svg',
      brand: '@SUM(1)',
      partNumber: 'a;=1+1',
      description: 'Fits:\n=HYPERLINK(A1)',
    },
  })
  const response = await shop.call({ url: '/api/export', token: admin.token })
  expect(response.headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': 'attachment; filename="parts.csv"',
    'cache-control': 'no-store',
  })
  const [head, first = ''] = response.payload.split('\r\n')
  expect(head).toBe(`\ufeff${importColumns.join(',')}`)
  const cells: Partial<Record<PartFieldName, string>> = {
    productName: `"'=HYPERLINK(""http://evil.example"")"`,
    price: '1.00',
    saleUnit: 'each',
    minimumOrder: '1',
    availableQuantity: '0',
    category: 'tools',
    brand: "'@SUM(1)",
    partNumber: `"a;'=1+1"`,
    description: `"Fits:\n'=HYPERLINK(A1)"`,
    img: '/a.svg',
  }
  const columns = importColumns.flatMap((name) => (name === '_id' ? [] : [cells[name] ?? '']))
  expect(first.slice(36)).toBe(['', ...columns].join(','))
  expect(first).toContain(`,"'=HYPERLINK(""http://evil.example"")",1.00,1,0,tools,'@SUM(1),"a;'=1+1",`)
  expect(first.endsWith(`,"Fits:\n'=HYPERLINK(A1)",/a.svg,,each,,`)).toBe(true)
})

test('every part on sale is exported once if the export reads several pages', { tags: 'long' }, async () => {
  const header = ['productName', 'price', 'minimumOrder', 'availableQuantity', 'img']
  const rows = Array.from({ length: 2500 }, (_, n) => [`Bolt ${n}`, '1.00', 1, 1, '/a.svg'])
  const applied = await apply(admin, await dryRun(admin, csv([header, ...rows])))
  const names = column(await exported(shop, admin), 1)
  expect(names.filter((name) => name?.startsWith('Bolt ')).sort()).toEqual(rows.map(([name]) => name).sort())
  await undo(admin, applied)
})

test('the clean-up deletes the rows of unfinished imports first, then those of imports too old to undo', async () => {
  const file = csv([
    ['productName', 'price', 'minimumOrder', 'availableQuantity', 'img'],
    ['Old', '1.00', 1, 1, '/a.svg'],
    ['Bad', 'x', 1, 1, '/a.svg'],
  ])
  const waiting = await dryRun(admin, file)
  const applied = await apply(admin, await dryRun(admin, file))
  const sum = await checksum(shop.database.db)
  const rowCounts = async () => {
    const count = (table: 'import_rows' | 'import_changes' | 'import_errors') =>
      shop.database.db
        .selectFrom(table)
        .select('row')
        .where('import_id', 'in', [waiting._id, applied._id])
        .execute()
    const tables = await Promise.all([count('import_rows'), count('import_changes'), count('import_errors')])
    return tables.map((rows) => rows.length)
  }
  const later = (days: number) => new Date(shop.clock.now().getTime() + days * 24 * 3_600_000)
  await cleanUp(shop.database.db, later(6), { demo: true })
  expect(await rowCounts()).toEqual([1, 2, 2])
  await cleanUp(shop.database.db, later(8), { demo: true })
  expect(await rowCounts()).toEqual([0, 1, 1])
  expect((await admin.api.getImport({ params: { id: waiting._id } })).state).toBe('discarded')
  await cleanUp(shop.database.db, later(31), { demo: true })
  expect(await rowCounts()).toEqual([0, 0, 0])
  expect(await outcomeOf(admin.api.undoImport({ params: { id: applied._id } }))).toBe('409 import_not_ready')
  expect(await checksum(shop.database.db)).toBe(sum)
})

const keys = ['size', 'shade', 'sealed', 'note'] as const
/** Values of each kind of attribute, of a type that the test adds. */
const values = fc.record(
  {
    size: fc.integer({ min: -1_000_000, max: 1_000_000 }).map((thousandths) => thousandths / 1000),
    shade: fc.constantFrom('dark', 'light'),
    sealed: fc.boolean(),
    note: line(60).filter((note) => note.trim() !== ''),
  },
  { requiredKeys: [] },
)
const ofType = fc.oneof(
  values.map((attributes) => ({ type: 'every-kind', attributes })),
  fc.constant({ type: null, attributes: {} }),
)
const partOfType = fc.tuple(part, ofType, fc.constantFrom(...saleUnits)).map(([plain, typed, saleUnit]) => ({
  ...plain,
  ...typed,
  saleUnit,
  subcategory: plain.category === 'body' ? 'trim' : null,
}))

test('an export with values of every kind of attribute changes nothing', async () => {
  await admin.api.saveCategory({ params: { id: 'trim' }, body: { name: 'Trim, =all', parent: 'body' } })
  const choices = ['dark', 'light'].map((key) => ({ key, name: `${key}, "+1"` }))
  const kinds = {
    size: { kind: 'number', unit: 'mm', decimals: 3 },
    shade: { kind: 'choice', choices },
    sealed: { kind: 'boolean' },
    note: { kind: 'text' },
  } as const
  for (const key of keys)
    await admin.api.saveAttribute({ params: { key }, body: { name: key, ...kinds[key] } })
  const attributes = keys.map((key) => ({ key, inTable: false, inFilter: false, inTitle: false }))
  const body = { name: 'Every kind', plural: 'Every kind', category: 'body', attributes }
  await admin.api.savePartType({ params: { key: 'every-kind' }, body })
  const parts = fc.sample(partOfType, { numRuns: someRuns(300, 3), seed: 51 })
  for (const body of parts) {
    const { data } = newProductSchema.safeParse(body)
    if (data) await admin.api.createProduct({ body: { ...data, ...body } })
  }
  const file = await exported(shop, admin)
  const checked = await dryRun(admin, file)
  const errors = await admin.api.listImportErrors({ params: { id: checked._id }, query: {} })
  expect(errors.items).toEqual([])
  expect(checked).toMatchObject({
    state: 'checked',
    fault: null,
    ignoredColumns: [],
    report: { newParts: 0, changedParts: 0, badRows: 0 },
  })
  expect(checked.report?.unchangedParts).toBeGreaterThan(someRuns(250, 3))
})
