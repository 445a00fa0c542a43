import { conversions, isGenericWord, isKnownName, SIZE_TOLERANCE, type Variant } from './names.ts'
import { formatToken, hasDigit } from './normalise.ts'
import {
  formatTerms,
  hasPartsOf,
  isFoundInTexts,
  isPlainTerm,
  isPosition,
  isVagueNoun,
  namedPartTypes,
  type Term,
  toTerms,
} from './part-types.ts'
import { belongsToNumber, correctTerms, joinSplitWords } from './spelling.ts'
import { isTyre, type NumberLookup, numberSpans, type Query, tokenise } from './tokenise.ts'
import { lexemePrefixes, PARTS_WITH_NUMBER, type Vocabulary } from './vocabulary.ts'

/** The kinds of interpretation of a query. Each is tried if the ones before it find nothing. */
export const steps = [
  'partNumber',
  'partType',
  /** The query without generic words, as in "new alternator assembly". */
  'withoutGeneric',
  /** A correction by known names: "ball joins". Before `allTerms`, which may find the typed words in descriptions. */
  'correctedPartType',
  /** All terms, not corrected. Several count in a description only if one of them is the head noun of the part. */
  'allTerms',
  /** Parts of the named type with sizes in other units: "wiper 24 inch" finds 600 mm. */
  'converted',
  /** All terms, not corrected, also in descriptions that only mention them. */
  'mentioned',
  /** The corrected terms, tried after the typed ones. */
  'corrected',
  /** Without unknown terms, or else without rare ones. */
  'fewerTerms',
] as const
export type Step = (typeof steps)[number]

export type Interpretation = {
  step: Step
  text: string
  shown?: string
  terms: readonly Term[]
  numbers: NumberLookup | null
}

export function wordsToStem(query: Query): string[] {
  return toTerms(query).flatMap(({ variants }) => variants.flat())
}

export function interpretAs(text: string, step: Step, vocabulary: Vocabulary): Interpretation {
  const query = tokenise(text)
  const terms = joinSplitWords(toTerms(query), vocabulary)
  if (step === 'converted') return converted(text, terms, vocabulary) ?? interpretation(step, terms, { text })
  const isNumbered = step === 'partNumber' || step === 'partType' || step === 'allTerms'
  return interpretation(step, terms, {
    text,
    numbers: isNumbered ? numbersToFind(query, terms, vocabulary) : null,
  })
}

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
 * The interpretations of a query in the order in which they are tried, and a corrected spelling. Numbers are looked up
 * together with the first if that is `partType` or `allTerms`, otherwise before it.
 */
export function interpret(text: string, query: Query, vocabulary: Vocabulary) {
  const typed = joinSplitWords(toTerms(query), vocabulary)
  const { terms: corrected, isByName } = correctTerms(typed, vocabulary)
  const hasPartsOfTyped = hasPartsOf(typed, vocabulary)
  const hasPartsOfCorrected = hasPartsOf(corrected, vocabulary)
  const asTyped = (step: Step) => interpretation(step, typed, { text })
  const isCorrected = formatTerms(corrected) !== formatTerms(typed)
  const correction = isCorrected ? interpretation('corrected', corrected) : null
  const specific = withoutGenericTerms(typed)
  const reducible = [
    hasPartsOfCorrected && corrected,
    // the name of a car that resembles a word of the catalogue is corrected, but better left out: "alternator harrier"
    isCorrected && hasPartsOfTyped && !completesName(typed, corrected) && typed,
  ].filter((terms) => terms !== false)
  const mayFind = [
    hasPartsOfTyped && namedPartTypes(typed).length > 0 && asTyped('partType'),
    specific && hasPartsOf(specific, vocabulary) && interpretation('withoutGeneric', specific),
    isByName && hasPartsOfCorrected && interpretation('correctedPartType', corrected),
    hasPartsOfTyped && !isUnnamedWord(typed, vocabulary) && asTyped('allTerms'),
    hasPartsOfTyped && converted(text, typed, vocabulary),
    mayBeMentioned(typed, hasPartsOfTyped, vocabulary) && asTyped('mentioned'),
    hasPartsOfCorrected && correction,
    ...reducible
      .flatMap((terms) => fewerTerms(terms, vocabulary))
      .map((terms) => interpretation('fewerTerms', terms)),
  ].filter((one) => one !== null && one !== false)
  const [first, ...others] = mayFind.filter(({ terms }) => canMatch(terms, vocabulary))
  const numbers = numbersToFind(query, typed, vocabulary)
  const inOrder = first ? [first, ...others] : []
  if (numbers.exact.length === 0) return { inOrder, correction }
  if (first?.step === 'partType' || first?.step === 'allTerms')
    return { inOrder: [{ ...first, numbers }, ...others], correction }
  return { inOrder: [{ ...asTyped('partNumber'), numbers }, ...inOrder], correction }
}

