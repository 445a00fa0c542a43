import { isKnownName, knownWords, namesPartType, wordsFollowing, wordsPreceding } from './names.ts'
import { hasDigit } from './normalise.ts'
import { isEitherPosition, isPlainTerm, type Term, termsOfWords } from './part-types.ts'
import type { Vocabulary, WrittenWord } from './vocabulary.ts'

const SHORTEST_CORRECTED = 4
const SHORTEST_WITH_TWO_EDITS = 7
const LONGEST_JOINED = 24
const SHORTEST_HALF = 3

type Candidate = Pick<WrittenWord, 'word' | 'parts'>

export function editDistance(a: string, b: string, maxEdits = Number.POSITIVE_INFINITY): number {
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
    if (Math.min(...current) > maxEdits) return Number.POSITIVE_INFINITY
    beforeLast = last
    last = current
  }
  return at(last, b.length)
}

function at(row: number[], column: number): number {
  return row[column] ?? Number.POSITIVE_INFINITY
}

/** The candidate with the fewest edits, at most two, then with the same first letter, then the most frequent. None for words of under four letters, or with digits or accents. */
export function nearestWord<One extends Candidate>(word: string, candidates: Iterable<One>): One | undefined {
  if (word.length < SHORTEST_CORRECTED || !/^[a-z]+$/.test(word)) return undefined
  const maxEdits = word.length < SHORTEST_WITH_TWO_EDITS ? 1 : 2
  const letters = [...new Set(word)]
  const near: { one: One; edits: number }[] = []
  for (const one of candidates) {
    if (Math.abs(word.length - one.word.length) > maxEdits) continue
    const isSwappedStart = word[0] === one.word[1] && word[1] === one.word[0]
    const mayStartDiffer = word.length > SHORTEST_CORRECTED || isSwappedStart
    const isSameStart = word[0] === one.word[0]
    const allowed = isSameStart ? maxEdits : Number(mayStartDiffer)
    // each letter that is missing takes an edit
    if (allowed === 0 || letters.filter((letter) => !one.word.includes(letter)).length > allowed) continue
    const distance = isOneLetterMoved(word, one.word) ? 1 : editDistance(word, one.word, allowed)
    if (distance <= allowed) near.push({ one, edits: distance + (isSameStart ? 0 : 0.5) })
  }
  near.sort((a, b) => a.edits - b.edits || b.one.parts - a.one.parts || (a.one.word < b.one.word ? -1 : 1))
  return near[0]?.one
}

function isOneLetterMoved(a: string, b: string): boolean {
  if (a.length !== b.length || a === b) return false
  const differing = [...a].flatMap((letter, index) => (letter === b[index] ? [] : [index]))
  const start = differing[0] ?? 0
  const end = (differing.at(-1) ?? 0) + 1
  const from = a.slice(start, end)
  const to = b.slice(start, end)
  return from.slice(1) + from[0] === to || to.slice(1) + to[0] === from
}

/** Joins two words that are one word in the names of parts: "head light". */
export function joinSplitWords(terms: readonly Term[], vocabulary: Vocabulary): Term[] {
  const result: Term[] = []
  for (const term of terms) {
    const before = result.at(-1)
    const words = [...(before?.words ?? []), ...term.words]
    const word = words.join('')
    const mayBeOne = words.length === 2 && word.length <= LONGEST_JOINED && /^[a-z]+$/.test(word)
    if (mayBeOne && before && isPlainTerm(before) && isPlainTerm(term) && isInNames(word, vocabulary)) {
      const variants = [words, ...termsOfWords([word]).flatMap((one) => one.variants)]
      result.splice(-1, 1, { ...before, words, variants })
    } else result.push(term)
  }
  return result
}

function isInNames(word: string, vocabulary: Vocabulary): boolean {
  return vocabulary.count(word, 'name') > 0
}

