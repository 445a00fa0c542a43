import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '#database/open.ts'
import { partKinds } from '#demo/generator/kind.ts'
import { listProducts } from '#server/products/list.ts'
import { partTypeAliases, variantsOf } from '#server/products/search/names.ts'
import { singularise, splitTokens } from '#server/products/search/normalise.ts'
import { LARGE_CATALOGUE_MS, largeCatalogue } from '../support/database/large-catalogue.ts'
import { someOf } from '../support/thoroughness.ts'

/** Queries made from every other name of the part types in the generated catalogue, in several forms. */
type Question = { form: string; q: string; type: string }

let database: Database

beforeAll(async () => {
  database = await largeCatalogue()
}, LARGE_CATALOGUE_MS)
afterAll(() => database.close())

const singulars = (text: string) => splitTokens(text).map(singularise)

/** Whether a name says that a part is of a type, by any of the type's names. */
function isOfType(name: string, type: string): boolean {
  const words = singulars(name)
  return variantsOf(splitTokens(type)).some((variant) =>
    variant.map(singularise).every((word) => words.includes(word)),
  )
}

/** Swaps two neighbouring letters in the middle of the longest word. */
function transposed(name: string): string | undefined {
  const [longest = ''] = name.split(' ').toSorted((a, b) => b.length - a.length)
  const at = Math.floor(longest.length / 2) - 1
  if (!/^[a-z]{6,}$/i.test(longest) || longest[at] === longest[at + 1]) return undefined
  const swapped = `${longest.slice(0, at)}${longest[at + 1]}${longest[at]}${longest.slice(at + 2)}`
  return name.replace(longest, swapped)
}

const sold = (type: string) => partKinds.some(({ name }) => isOfType(name.split(/[,{]/)[0] ?? '', type))

const questions: Question[] = partTypeAliases
  .filter(({ type, alias }) => alias !== '' && sold(type))
  .flatMap(({ type, alias, locale }) => {
    const plural = locale === 'de' || !/[a-z]$/.test(alias) || alias.endsWith('s') ? undefined : `${alias}s`
    const forms = {
      'as it is': alias,
      plural,
      'with a generic word': `${alias} ${locale === 'en' ? 'assembly' : 'set'}`,
      'with two letters transposed': transposed(alias),
    }
    return Object.entries(forms).flatMap(([form, q]) => (q === undefined ? [] : [{ form, q, type }]))
  })

test('97 of 100 synonyms of part types find a part of that type first, in every form', async () => {
  const asked = someOf(questions)
  const missed: Question[] = []
  for (const question of asked) {
    const { items } = await listProducts(database.db, { q: question.q, limit: 1 }, 'usd')
    const [first] = items
    if (!first || !isOfType(first.productName, question.type)) missed.push(question)
  }
  const byForm = Map.groupBy(asked, ({ form }) => form)
  for (const [form, all] of byForm) {
    const lost = missed.filter((question) => question.form === form)
    console.log(
      `${(1 - lost.length / all.length).toFixed(3)} of ${all.length}: ${form}`,
      lost.map(({ q, type }) => `${q} (${type})`).join('; '),
    )
  }
  expect(questions.length).toBeGreaterThan(2000)
  expect(1 - missed.length / asked.length).toBeGreaterThanOrEqual(0.97)
}, 300_000)
