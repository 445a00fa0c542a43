import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Product } from '#contract/catalog/products/products.ts'
import { LARGE_CATALOGUE_MS, largeCatalogue } from '../../../support/database/large-catalogue.ts'
import fc from '../../../support/fast-check.ts'
import { insertProduct } from '../../../support/shop-rows.ts'
import { openTestStore, type TestStore } from '../../../support/store.ts'
import { someRuns } from '../../../support/thoroughness.ts'

let store: TestStore
let sample: Product[]

beforeAll(async () => {
  store = await openTestStore({ on: await largeCatalogue() })
  const categories = ['tools', 'wheels', 'engine', 'suspension', 'body', 'lighting', 'electrical', 'fluids']
  const pages = await Promise.all(
    categories.flatMap((category) =>
      (['newest', 'name', 'price'] as const).map((sort) =>
        store.api.listProducts({ query: { category, sort, limit: 60 } }),
      ),
    ),
  )
  sample = pages.flatMap(({ items }) => items).filter(({ partNumber }) => /\d/.test(partNumber ?? ''))
}, LARGE_CATALOGUE_MS)
afterAll(() => store.close())

const parts = () => fc.constantFrom(...sample)

/** `fc.pre` skips a case and another one is generated; a property fails after `maxSkipsPerRun` skips for each run. */
const NONE_SKIPPED = { maxSkipsPerRun: 0 }
const HALF_COMPARED = { maxSkipsPerRun: 1 }

/** Returns the first hundred listed parts, also those of a corrected query. */
async function listed(q: string): Promise<Product[]> {
  return (await store.api.listProducts({ query: { q, limit: 100 } })).items
}

/** Returns the listed parts; skips the case if the list is for other words or only mentions these. */
async function listedAsTyped(q: string): Promise<Product[]> {
  const items = await listed(q)
  if (items.length === 0) return []
  const { search } = await store.api.countProducts({ query: { q } })
  fc.pre(!search?.change)
  return items
}

/** Returns the sizes in the name of a part: `brake disc`, `280`, `mm`. */
function sizesOf({ productName }: Product): { kind: string; amount: number; unit: string }[] {
  const kind = productName.split(',')[0]?.toLowerCase() ?? ''
  const sizes = [...productName.matchAll(/(?<![\d.,/×])(\d{1,3}) (mm|A|V|W|kg|teeth|tonnes|litres)\b/g)]
  return /\d/.test(kind) ? [] : sizes.map(([, amount, unit = '']) => ({ kind, amount: Number(amount), unit }))
}

test('a size is found in texts, never in part numbers', async () => {
  const sizes = fc.constantFrom(...sample.flatMap(sizesOf))
  const spellings = fc.constantFrom(
    (amount: number, unit: string) => `${amount} ${unit}`,
    (amount: number, unit: string) => `${amount}${unit}`,
    (amount: number) => String(amount),
  )
  // Half of the cases have another size, which other parts may have.
  const differences = fc.constantFrom(0, 0, 0, 1, 5, 10)
  await fc.assert(
    fc.asyncProperty(sizes, spellings, differences, async (size, spell, difference) => {
      const amount = size.amount + difference
      const q = `${size.kind} ${spell(amount, size.unit)}`
      const found = await listedAsTyped(q)
      fc.pre(found.length > 0)
      for (const part of found) {
        const text = `${part.productName} ${part.description}`
        expect(text.match(/\d+/g)?.map(Number), `${q}: ${part.partNumber} ${text}`).toContain(amount)
      }
    }),
    { numRuns: someRuns(300, 20), ...HALF_COMPARED },
  )
}, 120_000)

