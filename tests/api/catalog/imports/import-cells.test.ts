import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { apply, dryRun, exported } from '../../../support/imports.ts'
import { openShop, type Shop } from '../../../support/shop.ts'
import type { Person } from '../../../support/store.ts'

const shops: Record<'usd' | 'kwd' | 'jpy', { shop?: Shop; admin?: Person }> = { usd: {}, kwd: {}, jpy: {} }

beforeAll(async () => {
  for (const [currency, opened] of Object.entries(shops)) {
    opened.shop = await openShop({ env: { CURRENCY: currency } })
    opened.admin = await opened.shop.staff('admin')
  }
  // on sale with a number that a spreadsheet could have written
  await shopOf('usd').shop.part({ brand: 'Casewright', partNumber: '7.5E+08' })
})
afterAll(() => Promise.all(Object.values(shops).map(({ shop }) => shop?.close())))

function shopOf(currency: keyof typeof shops) {
  const { shop, admin } = shops[currency]
  if (!shop || !admin) throw new Error(`There is no shop for ${currency}`)
  return { shop, admin }
}

const unclear = (whole: string, fraction: string) =>
  expect.stringContaining(`Is this ${whole} or ${fraction}?`)
const spoilt = expect.stringContaining('A spreadsheet has put this in the place of another text')
const notNumber = 'This is not a number, such as 12.50'
const notWhole = 'This is not a whole number, such as 12'
const ok = (value: unknown) => ({ value })
const bad = (message: unknown) => ({ message })

type Options = {
  /** More cells of the same column, in rows of their own. */
  others?: string[]
  delimiter?: string
  currency?: keyof typeof shops
}
type Row = [
  column: string,
  cell: string,
  outcome: { value: unknown } | { message: unknown },
  options?: Options,
]

