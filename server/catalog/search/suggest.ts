import type { Suggestions } from '#contract/catalog/search/search.ts'
import type { Db } from '#database/open.ts'
import { prepare } from '#database/prepared.ts'
import { currentCatalogue } from '../part-types/catalogue.ts'
import { listProducts } from '../products/list.ts'
import { maxPartsOfEach } from './interpret.ts'
import { partTypeLexeme, quoteLexeme, withNumberSpans } from './match.ts'
import { knownWords, nameRules, type Variant, writtenNames } from './names.ts'
import {
  formatToken,
  hasDigit,
  isUnit,
  partNumberKey,
  splitQueryTokens,
  splitTokens,
  withoutLastZero,
} from './normalise.ts'
import { isTypeInCatalogue, type Term, termsOfWords, toTerms, typesInCatalogue } from './part-types.ts'
import { correctTerms, nearestWord } from './spelling.ts'
import { readNames } from './suggest-names.ts'
import { readShownParts, toSuggested } from './suggested-parts.ts'
import { tokenise } from './tokenise.ts'
import {
  lexemePrefixes,
  type Vocabulary,
  vocabularyVersion,
  type WrittenWord,
  withVocabulary,
} from './vocabulary.ts'

const MAX_NUMBERS = 4
const MAX_PARTS = 4
/** Part numbers and parts together. */
const MAX_SHOWN = 6
const MAX_FACETS = 3
const MAX_WORDS_SHOWN = 4
const MAX_NAMES = 400
const MAX_COMPLETIONS = 30
const MAX_ENDINGS = 8
const MAX_PARTS_WITH_ENDINGS = 30_000
/** In 205/55 R16 the letter R precedes the rim size: it matches lexemes `.r1…` and `.r2…`. */
const RIM_QUERIES = [1, 2].map((digit) => `${quoteLexeme(`${lexemePrefixes.name}r${digit}`)}:*`)
const ENOUGH_LETTERS = 3

type NumberRow = { kind: 'number'; id: string; text: string }
type NameRow = { kind: 'name'; id: string; text: string; in_stock: boolean }
type FoundNames = { vocabulary: Vocabulary; words: string[]; numbers: NumberRow[]; names: NameRow[] }

/** Part numbers, parts, categories, brands and completions for an unfinished query. */
export async function suggestProducts(db: Db, q: string, currency: string): Promise<Suggestions> {
  const typed = typedWords(q)
  if (typed.length === 0) return { numbers: [], parts: [], categories: [], brands: [], words: [] }
  const { categories } = await currentCatalogue(db)
  const topCategories = categories.filter(({ parent }) => parent === null)
  const { vocabulary, words, numbers, names } = await findNames(db, q, {
    typed,
    categoryWords: topCategories.flatMap(({ name }) => splitTokens(name)),
  })
  const { phrases, adjacentMatches, scatteredMatches } = readNames(names, words.map(withoutLastZero))
  const suggested = isSpecific(words)
    ? phrasesFor({ typed, words, phrases, vocabulary })
    : wordsFor(words.at(-1) ?? '', vocabulary)
  // if part numbers match, a name in which the typed digits are not adjacent is probably unrelated
  const named = numbers.length > 0 ? adjacentMatches : [...adjacentMatches, ...scatteredMatches]
  const partIds = named
    .map(({ id }) => id)
    .filter((id) => !numbers.some((listed) => listed.id === id))
    .slice(0, Math.min(MAX_PARTS, MAX_SHOWN - numbers.length))
  const isEmpty = isSpecific(words) && numbers.length === 0 && partIds.length === 0
  const meant = isEmpty ? (suggested[0] ?? q) : ''
  const found = isEmpty ? await findNamedParts(db, meant, vocabulary, currency) : []
  const shown = await readShownParts(db, [...numbers.map(({ id }) => id), ...partIds], currency)
  const marking = { q, typed: [...typed, ...words, ...splitTokens(meant)] }
  return {
    numbers: numbers.flatMap(({ id, text }) => {
      const part = shown.get(id)
      return part ? { ...toSuggested(part, marking), partNumber: text } : []
    }),
    parts: [...partIds.flatMap((id) => shown.get(id) ?? []), ...found].map((part) =>
      toSuggested(part, marking),
    ),
    categories: categories
      .filter(({ name }) => beginsWith(name, q))
      .map(({ id }) => id)
      .slice(0, MAX_FACETS),
    brands: vocabulary.brands.filter((brand) => beginsWith(brand, q)).slice(0, MAX_FACETS),
    words: suggested
      .filter((text) => text !== typed.join(' ') && /[a-z]/.test(text))
      .slice(0, MAX_WORDS_SHOWN)
      .map((text) => text.split(' ').map(formatToken).join(' ')),
  }
}

function typedWords(q: string): string[] {
  const grade = /(?<!\S)(\d{1,2}w)-?$/i.exec(q.trim())
  if (!grade) return splitQueryTokens(q)
  return [...splitQueryTokens(q.trim().slice(0, grade.index)), String(grade[1]).toLowerCase()]
}

