import { expect, test } from 'vitest'
import { cataloguePart } from '#demo/generator/generate.ts'
import {
  categoryPages,
  getEach,
  type Part,
  partNumberSearches,
  suggestionRequests,
  typoSearches,
  wordSearches,
} from './requests.ts'

const parts: Part[] = Array.from({ length: 400 }, (_, index) => {
  const { id, name, brand, partNumber, category, createdAt } = cataloguePart(index)
  return { id, name, brand, part_number: partNumber, category, created_at: createdAt }
})

test.each([
  ['words', wordSearches, 3_000],
  ['typos', typoSearches, 2_000],
  ['letters as they are typed', suggestionRequests, 3_000],
  ['numbers', partNumberSearches, 6_000],
  ['pages of categories', categoryPages, 1_500],
] as const)('addresses by %s are unique, and a second run has the same', (_, addresses, count) => {
  const first = take(addresses(parts), count)
  const second = take(addresses(parts), count)
  expect(first).toHaveLength(count)
  expect(new Set(first).size).toBe(count)
  expect(first).toEqual(second)
})

test('queries with a typo have several words, none of them undefined', () => {
  for (const address of take(typoSearches(parts), 500)) {
    const q = decodeURIComponent(address.split('?q=')[1] ?? '')
    expect(q).not.toMatch(/undefined/)
    expect(q.split(' ').length).toBeGreaterThan(1)
  }
})

test('a request after the last address is an error', () => {
  const next = getEach(['/a'])
  expect(next().path).toBe('/a')
  expect(next).toThrow('All addresses were requested')
})

function take(addresses: Iterable<string>, count: number): string[] {
  const taken: string[] = []
  for (const address of addresses) {
    taken.push(address)
    if (taken.length === count) break
  }
  return taken
}