test('a number with a wrong digit does not find its part, even beside its brand or name', async () => {
  const queries = fc.constantFrom(
    (part: Product, number: string) => `${part.brand} ${number}`,
    (part: Product, number: string) => `${number} ${part.brand}`,
    (part: Product, number: string) => `${part.productName.split(/[\s,]/)[0]} ${number}`,
    (part: Product, number: string) => `${part.brand} ${number.replace(/[^A-Za-z0-9]/g, ' ')}`,
  )
  await fc.assert(
    fc.asyncProperty(
      parts(),
      queries,
      fc.nat(20),
      fc.integer({ min: 1, max: 9 }),
      async (part, toQuery, at, shift) => {
        const number = part.partNumber ?? ''
        const digits = [...number.matchAll(/\d/g)]
        const digit = digits[at % digits.length]
        fc.pre(digit !== undefined)
        const wrong = `${number.slice(0, digit.index)}${(Number(digit[0]) + shift) % 10}${number.slice(digit.index + 1)}`
        const q = toQuery(part, wrong)
        const listed = (await listedAsTyped(q)).map(({ partNumber }) => partNumber)
        expect(listed, q).not.toContain(number)
        const { parts: suggested } = await store.api.suggestProducts({ query: { q } })
        expect(
          suggested.map(({ _id }) => _id),
          q,
        ).not.toContain(part._id)
      },
    ),
    { numRuns: someRuns(400, 20), ...NONE_SKIPPED },
  )
}, 120_000)

test('a number beside the brand finds the part first', async () => {
  await fc.assert(
    fc.asyncProperty(parts(), fc.boolean(), async (part, isSpaced) => {
      const number = part.partNumber ?? ''
      const q = `${part.brand} ${isSpaced ? number.replace(/[^A-Za-z0-9]/g, ' ') : number}`
      const { items } = await store.api.listProducts({ query: { q, limit: 1 } })
      expect(items[0]?.partNumber, q).toBe(number)
    }),
    { numRuns: someRuns(150, 20) },
  )
}, 120_000)

test('the beginning of a number beside the brand finds the part', async () => {
  await fc.assert(
    fc.asyncProperty(parts(), async (part) => {
      const number = part.partNumber ?? ''
      const begun = number
        .toLowerCase()
        .replace(/[^a-z0-9]/g, '')
        .slice(0, -1)
      // A letter at the end may be a unit, and an x between digits may be that of a size.
      fc.pre(/\d$/.test(begun) && !/\d(x|zr)\d/.test(begun) && begun.length >= 7)
      const { items: found } = await store.api.listProducts({
        query: { q: `${part.brand} ${begun}`, limit: 1000 },
      })
      expect(
        found.map(({ partNumber }) => partNumber),
        begun,
      ).toContain(number)
    }),
    { numRuns: someRuns(150, 20), ...HALF_COMPARED },
  )
}, 120_000)

test.each([
  'EL-7099-KK',
  'el 7099 kk',
  'el7099kk',
  'Aldervolt EL-7099-KK',
  'Aldervolt el 7099 kk alternator',
  'EL-709-KK',
  'LI-611-TR',
  'F 1526A',
  'F1526A',
  'F 1526 A',
  'F 5260A',
  'F 315T',
  'F 300W',
  // The digits may be the year of a car.
  'X 2019 TS',
  // In a size, the last zero would not matter.
  'Nachtweg NW 281.310',
  'Nachtweg NW 281.30',
  'Werkbold WB 363428',
  'WB-363428',
])('%j, which no part has, finds no part and suggests none', async (q) => {
  expect((await listed(q)).map(({ partNumber }) => partNumber)).toEqual([])
  expect(await store.api.suggestProducts({ query: { q } })).toMatchObject({ numbers: [], parts: [] })
})

test('EL-7099 finds EL-70994-KK by its beginning, and EL-7099-K suggests nothing', async () => {
  const numbersOf = async (q: string) =>
    (await store.api.suggestProducts({ query: { q } })).numbers.map(({ partNumber }) => partNumber)
  const found = await listed('EL-7099')
  expect(found.map(({ partNumber }) => partNumber)).toContain('EL-70994-KK')
  expect(await numbersOf('EL-7099')).toContain('EL-70994-KK')
  expect(await store.api.suggestProducts({ query: { q: 'EL-7099-K' } })).toMatchObject({
    numbers: [],
    parts: [],
  })
})