function isSpecific(words: readonly string[]): boolean {
  const text = words.join('')
  return words.length > 1 || hasDigit(text) || text.length >= ENOUGH_LETTERS
}

function beginsWith(name: string, q: string): boolean {
  return ` ${splitTokens(name).join(' ')}`.includes(` ${splitTokens(q).join(' ')}`)
}

async function findNamedParts(db: Db, q: string, vocabulary: Vocabulary, currency: string) {
  const known = toTerms(tokenise(q)).filter(({ words }) => words.every(vocabulary.isLookedUp))
  if (maxPartsOfEach(known, vocabulary, 'name').includes(0)) return []
  const { items } = await listProducts(db, { q, limit: MAX_PARTS }, currency)
  return items
}

/** Part numbers that begin with `$1`, and parts whose names match `$2`. "{" sorts behind all characters of numbers. */
const selectNames = prepare<{ kind: 'version'; text: string } | NumberRow | NameRow>(
  'suggest-names',
  `(select 'version' as kind, ${vocabularyVersion} as text, null::uuid as id, null::boolean as in_stock)
  union all
  (select 'number', part_number, id, null from products
    where archived_at is null and $1 <> ''
      and part_number_key ~>=~ (select $1::text) and part_number_key ~<~ (select $1 || '{')
    order by part_number_key using ~<~ limit ${MAX_NUMBERS})
  union all
  (select 'name', name, id, in_stock from (
    select id, name, in_stock from products
      where archived_at is null and $2 <> '' and search_vector @@ (select $2::tsquery) offset 0
  ) as named limit ${MAX_NAMES})`,
)

type Unfinished = { typed: readonly string[]; categoryWords: readonly string[] }

function findNames(db: Db, q: string, { typed, categoryWords }: Unfinished): Promise<FoundNames> {
  const key = partNumberKey(q)
  return withVocabulary(
    db,
    (vocabulary) => finishedWords(typed, vocabulary, categoryWords),
    async (vocabulary) => {
      const words = meantWords(typed, vocabulary, categoryWords)
      const mayBeNamed =
        isSpecific(words) && tokenise(q).clauses.every((clause) => clause.partNumberKey === null)
      const tsquery = mayBeNamed ? namesQuery(words, vocabulary) : ''
      const rows = await selectNames(db, [hasDigit(key) ? key : '', tsquery])
      const numbers = rows.filter((row) => row.kind === 'number')
      const names = rows.filter((row) => row.kind === 'name')
      const version = rows.find((row) => row.kind === 'version')?.text ?? null
      return { value: { vocabulary, words, numbers, names }, version }
    },
  )
}

function meantWords(
  typed: readonly string[],
  vocabulary: Vocabulary,
  categoryWords: readonly string[],
): string[] {
  const whole = finishedWords(typed, vocabulary, categoryWords)
  const unfinished = typed.slice(whole.length)
  const { terms } = correctTerms(termsOfWords(whole), vocabulary)
  const meant = terms.flatMap((term, at) => {
    const isLast = at === terms.length - 1 && unfinished.length > 0
    const continuesName = isLast && synonymsOf([...term.words, ...unfinished]).length > 0
    return continuesName ? term.words : nameOf(term, vocabulary)
  })
  return [...meant, ...unfinished]
}

function nameOf({ words, variants }: Term, vocabulary: Vocabulary): Variant {
  const { written } = vocabulary
  const asWritten = words.map((word) => {
    if (written.has(word)) return word
    const same = [...written.values()].filter(
      (one) => one.stem !== null && one.stem === vocabulary.stem(word),
    )
    return nearestWord(word, same)?.word ?? word
  })
  const names = [asWritten, ...variants].filter((variant) => variant.every((word) => written.has(word)))
  return names.find((name) => isTypeInCatalogue(name, vocabulary)) ?? names[0] ?? words
}

/** Without a last word that may be the beginning of a longer one. */
function finishedWords(
  words: readonly string[],
  vocabulary: Vocabulary,
  categoryWords: readonly string[],
): readonly string[] {
  const last = words.at(-1) ?? ''
  const others = words.slice(0, -1)
  if (!/^[a-z]+$/.test(last) || vocabulary.startingWith(last, 1).length > 0) return others
  if (others.length > 0 && synonymsOf(words).length > 0) return others
  const names = [...vocabulary.brands.flatMap(splitTokens), ...categoryWords]
  const completions = [...names, ...(others.length > 0 ? [] : knownWords)]
  return completions.some((name) => name.startsWith(last)) ? others : words
}

