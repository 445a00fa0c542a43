import { isGenericWord } from './names.ts'
import { hasDigit } from './normalise.ts'
import {
  formatTerms,
  isOwnVariant,
  isPosition,
  isSold,
  isUnmarked,
  isVagueNoun,
  namedPartTypes,
  type Term,
  toTerms,
} from './part-types.ts'
import { correctPartType, correctTerms, isOfNumber, joinSplitWords } from './spelling.ts'
import { isTyre, type NumberLookup, numberSpans, type Query, tokenise } from './tokenise.ts'
import { convertSizes } from './units.ts'
import type { Field, Vocabulary } from './vocabulary.ts'

/** The kinds of interpretation of a query. Each is tried if the ones before it find nothing. */
export const steps = [
  /** A part number; words only exclude. */
  'partNumber',
  /** Parts whose type the query names. */
  'partType',
  /** Without generic words: "new alternator assembly". */
  'withoutGeneric',
  /** A correction that names a part type which is sold: "ball joins". */
  'correctedPartType',
  /** Parts with all terms, in their names or around the head noun of their type. */
  'allTerms',
  /** Parts of the named type with sizes in other units: "wiper 24 inch" finds 600 mm. */
  'converted',
  /** Parts with all terms anywhere in their texts. */
  'mentioned',
  /** Corrected spelling. */
  'corrected',
  /** Without the least specific terms. */
  'fewerTerms',
] as const
export type Step = (typeof steps)[number]

export type Interpretation = {
  step: Step
  /** `interpretAs` reads it as the same terms, for later pages. */
  text: string
  /** The words to show as the query, where they differ from `text`. */
  shown?: string
  terms: readonly Term[]
  numbers: NumberLookup | null
}

/** The words whose stems the interpretation of a query needs. */
export function wordsToStem(query: Query): string[] {
  return toTerms(query).flatMap(({ variants }) => variants.flat())
}

/** One interpretation again, for a later page of its list. */
export function interpretAs(text: string, step: Step, vocabulary: Vocabulary): Interpretation {
  const query = tokenise(text)
  const terms = joinSplitWords(toTerms(query), vocabulary)
  if (step === 'converted') return converted(text, terms, vocabulary) ?? interpretation(step, terms, { text })
  const isTyped = step === 'partNumber' || step === 'partType' || step === 'allTerms'
  return interpretation(step, terms, { text, numbers: isTyped ? withoutShortName(query, vocabulary) : null })
}

/** Steps that find only parts of the named type. */
const stepsByType: ReadonlySet<Step> = new Set([
  'partType',
  'withoutGeneric',
  'correctedPartType',
  'converted',
])

function interpretation(
  step: Step,
  terms: readonly Term[],
  { text = formatTerms(terms), numbers = null }: { text?: string; numbers?: NumberLookup | null } = {},
): Interpretation {
  const partTypes = stepsByType.has(step) ? namedPartTypes(terms).flat() : []
  const marked = terms.map((term) => (partTypes.includes(term) ? { ...term, isPartType: true } : term))
  return { step, text, terms: marked, numbers }
}

function converted(text: string, terms: readonly Term[], vocabulary: Vocabulary): Interpretation | null {
  const inOtherUnits = namedPartTypes(terms).length > 0 ? convertSizes(terms, vocabulary) : null
  if (!inOtherUnits) return null
  return { ...interpretation('converted', inOtherUnits, { text }), shown: formatTerms(inOtherUnits) }
}

/**
 * The interpretations of a query that may find parts, in the order in which they are tried, and a corrected spelling. Part
 * numbers are looked up with the first interpretation, or before it if it has other words than the query.
 */
export function interpret(text: string, query: Query, vocabulary: Vocabulary) {
  const typed = joinSplitWords(toTerms(query), vocabulary)
  const corrected = correctTerms(typed, vocabulary)
  const isCorrected = formatTerms(corrected) !== formatTerms(typed)
  const isTypedSold = isSold(typed, vocabulary)
  const isCorrectedSold = isSold(corrected, vocabulary)
  const asTyped = (step: Step) => interpretation(step, typed, { text })
  const correction = isCorrected ? interpretation('corrected', corrected) : null
  const fewer = isCorrectedSold ? fewerTerms(corrected, vocabulary) : []
  const specific = withoutGenericTerms(typed)
  const named = correctPartType(typed, vocabulary)
  const mayFind = [
    isTypedSold && namedPartTypes(typed).length > 0 ? asTyped('partType') : null,
    specific && isSold(specific, vocabulary) ? interpretation('withoutGeneric', specific) : null,
    named && isSold(named, vocabulary) ? interpretation('correctedPartType', named) : null,
    isTypedSold && !isUnnamedWord(typed, vocabulary) ? asTyped('allTerms') : null,
    isTypedSold ? converted(text, typed, vocabulary) : null,
    mayBeMentioned(typed, vocabulary) || (!isTypedSold && !isPhrase(typed)) ? asTyped('mentioned') : null,
    isCorrectedSold ? correction : null,
    ...fewer.map((terms) => interpretation('fewerTerms', terms)),
  ].filter((one) => one !== null && canMatch(one.terms, vocabulary))
  const inOrder = withNumbers(mayFind, asTyped('partNumber'), withoutShortName(query, vocabulary))
  return { inOrder, correction }
}