/** Cells as they are written in a file: with the quotation marks and escapes of CSV. Semicolons separate them unless another delimiter is named. */
const CELLS: Row[] = [
  // decimal signs and thousands separators of spreadsheets in English, German, French, Swiss and Indian
  ['price', '12.50', ok(12.5)],
  ['price', '12,50', ok(12.5)],
  ['price', '12,5', ok(12.5)],
  ['price', '12', ok(12)],
  ['price', ' 12,50 ', ok(12.5)],
  ['price', '12.5000', ok(12.5)],
  ['price', '1.234,50', ok(1234.5)],
  ['price', '1,234.50', ok(1234.5)],
  ['price', '"1,234.50"', ok(1234.5), { delimiter: ',' }],
  ['price', '"1.234,50"', ok(1234.5), { delimiter: ',' }],
  ['price', '"12,50"', bad(expect.stringContaining('Use a point for decimals')), { delimiter: ',' }],
  ['price', '1.234,000', ok(1234)],
  ['price', '123.456,78', ok(123_456.78)],
  ['price', '1,23,456.50', ok(123_456.5)],
  ['price', '1\u00a0234,50', ok(1234.5)],
  ['price', '1\u202f234,50', ok(1234.5)],
  ['price', "1'234.50", ok(1234.5)],
  ['price', '1’234,50', ok(1234.5)],
  ['price', '1 234,50', bad(notNumber)],
  ['price', '1.23.456,50', bad(notNumber)],
  ['price', '12,50 €', bad(notNumber)],
  ['price', '$12.50', bad(notNumber)],
  ['price', '(12.50)', bad(notNumber)],
  ['price', '1.25E+05', bad(notNumber)],
  ['price', '#WERT!', bad(notNumber)],
  ['price', '="12,50"', ok(12.5)],
  // a separator before exactly three digits
  ['price', '1.000', bad(unclear('1000', '1'))],
  ['price', '2,500', bad(unclear('2500', '2.5'))],
  ['price', '"2,500"', bad(unclear('2500', '2.5')), { delimiter: ',' }],
  ['price', '12.505', bad(unclear('12505', '12.505'))],
  ['price', '="1.000"', bad(unclear('1000', '1'))],
  ['price', '1.000', bad(unclear('1000', '1')), { others: ['0,50', '12,5', '7'] }],
  ['price', '1.000', bad(unclear('1000', '1')), { others: ['2.000', '3,000'] }],
  ['price', '1.000', ok(1000), { others: ['1.234,50'] }],
  ['price', '1.000', ok(1), { others: ['1,234.50'] }],
  ['price', '2,500', ok(2.5), { others: ['1.234.567'] }],
  ['price', '2,500', ok(2500), { others: ['1,234,567'] }],
  ['price', '2,505', bad('Price must be a multiple of 0.01 USD'), { others: ['1.234.567'] }],
  ['price', '0.500', bad(unclear('0500', '0.5')), { others: ['1.234,50'] }],
  ['price', '1.000', bad(unclear('1000', '1')), { others: ['1.234,50', '1,234.50'] }],
  ['price', '1.500', bad(unclear('1500', '1.5')), { others: ['1.234,50', '12.50'] }],
  ['price', '2,500', bad(unclear('2500', '2.5')), { others: ['1,234.50', '0,99'] }],
  ['price', '1.500', ok(1500), { others: ['1.234,50', '0,99', '12'] }],
  ['availableQuantity', '1.000', bad(unclear('1000', '1')), { others: ['12.345.678', '5.0'] }],
  ['availableQuantity', '1.000', bad(unclear('1000', '1'))],
  ['availableQuantity', '1,000', bad(unclear('1000', '1'))],
  ['availableQuantity', '1.000', ok(1000), { others: ['12.345.678'] }],
  ['availableQuantity', '5,000', ok(5), { others: ['1.234,000'] }],
  ['availableQuantity', '5,00', ok(5)],
  ['availableQuantity', '1.234.567', ok(1_234_567)],
  ['availableQuantity', '5,50', bad('Use a whole number')],
  ['availableQuantity', '1e2', bad(notWhole)],
  ['minimumOrder', '="5"', ok(5)],
  ['price', '1.000', ok(1), { currency: 'kwd' }],
  ['price', '12,500', ok(12.5), { currency: 'kwd' }],
  ['price', '1.000', ok(1000), { currency: 'kwd', others: ['1.234,500'] }],
  ['availableQuantity', '1.000', bad(unclear('1000', '1')), { currency: 'kwd' }],
  ['price', '1,000', bad(unclear('1000', '1')), { currency: 'jpy' }],
  // texts kept from being numbers
  ['partNumber', '="0012345"', ok('0012345')],
  ['partNumber', '"=""0012346"""', ok('0012346')],
  ['partNumber', '="1.23E+05"', ok('1.23E+05')],
  ['partNumber', '=""', ok(null)],
  ['productName', '="12"" disc"', ok('12" disc')],
  ['partNumber', '0012347', ok('0012347')],
  ['partNumber', '\u00a00986 452 044\u00a0', ok('0986 452 044')],
  // numbers that are numbers
  ['partNumber', '5E2', ok('5E2')],
  ['partNumber', '1E-05', ok('1E-05')],
  ['partNumber', '12-05', ok('12-05')],
  ['partNumber', '12/05/24', ok('12/05/24')],
  ['partNumber', 'MAY-12', ok('MAY-12')],
  ['partNumber', '77K214LF#', ok('77K214LF#')],
  ['partNumber', '#12', ok('#12')],
  ['partNumber', 'ДА-100', ok('ДА-100')],
  ['partNumber', 'A&B;12', ok('A&B;12'), { delimiter: '|' }],
  ['partNumber', '7.5E+08', ok('7.5E+08')],
  // numbers that a spreadsheet destroyed
  ['partNumber', '1.23E+05', bad(spoilt)],
  ['partNumber', '1,23E+05', bad(spoilt)],
  ['partNumber', '4.01131E+11', bad(spoilt)],
  ['partNumber', '1E+15', bad(spoilt)],
  ['partNumber', '1.00E-06', bad(spoilt)],
  ['partNumber', '1.23e+18', bad(spoilt)],
  ['partNumber', '12-May', bad(spoilt)],
  ['partNumber', 'May-12', bad(spoilt)],
  ['partNumber', '12. Mai', bad(spoilt)],
  ['partNumber', '01. Okt', bad(spoilt)],
  ['partNumber', 'Mrz 12', bad(spoilt)],
  ['partNumber', '12-mai', bad(spoilt)],
  ['partNumber', 'janv.-12', bad(spoilt)],
  ['partNumber', '12-ene', bad(spoilt)],
  ['partNumber', '12-mag', bad(spoilt)],
  ['partNumber', '12/mai', bad(spoilt)],
  ['partNumber', '5-mrt', bad(spoilt)],
  ['partNumber', '12.май', bad(spoilt)],
  ['partNumber', '5月12日', bad(spoilt)],
  ['partNumber', '12.05.2024', bad(spoilt)],
  ['partNumber', '2024-05-12 00:00:00', bad(spoilt)],
  ['partNumber', '12:30:00', bad(spoilt)],
  ['partNumber', '2024-05-12T00:00:00.000Z', bad(spoilt)],
  ['partNumber', '5000.0', bad(spoilt)],
  ['partNumber', '="5000.0"', ok('5000.0')],
  ['partNumber', '50.00', ok('50.00')],
  ['partNumber', 'Fehler:502', bad(spoilt)],
  ['partNumber', '#NAME?', bad(spoilt)],
  ['partNumber', '#N/A', bad(spoilt)],
  ['partNumber', '#NV', bad(spoilt)],
  ['partNumber', '#BEZUG!', bad(spoilt)],
  ['partNumber', '#DIV/0!', bad(spoilt)],
  ['partNumber', '#¿NOMBRE?', bad(spoilt)],
  ['partNumber', '#VALEUR!', bad(spoilt)],
  ['partNumber', '########', bad(spoilt)],
  ['partNumber', 'Err:502', bad(spoilt)],
  ['productName', '#NAME?', bad(spoilt)],
  ['productName', '12-May', ok('12-May')],
  // quotation marks and inch signs
  ['productName', 'Bolt 1/2" long', ok('Bolt 1/2" long')],
  ['productName', 'Rim 15"', ok('Rim 15"')],
  ['productName', '"Rim 15"" wide"', ok('Rim 15" wide')],
  ['productName', '"Rim 15"" ', ok('"Rim 15""')],
  ['productName', '"Rim 15""', ok('Rim 15"')],
  ['productName', '"Rim', ok('"Rim')],
  ['productName', '"15" rim"', ok('15" rim')],
  ['productName', '"', ok('"')],
  ['description', '"one; two\ntwo"', ok('one; two\ntwo')],
  ['productName', '"one\ntwo"', bad('Use one line, without tabs and control characters')],
  ['productName', "'-12 V relay", ok('-12 V relay')],
  // markup of suppliers
  ['productName', 'Oil filter &amp; seal', ok('Oil filter & seal'), { delimiter: ',' }],
  ['productName', 'Oil filter<br>long', ok('Oil filter long')],
  ['productName', 'Shim <5 mm', ok('Shim <5 mm')],
  ['productName', '"Gr&ouml;&szlig;e &#8211; &#x2013; &#150;"', ok('Größe – – –')],
  [
    'description',
    '"<p>For <b>diesel</b> engines<br>\nsee &quot;table&quot; &auml;</p>"',
    ok('For diesel engines\nsee "table" ä'),
  ],
  ['description', '"&lt;p&gt;Twice &amp;amp; once&lt;/p&gt;"', ok('Twice & once')],
  ['description', '<script>alert(1)</script><!-- x -->Text', ok('Text')],
  [
    'description',
    `"<img alt=""5 > 3"" src='a>b.png'>Disc <a title=""x>y"">kit</a>"`,
    ok('Disc kit'),
    { delimiter: '|' },
  ],
  ['description', '<img alt=5">Disc', ok('Disc')],
  ['description', '<video src=a.mp4></video><x-note>New</x-note><w:br/> text', ok('New text')],
  ['description', '<details><summary>Fits</summary>All</details>', ok('Fits\nAll')],
  ['description', 'M8 <M10> <min>-<max>', ok('M8 <M10> <min>-<max>')],
  ['brand', '"K&amp;N"', ok('K&N')],
  ['description', 'R&D M8 <M10>', ok('R&D M8 <M10>')],
  // other cells
  ['_id', '1234', bad('Use the _id of a part, or leave it empty')],
  ['ID', '1234', ok(null)],
  ['category', ' ENGINE ', ok('engine')],
  ['price', '12.50;', ok(12.5)],
]