function namesQuery(words: readonly string[], vocabulary: Vocabulary): string {
  const alternatives = words.map((word, at) => {
    const isLast = at === words.length - 1
    const isBehindSize = hasDigit(words[at - 1] ?? '')
    if (word === 'r' && isBehindSize) return RIM_QUERIES
    if (hasDigit(word)) {
      const isPrefix = isLast && /^\d+[a-z]/.test(word)
      return [`${quoteLexeme(lexemePrefixes.name + withoutLastZero(word))}${isPrefix ? ':*' : ''}`]
    }
    // the index has no written words of one or two letters
    if (word.length <= 2 && (!isLast || (isUnit(word) && isBehindSize))) return null
    const written = isLast ? endings(vocabulary.startingWith(word, MAX_COMPLETIONS)) : [word]
    return written.map((each) => quoteLexeme(lexemePrefixes.written + each))
  })
  if (alternatives.some((queries) => queries?.length === 0)) return ''
  const queries = alternatives.map((each) => (each ? `(${each.join(' | ')})` : ''))
  const plain = { partNumberKey: null, isQuoted: false, isExcluded: false }
  return withNumberSpans(
    words.map((word) => ({ ...plain, words: [word] })),
    queries,
  ).join(' & ')
}

function endings(words: readonly WrittenWord[]): string[] {
  let remaining = MAX_PARTS_WITH_ENDINGS
  const chosen = words.filter(({ parts }) => {
    if (parts > remaining) return false
    remaining -= parts
    return true
  })
  return (chosen.length > 0 ? chosen : words.slice(0, 1)).slice(0, MAX_ENDINGS).map(({ word }) => word)
}

type Typed = { typed: string[]; words: string[]; phrases: string[]; vocabulary: Vocabulary }

function phrasesFor({ typed, words, phrases, vocabulary }: Typed): string[] {
  const counted = phrases.map((text) => {
    const phrase = splitTokens(text)
    return { text, parts: partsOfType(partTypeLexeme(phrase, vocabulary), phrase, vocabulary) ?? 0 }
  })
  const byFrequency = counted.sort((a, b) => b.parts - a.parts).map(({ text }) => text)
  const others = existingNames([...synonymsOf(typed), ...synonymsOf(words)], vocabulary, phrases)
  return [...new Set([...byFrequency, ...others])]
}

function wordsFor(letters: string, vocabulary: Vocabulary): string[] {
  if (!/^[a-z]+$/.test(letters)) return []
  const longNames = writtenNames
    .filter((name) => letters.length > 1 && name.startsWith(letters) && name.includes(' '))
    .map((name) => ({ name, isWhole: false }))
  const brands = new Set(vocabulary.brands.flatMap(splitTokens))
  const isHeadNoun = ({ stem }: WrittenWord) => vocabulary.frequency(lexemePrefixes.headNoun + stem) > 0
  const words = vocabulary
    .startingWith(letters, MAX_COMPLETIONS)
    .filter(({ word, stem }) => stem !== null && !brands.has(word))
    .sort((a, b) => Number(isHeadNoun(b)) - Number(isHeadNoun(a)))
  return [...existingNames(longNames, vocabulary, []), ...words.map(({ word }) => word)]
}

type Synonym = { name: string; isWhole: boolean }

function synonymsOf(typed: readonly string[]): Synonym[] {
  const start = typed.join(' ')
  return nameRules
    .filter(({ names }) => names.some((name) => name.startsWith(start)))
    .flatMap(({ names, found }) => found.map((name) => ({ name, isWhole: names.includes(start) })))
    .filter(({ name }) => !name.startsWith('category:') && !name.startsWith(start))
}

function existingNames(
  names: readonly Synonym[],
  vocabulary: Vocabulary,
  known: readonly string[],
): string[] {
  const lexemes = new Set(known.map((text) => nameLexeme(splitTokens(text), vocabulary)))
  const found = names
    .map((one) => {
      const words = splitTokens(one.name)
      const lexeme = nameLexeme(words, vocabulary)
      const inNames = Math.min(...words.map((word) => vocabulary.count(word, 'name')))
      // "bulb h7": without its size it is only a head noun, so the rarest of its words counts
      return { ...one, lexeme, parts: partsOfType(lexeme, words, vocabulary) ?? inNames }
    })
    .filter(({ parts, lexeme }) => parts > 0 && !lexemes.has(lexeme))
    .sort((a, b) => Number(b.isWhole) - Number(a.isWhole) || b.parts - a.parts)
  return [...Map.groupBy(found, ({ lexeme }) => lexeme).values()]
    .flatMap(([first]) => first?.name ?? [])
    .slice(0, MAX_WORDS_SHOWN)
}

/** The parts of a type, or else of all longer ones: a flat wiper blade is a wiper blade. Undefined where `typesInCatalogue` gives no types. */
function partsOfType(lexeme: string, words: readonly string[], vocabulary: Vocabulary): number | undefined {
  const parts = vocabulary.frequency(lexeme)
  if (parts > 0 || lexeme.startsWith(lexemePrefixes.headNoun)) return parts
  const { types } = typesInCatalogue(words, vocabulary)
  return types?.reduce((sum, type) => sum + vocabulary.frequency(lexemePrefixes.partType + type), 0)
}

function nameLexeme(words: readonly string[], vocabulary: Vocabulary): string {
  const [only = '', another] = words
  return another === undefined
    ? `${lexemePrefixes.headNoun}${vocabulary.stem(only)}`
    : partTypeLexeme(words, vocabulary)
}