export function belongsToNumber({ words }: Term, next: Term | undefined): boolean {
  const [word = ''] = words
  const isShort = words.length === 1 && word.length < 4
  return words.some(hasDigit) || (isShort && next?.words.some(hasDigit) === true)
}

/** Corrects, completes or splits words that are in no name. `isByName`: one of them by its neighbours in a known name, as in "ball joins". */
export function correctTerms(terms: readonly Term[], vocabulary: Vocabulary) {
  let isByName = false
  const corrected = replaceWords(terms, (term, before, after) => {
    if (isKnownName(term.words) || namesPartType(term.words)) return term.words
    const isNamed = term.variants.some((variant) => variant.every((word) => isInNames(word, vocabulary)))
    return term.words.flatMap((word) => {
      const meant = wordOfName(word, before, after, vocabulary)
      if (meant !== undefined) isByName = true
      return meant ?? (isNamed ? undefined : likelierWords(word, vocabulary)) ?? [word]
    })
  })
  return { terms: corrected, isByName }
}

function replaceWords(
  terms: readonly Term[],
  replace: (term: Term, before: string, after: string) => readonly string[],
): Term[] {
  const result: Term[] = []
  let words: string[] = []
  let separator: string | undefined
  for (const [index, term] of terms.entries()) {
    if (term.separator !== undefined) endName(term.separator)
    if (isPlainTerm(term) && term.partNumberKey === null && !isEitherPosition(term)) {
      const next = terms[index + 1]
      const replaced = belongsToNumber(term, next)
        ? term.words
        : replace(term, words.at(-1) ?? '', next?.words[0] ?? '')
      words.push(...replaced)
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

/** The word beside one of these neighbours in a known name, if this is a misspelling of it, or two or three letters that begin it. */
function wordOfName(word: string, before: string, after: string, vocabulary: Vocabulary): string | undefined {
  if (vocabulary.written.has(word)) return undefined
  const following = wordsFollowing(before)
  const isOneEdit = (one: string) => editDistance(word, one, 1) === 1
  if (/^[a-z]{2,3}$/.test(word) && !isInNames(word, vocabulary))
    return following.find((one) => one.startsWith(word) || (one[0] === word[0] && isOneEdit(one)))
  const candidates = [...following, ...wordsPreceding(after)]
    .filter((one) => one.length >= SHORTEST_CORRECTED)
    .map((one) => ({ word: one, parts: vocabulary.count(one, 'name') }))
    .filter(({ parts }) => parts > 0)
  const near = nearestWord(word, candidates)
  return (
    near?.word ?? candidates.find((one) => word.length === SHORTEST_CORRECTED && isOneEdit(one.word))?.word
  )
}

const knownWordCandidates = knownWords.map((word) => ({ word, parts: 0 }))

/** The nearest word, the completion of a beginning, or the two words that were written as one. */
function likelierWords(word: string, vocabulary: Vocabulary): readonly string[] | undefined {
  if (isInNames(word, vocabulary)) return undefined
  const partsInTexts = vocabulary.count(word, 'text')
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
    // the most frequent words come first
    if (one.parts <= moreThan && moreThan > 0) break
    if (one.word.length >= SHORTEST_CORRECTED) yield one
  }
  if (moreThan === 0) yield* knownWordCandidates
}

function splitWord(word: string, vocabulary: Vocabulary): readonly string[] | undefined {
  if (word.length > LONGEST_JOINED || !/^[a-z]+$/.test(word)) return undefined
  let best: { pair: [string, string]; parts: number } | undefined
  for (let cut = SHORTEST_HALF; cut <= word.length - SHORTEST_HALF; cut += 1) {
    const pair: [string, string] = [word.slice(0, cut), word.slice(cut)]
    const parts = Math.min(...pair.map((half) => vocabulary.count(half, 'name')))
    if (parts > (best?.parts ?? 0)) best = { pair, parts }
  }
  return best?.pair
}
