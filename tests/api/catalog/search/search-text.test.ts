import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '#database/open.ts'
import { demoParts } from '#demo/catalogue/parts.ts'
import { genericWords } from '#server/catalog/search/names.ts'
import {
  brandKey,
  COMMON_SIGNS,
  DOUBLE_LETTERS,
  foldLetters,
  LETTERS,
  normaliseText,
  PUNCTUATION,
  SIGNS,
  SIZE_RULES,
} from '#server/catalog/search/normalise.ts'
import { freshDatabase } from '../../../support/database/database.ts'
import fc from '../../../support/fast-check.ts'

let database: Database

beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database.close())

/** Returns the texts as PostgreSQL normalises them. */
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

test('the functions in PostgreSQL have the bodies that the rules require', async () => {
  for (const [name, body] of Object.entries(toSqlFunctions())) {
    const { rows } = await sql<{
      body: string
    }>`select prosrc as body from pg_proc where proname = ${name}`.execute(database.db)
    expect(rows.map((row) => row.body.trim())).toEqual([body])
  }
})

test('PostgreSQL omits exactly the words of generic-words.txt from part types', async () => {
  const { rows } = await sql<{ body: string }>`
    select prosrc as body from pg_proc where proname = 'part_type_of'`.execute(database.db)
  const [, words = ''] = /\(\\s\+\(([a-z|]+)\)\)\+\\s\*\$/.exec(rows[0]?.body ?? '') ?? []
  expect(words.split('|').toSorted()).toEqual([...genericWords].toSorted())
})

test('PostgreSQL and TypeScript normalise the texts of the demo’s parts in the same way', async () => {
  await expectSameInSql(
    demoParts.flatMap((part) => [part.productName, part.description, part.partNumber, part.brand]),
  )
})

test('PostgreSQL and TypeScript normalise random texts with sizes and letters in the same way', async () => {
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
])('%j is normalised to the words %j', (text, words) => {
  expect(normaliseText(text).trim().replace(/ +/g, ' ')).toBe(words)
})

/**
 * The bodies that PostgreSQL's functions must have for the rules. A changed rule needs a migration with
 * these.
 */
function toSqlFunctions(): { fold_letters: string; normalise_text: string } {
  const commonSigns = COMMON_SIGNS.reduce(
    (inner, [from, to]) => `replace(${inner}, ${quote(from)}, ${quote(to)})`,
    'value',
  )
  const doubleLetters = DOUBLE_LETTERS.reduce(
    (inner, [from, to]) => `replace(${inner}, ${quote(from)}, ${quote(to)})`,
    'value',
  )
  const returnIfAscii = '  if octet_length(value) = length(value) then\n    return lower(value);\n  end if;'
  const rules = SIZE_RULES.map(({ pattern, replacement, onlyLike }) => {
    const step = `value := regexp_replace(value, ${quote(pattern)}, ${quote(replacement)}, 'g');`
    return onlyLike ? `    if value like ${quote(onlyLike)} then\n      ${step}\n    end if;` : `    ${step}`
  })
  return {
    fold_letters: [
      'begin',
      returnIfAscii,
      `  value := ${commonSigns};`,
      returnIfAscii,
      `  value := ${translate([...SIGNS])};`,
      returnIfAscii,
      "  value := lower(regexp_replace(normalize(value, NFKD), '[\\u0300-\\u036f]', '', 'g'));",
      `  value := ${translate([...SIGNS, ...LETTERS])};`,
      `  return ${doubleLetters};`,
      'end',
    ].join('\n'),
    normalise_text: [
      'begin',
      '  value := fold_letters(value);',
      "  if value ~ '[0-9]' then",
      ...rules,
      '  end if;',
      `  return regexp_replace(value, ${quote(PUNCTUATION)}, ' ', 'g');`,
      'end',
    ].join('\n'),
  }
}

function translate(pairs: readonly (readonly [string, string])[]): string {
  const from = pairs.map(([character]) => character).join('')
  const to = pairs.map(([, replacement]) => replacement).join('')
  return `translate(value, ${quote(from)}, ${quote(to)})`
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}
