import { categoryIds, categoryNames } from '#contract/products/categories.ts'
import type { Product } from '#contract/products/products.ts'
import type { Suggestions } from '#contract/products/search.ts'
import type { Db } from '#database/open.ts'
import { prepare } from '#database/prepared.ts'
import { listProducts } from '../list.ts'
import { maxPartsOfEach } from './interpret.ts'
import { quoteLexeme, withNumberSpans } from './match.ts'
import { knownWords, type Variant } from './names.ts'
import {
  formatToken,
  hasDigit,
  isUnit,
  partNumberKey,
  splitQueryTokens,
  splitTokens,
  withoutLastZero,
} from './normalise.ts'
import { isTypeSold, type Term, termsOfWords, toTerms } from './part-types.ts'
import { correctTerms, nearestWord } from './spelling.ts'
import {
  byFrequency,
  completions,
  longNames,
  MAX_COMPLETIONS,
  MAX_WORDS_SHOWN,
  otherNames,
  readNames,
  soldNames,
} from './suggest-words.ts'
import { tokenise } from './tokenise.ts'
import { type Vocabulary, vocabularyVersion, type WrittenWord, withVocabulary } from './vocabulary.ts'

const MAX_NUMBERS = 4
const MAX_PARTS = 4
const MAX_CATEGORIES = 3
const MAX_NAMES = 400
/** Limits of the words that complete the last typed word: their number, and their parts together. */
const MAX_ENDINGS = 8
const MAX_PARTS_WITH_ENDINGS = 30_000
/** The R behind a tyre's width is that of its rim. */
const RIMS = [1, 2].map((digit) => `${quoteLexeme(`.r${digit}`)}:*`)
const ENOUGH_LETTERS = 3

type NumberRow = { kind: 'number'; id: string; text: string; name: string }
type NameRow = { kind: 'name'; id: string; text: string; in_stock: boolean }
type Names = { vocabulary: Vocabulary; words: string[]; numbers: NumberRow[]; names: NameRow[] }

/** Suggestions for the beginning of a query. */
export async function suggestProducts(db: Db, q: string, currency: string): Promise<Suggestions> {
  const typed = typedWords(q)
  if (typed.length === 0) return { numbers: [], parts: [], categories: [], brands: [], words: [] }
  const { vocabulary, words, numbers, names } = await findNames(db, q, typed)
  const { phrases, sideBySide, apart } = readNames(names, words.map(withoutLastZero))
  const suggested = isLong(words)
    ? phrasesFor({ typed, words, phrases, vocabulary })
    : wordsFor(words.at(-1) ?? '', vocabulary)
  const listed = new Set(numbers.map(({ id }) => id))
  // if part numbers match, digits apart in a name are chance
  const named = numbers.length > 0 ? sideBySide : [...sideBySide, ...apart]
  const parts = named.filter(({ id }) => !listed.has(id)).slice(0, MAX_PARTS)
  const isEmpty = isLong(words) && numbers.length === 0 && parts.length === 0
  const items = isEmpty
    ? await findNamedParts(db, suggested[0] ?? q, vocabulary, currency)
    : parts.map(({ id, text }) => ({ _id: id, productName: text }))
  return {
    numbers: numbers.map(({ id, text, name }) => ({ _id: id, partNumber: text, productName: name })),
    parts: items.map(({ _id, productName }) => ({ _id, productName })),
    categories: categoryIds.filter((id) => beginsWith(categoryNames[id], q)).slice(0, MAX_CATEGORIES),
    brands: vocabulary.brands.filter((brand) => beginsWith(brand, q)).slice(0, MAX_CATEGORIES),
    words: suggested
      .filter((text) => text !== typed.join(' ') && /[a-z]/.test(text))
      .slice(0, MAX_WORDS_SHOWN)
      .map((text) => text.split(' ').map(formatToken).join(' ')),
  }
}

