import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Product } from '#contract/catalog/products/products.ts'
import { apply, csv, dryRun, exported, undo } from '../../../support/imports.ts'
import { openShop, type Shop } from '../../../support/shop.ts'
import type { Person } from '../../../support/store.ts'

let shop: Shop
let admin: Person
beforeAll(async () => {
  shop = await openShop()
  admin = await shop.staff('admin')
})
afterAll(() => shop?.close())

const disc = { diameter: 280, axle: 'front', thickness: 22.5, disc_type: 'vented' }
let made = 0
async function newDisc(attributes: Record<string, string | number | boolean> = disc): Promise<Product> {
  made += 1
  return shop.part({ partNumber: `DISC-${made}`, category: 'body', type: 'brake-disc', attributes })
}
const valuesOf = async ({ _id }: Pick<Product, '_id'>) => {
  const { attributes } = await shop.api.getProduct({ params: { id: _id } })
  return Object.fromEntries(attributes.map(({ key, value }) => [key, value]))
}
const errorsOf = async (file: Buffer) => {
  const { _id } = await dryRun(admin, file)
  const { items } = await admin.api.listImportErrors({ params: { id: _id }, query: {} })
  return items.map(({ row, column, value, message }) => ({ row, column, value, message }))
}

test('a file with one attribute changes that one, and undo restores all of them', async () => {
  const part = await newDisc()
  const shown = await dryRun(
    admin,
    csv([
      ['partNumber', 'attr:thickness'],
      [part.partNumber ?? '', '24 mm'],
    ]),
  )
  expect(shown.report).toMatchObject({ changedParts: 1, badRows: 0 })
  const { items } = await admin.api.listImportChanges({ params: { id: shown._id }, query: {} })
  expect(items[0]?.fields).toEqual([{ field: 'attr:thickness', before: 22.5, after: 24 }])
  const applied = await apply(admin, shown)
  expect(await valuesOf(part)).toEqual({ ...disc, thickness: 24 })
  await undo(admin, applied)
  expect(await valuesOf(part)).toEqual(disc)
})

test('a number in another unit is converted, and the report shows what was read', async () => {
  const part = await newDisc()
  const file = csv([
    ['partNumber', 'attr:diameter', 'attr:thickness'],
    [part.partNumber ?? '', '11 in', '1"'],
  ])
  const shown = await dryRun(admin, file)
  const { items } = await admin.api.listImportChanges({ params: { id: shown._id }, query: {} })
  expect(items[0]?.fields).toEqual([
    { field: 'attr:diameter', before: 280, after: 279 },
    { field: 'attr:thickness', before: 22.5, after: 25.4 },
  ])
  await apply(admin, shown)
  expect(await valuesOf(part)).toEqual({ ...disc, diameter: 279, thickness: 25.4 })
  expect((await dryRun(admin, file)).report).toMatchObject({ unchangedParts: 1, changedParts: 0 })
})

test('an empty cell removes a value; an attribute without a column stays', async () => {
  const part = await newDisc()
  await apply(
    admin,
    await dryRun(
      admin,
      csv([
        ['partNumber', 'attr:axle'],
        [part.partNumber ?? '', ''],
      ]),
    ),
  )
  const { axle: _, ...rest } = disc
  expect(await valuesOf(part)).toEqual(rest)
})

test('a new part gets type and values; choices by name or key, numbers with their unit', async () => {
  const header = [
    'productName',
    'price',
    'minimumOrder',
    'availableQuantity',
    'img',
    'partNumber',
    'category',
  ]
  const columns = ['type', 'saleUnit', 'attr:axle', 'attr:diameter (mm)', 'attr:hub_ring']
  const row = [
    'Disc',
    '10',
    '1',
    '5',
    '/a.svg',
    'NEW-1',
    'body',
    'Brake discs',
    'per pair',
    'Rear',
    '300 mm',
    'x',
  ]
  const applied = await apply(admin, await dryRun(admin, csv([[...header, ...columns], row])))
  expect(applied.report).toMatchObject({ newParts: 1, badRows: 0 })
  const { items } = await shop.api.listProducts({ query: { q: 'NEW-1' } })
  expect(items[0]).toMatchObject({ type: { key: 'brake-disc' }, saleUnit: 'pair', category: 'body' })
  expect(await valuesOf(items[0] ?? { _id: '' })).toEqual({ axle: 'rear', diameter: 300, hub_ring: true })
  await undo(admin, applied)
})

