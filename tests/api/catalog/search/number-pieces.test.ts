import { afterAll, beforeAll, expect, test } from 'vitest'
import { LARGE_CATALOGUE_MS, largeCatalogue } from '../../../support/database/large-catalogue.ts'
import { insertProduct } from '../../../support/shop-rows.ts'
import { openTestStore, type TestStore } from '../../../support/store.ts'

let store: TestStore
const numbers = [
  'BR-2804-22',
  '006 074 00',
  'PKA-KDS-4040-SET',
  '0 986 494 777',
  'SU-979-8',
  'XKW.77.4711',
  'HT/31/602 A',
  '5Q0-407-151-B',
  'QQ-1234567-08',
  '000123456',
  'BO-10O1-LI',
]

beforeAll(async () => {
  store = await openTestStore({ on: await largeCatalogue() })
  for (const number of numbers)
    await insertProduct(store.database.db, {
      name: 'Bearing kit',
      description: 'For the front.',
      category: 'suspension',
      brand: 'Casewright',
      part_number: number,
    })
}, LARGE_CATALOGUE_MS)
afterAll(() => store.close())

async function find(q: string): Promise<(string | null)[]> {
  const { items } = await store.api.listProducts({ query: { q, limit: 100 } })
  return items.map(({ partNumber }) => partNumber)
}

test.each([
  ['280422', 'BR-2804-22'],
  ['2804-22', 'BR-2804-22'],
  ['2804 22', 'BR-2804-22'],
  ['2804/22', 'BR-2804-22'],
  ['2804', 'BR-2804-22'],
  ['Casewright 2804-22', 'BR-2804-22'],
  ['bearing 2804-22', 'BR-2804-22'],
  ['bearing kit 2804 22', 'BR-2804-22'],
  ['607400', '006 074 00'],
  ['074 00', '006 074 00'],
  ['07400', '006 074 00'],
  ['986494777', '0 986 494 777'],
  ['494 777', '0 986 494 777'],
  ['494777', '0 986 494 777'],
  ['4040-SET', 'PKA-KDS-4040-SET'],
  ['4040set', 'PKA-KDS-4040-SET'],
  ['4040 set', 'PKA-KDS-4040-SET'],
  ['4040', 'PKA-KDS-4040-SET'],
  ['KDS-4040', 'PKA-KDS-4040-SET'],
  ['kds4040', 'PKA-KDS-4040-SET'],
  ['kds.4040.set', 'PKA-KDS-4040-SET'],
  ['979', 'SU-979-8'],
  ['979-8', 'SU-979-8'],
  ['9798', 'SU-979-8'],
  ['4711', 'XKW.77.4711'],
  ['77.4711', 'XKW.77.4711'],
  ['774711', 'XKW.77.4711'],
  ['602 A', 'HT/31/602 A'],
  ['602a', 'HT/31/602 A'],
  ['31/602', 'HT/31/602 A'],
  ['407-151', '5Q0-407-151-B'],
  ['151-B', '5Q0-407-151-B'],
  ['407151b', '5Q0-407-151-B'],
  ['1234567', 'QQ-1234567-08'],
  ['1234567-08', 'QQ-1234567-08'],
  ['123456', '000123456'],
])('%s finds %s', async (q, number) => {
  expect(await find(q)).toContain(number)
})

test('words stand before pieces of numbers', async () => {
  const found = await find('2804')
  const first = found.indexOf('BR-2804-22')
  expect(found.slice(first).every((number) => number?.replace(/[^0-9A-Z]/gi, '').includes('2804'))).toBe(true)
})

test.each(['2804-23', '2805-22', '60740', '4041-SET', '4040-SAT', '07401'])(
  'a wrong digit or letter finds none of them: %s',
  async (q) => {
    expect((await find(q)).filter((number) => number && numbers.includes(number))).toEqual(
      // the beginning of an ending
      q === '60740' ? ['006 074 00'] : [],
    )
  },
)
