import { readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Product } from '#contract/catalog/products/products.ts'
import type { Database } from '#database/open.ts'
import { demoParts } from '#demo/catalogue/parts.ts'
import { toPartRow } from '#demo/catalogue/seed.ts'
import { DEFAULT_PARTS } from '#demo/generator/fill.ts'
import { type CataloguePart, cataloguePart } from '#demo/generator/generate.ts'
import { listProducts } from '#server/catalog/products/list.ts'
import { countProducts } from '#server/catalog/search/counts.ts'
import { LARGE_CATALOGUE_MS, LARGE_PARTS, largeCatalogue } from '../support/database/large-catalogue.ts'
import { insertProduct } from '../support/shop-rows.ts'
import { isLong } from '../support/thoroughness.ts'

type Query = { group: string; q: string; expected: [Field, RegExp][]; isMentionAllowed: boolean }
const fields = {
  name: (part: Product) => part.productName,
  brand: (part: Product) => part.brand ?? '',
  number: (part: Product) => part.partNumber ?? '',
  category: (part: Product) => part.category,
}
type Field = keyof typeof fields

/** In the smaller catalogue of the short suite these may find parts that only mention the words. */
const MENTIONED_IN_SHORT_SUITE = ['hood strut', 'abs sensor']

const queries = ['search.txt', 'counter.txt'].flatMap(readQueries)
const groups = [...new Set(queries.map(({ group }) => group))]
let database: Database

beforeAll(async () => {
  database = await largeCatalogue()
  for (const { name: productName, createdAt, ...part } of missingParts())
    await insertProduct(database.db, toPartRow({ ...part, productName }, createdAt))
  // The newest parts, as in a store that was filled after its demo.
  for (const [at, part] of demoParts.entries())
    await insertProduct(database.db, toPartRow(part, new Date(Date.UTC(2026, 0, 1, 0, at))))
}, LARGE_CATALOGUE_MS)
afterAll(() => database.close())

/** The parts that queries expect by their numbers, but which the smaller catalogue of the short suite lacks. */
function missingParts(): CataloguePart[] {
  const numbers = queries.flatMap(({ expected }) => expected.filter(([field]) => field === 'number'))
  const expectedNumber = new RegExp(numbers.map(([, { source }]) => source).join('|'), 'iu')
  const missing = Array.from({ length: DEFAULT_PARTS - LARGE_PARTS }, (_, index) =>
    cataloguePart(LARGE_PARTS + index),
  )
  return missing.filter(({ partNumber }) => expectedNumber.test(partNumber))
}

function readQueries(file: string): Query[] {
  const lines = readFileSync(path.join(import.meta.dirname, file), 'utf8').split('\n')
  let group = ''
  return lines.flatMap((line) => {
    if (line.startsWith('# ')) group = line.slice(2)
    const [, q, wanted] = /^(.+) => (.+)$/.exec(line) ?? []
    if (group === '' || q === undefined || wanted === undefined) return []
    const expected = [
      ...wanted.matchAll(/(name|brand|number|category): (.+?)(?=; (?:name|brand|number|category): |$)/g),
    ]
    const isMentionAllowed = wanted === 'mentioned'
    if (expected.length === 0 && wanted !== 'nothing' && !isMentionAllowed)
      throw new Error(`No expected part: ${line}`)
    return [
      {
        group,
        q,
        isMentionAllowed,
        expected: expected.map(([, field, text]) => [fieldOf(field), new RegExp(text ?? '', 'iu')]),
      },
    ]
  })
}

function fieldOf(name: string | undefined): Field {
  if (name === 'name' || name === 'brand' || name === 'number' || name === 'category') return name
  throw new Error(`There is no field ${name}`)
}

/** The reciprocal of the rank of the first expected part, or 0. 1 if none is expected and found, or allowed mentions are found. */
async function reciprocalRank({ q, expected, isMentionAllowed }: Query): Promise<number> {
  const { items } = await listProducts(database.db, { q, limit: 10 }, 'usd')
  const mayBeMentioned = isMentionAllowed || (!isLong && MENTIONED_IN_SHORT_SUITE.includes(q))
  if (mayBeMentioned && items.length > 0) {
    const { search } = await countProducts(database.db, { q })
    return search?.change === 'mentioned' ? 1 : 0
  }
  if (expected.length === 0) return items.length === 0 ? 1 : 0
  const at = items.findIndex((part) =>
    expected.every(([field, pattern]) => pattern.test(fields[field](part))),
  )
  return at < 0 ? 0 : 1 / (at + 1)
}

function mean(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0) / numbers.length
}

describe('queries of customers', () => {
  const reciprocalRanks: number[] = []

  test.each(groups)(
    '%s',
    async (group) => {
      const ofGroup = queries.filter((query) => query.group === group)
      const missed: string[] = []
      const found: number[] = []
      for (const query of ofGroup) {
        const reciprocal = await reciprocalRank(query)
        found.push(reciprocal)
        if (reciprocal < 1) missed.push(`${query.q} (${reciprocal.toFixed(2)})`)
      }
      reciprocalRanks.push(...found)
      console.log(`${mean(found).toFixed(3)} of ${found.length} queries: ${group}`, ...missed)
      const expectsNoPart = ofGroup.every(({ expected }) => expected.length === 0)
      expect(mean(found), missed.join('; ')).toBeGreaterThanOrEqual(expectsNoPart ? 1 : 0.9)
    },
    120_000,
  )

  test('the mean reciprocal rank of the expected part is at least 0.99 over at least 1,300 queries', () => {
    expect(reciprocalRanks.length).toBe(queries.length)
    expect(reciprocalRanks.length).toBeGreaterThanOrEqual(1300)
    console.log(`${mean(reciprocalRanks).toFixed(4)} of ${reciprocalRanks.length} queries`)
    expect(mean(reciprocalRanks)).toBeGreaterThanOrEqual(0.99)
  })
})
