import {
  CATEGORY_PREFIX,
  isKnownName,
  namesPartType,
  splitGenericWords,
  stopWords,
  type Variant,
  variantsOf,
} from './names.ts'
import { formatToken, hasDigit, withoutLastZero } from './normalise.ts'
import { MAX_WORDS, type Query, TYRE } from './tokenise.ts'
import { lexemePrefixes, type Vocabulary } from './vocabulary.ts'

export type Term = {
  words: readonly string[]
  variants: readonly Variant[]
  partNumberKey: string | null
  isQuoted: boolean
  isExcluded: boolean
  isPartType?: boolean
  separator?: string
}

const MAX_NAME_WORDS = 5
const SEPARATOR = /^(with|for|in|on|to|and|or|,)$/
/** What follows does not name the part: a hose for a radiator is no radiator. */
const PREPOSITION = /^(with|for|in|on|to)$/
const POSITION =
  /^(front|rear|left|right|upper|lower|inner|outer|lh|rh|ns|os|nearside|offside|vorne|vorn|hinten|rechts|avant|arriere|gauche|droite|delanter[oa]|traser[oa]|izquierd[oa]|derech[oa]|back)$/
const RIM_INCHES = /^(1[2-9]|2[0-4])$/
const LETTERS_AND_SIZE = /^(?!dot)([a-z]{3,})(\d{1,3})$/

export function toTerms({ clauses }: Pick<Query, 'clauses'>): Term[] {
  const terms = clauses.flatMap(({ variants, ...clause }) =>
    variants ? [{ ...clause, variants }] : termsOfWords(clause.words),
  )
  return withoutStopWords(terms).slice(0, MAX_WORDS)
}

export function termsOfWords(words: readonly string[]): Term[] {
  const terms: Term[] = []
  for (let at = 0; at < words.length; ) {
    const next = words.slice(at, at + MAX_NAME_WORDS)
    const named = isRim(next) ? next.slice(0, 2) : longestName(next)
    terms.push({
      words: named,
      variants: variantsOfWords(named),
      partNumberKey: null,
      isQuoted: false,
      isExcluded: false,
    })
    at += named.length
  }
  return terms
}

function isRim([size = '', unit = '']: readonly string[]): boolean {
  return RIM_INCHES.test(size) && /^inch(es)?$/.test(unit)
}

function longestName(words: readonly string[]): readonly string[] {
  for (let length = words.length; length > 1; length -= 1) {
    const start = words.slice(0, length)
    if (isKnownName(start)) return start
  }
  return words.slice(0, 1)
}

function variantsOfWords(words: readonly string[]): Variant[] {
  const [word = '', another] = words
  if (isRim(words)) return [[word, 'inch'], [`r${word}`]]
  const own = words.map(withoutLastZero)
  const sizeTokens = another === undefined ? (TYRE.exec(word) ?? LETTERS_AND_SIZE.exec(word)) : null
  return [own, ...variantsOf(words), ...(sizeTokens ? [sizeTokens.slice(1)] : [])]
}

function withoutStopWords(terms: readonly Term[]): Term[] {
  const remaining: Term[] = []
  let skipped: string[] = []
  for (const term of terms) {
    if (term.words.every((word) => word === ',' || stopWords.has(word))) {
      skipped.push(...term.words)
      continue
    }
    const separator = skipped.findLast((word) => SEPARATOR.test(word)) ?? skipped[0]
    const separated = separator === undefined ? term : { ...term, separator }
    const before = remaining.at(-1)
    const merged = before && mergePositions(before, separated)
    if (merged) remaining.splice(-1, 1, merged)
    else remaining.push(separated)
    skipped = []
  }
  return remaining
}

function mergePositions(one: Term, other: Term): Term | undefined {
  const words = [...one.words, other.separator ?? '', ...other.words]
  if (!isPlainTerm(one) || !isPlainTerm(other) || !isEitherPosition({ words })) return undefined
  return { ...one, words, variants: [...one.variants, ...other.variants] }
}

export function isEitherPosition({ words }: Pick<Term, 'words'>): boolean {
  return words.length === 3 && words.every((word, at) => (at === 1 ? /^(and|or)$/ : POSITION).test(word))
}

export function isPosition({ words }: Pick<Term, 'words'>): boolean {
  return isEitherPosition({ words }) || words.every((word) => POSITION.test(word))
}

export function isPlainTerm({ isQuoted, isExcluded }: Term): boolean {
  return !isQuoted && !isExcluded
}

/** Whether a variant is also searched for in descriptions: as typed, or a single word. Others are found in names only. */
export function isFoundInTexts({ words }: Term, variant: Variant): boolean {
  return variant.length === 1 || variant.join(' ') === words.join(' ')
}