describe('a cell, written as spreadsheets and other programs do', () => {
  test.each(CELLS)('%s %j', async (column, cell, outcome, options = {}) => {
    const { others = [], delimiter = ';', currency = 'usd' } = options
    const { admin } = shopOf(currency)
    const base: Record<string, string> = {
      productName: 'Part',
      brand: 'Casewright',
      minimumOrder: '1',
      availableQuantity: '5',
      img: '/a.svg',
      price: '1',
    }
    // the column itself is the last one: a cell may end with a delimiter
    const names = [...Object.keys(base).filter((name) => name !== column), column]
    const lineOf = (written: string) =>
      [...names.slice(0, -1).map((name) => base[name]), written].join(delimiter)
    const rows = [lineOf(cell), ...others.map(lineOf)]
    const file = [names.join(delimiter), ...rows, lineOf(base[column] ?? '')].join('\r\n')
    const result = await dryRun(admin, Buffer.from(file))
    const params = { id: result._id }
    expect(result).toMatchObject({ state: 'checked', fault: null })
    const { items: errors } = await admin.api.listImportErrors({ params })
    const ofRow = errors.filter(({ row }) => row === 2)
    if ('message' in outcome) {
      expect(ofRow).toMatchObject([{ column, message: outcome.message }])
      return
    }
    expect(ofRow).toEqual([])
    const { items: changes } = await admin.api.listImportChanges({ params })
    const [first, ...rest] = changes
    if (cell === '7.5E+08') expect(first?.isNew).toBe(false)
    else if (column !== 'ID') {
      const field = first?.fields.find((one) => one.field === column)
      expect(field?.after ?? null).toEqual(outcome.value)
    }
    // no cell affects another row
    expect(rest.length + errors.filter(({ row }) => row > 2).length).toBe(others.length + 1)
  })
})

