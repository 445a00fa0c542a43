import { isKnownName, knownWords, namesPartType, wordsFollowing, wordsPreceding } from './names.ts'
import { hasDigit } from './normalise.ts'
import { isEitherPosition, isUnmarked, type Term, termsOfWords } from './part-types.ts'
import type { Vocabulary, WrittenWord } from './vocabulary.ts'

/** Shorter words may mean anything one letter away. */
const SHORTEST = 4
/** From this length on two letters may be wrong. */
const LONG = 7
const LONGEST = 24
const SHORTEST_HALF = 3

type Candidate = Pick<WrittenWord, 'word' | 'parts'>

/** Insertions, deletions, replacements and swaps of neighbouring letters between two words. */
export function editDistance(a: string, b: string): number {
  let beforeLast: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row]
    for (let column = 1; column <= b.length; column += 1) {
      const isSame = a[row - 1] === b[column - 1]
      const isSwapped = a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]
      current[column] = Math.min(
        at(last, column) + 1,
        at(current, column - 1) + 1,
        at(last, column - 1) + (isSame ? 0 : 1),
        isSwapped ? at(beforeLast, column - 2) + 1 : Number.POSITIVE_INFINITY,
      )
    }
    beforeLast = last
    last = current
  }
  return at(last, b.length)
}

function at(row: number[], column: number): number {
  return row[column] ?? Number.POSITIVE_INFINITY
}

/** Digits are never corrected. */
function mayBeMistyped(word: string): boolean {
  return word.length >= SHORTEST && /^[a-z]+$/.test(word)
}

/** The candidate with the fewest edits, then with the same first letter, then the most frequent. */
export function nearestWord<One extends Candidate>(word: string, candidates: Iterable<One>): One | undefined {
  if (!mayBeMistyped(word)) return undefined
  const most = word.length < LONG ? 1 : 2
  const letters = letterMask(word)
  let best: Found<One> | undefined
  for (const one of candidates) {
    if (!mayBeNear(word, letters, { word: one.word, most })) continue
    const distance = hasOneMoved(word, one.word) ? 1 : editDistance(word, one.word)
    const isSameStart = word[0] === one.word[0]
    const mayDiffer = word.length > SHORTEST || isSwappedStart(word, one.word) ? 1 : 0
    if (distance > (isSameStart ? most : mayDiffer)) continue
    const found = { one, distance, isSameStart }
    if (!best || isBetter(found, best)) best = found
  }
  return best?.one
}

type Found<One> = { one: One; distance: number; isSameStart: boolean }

function isBetter(a: Found<Candidate>, b: Found<Candidate>): boolean {
  const order =
    a.distance - b.distance ||
    Number(b.isSameStart) - Number(a.isSameStart) ||
    b.one.parts - a.one.parts ||
    (a.one.word < b.one.word ? -1 : 1)
  return order < 0
}

const masks = new Map<string, number>()
const MAX_MASKS = 250_000

/** The letters of a word as bits, with one bit for all other characters. */
function letterMask(word: string): number {
  const known = masks.get(word)
  if (known !== undefined) return known
  let mask = 0
  for (let index = 0; index < word.length; index += 1) {
    const letter = word.charCodeAt(index) - 97
    mask |= 1 << (letter >= 0 && letter < 26 ? letter : 26)
  }
  if (masks.size >= MAX_MASKS) masks.clear()
  masks.set(word, mask)
  return mask
}

/** Cheap to compute, so that few edit distances are. */
function mayBeNear(word: string, letters: number, other: { word: string; most: number }): boolean {
  if (Math.abs(word.length - other.word.length) > other.most) return false
  const mask = letterMask(other.word)
  return countBits(letters & ~mask) <= other.most && countBits(mask & ~letters) <= other.most
}

function countBits(mask: number): number {
  let count = 0
  for (let left = mask; left !== 0; left &= left - 1) count += 1
  return count
}

/** As in "ytre" for "tyre". */
function isSwappedStart(a: string, b: string): boolean {
  return a[0] === b[1] && a[1] === b[0]
}

/** As in "break" for "brake": one letter is in another position. */
function hasOneMoved(a: string, b: string): boolean {
  if (a.length !== b.length || a === b) return false
  const differing = [...a].flatMap((letter, index) => (letter === b[index] ? [] : [index]))
  const start = differing[0] ?? 0
  const end = (differing.at(-1) ?? 0) + 1
  const from = a.slice(start, end)
  const to = b.slice(start, end)
  return from.slice(1) + from[0] === to || to.slice(1) + to[0] === from
}

/** Joins "wind screen" if names of parts have it as one word. */
export function joinSplitWords(terms: readonly Term[], vocabulary: Vocabulary): Term[] {
  const result: Term[] = []
  for (let index = 0; index < terms.length; index += 1) {
    const first = terms[index]
    const second = terms[index + 1]
    if (!first) break
    const word = second && joinedWord(first, second)
    if (word && second && isInNames(word, vocabulary)) {
      const words = [...first.words, ...second.words]
      const [joined] = termsOfWords([word])
      result.push({ ...first, words, variants: [words, ...(joined?.variants ?? [])] })
      index += 1
    } else result.push(first)
  }
  return result
}

function joinedWord(first: Term, second: Term): string | undefined {
  if (!isUnmarked(first) || !isUnmarked(second)) return undefined
  const words = [...first.words, ...second.words]
  const word = words.join('')
  return words.length === 2 && word.length <= LONGEST && /^[a-z]+$/.test(word) ? word : undefined
}

