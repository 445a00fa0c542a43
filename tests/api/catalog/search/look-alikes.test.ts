import { afterAll, beforeAll, expect, test } from 'vitest'
import { LARGE_CATALOGUE_MS, largeCatalogue } from '../../../support/database/large-catalogue.ts'
import { insertProduct } from '../../../support/shop-rows.ts'
import { openTestStore, type TestStore } from '../../../support/store.ts'

let store: TestStore
const numbers = ['BR-2804-22', 'BO-10O1-LI', '006 074 00', 'PKA-KDS-4040-SET', 'IL0-110-LO', 'TX-6519']

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

/** The suggestion for a query, which finds nothing. */
async function suggestionFor(q: string) {
  const query = { q }
  const { items } = await store.api.listProducts({ query })
  const { search, total } = await store.api.countProducts({ query })
  expect([items.map(({ partNumber }) => partNumber), total.parts], q).toEqual([[], 0])
  return search?.suggestion ?? null
}

test.each([
  // the letter O and the digit
  ['BR-28O4-22', 'BR-2804-22'],
  ['br28o422', 'BR-2804-22'],
  ['28O4-22', 'BR-2804-22'],
  ['BO-1001-LI', 'BO-10O1-LI'],
  ['B0-10O1-LI', 'BO-10O1-LI'],
  ['B01001', 'BO-10O1-LI'],
  ['OO6 O74 OO', '006 074 00'],
  ['PKA-KDS-4O4O-SET', 'PKA-KDS-4040-SET'],
  // I, l and 1
  ['1L0-110-LO', 'IL0-110-LO'],
  ['lL0-1I0-L0', 'IL0-110-LO'],
  ['BO-10O1-L1', 'BO-10O1-LI'],
  ['BO-1OO1-1l', 'BO-10O1-LI'],
  // Cyrillic, Greek
  ['ВR-2804-22', 'BR-2804-22'],
  ['РКА-KDS-4040-SЕТ', 'PKA-KDS-4040-SET'],
  ['ТХ-6519', 'TX-6519'],
  ['тх6519', 'TX-6519'],
  ['ΤΧ-6519', 'TX-6519'],
  ['ВО-1ОО1-LІ', 'BO-10O1-LI'],
])('%j, which finds nothing, suggests %s', async (q, number) => {
  expect(await suggestionFor(q)).toBe(number)
})

test.each([
  ['аlternator', 'alternator'],
  ['оil filter', 'oil filter'],
  ['0il filter', 'oil filter'],
  ['a1ternator', 'alternator'],
])('a word with look-alike letters, %j, suggests %s, or finds it', async (q, text) => {
  const { search } = await store.api.countProducts({ query: { q } })
  // a correction by spelling is shown at once
  expect(search?.change === 'spelling' ? search.words : search?.suggestion).toBe(text)
})

test.each(['ＴＸ－６５１９', '𝐓𝐗-6519'])(
  'other forms of the same letters are no other letters: %s',
  async (q) => {
    const { items } = await store.api.listProducts({ query: { q } })
    expect(items.map(({ partNumber }) => partNumber)).toEqual(['TX-6519'])
  },
)

test.each(['BR-2805-22', 'BR-28O5-22', 'TX-S566', 'QQ-OOOO-11', 'тормоз', 'zorblax', 'O', 'l1'])(
  '%j suggests no part number',
  async (q) => {
    const { search } = await store.api.countProducts({ query: { q } })
    expect(search?.suggestion ?? null).toBeNull()
  },
)

test('a number that is found suggests no other', async () => {
  const { search, total } = await store.api.countProducts({ query: { q: 'BO-10O1-LI' } })
  expect([search, total.parts]).toEqual([null, 1])
})
