import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '#database/open.ts'
import { partKinds } from '#demo/generator/kind.ts'
import { listProducts } from '#server/catalog/products/list.ts'
import { partTypeAliases, variantsOf } from '#server/catalog/search/names.ts'
import { singularise, splitTokens } from '#server/catalog/search/normalise.ts'
import { LARGE_CATALOGUE_MS, largeCatalogue } from '../support/database/large-catalogue.ts'
import { someOf } from '../support/thoroughness.ts'

type Query = { form: string; q: string; type: string }

let database: Database

beforeAll(async () => {
  database = await largeCatalogue()
}, LARGE_CATALOGUE_MS)
afterAll(() => database.close())

const singulars = (text: string) => splitTokens(text).map(singularise)

/** Whether a part's name contains all words of one of the type's names. */
function isOfType(name: string, type: string): boolean {
  const words = singulars(name)
  return variantsOf(splitTokens(type)).some((variant) =>
    variant.map(singularise).every((word) => words.includes(word)),
  )
}

/** Swaps two neighbouring letters in the middle of the longest word. */
function transposeLetters(name: string): string | undefined {
  const [longest = ''] = name.split(' ').toSorted((a, b) => b.length - a.length)
  const at = Math.floor(longest.length / 2) - 1
  if (!/^[a-z]{6,}$/i.test(longest) || longest[at] === longest[at + 1]) return undefined
  const swapped = `${longest.slice(0, at)}${longest[at + 1]}${longest[at]}${longest.slice(at + 2)}`
  return name.replace(longest, swapped)
}

const isSold = (type: string) => partKinds.some(({ name }) => isOfType(name.split(/[,{]/)[0] ?? '', type))

/** Made from every synonym of the part types in the generated catalogue, in several forms. */
const queries: Query[] = partTypeAliases
  .filter(({ type, alias }) => alias !== '' && isSold(type))
  .flatMap(({ type, alias, locale }) => {
    const plural = locale === 'de' || !/[a-z]$/.test(alias) || alias.endsWith('s') ? undefined : `${alias}s`
    const forms = {
      'as it is': alias,
      plural,
      'with a generic word': `${alias} ${locale === 'en' ? 'assembly' : 'set'}`,
      'with two letters transposed': transposeLetters(alias),
    }
    return Object.entries(forms).flatMap(([form, q]) => (q === undefined ? [] : [{ form, q, type }]))
  })

test('a synonym of a part type is listed once, and has words that can be searched for', () => {
  const listed = partTypeAliases.filter(({ alias }) => alias !== '')
  const keys = listed.map(({ type, alias }) => `${type}: ${splitTokens(alias).join(' ')}`)
  const isWrong = (key: string, at: number) => keys.indexOf(key) !== at || key.endsWith(': ')
  expect(keys.filter(isWrong)).toEqual([])
})

test('at least 97 % of the queries made from synonyms find a part of their type first', async () => {
  const sample = someOf(queries)
  const failed: Query[] = []
  for (const query of sample) {
    const { items } = await listProducts(database.db, { q: query.q, limit: 1 }, 'usd')
    const [first] = items
    if (!first || !isOfType(first.productName, query.type)) failed.push(query)
  }
  const byForm = Map.groupBy(sample, ({ form }) => form)
  for (const [form, all] of byForm) {
    const failedOfForm = failed.filter((query) => query.form === form)
    console.log(
      `${(1 - failedOfForm.length / all.length).toFixed(3)} of ${all.length}: ${form}`,
      failedOfForm.map(({ q, type }) => `${q} (${type})`).join('; '),
    )
  }
  expect(queries.length).toBeGreaterThan(2000)
  expect(1 - failed.length / sample.length).toBeGreaterThanOrEqual(0.97)
}, 300_000)
