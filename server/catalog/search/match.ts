import type { Filters } from '../products/list-query.ts'
import { type Interpretation, isSearched, maxPartsOfEach, searchedTerms } from './interpret.ts'
import { CATEGORY_PREFIX, splitGenericWords, type Variant } from './names.ts'
import { brandKey, hasDigit } from './normalise.ts'
import {
  isFoundInTexts,
  isPosition,
  namedPartTypes,
  queryVariants,
  type Term,
  typesInCatalogue,
} from './part-types.ts'
import { type NumberLookup, numberSpans } from './tokenise.ts'
import { type Field, isUncounted, lexemePrefixes, PARTS_WITH_NUMBER, type Vocabulary } from './vocabulary.ts'

export const textTiers = ['partType', 'name', 'text'] as const

/** A text query of one tier. `maxParts`: upper bound; `expectedParts`: estimate that assumes independent words. */
type TextMatch = { tsquery: string; maxParts: number; expectedParts: number }

export type Match = {
  byTier: Record<(typeof textTiers)[number], TextMatch> | null
  numbers: NumberLookup | null
  requiredQueries: readonly string[]
}

export function toMatch(interpretation: Interpretation, vocabulary: Vocabulary, filters: Filters): Match {
  const excluded = interpretation.terms
    .filter(({ isExcluded, words }) => isExcluded && isSearched(words, vocabulary))
    .map((term) => `!${anyVariant(term, vocabulary, () => 'text')}`)
  const requiredQueries = [...excluded, ...filterQueries(filters)]
  const byTier = toTextMatches(interpretation, vocabulary, requiredQueries)
  const numbers = byTier ? numbersBesideTexts(interpretation, vocabulary) : interpretation.numbers
  return { byTier, numbers, requiredQueries }
}

/** The text query of one number finds the pieces of numbers, too. */
function numbersBesideTexts({ terms, numbers }: Interpretation, vocabulary: Vocabulary): NumberLookup | null {
  const [wanted, ...others] = searchedTerms(terms, vocabulary)
  const isInTexts = others.length === 0 && wanted?.partNumberKey === numbers?.piece
  return numbers && isInTexts ? { ...numbers, piece: '' } : numbers
}

export function filterQueries({ category, brand }: Pick<Filters, 'category' | 'brand'>): string[] {
  const anyOf = (lexemes: string[]) => `(${lexemes.map(quoteLexeme).join(' | ')})`
  return [
    ...(category?.length ? [anyOf(category.map((id) => CATEGORY_PREFIX + id))] : []),
    ...(brand?.length ? [anyOf(brand.map(brandLexeme))] : []),
  ]
}

export function brandLexeme(brand: string): string {
  return `b:${brandKey(brand)}`
}

export function quoteLexeme(lexeme: string): string {
  return `'${lexeme.replace(/['\\]/g, '$&$&')}'`
}

export function partTypeLexeme(words: Variant, vocabulary: Vocabulary): string {
  const { name } = splitGenericWords(words)
  const stems = name.flatMap((word) => vocabulary.stem(word) ?? [])
  return `${lexemePrefixes.partType}${[...new Set(stems)].sort().join(' ')}`
}

const MAX_TYPES = 60

function toTextMatches({ step, terms }: Interpretation, vocabulary: Vocabulary, required: readonly string[]) {
  const wanted = searchedTerms(terms, vocabulary)
  if (step === 'partNumber' || wanted.length === 0) return null
  const isByType = wanted.some(({ isPartType }) => isPartType)
  // a position in a description may be that of another part
  const fieldOf = (term: Term, field: 'name' | 'text') =>
    isByType && (term.isPartType || isPosition(term)) ? 'name' : field
  const partsIn = {
    name: maxPartsOfEach(wanted, vocabulary, 'name'),
    text: maxPartsOfEach(wanted, vocabulary, 'text'),
  }
  const total = Math.max(1, vocabulary.partCount)
  const matchIn = (field: 'name' | 'text'): TextMatch => {
    const queries = wanted.map(
      (term) =>
        (term.isPartType && typesQuery(term, vocabulary)) ||
        anyVariant(term, vocabulary, (variant) =>
          // scattered over a description, the words of a synonym may mean something else
          isFoundInTexts(term, variant) && !hasSingleLetter(variant) ? fieldOf(term, field) : 'name',
        ),
    )
    const parts = wanted.map((term, at) => partsIn[fieldOf(term, field)][at] ?? 0)
    return {
      tsquery: [...withNumberSpans(wanted, queries), ...required].join(' & '),
      maxParts: Math.min(...parts),
      expectedParts: parts.reduce((chance, one) => chance * Math.min(1, one / total), total),
    }
  }
  const text = matchIn('text')
  if (text.maxParts === 0) return null
  const name = matchIn('name')
  const heads = wanted
    .flatMap(({ variants }) => variants.map((words) => words.slice(-1)))
    .filter(([word = '']) => vocabulary.count(word, 'headNoun') > 0)
  const head = anyOf(heads, vocabulary, () => 'headNoun')
  const types = typesIn(wanted, vocabulary)
  const partsOfTypes = types.reduce((sum, type) => sum + maxPartsOfType(type, vocabulary), 0)
  // several words in a description say little unless one of them is the head noun of the part's type
  const isStrict = step !== 'mentioned' && wanted.flatMap(({ words }) => words).length > 1
  // the text query stays outside the `or`, so that the index can be used
  const strict = heads.length > 0 ? `${text.tsquery} & (${head} | (${name.tsquery}))` : name.tsquery
  return {
    partType: {
      tsquery: `(${types.map(quoteLexeme).join(' | ')}) & ${name.tsquery}`,
      maxParts: Math.min(partsOfTypes, name.maxParts),
      expectedParts: Math.min(partsOfTypes, name.expectedParts),
    },
    name,
    text: { ...text, tsquery: isStrict ? strict : text.tsquery },
  }
}