test('one cell of several attributes changes those that it names', async () => {
  const part = await newDisc()
  const file = csv([
    ['partNumber', 'attributes', 'attr:thickness'],
    [part.partNumber ?? '', ' Diameter = 11 in; axle=;hub_ring=x; thickness=24;', '24 mm'],
  ])
  const shown = await dryRun(admin, file)
  const { items } = await admin.api.listImportChanges({ params: { id: shown._id }, query: {} })
  expect(items[0]?.fields.map(({ field, after }) => [field, after])).toEqual([
    ['attr:axle', null],
    ['attr:diameter', 279],
    ['attr:hub_ring', true],
    ['attr:thickness', 24],
  ])
  const applied = await apply(admin, shown)
  expect(await valuesOf(part)).toEqual({ diameter: 279, thickness: 24, disc_type: 'vented', hub_ring: true })
  await undo(admin, applied)
  expect(await valuesOf(part)).toEqual(disc)
  const empty = csv([
    ['partNumber', 'attributes'],
    [part.partNumber ?? '', ''],
  ])
  expect((await dryRun(admin, empty)).report).toMatchObject({ unchangedParts: 1, badRows: 0 })
})

test('a cell of attributes and a column with another value are an error of the row, in either order', async () => {
  const part = await newDisc()
  const columns = ['attributes', 'attr:axle']
  for (const [given, cell] of [
    ['axle=front', 'rear'],
    ['axle=front', ''],
    ['axle=', 'front'],
  ]) {
    const row = [given ?? '', cell ?? '']
    const file = csv([
      ['partNumber', ...columns],
      [part.partNumber ?? '', ...row],
    ])
    const message = 'The row gives axle twice, with different values'
    expect(await errorsOf(file)).toEqual([{ row: 2, column: 'attr:axle', value: cell, message }])
    const turned = csv([
      ['partNumber', ...columns.toReversed()],
      [part.partNumber ?? '', ...row.toReversed()],
    ])
    expect(await errorsOf(turned)).toEqual([{ row: 2, column: 'attributes', value: given, message }])
  }
})

test('the report counts new parts without a type, not parts on sale', async () => {
  const old = await shop.part({ partNumber: 'OLD-1' })
  const columns = ['productName', 'price', 'minimumOrder', 'availableQuantity', 'img', 'partNumber', 'type']
  const rowOf = (number: string, type: string) => ['Disc', '10', '1', '5', '/a.svg', number, type]
  const untyped = ['COUNT-1', 'COUNT-2', old.partNumber ?? ''].map((number) => rowOf(number, ''))
  const mixed = await dryRun(admin, csv([columns, ...untyped, rowOf('COUNT-3', 'brake-disc')]))
  expect(mixed.report).toMatchObject({ newParts: 3, changedParts: 1, untypedParts: 2 })
  const typed = await dryRun(admin, csv([columns, rowOf('COUNT-3', 'brake-disc')]))
  expect(typed.report).toEqual({ rows: 1, newParts: 1, changedParts: 0, unchangedParts: 0, badRows: 0 })
  const withoutColumn = csv([columns, rowOf('COUNT-4', '')].map((cells) => cells.slice(0, -1)))
  expect((await dryRun(admin, withoutColumn)).report).toMatchObject({ newParts: 1, untypedParts: 1 })
})

test('a type is read by the names that the search knows; a name of several types is an error', async () => {
  const rotor = { name: 'Brake rotor', plural: 'Brake rotors', category: 'body', attributes: [] }
  const part = await shop.part({ partNumber: 'TYPE-1', category: 'body' })
  const file = csv([
    ['partNumber', 'type'],
    [part.partNumber ?? '', 'Bremsscheibe'],
  ])
  const { items } = await admin.api.listImportChanges({
    params: { id: (await dryRun(admin, file))._id },
    query: {},
  })
  expect(items[0]?.fields).toEqual([{ field: 'type', before: null, after: 'brake-disc' }])
  await admin.api.savePartType({ params: { key: 'brake-rotor' }, body: rotor })
  const message = '“Bremsscheibe” may be several part types: use one of brake-disc, brake-rotor'
  expect(await errorsOf(file)).toEqual([{ row: 2, column: 'type', value: 'Bremsscheibe', message }])
  await admin.api.deletePartType({ params: { key: 'brake-rotor' } })
  expect(await errorsOf(file)).toEqual([])
})

