import type { Db } from '#database/open.ts'
import type { CatalogueWords } from './catalogue-words.ts'
import { type Demand, demandsOf, knownNames, type Question, readQuestion, writeQuestion } from './question.ts'
import { mayBeMistyped, nearest, typingDistance } from './spelling.ts'
import { hasDigit } from './text.ts'
import { lookUp, type Vocabulary } from './words.ts'

/** Why the store searches for other words than were typed. */
export type Change = 'spelling' | 'fewer'

/** One way to read what was typed: the words searched for, and how they differ from those asked. */
export type Reading = { text: string; demands: Demand[]; change: Change | null }

export type Readings = {
  question: Question
  vocabulary: Vocabulary
  /** In the order in which they are tried: the next where nothing is found. */
  readings: Reading[]
  /** A likelier spelling, where the words as typed may be found all the same. */
  suggestion: string | null
}

/** No word of a catalogue is longer. */
const LONGEST_JOINED = 24
const SHORTEST_HALF = 3
const UNIT = /^(mm|cm|ml|l|kg|g|w|v|ah|a|nm|bar|psi|in|inch|inches|kw|pin|t)$/
/** As many parts as a number that is not counted is taken to stand in. */
export const FEW_OF_NUMBER = 500

/**
 * Reads what was typed against the catalogue's words, in one statement at most. `isSettled` takes the words as they
 * are: those of a later page have been read before. `catalogue` are words that were looked up a moment ago.
 */
export async function readSearch(
  db: Db,
  q: string,
  { isSettled, catalogue }: { isSettled: boolean; catalogue?: CatalogueWords | undefined },
): Promise<Readings> {
  const question = readQuestion(q)
  const vocabulary = await lookUp(db, wordsToRead(question), catalogue)
  const demands = joinHalves(question.demands, vocabulary)
  const asTyped: Reading = { text: q.trim(), demands, change: null }
  if (isSettled || demands.length === 0)
    return { question, vocabulary, readings: [asTyped], suggestion: null }
  return { question, vocabulary, ...guess(asTyped, vocabulary) }
}

/** The words that reading a question looks up: also two that may be one, and one that may be two. */
export function wordsToRead({ demands }: Question): string[] {
  const free = demands.filter(isFree)
  return [
    ...demands.flatMap(({ wordings }) => wordings.flat()),
    ...free.map((demand, at) => joined(demand, free[at + 1])).filter((word) => word !== undefined),
    ...free.flatMap(({ typed }) => typed.flatMap(halvesOf).flat()),
  ]
}

function read(demands: Demand[], change: Change | null): Reading {
  return { text: writeQuestion(demands), demands, change }
}

/** The readings of words: as typed; with likelier spellings; without the rarest of them. */
function guess(asTyped: Reading, vocabulary: Vocabulary): Pick<Readings, 'readings' | 'suggestion'> {
  const corrected = read(correct(asTyped.demands, vocabulary), 'spelling')
  const isChanged = corrected.text !== writeQuestion(asTyped.demands)
  const best = isChanged ? corrected : asTyped
  const fewer = dropRarest(best.demands, vocabulary)
  const readings = [asTyped, ...(isChanged ? [corrected] : []), ...(fewer ? [read(fewer, 'fewer')] : [])]
  return { readings, suggestion: isChanged ? corrected.text : null }
}

/** Words in quotes and those not wanted stay as they are. */
function isFree({ isExact, isRefused }: Demand): boolean {
  return !isExact && !isRefused
}

/** How many parts have a demand in one of its wordings, at most. */
export function partsWith(
  demand: Pick<Demand, 'wordings'>,
  vocabulary: Vocabulary,
  place: 'anywhere' | 'named' | 'headed',
): number {
  return demand.wordings.reduce((sum, wording) => sum + Math.min(...wording.map(countOf)), 0)

  function countOf(word: string): number {
    const known = vocabulary.get(word)
    if (isUncounted(word)) return FEW_OF_NUMBER
    if (!known) return Number.POSITIVE_INFINITY
    return word.startsWith('c:') ? known.anywhere : known[place]
  }
}

/** The database's `is_counted`, the other way round: most part numbers stand in one part. */
export function isUncounted(word: string): boolean {
  return word.length > 4 && hasDigit(word)
}

/** "wind screen" is also one word where parts have it so. */
function joinHalves(demands: Demand[], vocabulary: Vocabulary): Demand[] {
  const result: Demand[] = []
  for (let at = 0; at < demands.length; at += 1) {
    const [first, second] = [demands[at], demands[at + 1]]
    if (!first) break
    const word = joined(first, second)
    const isWord = word !== undefined && (vocabulary.get(word)?.named ?? 0) > 0
    if (isWord && second) {
      const typed = [...first.typed, ...second.typed]
      const [whole] = demandsOf([word])
      result.push({ ...first, typed, wordings: [typed, ...(whole?.wordings ?? [])] })
      at += 1
    } else result.push(first)
  }
  return result
}