function typesQuery({ variants }: Term, vocabulary: Vocabulary): string | undefined {
  const found = variants.flatMap((words) => {
    if (words.some((word) => word.startsWith(CATEGORY_PREFIX))) return [words.map(quoteLexeme).join(' & ')]
    const { headNoun, types, generic } = typesInCatalogue(words, vocabulary)
    if (types?.length === 0) return []
    const anyType = types?.map((type) => quoteLexeme(lexemePrefixes.partType + type)).join(' | ') ?? ''
    const required = [
      ...(headNoun === undefined ? [] : [quoteLexeme(lexemePrefixes.headNoun + headNoun)]),
      ...(anyType === ''
        ? []
        : [types && types.length > MAX_TYPES ? allOf(words, vocabulary, 'name') : `(${anyType})`]),
      ...words.filter(hasDigit).map((word) => quoteLexeme(lexemePrefixes.name + word)),
      ...generic.map((word) => quoteLexeme(lexemePrefixes.name + (vocabulary.stem(word) ?? word))),
    ]
    return required.length > 0 ? [required.join(' & ')] : []
  })
  return found.length > 0 ? `(${[...new Set(found)].map((query) => `(${query})`).join(' | ')})` : undefined
}

/** The queries of terms. Those that together may be a part number get the query of that number as an alternative. */
export function withNumberSpans(
  terms: readonly Pick<Term, 'words' | 'partNumberKey' | 'isQuoted' | 'isExcluded'>[],
  queries: readonly string[],
): string[] {
  const spans = numberSpans(terms)
  return queries
    .flatMap((query, at) => {
      const span = spans.find(({ from, to }) => from <= at && at < to)
      if (!span) return [query]
      if (span.from !== at) return []
      const inTexts = queries.slice(span.from, span.to)
      const inNumber = span.keys.map(({ from, key }) => [...queries.slice(span.from, from), numberQuery(key)])
      const alternatives = [inTexts, ...inNumber].map((all) => all.filter((one) => one !== '').join(' & '))
      return [`((${alternatives.join(') | (')}))`]
    })
    .filter((query) => query !== '')
}

/** Numbers that have a group from which on they begin with `key`. */
export function numberQuery(key: string): string {
  return `${quoteLexeme(lexemePrefixes.partNumber + key)}:*`
}

function hasSingleLetter(variant: Variant): boolean {
  return variant.length > 1 && variant.some((word) => /^[a-z]$/.test(word))
}

function anyVariant(
  { variants, partNumberKey: key }: Term,
  vocabulary: Vocabulary,
  fieldOf: (variant: Variant) => Field,
): string {
  return anyOf(variants, vocabulary, fieldOf, key === null ? [] : [numberQuery(key)])
}

function anyOf(
  variants: readonly Variant[],
  vocabulary: Vocabulary,
  fieldOf: (variant: Variant) => Field,
  others: readonly string[] = [],
): string {
  const searched = variants.filter((words) => isSearched(words, vocabulary))
  // words that no part has cost time too
  const possible = searched.filter((words) =>
    words.every((word) => vocabulary.stem(word) === null || vocabulary.count(word, fieldOf(words)) > 0),
  )
  const queries = (possible.length > 0 ? possible : searched).map((words) =>
    allOf(words, vocabulary, fieldOf(words)),
  )
  return `(${[...new Set([...queries, ...others])].join(' | ')})`
}

function allOf(words: Variant, vocabulary: Vocabulary, field: Field): string {
  const lexemes = words.flatMap((word) => {
    const stem = vocabulary.stem(word)
    if (stem === null) return []
    return [quoteLexeme(word.startsWith(CATEGORY_PREFIX) ? word : lexemePrefixes[field] + stem)]
  })
  return `(${lexemes.join(' & ')})`
}

function typesIn(terms: readonly Term[], vocabulary: Vocabulary): string[] {
  const types = namedPartTypes(terms)
    .flatMap((name) => queryVariants(name, MAX_TYPES))
    .filter((words) => !words.slice(1).some(hasDigit))
    .map((words) => (words[0]?.startsWith(CATEGORY_PREFIX) ? words[0] : partTypeLexeme(words, vocabulary)))
  return [...new Set(types)].filter((type) => maxPartsOfType(type, vocabulary) > 0)
}

function maxPartsOfType(lexeme: string, vocabulary: Vocabulary): number {
  return vocabulary.frequency(lexeme) || (isUncounted(lexeme.slice(1)) ? PARTS_WITH_NUMBER : 0)
}