test('a change of type keeps the values that both types have', async () => {
  const part = await newDisc({ axle: 'rear', diameter: 300 })
  const applied = await apply(
    admin,
    await dryRun(
      admin,
      csv([
        ['partNumber', 'type'],
        [part.partNumber ?? '', 'brake-pad'],
      ]),
    ),
  )
  expect(await valuesOf(part)).toEqual({ axle: 'rear' })
  await undo(admin, applied)
  expect(await valuesOf(part)).toEqual({ axle: 'rear', diameter: 300 })
})

test('an export that is imported changes nothing', async () => {
  await newDisc({ ...disc, hub_ring: false, coating: 'zinc-coated' })
  await shop.part({ partNumber: 'PLAIN-1', saleUnit: 'set-of-four' })
  const file = await exported(shop, admin)
  expect(file.toString()).toContain(',attr:hub_ring,')
  const { report, ignoredColumns } = await dryRun(admin, file)
  expect(ignoredColumns).toEqual([])
  expect(report).toMatchObject({ newParts: 0, changedParts: 0, badRows: 0 })
  expect(report?.unchangedParts).toBeGreaterThan(2)
})

test('a negative number is a number in the export; one with the apostrophe of texts is read, too', async () => {
  const wheel = { partNumber: 'WHEEL-1', category: 'wheels', type: 'alloy-wheel' }
  const part = await shop.part({ ...wheel, attributes: { offset: -12 } })
  expect((await exported(shop, admin)).toString()).toMatch(/,-12(?:,|\r)/)
  const file = csv([
    ['partNumber', 'attr:offset'],
    ['WHEEL-1', "'-35"],
  ])
  await apply(admin, await dryRun(admin, file))
  expect(await valuesOf(part)).toEqual({ offset: -35 })
})

test('two columns of one attribute are an error of the file; unknown ones are left out', async () => {
  const twice = await dryRun(
    admin,
    csv([
      ['partNumber', 'attr:axle', 'ATTR:axle'],
      ['A', 'front', 'rear'],
    ]),
  )
  expect(twice.fault).toMatchObject({ code: 'columnTwice', name: 'attr:axle' })
  const unknown = csv([
    ['partNumber', 'price', 'attr:nothing', 'attr:diameter (kg)', 'Type'],
    ['A', '1', '', '', ''],
  ])
  expect((await dryRun(admin, unknown)).ignoredColumns).toEqual([
    'attr:nothing',
    'attr:diameter (kg)',
    'Type',
  ])
})

test.each([
  ['attr:diamter', 'attr:diamter (did you mean attr:diameter?)'],
  ['ATTR:Diam (mm)', 'ATTR:Diam (mm) (did you mean attr:diameter?)'],
  ['attr:Min Thicknes', 'attr:Min Thicknes (did you mean attr:min_thickness?)'],
  ['attr:di', 'attr:di'],
  ['attr:', 'attr:'],
  ['diamter', 'diamter'],
])('the unknown column %s is shown as %s', async (column, shown) => {
  const file = csv([
    ['partNumber', 'price', column],
    ['A', '1', ''],
  ])
  expect((await dryRun(admin, file)).ignoredColumns).toEqual([shown])
})

test('of very many unknown columns only those that are shown are compared with attributes', async () => {
  const names = Array.from({ length: 5000 }, (_, at) => `attr:diamter${at}`)
  const { ignoredColumns } = await dryRun(admin, csv([['partNumber', ...names], ['A']]))
  expect(ignoredColumns[19]).toBe('attr:diamter19 (did you mean attr:diameter?)')
  expect(ignoredColumns[20]).toBe('attr:diamter20')
  expect(ignoredColumns).toHaveLength(5000)
})