/** As `splitQueryTokens`, with the beginning of an oil's grade, 5W, as one word. */
function typedWords(q: string): string[] {
  const grade = /(?<!\S)(\d{1,2}w)-?$/i.exec(q.trim())
  if (!grade) return splitQueryTokens(q)
  return [...splitQueryTokens(q.trim().slice(0, grade.index)), String(grade[1]).toLowerCase()]
}

/** Whether the query is long enough to search names. */
function isLong(words: readonly string[]): boolean {
  return words.length > 1 || hasDigit(words.join('')) || words.join('').length >= ENOUGH_LETTERS
}

type Typed = { typed: string[]; words: string[]; phrases: string[]; vocabulary: Vocabulary }

function phrasesFor({ typed, words, phrases, vocabulary }: Typed): string[] {
  const others = soldNames([...otherNames(typed), ...otherNames(words)], vocabulary, phrases)
  return [...new Set([...byFrequency(phrases, vocabulary), ...others])]
}

function wordsFor(letters: string, vocabulary: Vocabulary): string[] {
  const names = letters.length > 1 ? soldNames(longNames(letters), vocabulary, []) : []
  return [...names, ...completions(letters, vocabulary)]
}

/** Parts whose names have every word. */
async function findNamedParts(
  db: Db,
  q: string,
  vocabulary: Vocabulary,
  currency: string,
): Promise<Product[]> {
  const parts = maxPartsOfEach(toTerms(tokenise(q)), vocabulary, 'name')
  if (parts.some((count) => count === 0)) return []
  return (await listProducts(db, { q, limit: MAX_PARTS }, currency)).items
}

/** Whether a name, or one of its words, begins with what was typed. */
function beginsWith(name: string, q: string): boolean {
  return ` ${splitTokens(name).join(' ')}`.includes(` ${splitTokens(q).join(' ')}`)
}

/** Part numbers that begin with `$1`, and parts whose names match `$2`. "{" sorts behind all characters of numbers. */
const selectNames = prepare<{ kind: 'version'; text: string } | NumberRow | NameRow>(
  'suggest-names',
  `(select 'version' as kind, ${vocabularyVersion} as text, null::uuid as id, '' as name, null::boolean as in_stock)
  union all
  (select 'number', part_number, id, name, null from products
    where archived_at is null and $1 <> ''
      and part_number_key ~>=~ (select $1::text) and part_number_key ~<~ (select $1 || '{')
    order by part_number_key using ~<~ limit ${MAX_NUMBERS})
  union all
  (select 'name', name, id, '', in_stock from (
    select id, name, in_stock from products
      where archived_at is null and $2 <> '' and search_vector @@ (select $2::tsquery) offset 0
  ) as named limit ${MAX_NAMES})`,
)

function findNames(db: Db, q: string, typed: readonly string[]): Promise<Names> {
  const key = partNumberKey(q)
  return withVocabulary(
    db,
    (vocabulary) => wholeWords(typed, vocabulary),
    async (vocabulary) => {
      const words = meantWords(typed, vocabulary)
      // what may be a part number is no size that names have somewhere
      const mayBeNamed = isLong(words) && !tokenise(q).clauses.some(({ numberKey }) => numberKey !== null)
      const tsquery = mayBeNamed ? namesQuery(words, vocabulary) : undefined
      const rows = await selectNames(db, [hasDigit(key) ? key : '', tsquery ?? ''])
      const numbers = rows.filter((row) => row.kind === 'number')
      const names = rows.filter((row) => row.kind === 'name')
      const version = rows.find((row) => row.kind === 'version')?.text ?? null
      return { value: { vocabulary, words, numbers, names }, version }
    },
  )
}

/**
 * The query for names; undefined if none can match. Sizes are whole words, or part numbers would match. A begun word is
 * searched for by its frequent completions, since a prefix would read all of them from the index.
 */
