import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Import } from '#contract/catalog/imports/imports.ts'
import { apply, csv, dryRun, undo } from '../../../support/imports.ts'
import { openShop, type Shop } from '../../../support/shop.ts'
import type { Person } from '../../../support/store.ts'

let shop: Shop
let admin: Person
let brands = 0

beforeAll(async () => {
  shop = await openShop()
  admin = await shop.staff('admin')
})
afterAll(() => shop.close())

const header = ['brand', 'partNumber', 'price', 'productName', 'minimumOrder', 'availableQuantity', 'img']
const errorsOf = async ({ _id: id }: Import) => (await admin.api.listImportErrors({ params: { id } })).items
const priceOf = async (id: string) => (await shop.api.getProduct({ params: { id } })).price

/** Parts on sale of a new brand, by their numbers. */
async function brandWith(...numbers: string[]) {
  brands += 1
  const brand = `Maker ${brands}`
  const parts: Record<string, string> = {}
  for (const partNumber of numbers) parts[partNumber] = (await shop.part({ brand, partNumber, price: 1 }))._id
  const prices = (rows: [string, number | string][]) =>
    csv([['brand', 'partNumber', 'price'], ...rows.map(([number, price]) => [brand, number, price])])
  const whole = (rows: [string, number | string][]) =>
    csv([header, ...rows.map(([number, price]) => [brand, number, price, `New ${number}`, 1, 5, '/a.svg'])])
  return { brand, parts, prices, whole }
}

const PAIRS: [string, string][] = [
  ['77K214LF', '77K214LF#'],
  ['411310', '411-310'],
  ['411.310', '411/310'],
  ['12 34', '1234'],
  ['ДА-100', 'РМ-100'],
  ['Α-100', 'Β-100'],
  ['A+1', 'A1'],
  ['A*1', 'A1'],
  ['A(1)', 'A1'],
  ['A_1', 'A1'],
  ['A,1', 'A1'],
  ['A1²', 'A12'],
  ['ab-1', 'AB-1'],
  ['Ä100', 'A100'],
  ['100ß', '100SS'],
  ['轴-100', '承-100'],
]

describe('numbers that differ by a sign', () => {
  test.each(PAIRS)(
    '%s and %s are two parts of one file, each found by its own number',
    async (one, other) => {
      const { brand, whole, prices } = await brandWith()
      const added = await apply(
        admin,
        await dryRun(
          admin,
          whole([
            [one, 10],
            [other, 20],
          ]),
        ),
      )
      expect(added).toMatchObject({ state: 'applied', report: { newParts: 2, badRows: 0 } })
      for (const rows of [[[other, 21]], [[one, 11]]] as [string, number][][]) {
        const changed = await apply(admin, await dryRun(admin, prices(rows)))
        expect(changed.report).toMatchObject({ newParts: 0, changedParts: 1, badRows: 0 })
      }
      const { items } = await shop.api.listProducts({ query: { brand } })
      expect(Object.fromEntries(items.map((part) => [part.partNumber, part.price]))).toEqual({
        [one]: 11,
        [other]: 21,
      })
    },
  )

  test.each([
    ['77K214LF', '77K214LF#'],
    ['A1', 'A+1'],
    ['ДА-100', 'РМ-100'],
    ['A100', 'Ä100'],
  ])(
    'with only %s on sale, a row about %s is a new part or an error, and changes nothing',
    async (one, other) => {
      const { parts, prices, whole } = await brandWith(one)
      expect(await errorsOf(await dryRun(admin, prices([[other, 9]])))).toMatchObject(
        ['productName', 'minimumOrder', 'availableQuantity', 'img'].map((column) => ({ row: 2, column })),
      )
      const added = await apply(admin, await dryRun(admin, whole([[other, 9]])))
      expect(added.report).toMatchObject({ newParts: 1, changedParts: 0 })
      expect(await priceOf(parts[one] ?? '')).toBe(1)
    },
  )

  test.each([
    ['NOR.0707-60', 'nor 070760'],
    ['0 986 452 044', '0986452044'],
    ['A/1–2', 'a\\1-2'],
    ['дa-100', 'дa100'],
    ['A1', 'A\u200b1'],
    ['---', '---'],
  ])('%s is also found as %s, where it is the only one', async (one, other) => {
    const { parts, prices } = await brandWith(one)
    const changed = await apply(admin, await dryRun(admin, prices([[other, 9]])))
    expect(changed.report).toMatchObject({ newParts: 0, changedParts: 1, badRows: 0 })
    expect(await priceOf(parts[one] ?? '')).toBe(9)
  })
})