test('a number that ends in letters is not found with a missing or different digit', async () => {
  const { rows } = await sql<{ id: string; brand: string; number: string }>`
    select id, brand, part_number as number from products
      where part_number ~ '[0-9]{3,}[-. /]?[A-Z]{1,3}$' order by md5(id::text) limit 3000`.execute(
    store.database.db,
  )
  expect(
    new Set(rows.map(({ number }) => number.replace(/\d/g, '0').replace(/[A-Z]/g, 'A'))).size,
  ).toBeGreaterThan(5)
  const spellings = fc.constantFrom(
    (number: string) => number,
    (number: string) => number.toLowerCase().replace(/[^a-z0-9]/g, ''),
    (number: string) => number.replace(/[^A-Za-z0-9]/g, ' '),
    (number: string) => number.replace(/[^A-Za-z0-9]/g, '.'),
    (number: string) => (number.match(/\d+|[A-Z]+/g) ?? []).join(' '),
    (number: string) => (number.match(/\d+|[A-Z]+/g) ?? []).join('-').toLowerCase(),
  )
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...rows),
      spellings,
      fc.nat(20),
      fc.integer({ min: 0, max: 9 }),
      fc.constantFrom('alone', 'after', 'before'),
      async ({ id, brand, number }, spell, at, shift, position) => {
        const digits = [...number.matchAll(/\d/g)]
        const digit = digits[at % digits.length]
        fc.pre(digit !== undefined)
        const other = shift === 0 ? '' : String((Number(digit[0]) + shift) % 10)
        const wrong = spell(`${number.slice(0, digit.index)}${other}${number.slice(digit.index + 1)}`)
        const q = { alone: wrong, after: `${brand} ${wrong}`, before: `${wrong} ${brand}` }[position]
        const found = await listed(q)
        expect(
          found.map(({ _id }) => _id),
          `${q}: ${number}`,
        ).not.toContain(id)
        const { numbers, parts } = await store.api.suggestProducts({ query: { q } })
        expect(
          [...numbers, ...parts].map(({ _id }) => _id),
          `${q}: ${number}`,
        ).not.toContain(id)
      },
    ),
    { numRuns: someRuns(500, 20), ...NONE_SKIPPED },
  )
}, 120_000)

test.each([
  ['-BR-2804-22'],
  ['BR 2804-22 -drilled'],
  ['brake disc -BR-2804-22'],
  ['brake disc -"BR 2804 22"'],
])('%j does not list the excluded part', async (q) => {
  const id = await insertProduct(store.database.db, {
    name: 'Front brake disc, drilled',
    description: 'Drilled.',
    category: 'suspension',
    brand: 'Steinbrekk',
    part_number: 'BR-2804-22',
  })
  const { items } = await store.api.listProducts({ query: { q, limit: 100 } })
  expect(items.map(({ _id }) => _id)).not.toContain(id)
  await store.database.db.deleteFrom('products').where('id', '=', id).execute()
})

test.each([
  // Most of these numbers have groups that look like sizes.
  ...['1F0 407 366', '12P34 551', '5B112 443 A', '4F0-133', 'KX 12.5-4431', '11.42.7 953', 'LA 1/2-5533'],
  ...['5X112-99', '64 M18-1.5-20', 'DOT 4-8871', 'ÄX 1443 b'],
])('%j is found with words, its brand and quotes, and with a different digit it is not', async (number) => {
  const id = await insertProduct(store.database.db, {
    name: 'Wheel hub',
    description: 'For the front.',
    category: 'suspension',
    brand: 'Sommerfeldt',
    part_number: number,
  })
  const wrong = number.replace(/\d(?=\D*$)/, (digit) => String((Number(digit) + 3) % 10))
  const queries = ['N', 'Sommerfeldt N', 'N Sommerfeldt', 'wheel hub N', '"N"', 'Sommerfeldt "N"', 'hub "N"']
  const answers = await Promise.all(
    queries.map(async (query) => {
      const [right, other] = await Promise.all([
        listed(query.replace('N', number)),
        listed(query.replace('N', wrong)),
      ])
      return [query, right[0]?._id === id, other.some(({ _id }) => _id === id)]
    }),
  )
  await store.database.db.deleteFrom('products').where('id', '=', id).execute()
  expect(answers).toEqual(queries.map((query) => [query, true, false]))
})