function namesQuery(words: readonly string[], vocabulary: Vocabulary): string | undefined {
  const last = words.length - 1
  const alternatives = words.map((word, at) => {
    const isSizeUnit = isUnit(word) && hasDigit(words[at - 1] ?? '')
    if (word === 'r' && hasDigit(words[at - 1] ?? '')) return RIMS
    // the index has no written words of one or two letters
    const isKept = (at === last && !isSizeUnit) || word.length > 2 || hasDigit(word)
    return isKept ? wordQueries(word, { isBegun: at === last, vocabulary }) : undefined
  })
  if (alternatives.some((queries) => queries?.length === 0)) return undefined
  const queries = alternatives.map((each) => (each ? `(${each.join(' | ')})` : ''))
  const terms = words.map((word) => ({
    words: [word],
    numberKey: null,
    isQuoted: false,
    isExcluded: false,
  }))
  return withNumberSpans(terms, queries).join(' & ')
}

function wordQueries(
  word: string,
  { isBegun, vocabulary }: { isBegun: boolean; vocabulary: Vocabulary },
): string[] {
  if (hasDigit(word)) {
    const isPrefix = isBegun && /^\d+[a-z]/.test(word)
    return [`${quoteLexeme(`.${withoutLastZero(word)}`)}${isPrefix ? ':*' : ''}`]
  }
  const written = isBegun ? endings(vocabulary.startingWith(word, MAX_COMPLETIONS)) : [word]
  return written.map((each) => quoteLexeme(`~${each}`))
}

function endings(words: readonly WrittenWord[]): string[] {
  let room = MAX_PARTS_WITH_ENDINGS
  const chosen: string[] = []
  for (const { word, parts } of words) {
    if (chosen.length === MAX_ENDINGS) break
    if (parts > room) continue
    room -= parts
    chosen.push(word)
  }
  return chosen.length > 0 ? chosen : words.slice(0, 1).map(({ word }) => word)
}

/** The typed words as names have them: with corrections, and with headlamp for headlight. The last one may be begun. */
function meantWords(typed: readonly string[], vocabulary: Vocabulary): string[] {
  const whole = wholeWords(typed, vocabulary)
  const begun = typed.slice(whole.length)
  const corrected = correctTerms(termsOfWords(whole), vocabulary)
  const meant = corrected.flatMap((term, at) => {
    // as in "wiper bl"
    const isLast = at === corrected.length - 1 && begun.length > 0
    const continuesName = isLast && otherNames([...term.words, ...begun]).length > 0
    return continuesName ? term.words : nameOf(term, vocabulary)
  })
  return [...meant, ...begun]
}

function nameOf({ words, variants }: Term, vocabulary: Vocabulary): Variant {
  const { written } = vocabulary
  const inNumber = words.map((word) => (written.has(word) ? word : sameStem(word, vocabulary)))
  const names = [inNumber, ...variants].filter((variant) => variant.every((word) => written.has(word)))
  return names.find((name) => isTypeSold(name, vocabulary)) ?? names[0] ?? words
}

function sameStem(word: string, vocabulary: Vocabulary): string {
  const stem = vocabulary.stem(word)
  const same = [...vocabulary.written.values()].filter((one) => stem !== null && one.stem === stem)
  return nearestWord(word, same)?.word ?? word
}

/** The typed words without the last one if it may be begun. */
function wholeWords(words: readonly string[], vocabulary: Vocabulary): readonly string[] {
  return mayBeBegun(words, vocabulary) ? words.slice(0, -1) : words
}

/** Whether the last word begins a word of names, a synonym, a brand or a category. */
function mayBeBegun(words: readonly string[], vocabulary: Vocabulary): boolean {
  const last = words.at(-1) ?? ''
  if (!/^[a-z]+$/.test(last) || vocabulary.startingWith(last, 1).length > 0) return true
  if (words.length > 1 && otherNames(words).length > 0) return true
  const categories = categoryIds.map((id) => categoryNames[id])
  const names = [...vocabulary.brands, ...categories].flatMap(splitTokens)
  return [...names, ...(words.length > 1 ? [] : knownWords)].some((name) => name.startsWith(last))
}