function withNumbers(
  mayFind: readonly (Interpretation | null)[],
  byNumber: Interpretation,
  numbers: NumberLookup,
): Interpretation[] {
  const [first, ...others] = mayFind.filter((one) => one !== null)
  if (numbers.exact.length === 0) return first ? [first, ...others] : []
  if (first?.step === 'partType' || first?.step === 'allTerms') return [{ ...first, numbers }, ...others]
  return [{ ...byNumber, numbers }, ...(first ? [first, ...others] : [])]
}

const LONGEST_SHORT_NAME = 3

/** "H7" is more likely a word of names than the beginning of a number. */
function withoutShortName({ numbers }: Query, vocabulary: Vocabulary): NumberLookup {
  const { prefix } = numbers
  const isName = prefix.length <= LONGEST_SHORT_NAME && (vocabulary.count(prefix, 'name') ?? 0) > 0
  return isName ? { ...numbers, prefix: '' } : numbers
}

/** Words with this many parts each are together in some name, if anywhere. */
const SURELY_NAMED = 3000

/** Whether terms may be in a description without being in a name. */
function mayBeMentioned(terms: readonly Term[], vocabulary: Vocabulary): boolean {
  if (!isPhrase(terms)) return isUnnamedWord(terms, vocabulary)
  return Math.min(...terms.map((term) => maxParts(term, vocabulary, 'name'))) < SURELY_NAMED
}

function isPhrase(terms: readonly Term[]): boolean {
  return terms.flatMap(({ words }) => words).length > 1
}

function isUnnamedWord(terms: readonly Term[], vocabulary: Vocabulary): boolean {
  const [term, another] = terms
  if (!term || another || isPhrase(terms) || term.words.some(hasDigit)) return false
  return maxParts(term, vocabulary, 'name') === 0
}

/** The terms without generic words beside the name of a part; null if there are none. */
function withoutGenericTerms(terms: readonly Term[]): Term[] | null {
  const named = new Set(namedPartTypes(terms).flat())
  if (named.size === 0) return null
  const left = terms.filter(
    (term) => !(isUnmarked(term) && !named.has(term) && term.words.every(isGenericWord)),
  )
  return left.length < terms.length ? left : null
}

/** Grades of oils and bulbs, which name the part type. */
const GRADE = /^(\d{1,2}w\d{2,3}|h\d{1,2}|[a-z]{1,2}\d{1,2}w|d[1-4][rs])$/

const MAX_DROPPED = 4

/**
 * Fewer terms, in the order in which they are tried: without terms that no part has, or else without the rarest; then, if
 * a part type is named, without further ones. Part types, positions, numbers, sizes and quoted words are kept.
 */
function fewerTerms(terms: readonly Term[], vocabulary: Vocabulary): Term[][] {
  const droppable = terms.filter((term, at) => isUnmarked(term) && !isOfNumber(term, terms[at + 1]))
  const unknown = droppable.filter((term) => maxParts(term, vocabulary, 'text') === 0)
  // of two uncounted words the difference is NaN, which sorts as equal
  const others = droppable
    .filter((term) => !unknown.includes(term) && !isHeadNoun(term, vocabulary))
    .sort((a, b) => maxParts(a, vocabulary, 'name') - maxParts(b, vocabulary, 'name'))
  const first = unknown.length > 0 ? unknown : others.slice(0, 1)
  if (first.length === 0) return []
  const named = namedPartTypes(terms).flat()
  const further = others.filter((term) => !first.includes(term) && !named.includes(term) && !isPosition(term))
  const most = named.length > 0 ? Math.min(MAX_DROPPED, further.length) : 0
  const drops = Array.from({ length: most + 1 }, (_, more) => [...first, ...further.slice(0, more)])
  return drops
    .map((dropped) => ({ dropped, left: without(terms, dropped) }))
    .filter(
      ({ dropped, left }) => isWorthTrying(left, vocabulary) && !leavesVagueName(terms, dropped, vocabulary),
    )
    .map(({ left }) => left)
}