function joined(first: Demand, second: Demand | undefined): string | undefined {
  if (!second || !isFree(first) || !isFree(second)) return undefined
  const words = [...first.typed, ...second.typed]
  const word = words.join('')
  return words.length === 2 && word.length <= LONGEST_JOINED && /^[a-z]+$/.test(word) ? word : undefined
}

/** Every way to part a word in two. */
function halvesOf(word: string): [string, string][] {
  if (!mayBeMistyped(word) || word.length > LONGEST_JOINED) return []
  const cuts = Array.from(
    { length: Math.max(0, word.length - 2 * SHORTEST_HALF + 1) },
    (_, at) => at + SHORTEST_HALF,
  )
  return cuts.map((at) => [word.slice(0, at), word.slice(at)])
}

function correct(demands: Demand[], vocabulary: Vocabulary): Demand[] {
  const result: Demand[] = []
  // words that stand side by side may be a name together
  let run: string[] = []
  for (const [at, demand] of demands.entries()) {
    if (isFree(demand))
      run.push(...(isOfNumber(demand, demands[at + 1]) ? demand.typed : correctWords(demand, vocabulary)))
    else {
      result.push(...demandsOf(run), demand)
      run = []
    }
  }
  return [...result, ...demandsOf(run)]
}

function correctWords(demand: Demand, vocabulary: Vocabulary): string[] {
  if (partsWith(demand, vocabulary, 'named') > 0) return demand.typed
  return demand.typed.flatMap((word) => likelier(word, vocabulary) ?? [word])
}

/** What was meant by a word that no name has: one near it, or two that lost their gap. */
function likelier(word: string, vocabulary: Vocabulary): string[] | undefined {
  const known = vocabulary.get(word)
  if ((known?.named ?? 0) > 0) return undefined
  const names = knownNames.map((name) => ({ word: name, parts: 0, stem: null }))
  // a word that descriptions have is rarely a mistake
  const most = known?.anywhere ?? 0
  const spellings = [...vocabulary.catalogue.spellingsNear(word), ...names].filter(
    ({ parts }) => most === 0 || parts > 5 * most,
  )
  const near = nearest(word, spellings)
  const [ending] = most === 0 && /^[a-z]{3,}$/.test(word) ? vocabulary.catalogue.beginningWith(word, 1) : []
  // what begins so is likelier than what has two letters wrong
  if (near && (!ending || typingDistance(word, near.word) < 2))
    return near.word === word ? undefined : [near.word]
  if (ending) return [ending.word]
  if (most > 0) return undefined
  const halves = halvesOf(word)
    .map((pair) => ({ pair, parts: Math.min(...pair.map((half) => vocabulary.get(half)?.named ?? 0)) }))
    .filter(({ parts }) => parts > 0)
    .sort((a, b) => b.parts - a.parts)
  return halves[0]?.pair
}

/**
 * Without the words that no part has, or else the one that fewest have; undefined where that leaves nothing to find.
 * What belongs to a number or a size is never left out: it says which part is wanted. Nor is a size alone an answer:
 * a word has to stay that says what the part is.
 */
function dropRarest(demands: Demand[], vocabulary: Vocabulary): Demand[] | undefined {
  const counted = demands.map((demand) => ({ demand, parts: partsWith(demand, vocabulary, 'anywhere') }))
  const loose = counted.filter(({ demand }, at) => isFree(demand) && !isOfNumber(demand, demands[at + 1]))
  const unknown = loose.filter(({ parts }) => parts === 0)
  const [rarest] = [...loose].sort((a, b) => a.parts - b.parts)
  const dropped = unknown.length > 0 ? unknown : rarest ? [rarest] : []
  const left = counted.filter((each) => !dropped.includes(each))
  const isWorthAsking = left.some(({ demand }) => isWord(demand)) && left.every(({ parts }) => parts > 0)
  return dropped.length > 0 && isWorthAsking ? left.map(({ demand }) => demand) : undefined
}

/** Whether a demand may say what a part is: "m12" and "inch" do not. */
function isWord({ isRefused, typed }: Demand): boolean {
  return !isRefused && typed.some((word) => !hasDigit(word) && !UNIT.test(word))
}

/** "NOR" before "0707" is the beginning of a number. */
function isOfNumber({ typed }: Demand, next: Demand | undefined): boolean {
  const [word = ''] = typed
  return (
    typed.some(hasDigit) || (word.length < 4 && typed.length === 1 && next?.typed.some(hasDigit) === true)
  )
}