/** Whether a corrected word belongs to a known name, as in "exhuast gasket": a gasket without it is another part. */
function completesName(typed: readonly Term[], corrected: readonly Term[]): boolean {
  const typedNames = new Set(typed.map(({ words }) => words.join(' ')))
  return corrected.some(
    ({ words }) => words.length > 1 && isKnownName(words) && !typedNames.has(words.join(' ')),
  )
}

/** The noun of several part types behind an unknown word: the oil in "slushbox oil". Its parts are not shown, but suggested. */
export function findVagueNoun(query: Query, vocabulary: Vocabulary): string | null {
  const { terms } = correctTerms(joinSplitWords(toTerms(query), vocabulary), vocabulary)
  const noun = terms.find((term, at) => {
    const before = terms[at - 1]
    const isBehindUnknown = before && isPlainTerm(before) && maxParts(before, vocabulary, 'text') === 0
    return isBehindUnknown && term.separator === undefined && isVagueNoun(term, vocabulary)
  })
  return noun ? formatTerms([noun]) : null
}

const LONGEST_SHORT_NAME = 3

/**
 * A short word of names, such as "H7", is not looked up as the beginning of a number, a query that names a part type not as
 * a piece of one: of its words those that may be a piece are found together with the type.
 */
function numbersToFind({ numbers }: Query, typed: readonly Term[], vocabulary: Vocabulary): NumberLookup {
  const { prefix } = numbers
  if (prefix.length <= LONGEST_SHORT_NAME && vocabulary.count(prefix, 'name') > 0)
    return { ...numbers, prefix: '', piece: '' }
  return namedPartTypes(typed).length > 0 ? { ...numbers, piece: '' } : numbers
}

/** Words with this many parts each are assumed to be together in some name, if anywhere. */
const SURELY_NAMED = 3000

function mayBeMentioned(terms: readonly Term[], hasPartsOfTyped: boolean, vocabulary: Vocabulary): boolean {
  if (!isPhrase(terms)) return !hasPartsOfTyped || isUnnamedWord(terms, vocabulary)
  return terms.some((term) => maxParts(term, vocabulary, 'name') < SURELY_NAMED)
}

function isPhrase(terms: readonly Term[]): boolean {
  return terms.flatMap(({ words }) => words).length > 1
}

function isUnnamedWord(terms: readonly Term[], vocabulary: Vocabulary): boolean {
  const [term] = terms
  if (!term || isPhrase(terms) || term.words.some(hasDigit)) return false
  return maxParts(term, vocabulary, 'name') === 0
}

function withoutGenericTerms(terms: readonly Term[]): Term[] | null {
  const named = namedPartTypes(terms).flat()
  if (named.length === 0) return null
  const left = terms.filter(
    (term) => named.includes(term) || !isPlainTerm(term) || !term.words.every(isGenericWord),
  )
  return left.length < terms.length ? left : null
}

const OIL_GRADE_OR_BULB = /^(\d{1,2}w\d{2,3}|h\d{1,2}|[a-z]{1,2}\d{1,2}w|d[1-4][rs])$/
const MAX_MORE_DROPPED = 4

/**
 * Fewer terms, in the order in which they are tried: without unknown terms, or else without the rarest that is no head
 * noun; then, if a part type is named, without up to four more that name no part type or position. Numbers, sizes and quoted words are kept.
 */
function fewerTerms(terms: readonly Term[], vocabulary: Vocabulary): Term[][] {
  const droppable = terms.filter((term, at) => isPlainTerm(term) && !belongsToNumber(term, terms[at + 1]))
  const unknown = droppable.filter((term) => maxParts(term, vocabulary, 'text') === 0)
  const others = droppable
    .filter((term) => !unknown.includes(term) && !mayBeHeadNoun(term, vocabulary))
    .sort((a, b) => maxParts(a, vocabulary, 'name') - maxParts(b, vocabulary, 'name'))
  const first = unknown.length > 0 ? unknown : others.slice(0, 1)
  if (first.length === 0) return []
  const named = namedPartTypes(terms).flat()
  const further = others.filter((term) => !first.includes(term) && !named.includes(term) && !isPosition(term))
  const maxDropped = named.length > 0 ? Math.min(MAX_MORE_DROPPED, further.length) : 0
  return Array.from({ length: maxDropped + 1 }, (_, more) => [...first, ...further.slice(0, more)])
    .map((dropped) => without(terms, dropped, vocabulary))
    .filter((left) => left !== null)
}