function isWorthTrying(left: readonly Term[], vocabulary: Vocabulary): boolean {
  const saysWhat = left.some((term) => mayBeHeadNoun(term, vocabulary)) || isTellingSize(left)
  const isKnown = maxPartsOfEach(left, vocabulary, 'text').every((parts) => parts > 0)
  return saysWhat && isKnown && isSold(left, vocabulary)
}

/** Whether a dropped term was directly before a head noun of several part types, such as the oil in "slushbox oil". */
function leavesVagueName(terms: readonly Term[], dropped: readonly Term[], vocabulary: Vocabulary): boolean {
  return terms.some((term, at) => {
    const before = terms[at - 1]
    const isBehind = before !== undefined && dropped.includes(before) && term.separator === undefined
    return isBehind && term.words.length === 1 && !dropped.includes(term) && isVagueNoun(term, vocabulary)
  })
}

/** Terms around a dropped one do not become one name. */
function without(terms: readonly Term[], dropped: readonly Term[]): Term[] {
  return terms.flatMap((term, at) => {
    if (dropped.includes(term)) return []
    const before = terms[at - 1]
    return [before && dropped.includes(before) ? { separator: '', ...term } : term]
  })
}

/** Whether a term is known to name a part, unlike "m12" and "inch". */
function isHeadNoun(term: Term, vocabulary: Vocabulary): boolean {
  return mayBeHeadNoun(term, vocabulary) && Number.isFinite(maxPartsWithHeadNoun(term.variants, vocabulary))
}

function mayBeHeadNoun(term: Term, vocabulary: Vocabulary): boolean {
  return !term.isExcluded && !term.words.some(hasDigit) && maxPartsWithHeadNoun(term.variants, vocabulary) > 0
}

function isTellingSize(terms: readonly Term[]): boolean {
  const words = terms.flatMap((term) => (term.isExcluded ? [] : term.words))
  return isTyre(words) || words.some((word) => GRADE.test(word))
}

// --- How many parts terms can match ----------------------------------------------------------------------------------

/** The assumed frequency of numbers of five and more characters, which are not counted. */
export const PARTS_WITH_NUMBER = 500

function canMatch(terms: readonly Term[], vocabulary: Vocabulary): boolean {
  const wanted = searchedTerms(terms, vocabulary)
  const saysAnything = wanted.some(({ variants }) => variants.some((words) => isSearched(words, vocabulary)))
  return saysAnything && Math.min(...maxPartsOfEach(wanted, vocabulary, 'text')) > 0
}

/** Without excluded terms and words like "the". */
export function searchedTerms(terms: readonly Term[], vocabulary: Vocabulary): Term[] {
  return terms.filter(({ isExcluded, words }) => !isExcluded && isSearched(words, vocabulary))
}

export function isSearched(words: readonly string[], vocabulary: Vocabulary): boolean {
  return words.some((word) => typeof vocabulary.stem(word) === 'string')
}

/** How many parts have a term in one of its variants, at most. Synonyms of several words must be in names. */
function maxParts(term: Term, vocabulary: Vocabulary, field: 'text' | 'name'): number {
  const inNumbers = term.numberKey === null ? 0 : PARTS_WITH_NUMBER
  return term.variants.reduce((sum, variant) => {
    const fieldOfVariant = isOwnVariant(term, variant) ? field : 'name'
    return sum + Math.min(...variant.map((word) => maxPartsWithWord(word, vocabulary, fieldOfVariant)))
  }, inNumbers)
}

/** How many parts have each of the terms, at most: in their texts, or in their numbers. */
export function maxPartsOfEach(
  terms: readonly Term[],
  vocabulary: Vocabulary,
  field: 'text' | 'name',
): number[] {
  const spans = numberSpans(terms)
  return terms.map((term, at) => {
    const isInNumber = spans.some(({ from, to }) => from <= at && at < to)
    return maxParts(term, vocabulary, field) + (isInNumber ? PARTS_WITH_NUMBER : 0)
  })
}

/** How many parts have the last word of a variant as the head noun of their type, at most. */
export function maxPartsWithHeadNoun(variants: Term['variants'], vocabulary: Vocabulary): number {
  return variants.reduce(
    (sum, words) => sum + maxPartsWithWord(words.at(-1) ?? '', vocabulary, 'headNoun'),
    0,
  )
}

function maxPartsWithWord(word: string, vocabulary: Vocabulary, field: Field): number {
  if (isUncounted(word)) return PARTS_WITH_NUMBER
  return vocabulary.count(word, field) ?? Number.POSITIVE_INFINITY
}

/** The opposite of the database's `is_counted_lexeme`: most part numbers stand in one part. */
export function isUncounted(word: string): boolean {
  return word.length > 4 && hasDigit(word)
}