export function formatTerms(terms: readonly Term[]): string {
  return terms.map((term, at) => (at > 0 ? gapBefore(term) : '') + formatTerm(term)).join('')
}

function gapBefore({ separator = '' }: Term): string {
  if (separator === ',') return ', '
  return SEPARATOR.test(separator) ? ` ${separator} ` : ' '
}

function formatTerm({ words, isQuoted, isExcluded }: Term): string {
  const tokens = words.map(formatToken)
  if (isExcluded) return `-${tokens.join('-')}`
  return isQuoted ? `"${tokens.join(' ')}"` : tokens.join(' ')
}

/** Terms that name part types. Neighbours are one name: "fuel pump relay". Ends at a preposition after the first name. */
export function namedPartTypes(terms: readonly Term[]): Term[][] {
  const names: Term[][] = []
  let isAfterName = false
  for (const term of terms) {
    if (PREPOSITION.test(term.separator ?? '') && names.length > 0) return names
    const isName =
      isPlainTerm(term) &&
      !isEitherPosition(term) &&
      !term.words.some(hasDigit) &&
      term.variants.some((variant) => namesPartType(variant.filter((word) => !hasDigit(word))))
    const last = isAfterName && term.separator === undefined ? names.at(-1) : undefined
    if (isName && last) last.push(term)
    else if (isName) names.push([term])
    isAfterName = isName
  }
  return names
}

/** Whether the catalogue has parts of a named type; true if no type is named, or the catalogue has no reliable types. */
export function hasPartsOf(terms: readonly Term[], vocabulary: Vocabulary): boolean {
  const names = namedPartTypes(terms)
  if (names.length === 0 || !vocabulary.hasReliableTypes) return true
  // a catalogue with cooling fans may have radiator cooling fans; but a fuel pump relay is not any relay
  const longNames = names.flatMap((name) => name.slice(-1)).filter(({ words }) => words.length > 1)
  return [...names, ...longNames.map((term) => [term])].some((name) =>
    queryVariants(name).some((words) => isTypeInCatalogue(words, vocabulary)),
  )
}

const MAX_QUERY_VARIANTS = 200

export function queryVariants(terms: readonly Term[], limit = MAX_QUERY_VARIANTS): Variant[] {
  return terms.reduce<Variant[]>(
    (starts, { variants }) =>
      starts.flatMap((start) => variants.map((variant) => [...start, ...variant])).slice(0, limit),
    [[]],
  )
}

export function isTypeInCatalogue(words: Variant, vocabulary: Vocabulary): boolean {
  if (words.some((word) => word.startsWith(CATEGORY_PREFIX))) return true
  const { types } = typesInCatalogue(words, vocabulary)
  return types === undefined || types.length > 0
}

export function typesInCatalogue(
  words: Variant,
  vocabulary: Vocabulary,
): { headNoun?: string; types?: readonly string[]; generic: readonly string[] } {
  const { name, generic } = splitGenericWords(words)
  const wordsWithoutSizes = name.filter(
    (word, at) => !hasDigit(word) && !(word.length === 1 && hasDigit(name[at - 1] ?? '')),
  )
  const stems = wordsWithoutSizes.flatMap((word) => vocabulary.stem(word) ?? [])
  const last = stems.at(-1)
  if (last === undefined) return { generic }
  const isHeadNoun = vocabulary.frequency(lexemePrefixes.headNoun + last) > 0
  if (isHeadNoun && stems.length === 1) return { headNoun: last, generic }
  const types = vocabulary.typesWith(last).filter((type) => {
    const typeStems = type.split(' ')
    if (!stems.every((stem) => typeStems.includes(stem))) return false
    // a part's name may end with a car model, which its type then has in place of a head noun; but a further known head
    // noun makes it another part: 'door mirror' does not match 'door'
    return isHeadNoun || typeStems.every((stem) => stems.includes(stem) || !vocabulary.headNouns.has(stem))
  })
  return isHeadNoun ? { headNoun: last, types, generic } : { types, generic }
}

/** Whether a term is a head noun that several part types contain, but no part type alone: "pump". */
export function isVagueNoun({ words, variants }: Term, vocabulary: Vocabulary): boolean {
  if (words.length !== 1 || !vocabulary.hasReliableTypes) return false
  const stemOf = (variant: Variant) => vocabulary.stem(variant.at(-1) ?? '') ?? ''
  const heads = variants
    .map(stemOf)
    .filter((stem) => vocabulary.frequency(lexemePrefixes.headNoun + stem) > 0)
  const types = new Set(heads.flatMap((stem) => vocabulary.typesWith(stem)))
  return types.size > 1 && !variants.some((variant) => variant.length === 1 && types.has(stemOf(variant)))
}
