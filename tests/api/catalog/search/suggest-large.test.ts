import { afterAll, beforeAll, expect, test } from 'vitest'
import { LARGE_CATALOGUE_MS, largeCatalogue } from '../../../support/database/large-catalogue.ts'
import { explain, watchStatements } from '../../../support/database/statements.ts'
import { openTestStore, type TestStore } from '../../../support/store.ts'

let store: TestStore
let statements: ReturnType<typeof watchStatements>

beforeAll(async () => {
  store = await openTestStore({ on: await largeCatalogue() })
  statements = watchStatements(store.database.pool)
  // The first call reads the catalogue’s words, which are then cached.
  await store.api.suggestProducts({ query: { q: 'brake' } })
}, LARGE_CATALOGUE_MS)
afterAll(() => store.close())

test.each([
  ['spa', 'spark plug'],
  ['spark p', 'spark plug'],
  ['shock a', 'shock absorber'],
  ['oil f', 'oil filter'],
  ['water p', 'water pump'],
  ['timing b', 'timing belt'],
  ['5w', '5w30'],
  ['sparkp', 'spark plug'],
  ['b', 'belt'],
  ['cv', 'cv joint'],
  ['tire', 'tyre'],
  ['filter', 'air filter'],
  ['rotor', 'disc'],
  // Synonyms.
  ['windshield wi', 'wiper blade'],
  ['lambda s', 'oxygen sensor'],
  ['rim 17', 'wheel 17'],
  ['205/55 r', '205/55 r16'],
  // Mistyped.
  ['brkae', 'brake disc'],
  ['brkae pa', 'brake pads'],
  ['alternatr', 'alternator'],
  ['spark plg', 'spark plug'],
  ['oil filtr', 'oil filter'],
  ['wheel bering', 'wheel bearing kit'],
])('%j suggests %j first, in at most three statements, and none scans all products', async (q, first) => {
  const executed = [
    ...(await statements.during(async () => {
      expect((await store.api.suggestProducts({ query: { q } })).words[0]).toBe(first)
    })),
  ]
  expect(executed.length).toBeLessThanOrEqual(3)
  for (const statement of executed) {
    const { wholeTables, text } = await explain(store.database.pool, statement)
    expect(
      wholeTables.filter((table) => table === 'products'),
      text,
    ).toEqual([])
  }
})

test.each([
  ['205', /tyre 205/],
  ['h7', /^Bulb H7/],
])('%j suggests parts besides part numbers', async (q, name) => {
  const { numbers, parts } = await store.api.suggestProducts({ query: { q } })
  expect(numbers.length).toBeGreaterThan(0)
  expect(parts[0]?.productName).toMatch(name)
})

test.each([
  ['tyre', /tyre/],
  ['w5w', /^Bulb WY?5W/],
])('the suggested parts of %j match %s', async (q, name) => {
  const { parts } = await store.api.suggestProducts({ query: { q } })
  expect(parts.length).toBeGreaterThan(0)
  for (const { productName } of parts) expect(productName).toMatch(name)
})

test.each([
  ['headlight le', /^Headlamp/],
  ['head lamp le', /^Headlamp/],
  ['rotor fr', /[Bb]rake disc/],
  ['damper fr', /shock absorber/],
  ['brkae pads fr', /^Brake pads/],
])('the parts of %j are of the corrected or synonymous name', async (q, name) => {
  const { parts } = await store.api.suggestProducts({ query: { q } })
  expect(parts.length).toBeGreaterThan(0)
  for (const { productName } of parts) expect(productName).toMatch(name)
})

test.each(['muff', 'bonn', 'hood', 'lug', 'hoood'])('%j suggests no parts and no words', async (q) => {
  expect(await store.api.suggestProducts({ query: { q } })).toMatchObject({ parts: [], words: [] })
})
