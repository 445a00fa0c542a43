import { readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Product } from '#contract/products/products.ts'
import type { Database } from '#database/open.ts'
import { demoParts } from '#demo/catalogue/parts.ts'
import { toPartRow } from '#demo/catalogue/seed.ts'
import { USUAL_PARTS } from '#demo/generator/fill.ts'
import { type CataloguePart, cataloguePart } from '#demo/generator/generate.ts'
import { listProducts } from '#server/products/list.ts'
import { countProducts } from '#server/products/search/counts.ts'
import { LARGE_CATALOGUE_MS, LARGE_PARTS, largeCatalogue } from '../support/database/large-catalogue.ts'
import { insertProduct } from '../support/database/rows.ts'
import { isLong } from '../support/thoroughness.ts'

type Question = { group: string; q: string; expected: [Field, RegExp][]; isMentioned: boolean }
const fields = {
  name: (part: Product) => part.productName,
  brand: (part: Product) => part.brand ?? '',
  number: (part: Product) => part.partNumber ?? '',
  category: (part: Product) => part.category,
}
type Field = keyof typeof fields

/** In the smaller catalogue of the short suite so few parts mention these that they are found. */
const RARE_AMONG_FEW = ['hood strut', 'abs sensor']

const questions = ['search.txt', 'counter.txt'].flatMap(readQuestions)
const groups = [...new Set(questions.map(({ group }) => group))]
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

/** The parts whose numbers questions name, but which the smaller catalogue of the short suite lacks. */
function missingParts(): CataloguePart[] {
  const numbers = questions.flatMap(({ expected }) => expected.filter(([field]) => field === 'number'))
  const named = new RegExp(numbers.map(([, { source }]) => source).join('|'), 'iu')
  const missing = Array.from({ length: USUAL_PARTS - LARGE_PARTS }, (_, at) =>
    cataloguePart(LARGE_PARTS + at),
  )
  return missing.filter(({ partNumber }) => named.test(partNumber))
}

function readQuestions(file: string): Question[] {
  const lines = readFileSync(path.join(import.meta.dirname, file), 'utf8').split('\n')
  let group = ''
  return lines.flatMap((line) => {
    if (line.startsWith('# ')) group = line.slice(2)
    const [, q, answer] = /^(.+) => (.+)$/.exec(line) ?? []
    if (group === '' || q === undefined || answer === undefined) return []
    const expected = [
      ...answer.matchAll(/(name|brand|number|category): (.+?)(?=; (?:name|brand|number|category): |$)/g),
    ]
    const isMentioned = answer === 'mentioned'
    if (expected.length === 0 && answer !== 'nothing' && !isMentioned)
      throw new Error(`This is no answer: ${line}`)
    return [
      {
        group,
        q,
        isMentioned,
        expected: expected.map(([, field, text]) => [fieldOf(field), new RegExp(text ?? '', 'iu')]),
      },
    ]
  })
}

function fieldOf(name: string | undefined): Field {
  if (name === 'name' || name === 'brand' || name === 'number' || name === 'category') return name
  throw new Error(`There is no field ${name}`)
}

/** The reciprocal of the rank of the first expected part; 1 if no part is expected and none is found. */
async function reciprocalRank({ q, expected, isMentioned }: Question): Promise<number> {
  const { items } = await listProducts(database.db, { q, limit: 10 }, 'usd')
  const mayBeMentioned = isMentioned || (!isLong && RARE_AMONG_FEW.includes(q))
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

describe('queries of users', () => {
  const ranks: number[] = []

  test.each(groups)(
    '%s',
    async (group) => {
      const asked = questions.filter((question) => question.group === group)
      const missed: string[] = []
      const found: number[] = []
      for (const question of asked) {
        const rank = await reciprocalRank(question)
        found.push(rank)
        if (rank < 1) missed.push(`${question.q} (${rank.toFixed(2)})`)
      }
      ranks.push(...found)
      console.log(`${mean(found).toFixed(3)} of ${found.length} questions: ${group}`, ...missed)
      const isPrecision = asked.every(({ expected }) => expected.length === 0)
      expect(mean(found), missed.join('; ')).toBeGreaterThanOrEqual(isPrecision ? 1 : 0.9)
    },
    120_000,
  )

  test('the expected part is first, with a mean of at least 0.99 over 1,300 queries', () => {
    expect(ranks.length).toBe(questions.length)
    expect(ranks.length).toBeGreaterThanOrEqual(1300)
    console.log(`${mean(ranks).toFixed(4)} of ${ranks.length} questions`)
    expect(mean(ranks)).toBeGreaterThanOrEqual(0.99)
  })
})
