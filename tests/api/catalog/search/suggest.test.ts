import { afterAll, beforeAll, expect, test } from 'vitest'
import { seedDemoCatalogue } from '#demo/catalogue/seed.ts'
import { openTestStore, type TestStore } from '../../../support/store.ts'

let store: TestStore

beforeAll(async () => {
  store = await openTestStore()
  await seedDemoCatalogue(store.database.db, { now: store.clock.now })
})
afterAll(() => store.close())

const suggest = (q: string) => store.api.suggestProducts({ query: { q } })

test.each(['br 28', 'BR-28', 'br28'])('%j suggests the part numbers with that prefix', async (q) => {
  const { numbers, parts } = await suggest(q)
  expect(numbers.map(({ partNumber }) => partNumber)).toEqual(['BR-2804-22'])
  expect(numbers[0]).toMatchObject({ productName: 'Front brake disc, drilled', _id: expect.any(String) })
  expect(parts).toEqual([])
})

test('an incomplete word suggests part types and at most four parts', async () => {
  const { words, parts } = await suggest('spark pl')
  expect(words).toContain('spark plug')
  expect(parts.map(({ productName }) => productName)).toContain('Iridium spark plug, long reach')
  expect(parts.length).toBeLessThanOrEqual(4)
})

test('brands and categories match by the beginning of one of their words', async () => {
  expect((await suggest('merr')).brands).toEqual(['Merrivane'])
  expect((await suggest('flu')).categories).toEqual(['fluids'])
  expect((await suggest('tire')).categories).toEqual(['wheels'])
})

test.each(['', '  ', '%', '🛞', '-', '"', '\\', "'", ':*'])('%j suggests nothing', async (q) => {
  expect(await suggest(q)).toEqual({ numbers: [], parts: [], categories: [], brands: [], words: [] })
})

test('one letter suggests words but no parts, and the response is cacheable', async () => {
  const answer = await store.call({ method: 'GET', url: '/api/suggest?q=b' })
  expect(answer.json().words.length).toBeGreaterThan(0)
  expect(answer.json().parts).toEqual([])
  expect(answer.headers['cache-control']).not.toBe('no-store')
  expect(answer.headers.etag).toBeDefined()
})

test.each(['', `?q=${'x'.repeat(201)}`, '?q=a&q=b', '?q=%00'])('%j is rejected', async (query) => {
  expect((await store.call({ method: 'GET', url: `/api/suggest${query}` })).statusCode).toBe(400)
})

test('a synonym suggests no words if the store has no such part', async () => {
  expect((await suggest('muff')).words).toEqual([])
})

test.each([
  ['spark p', /^spark plugs?( |$)/],
  ['oil f', /^oil fil(ter|ler)s?( |$)/],
])('%j suggests only words that match %s', async (q, expected) => {
  const { words } = await suggest(q)
  expect(words.length).toBeGreaterThan(0)
  for (const word of words) expect(word).toMatch(expected)
})