describe('an export', () => {
  test('changes nothing when it is imported, whatever the texts and prices are', async () => {
    for (const currency of ['usd', 'kwd', 'jpy'] as const) {
      const { shop, admin } = shopOf(currency)
      const texts = { description: '<p>Markup &amp; more</p>', productName: 'A &amp; B', brand: '#N/A' }
      for (const partNumber of ['1.23E+05', '12-May', '="0012"', '#NAME?', 'A&amp;1']) {
        await shop.part({ ...texts, partNumber, price: 1000, available: 1000 })
      }
      const file = await exported(shop, admin)
      const result = await dryRun(admin, file)
      expect(result.report).toMatchObject({ newParts: 0, changedParts: 0, badRows: 0 })
    }
  })
})

test('two lone quotation marks give no part the price of another one', async () => {
  const { shop, admin } = shopOf('usd')
  const parts = await Promise.all(
    ['INCH-1', 'INCH-2'].map((partNumber) => shop.part({ brand: 'Inchworks', partNumber, price: 5 })),
  )
  const file = Buffer.from(
    `brand;part #;description;price\nInchworks;INCH-1;"12 wheel;1'234.50\nInchworks;INCH-2;rim 12";22\n`,
  )
  const checked = await dryRun(admin, file)
  const params = { id: checked._id }
  expect((await admin.api.listImportErrors({ params })).items).toMatchObject([
    { row: 2, column: null, message: expect.stringContaining('quotation mark') },
  ])
  await apply(admin, checked)
  const prices = parts.map(async ({ _id: id }) => (await shop.api.getProduct({ params: { id } })).price)
  expect(await Promise.all(prices)).toEqual([5, 22])
})

test('a part whose text was written with markup stays as it is when the same file is imported again', async () => {
  const { admin } = shopOf('usd')
  const file = Buffer.from('name\tpart #\tprice\tqty\tmoq\tpicture\nA &amp; B\tAGAIN-1\t3\t4\t1\t/a.svg\n')
  expect(await apply(admin, await dryRun(admin, file))).toMatchObject({ state: 'applied' })
  expect((await dryRun(admin, file)).report).toMatchObject({
    unchangedParts: 1,
    newParts: 0,
    changedParts: 0,
  })
})
