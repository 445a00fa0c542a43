import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '#database/open.ts'
import { listProducts } from '#server/catalog/products/list.ts'
import { countProducts } from '#server/catalog/search/counts.ts'
import { suggestProducts } from '#server/catalog/search/suggest.ts'
import { freshDatabase } from '../../../support/database/database.ts'
import { insertProduct } from '../../../support/shop-rows.ts'

const names = [
  'Trolley jack, low, 1.5 tonnes',
  'Trolley jack, low, 2 tonnes',
  'Trolley jack, high, 2.25 tonnes',
  'Brake fluid DOT 3, 5 litres',
  'Brake fluid DOT 4, 1 litre',
  'Brake fluid DOT 5.1, 0.25 litres',
  'Starter motor, 1.4 kW, 11 teeth, Corsair II 1.6 TD',
  'Starter motor, 0.8 kW, 11 teeth, Corsair IV 1.4',
  'Alloy wheel 17″ × 7.5 J, five spokes, 5×114.3, ET42',
  'Alloy wheel 17″ × 7 J, ten spokes, 5×112, ET45',
  'Alloy wheel 14″ × 5.5 J, steel look, 4×100, ET38',
  'Timing belt, 100 teeth, 25.4 mm',
  'Socket set, 1/2″, 24 pieces',
  'Socket set, 1/4″, 42 pieces',
  'Oxygen sensor, 4 wires, M18',
  'Bulb H7, 55 W',
  'Battery, AGM, 70 Ah',
  'Front brake disc, 280 × 22 mm',
]
let database: Database

beforeAll(async () => {
  database = await freshDatabase()
  for (const name of names) await insertProduct(database.db, { name })
})
afterAll(() => database.close())

async function found(q: string) {
  const { items } = await listProducts(database.db, { q, limit: 24 }, 'usd')
  return items.map(({ name }) => name).sort()
}

const named = (...parts: string[]) => names.filter((name) => parts.some((part) => name.includes(part))).sort()

test.each([
  ['trolley jack 5 tonnes', []],
  ['5 ton jack', []],
  ['jack 25 t', []],
  ['trolley jack 1.5 t', named('1.5 tonnes')],
  ['trolley jack 1,5t', named('1.5 tonnes')],
  ['trolley jack 1.50 tonnes', named('1.5 tonnes')],
  ['trolley jack 2t', named('2 tonnes')],
  ['brake fluid dot 5', []],
  ['dot 5.1', named('DOT 5.1')],
  ['dot5.1 brake fluid', named('DOT 5.1')],
  ['dot4', named('DOT 4')],
  ['DOT-4 brake fluid', named('DOT 4')],
  ['brake fluid dot', named('DOT')],
  ['brake fluid 5 litres', named('5 litres').filter((name) => !name.includes('0.25'))],
  ['brake fluid 1 litre', named('1 litre')],
  ['starter motor 1.4 kW', named('1.4 kW', 'IV 1.4')],
  ['starter motor 4 kw', []],
  ['corsair 1.6 td', named('1.6 TD')],
  ['wheel 5x114.3', named('5×114.3')],
  ['wheel 5 × 114', named('5×114.3')],
  ['5x112', named('5×112')],
  ['4*100', named('4×100')],
  ['5x100', []],
  ['5x115', []],
  ['alloy wheel 17x7.5', named('7.5 J')],
  ['alloy wheel 17x7.5j 5x114.3 et42', named('7.5 J')],
  ['7.5jx17', named('7.5 J')],
  ['wheel 17 7.5J', named('7.5 J')],
  ['alloy wheel et 45', named('ET45')],
  ['socket set 1/2', named('1/2″')],
  ['socket set ½"', named('1/2″')],
  ['socket set 1/2 inch', named('1/2″')],
  ['socket set 2/1', []],
  ['m 18 oxygen sensor', named('M18')],
  ['h 7 bulb', named('H7')],
  ['agm70', named('AGM')],
  ['brake disc ø280', named('280 × 22')],
  ['brake disc 280x22', named('280 × 22')],
  ['disc 80', []],
] satisfies [string, string[]][])('%j finds exactly the expected parts', async (q, expected) => {
  expect(await found(q)).toEqual(expected)
})

test('corrections and suggestions show sizes in their usual form, not as indexed', async () => {
  const { search } = await countProducts(database.db, { q: 'trolly jack 1,5 tonnes' })
  expect(search).toMatchObject({ words: 'trolley jack 1.5 tonnes', change: 'spelling' })
  const { words, parts } = await suggestProducts(database.db, 'wheel 5x', 'usd')
  expect([...words, ...parts.map(({ productName }) => productName)].join(' ')).not.toMatch(/\d[bpf]\d/)
})