describe('a row never changes another part than the one it names', () => {
  test('the part of a row with its exact number is not that of one that resembles it, in any order', async () => {
    const { parts, whole, prices } = await brandWith('411-310')
    const rows: [string, number][] = [
      ['411310', 320],
      ['411-310', 2],
    ]
    for (const order of [rows, rows.toReversed()]) {
      const both = await dryRun(admin, whole(order))
      expect(both.report).toMatchObject({ newParts: 1, changedParts: 1, badRows: 0 })
      const listed = await dryRun(admin, prices(order))
      expect(listed.report).toMatchObject({ changedParts: 1, badRows: 1 })
      expect(await errorsOf(listed)).toMatchObject([
        { value: '411310', message: `The same part is in row ${order === rows ? 3 : 2} already` },
      ])
    }
    const applied = await apply(admin, await dryRun(admin, whole(rows)))
    expect(applied).toMatchObject({ state: 'applied', madeAnew: false })
    expect(await priceOf(parts['411-310'] ?? '')).toBe(2)
    expect(await undo(admin, applied)).toMatchObject({ state: 'undone' })
    expect(await priceOf(parts['411-310'] ?? '')).toBe(1)
  })

  test('a row with an error keeps its part from another row, also with a cell too many', async () => {
    const { parts, prices, brand } = await brandWith('411-310')
    for (const bad of [`${brand},411-310,x`, `${brand},411-310,0,90`, `${brand},411-310,"1.000"`]) {
      const file = Buffer.from(`brand,partNumber,price\n${bad}\n${brand},411310,320\n`)
      const result = await dryRun(admin, file)
      expect(result.report).toEqual({ rows: 2, newParts: 0, changedParts: 0, unchangedParts: 0, badRows: 2 })
      expect((await errorsOf(result))[1]).toMatchObject({
        row: 3,
        message: 'The same part is in row 2 already',
      })
    }
    expect(await priceOf(parts['411-310'] ?? '')).toBe(1)
    expect((await dryRun(admin, prices([['411310', 320]]))).report).toMatchObject({ changedParts: 1 })
  })

  test('two rows that resemble the number of one part in two ways are errors', async () => {
    const { prices } = await brandWith('411.310')
    const result = await dryRun(
      admin,
      prices([
        ['411310', 2],
        ['411-310', 3],
      ]),
    )
    expect(result.report).toMatchObject({ changedParts: 0, badRows: 2 })
    expect(await errorsOf(result)).toMatchObject([2, 3].map((row) => ({ row, column: 'partNumber' })))
  })

  test('of two parts that a number resembles none is changed, and the exact one is found among them', async () => {
    const { prices } = await brandWith('411310', '411-310')
    const result = await dryRun(admin, prices([['411.310', 2]]))
    expect(await errorsOf(result)).toMatchObject([{ message: expect.stringContaining('2 parts on sale') }])
    expect((await dryRun(admin, prices([['411310', 2]]))).report).toMatchObject({ changedParts: 1 })
  })

  test('a part that gets the number of a new row before the import is applied is not added twice', async () => {
    const { brand, whole } = await brandWith('411-310')
    const checked = await dryRun(
      admin,
      whole([
        ['411-310', 2],
        ['411310', 320],
      ]),
    )
    await shop.part({ brand, partNumber: '411310', price: 5 })
    const again = await apply(admin, checked)
    expect(again).toMatchObject({
      state: 'checked',
      madeAnew: true,
      report: { newParts: 0, changedParts: 2 },
    })
  })
})
