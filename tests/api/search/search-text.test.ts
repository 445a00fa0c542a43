import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '#database/open.ts'
import { demoParts } from '#demo/catalogue/parts.ts'
import { brandKey, foldLetters, normaliseText, toSqlFunctions } from '#server/products/search/normalise.ts'
import { freshDatabase } from '../../support/database/database.ts'
import fc from '../../support/fast-check.ts'

let database: Database

beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database.close())

/** What the database makes of texts. */
async function inSql(texts: string[]) {
  const { rows } = await sql<{ text: string; folded: string; brand: string }>`
    select normalise_text(value) as text, fold_letters(value) as folded, brand_key(value) as brand
    from unnest(${texts}::text[]) with ordinality as given (value, at) order by at`.execute(database.db)
  return rows
}

async function expectSameInSql(texts: string[]) {
  const rows = await inSql(texts)
  expect(rows.map(({ folded }) => folded)).toEqual(texts.map(foldLetters))
  expect(rows.map(({ text }) => text)).toEqual(texts.map(normaliseText))
  expect(rows.map(({ brand }) => brand)).toEqual(texts.map(brandKey))
}

test('PostgreSQL has the functions of the rules', async () => {
  for (const [name, body] of Object.entries(toSqlFunctions())) {
    const { rows } = await sql<{
      body: string
    }>`select prosrc as body from pg_proc where proname = ${name}`.execute(database.db)
    expect(rows.map((row) => row.body.trim())).toEqual([body])
  }
})

test('queries and the texts of the catalogue are normalised alike', async () => {
  await expectSameInSql(
    demoParts.flatMap((part) => [part.productName, part.description, part.partNumber, part.brand]),
  )
})

test('so are sizes and letters of any spelling', async () => {
  const piece = fc.oneof(
    fc.constantFrom(
      '205/55 R16',
      '55R16',
      '7Jx17',
      '254 × 35 mm',
      '5W-30',
      '17″',
      '12V',
      '280mm',
      '1/2"',
      'coupé',
    ),
    fc.constantFrom(
      'ÄÖÜ',
      'ß',
      'Øl',
      'Łódź',
      'Æsir',
      'œuf',
      'ﬁlter',
      '①',
      '½',
      'İ',
      'ı',
      'naïve',
      'r16',
      '°',
    ),
    fc.stringMatching(/^[A-Za-z0-9 .,;:/"'()+*-]{0,12}$/),
    fc.integer({ min: 0, max: 99999 }).map(String),
    fc.constantFrom('mm', 'x', ' ', 'w', 'in', 'zr', 'j', '-'),
  )
  const texts = fc.array(
    fc.array(piece, { maxLength: 5 }).map((pieces) => pieces.join('')),
    {
      minLength: 40,
      maxLength: 40,
    },
  )
  await fc.assert(fc.asyncProperty(texts, expectSameInSql), { numRuns: 25 })
})

test.each([
  ['205/55R16', '205 55 r16'],
  ['205 55 16', '205 55 16'],
  ['7Jx17', '7 j 17'],
  ['254 × 35 mm', '254 35 mm'],
  ['5W-30', '5w30'],
  ['280mm', '280 mm'],
  ['17″', '17 inch'],
  ['Coupé', 'coupe'],
])('%j is looked up as %j', (text, words) => {
  expect(normaliseText(text).trim().replace(/ +/g, ' ')).toBe(words)
})