describe('an error names row, column and value', () => {
  test.each([
    ['attr:diameter', '280 kg', 'Use a plain number in mm, such as 12.5'],
    ['attr:diameter', '280.5', 'Use a whole number'],
    ['attr:diameter', '1e3', 'Use a plain number in mm, such as 12.5'],
    ['attr:thickness', '22,5', 'Use a plain number in mm, such as 12.5'],
    ['attr:axle', 'middle', 'Use one of Front, Rear'],
    ['attr:hub_ring', 'maybe', 'Use yes or no'],
    ['type', 'brake disk kit', '“brake disk kit” is no part type. Did you mean brake-disc?'],
    ['type', 'spaceship', '“spaceship” is no part type.'],
    ['subcategory', 'nothing', 'Use a subcategory of the category'],
    ['saleUnit', 'dozen', 'Use one of each, pair, set, set-of-four, pack, meter'],
    ['attributes', 'axle', 'Write key=value with semicolons between, such as diameter=280; axle=front'],
    ['attributes', '=front', 'Write key=value with semicolons between, such as diameter=280; axle=front'],
    ['attributes', 'axle=front; diamter=280', '“diamter” is no attribute. Did you mean diameter?'],
    ['attributes', 'zzz=1', '“zzz” is no attribute.'],
    ['attributes', 'constructor=1', '“constructor” is no attribute.'],
    ['attributes', 'diameter=280 kg', 'diameter: Use a plain number in mm, such as 12.5'],
    ['attributes', 'axle=front=rear', 'axle: Use one of Front, Rear'],
    ['attributes', 'axle=front;axle=rear', 'The row gives axle twice, with different values'],
    ['attr:width', '50', 'Parts of the type Brake disc do not have it'],
  ])('%s %s', async (column, value, message) => {
    const part = await newDisc()
    expect(
      await errorsOf(
        csv([
          ['partNumber', column],
          [part.partNumber ?? '', value],
        ]),
      ),
    ).toEqual([{ row: 2, column, value, message }])
  })

  test('a subcategory of another category, of which the message says it is', async () => {
    await admin.api.saveCategory({ params: { id: 'brakes' }, body: { name: 'Brakes', parent: 'body' } })
    await shop.part({ partNumber: 'ENGINE-1', category: 'engine' })
    const message = 'This subcategory is in the category body'
    const wrong = { row: 2, column: 'subcategory', value: 'brakes', message }
    const named = csv([
      ['partNumber', 'subcategory'],
      ['ENGINE-1', 'Brakes'],
    ])
    expect(await errorsOf(named)).toEqual([wrong])
    const both = (category: string) =>
      csv([
        ['partNumber', 'category', 'subcategory'],
        ['ENGINE-1', category, 'brakes'],
      ])
    expect(await errorsOf(both('wheels'))).toEqual([wrong])
    expect(await errorsOf(both('body'))).toEqual([])
  })

  test('a part without a type has no values', async () => {
    const part = await shop.part({ partNumber: 'UNTYPED-1' })
    expect(
      await errorsOf(
        csv([
          ['partNumber', 'attr:axle'],
          [part.partNumber ?? '', 'front'],
        ]),
      ),
    ).toEqual([
      {
        row: 2,
        column: 'attr:axle',
        value: 'front',
        message: 'A part has attributes by its type: choose one',
      },
    ])
  })
})

test('a comma is the decimal sign where another character separates the columns', async () => {
  const part = await newDisc()
  const file = Buffer.from(`partNumber;attr:thickness\n${part.partNumber};24,5\n`)
  await apply(admin, await dryRun(admin, file))
  expect(await valuesOf(part)).toMatchObject({ thickness: 24.5 })
})

test('more than 24 values that can be filtered are an error of the row', async () => {
  const keys = Array.from({ length: 25 }, (_, at) => `value_${at}`)
  for (const key of keys)
    await admin.api.saveAttribute({ params: { key }, body: { name: key, kind: 'number' } })
  const attributes = keys.map((key) => ({ key, inTable: false, inFilter: false, inTitle: false }))
  const body = { name: 'Crowded', plural: 'Crowded', category: 'body', attributes }
  await admin.api.savePartType({ params: { key: 'crowded' }, body })
  await shop.part({ partNumber: 'CROWDED-1', category: 'body', type: 'crowded', attributes: { value_0: 1 } })
  const file = (count: number) =>
    csv([
      ['partNumber', ...keys.slice(0, count).map((key) => `attr:${key}`)],
      ['CROWDED-1', ...keys.slice(0, count).map(() => '7')],
    ])
  expect(await errorsOf(file(25))).toEqual([
    { row: 2, column: null, value: null, message: 'A part has 24 values at most that can be filtered' },
  ])
  expect(await errorsOf(file(24))).toEqual([])
})