function isInNames(word: string, vocabulary: Vocabulary): boolean {
  return (vocabulary.count(word, 'name') ?? 0) > 0
}

/** Also "NOR" before "0707". */
export function isOfNumber({ words }: Term, next: Term | undefined): boolean {
  const [word = ''] = words
  const isShort = words.length === 1 && word.length < 4
  return words.some(hasDigit) || (isShort && next?.words.some(hasDigit) === true)
}

/** The terms with corrections of words that are in no name. */
export function correctTerms(terms: readonly Term[], vocabulary: Vocabulary): Term[] {
  return replaceWords(terms, (term, before) => {
    const isInAName = term.variants.some((variant) => variant.every((word) => isInNames(word, vocabulary)))
    if (isInAName || isKnownName(term.words) || namesPartType(term.words)) return term.words
    return term.words.flatMap(
      (word) => likelierWords(word, vocabulary) ?? shortWord(word, before, vocabulary) ?? [word],
    )
  })
}

/** Replaces words of unmarked terms. Neighbouring words may then become one name. */
function replaceWords(
  terms: readonly Term[],
  replace: (term: Term, before: string, after: Term | undefined) => readonly string[],
): Term[] {
  const result: Term[] = []
  let words: string[] = []
  let separator: string | undefined
  for (const [index, term] of terms.entries()) {
    if (term.separator !== undefined) endName(term.separator)
    if (isUnmarked(term) && term.numberKey === null && !isEitherPosition(term)) {
      const next = terms[index + 1]
      words.push(...(isOfNumber(term, next) ? term.words : replace(term, words.at(-1) ?? '', next)))
    } else {
      endName()
      result.push(term)
    }
  }
  endName()
  return result

  function endName(next?: string): void {
    const [first, ...others] = termsOfWords(words)
    if (first) result.push(separator === undefined ? first : { ...first, separator }, ...others)
    words = []
    separator = next
  }
}

const knownWordCandidates = knownWords.map((word) => ({ word, parts: 0 }))

/** The correction of a word that no name has: a near word, or two words with the space restored. */
function likelierWords(word: string, vocabulary: Vocabulary): readonly string[] | undefined {
  if (isInNames(word, vocabulary)) return undefined
  const partsInTexts = vocabulary.count(word, 'text') ?? 0
  const near = nearestWord(word, candidatesFor(vocabulary, 5 * partsInTexts))
  const isBegun = partsInTexts === 0 && /^[a-z]{3,}$/.test(word)
  const [completed] = isBegun ? vocabulary.startingWith(word, 1) : []
  // a completion is likelier than a word with two letters wrong
  if (near && near.word !== word && (!completed || editDistance(word, near.word) < 2)) return [near.word]
  if (completed) return [completed.word]
  return partsInTexts > 0 || near ? undefined : splitWord(word, vocabulary)
}

/** A word of descriptions is rarely a mistake, so only a much more frequent word replaces it. */
function* candidatesFor(vocabulary: Vocabulary, moreThan: number): Generator<Candidate> {
  for (const one of vocabulary.written.values()) {
    if (one.parts <= moreThan && moreThan > 0) break
    if (one.word.length >= SHORTEST) yield one
  }
  if (moreThan === 0) yield* knownWordCandidates
}

function splitWord(word: string, vocabulary: Vocabulary): readonly string[] | undefined {
  if (!mayBeMistyped(word) || word.length > LONGEST) return undefined
  let best: { pair: [string, string]; parts: number } | undefined
  for (let cut = SHORTEST_HALF; cut <= word.length - SHORTEST_HALF; cut += 1) {
    const pair: [string, string] = [word.slice(0, cut), word.slice(cut)]
    const parts = Math.min(...pair.map((half) => vocabulary.count(half, 'name') ?? 0))
    if (parts > (best?.parts ?? 0)) best = { pair, parts }
  }
  return best?.pair
}

/** A word of two or three letters is only completed after a word of a known name. */
function shortWord(word: string, before: string, vocabulary: Vocabulary): readonly string[] | undefined {
  if (!/^[a-z]{2,3}$/.test(word) || isInNames(word, vocabulary)) return undefined
  const meant = wordsFollowing(before).find(
    (next) => next.startsWith(word) || (next[0] === word[0] && editDistance(word, next) === 1),
  )
  return meant === undefined ? undefined : [meant]
}

const LONGEST_CORRECTED_NAME = 4

/** Corrects words by their neighbours in known names: "ball joins" is "ball joints". Null if nothing is corrected. */
export function correctPartType(terms: readonly Term[], vocabulary: Vocabulary): Term[] | null {
  if (terms.length > LONGEST_CORRECTED_NAME) return null
  let isCorrected = false
  const result = replaceWords(terms, (term, before, after) => {
    const [word = '', another] = term.words
    if (another !== undefined || isKnownName(term.words) || namesPartType(term.words)) return term.words
    if (vocabulary.written.has(word)) return term.words
    const neighbours = [...wordsFollowing(before), ...wordsPreceding(after?.words[0] ?? '')]
    const candidates = neighbours.filter((name) => name.length >= SHORTEST && isInNames(name, vocabulary))
    const counted = candidates.map((name) => ({ word: name, parts: vocabulary.count(name, 'name') ?? 0 }))
    // a short word may also have another first letter
    const near = nearestWord(word, counted) ?? counted.find((one) => editDistance(word, one.word) === 1)
    if (!near || near.word === word || !mayBeMistyped(word)) return term.words
    isCorrected = true
    return [near.word]
  })
  return isCorrected ? result : null
}