/** The terms without some; null if the rest names no part, such as the oil in "slushbox oil", or can match none. */
function without(terms: readonly Term[], dropped: readonly Term[], vocabulary: Vocabulary): Term[] | null {
  const left: Term[] = []
  for (const [at, term] of terms.entries()) {
    if (dropped.includes(term)) continue
    const before = terms[at - 1]
    const isBehind = before !== undefined && dropped.includes(before)
    if (isBehind && term.separator === undefined && isVagueNoun(term, vocabulary)) return null
    // terms around a dropped one do not become one name
    left.push(isBehind ? { separator: '', ...term } : term)
  }
  const namesPart = left.some((term) => mayBeHeadNoun(term, vocabulary)) || isTellingSize(left)
  const isKnown = maxPartsOfEach(left, vocabulary, 'text').every((parts) => parts > 0)
  return namesPart && isKnown && hasPartsOf(left, vocabulary) ? left : null
}

function mayBeHeadNoun({ words, variants, isExcluded }: Term, vocabulary: Vocabulary): boolean {
  if (isExcluded || words.some(hasDigit)) return false
  return variants.some((variant) => vocabulary.count(variant.at(-1) ?? '', 'headNoun') > 0)
}

function isTellingSize(terms: readonly Term[]): boolean {
  const words = terms.flatMap((term) => (term.isExcluded ? [] : term.words))
  return isTyre(words) || words.some((word) => OIL_GRADE_OR_BULB.test(word))
}

function canMatch(terms: readonly Term[], vocabulary: Vocabulary): boolean {
  const wanted = searchedTerms(terms, vocabulary)
  return wanted.length > 0 && maxPartsOfEach(wanted, vocabulary, 'text').every((parts) => parts > 0)
}

export function searchedTerms(terms: readonly Term[], vocabulary: Vocabulary): Term[] {
  return terms.filter(({ isExcluded, words }) => !isExcluded && isSearched(words, vocabulary))
}

export function isSearched(words: readonly string[], vocabulary: Vocabulary): boolean {
  return words.some((word) => vocabulary.stem(word) !== null)
}

function maxParts(term: Term, vocabulary: Vocabulary, field: 'text' | 'name'): number {
  const inNumbers = term.partNumberKey === null ? 0 : PARTS_WITH_NUMBER
  return term.variants.reduce((sum, variant) => {
    const fieldOfVariant = isFoundInTexts(term, variant) ? field : 'name'
    return sum + Math.min(...variant.map((word) => vocabulary.count(word, fieldOfVariant)))
  }, inNumbers)
}

export function maxPartsOfEach(terms: readonly Term[], vocabulary: Vocabulary, field: 'text' | 'name') {
  const spans = numberSpans(terms)
  return terms.map((term, at) => {
    const isInNumber = spans.some(({ from, to }) => from <= at && at < to)
    return maxParts(term, vocabulary, field) + (isInNumber ? PARTS_WITH_NUMBER : 0)
  })
}

const LARGEST_SIZE = 9_999

function convertSizes(terms: readonly Term[], vocabulary: Vocabulary): Term[] | null {
  const result: Term[] = []
  let isConverted = false
  for (let at = 0; at < terms.length; at += 1) {
    const [term, next] = terms.slice(at, at + 2)
    if (!term) break
    // "24 inch" may be one term, as the size of a rim
    const isOneTerm = term.words.length === 2
    const unit = isOneTerm ? term.words[1] : next?.words.join(' ')
    const [size, ...near] = isPlainTerm(term) ? sizesNear(term.words[0], unit, vocabulary) : []
    result.push(size ? { ...term, words: size, variants: [size, ...near] } : term)
    if (!size) continue
    isConverted = true
    if (!isOneTerm) at += 1
  }
  return isConverted ? result : null
}

function sizesNear(number = '', unit = '', vocabulary: Vocabulary): Variant[] {
  const conversion = conversions.get(unit)
  const size = Number(formatToken(number)) * (conversion?.factor ?? 0)
  if (!conversion || !(size > 0 && size <= LARGEST_SIZE)) return []
  const step = size < 10 ? 0.1 : 1
  const toWord = (steps: number) => String(Number((steps * step).toFixed(1))).replace('.', 'p')
  const min = Math.ceil((size * (1 - SIZE_TOLERANCE)) / step)
  const max = Math.floor((size * (1 + SIZE_TOLERANCE)) / step)
  const found = Array.from({ length: Math.max(0, max - min + 1) }, (_, more) => toWord(min + more))
    .filter((word) => vocabulary.frequency(lexemePrefixes.name + word) > 0)
    .map((word) => [word, conversion.converts_to])
  return found.length > 0 ? [[toWord(Math.round(size / step)), conversion.converts_to], ...found] : []
}
