import type { Db } from '#database/open.ts'
import { isCalled } from './called.ts'
import type { CatalogueWords } from './catalogue-words.ts'
import { isTyre } from './numbers.ts'
import {
  asksNumber,
  type Demand,
  demandsOf,
  isChoice,
  isKnownName,
  isOwn,
  knownNames,
  type Question,
  readQuestion,
  wordsAfter,
  writeQuestion,
} from './question.ts'
import { runsOf } from './runs.ts'
import { mayBeMistyped, nearest, typingDistance } from './spelling.ts'
import { hasDigit } from './text.ts'
import { isThing } from './things.ts'
import { lookUp, type Vocabulary } from './words.ts'

/** How a search differs from what was typed: other words; fewer; words that parts only mention. */
export type Change = 'spelling' | 'fewer' | 'mentioned'

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
/** Words of which each has so many parts are also together in one's name, or together in none. */
const SURELY_NAMED = 3000
/** Stands before settled words that parts only mention; typed ones are trimmed. */
const MENTIONED = ' '
const SHORTEST_HALF = 3
/** Of an oil, of a bulb. */
const GRADE = /^(\d{1,2}w\d{2,3}|h\d{1,2}|[a-z]{1,2}\d{1,2}w|d[1-4][rs])$/
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
  const asTyped: Reading = {
    text: q.trim(),
    demands,
    change: isSettled && q.startsWith(MENTIONED) ? 'mentioned' : null,
  }
  if (isSettled || demands.length === 0)
    return { question, vocabulary, readings: [asTyped], suggestion: null }
  return { question, vocabulary, ...guess(asTyped, vocabulary) }
}

/** The words that reading a question looks up. Two that may be one, and one that may be two, are names or nothing. */
export function wordsToRead({ demands }: Question): string[] {
  return demands.flatMap(({ wordings }) => wordings.flat())
}

/** The words of a reading as its later pages ask for them. */
export function settled({ text, change }: Reading): string {
  return change === 'mentioned' ? `${MENTIONED}${text}` : text
}

function read(demands: Demand[], change: Change | null): Reading {
  return { text: writeQuestion(demands), demands, change }
}

/** The readings of words: as typed; as parts mention them; with likelier spellings; without the rarest of them. */
function guess(asTyped: Reading, vocabulary: Vocabulary): Pick<Readings, 'readings' | 'suggestion'> {
  const { demands } = asTyped
  const corrected = read(correct(demands, vocabulary), 'spelling')
  const isChanged = corrected.text !== writeQuestion(demands)
  const fewer = dropRarest(isChanged ? corrected.demands : demands, vocabulary)
  const mentioned: Reading = { ...asTyped, change: 'mentioned' }
  const isSold = isCalled(demands, vocabulary)
  const isMeant = isCalled(corrected.demands, vocabulary)
  const readings = [
    ...(isSold && !isUnnamed(demands, vocabulary) ? [asTyped] : []),
    ...(mayBeMentioned(demands, vocabulary) || (!isSold && !isPhrase(demands)) ? [mentioned] : []),
    ...(isChanged && isMeant ? [corrected] : []),
    // other things than the one that nobody has are no answer
    ...(fewer && isMeant && isCalled(fewer, vocabulary) ? [read(fewer, 'fewer')] : []),
  ]
  return { readings, suggestion: isChanged ? corrected.text : null }
}

/** Whether no name has the one word that is asked for. */
function isUnnamed(demands: Demand[], vocabulary: Vocabulary): boolean {
  const [only, another] = demands
  return (
    only?.typed.length === 1 &&
    !another &&
    !hasDigit(only.typed.join('')) &&
    partsWith(only, vocabulary, 'named') === 0
  )
}

/** Whether words may stand in a description without being a part's name. */
function mayBeMentioned(demands: Demand[], vocabulary: Vocabulary): boolean {
  const named = Math.min(...demands.map((demand) => partsWith(demand, vocabulary, 'named')))
  return isPhrase(demands) ? named < SURELY_NAMED : isUnnamed(demands, vocabulary)
}

function isPhrase(demands: Demand[]): boolean {
  return demands.flatMap(({ typed }) => typed).length > 1
}

/** Words in quotes and those not wanted stay as they are. */
function isFree({ isExact, isRefused }: Demand): boolean {
  return !isExact && !isRefused
}

/** How many parts have a demand in one of its wordings, at most. */
export function partsWith(demand: Demand, vocabulary: Vocabulary, place: 'anywhere' | 'named'): number {
  return demand.wordings.reduce((sum, wording) => {
    const counts = wording.map((word) => countOf(word, vocabulary, isOwn(demand, wording) ? place : 'named'))
    return sum + Math.min(...counts)
  }, 0)
}

/** How many parts have each of the demands, at most: in their texts, or in their numbers. */
export function partsWithEach(
  demands: readonly Demand[],
  vocabulary: Vocabulary,
  place: 'anywhere' | 'named',
): number[] {
  const runs = runsOf(demands)
  return demands.map((demand, at) => {
    const isInRun = runs.some(({ from, to }) => from <= at && at < to)
    return partsWith(demand, vocabulary, place) + (isInRun ? FEW_OF_NUMBER : 0)
  })
}

/** How many parts are what a demand's last word says, at most. */
export function partsHeaded({ wordings }: Pick<Demand, 'wordings'>, vocabulary: Vocabulary): number {
  return wordings.reduce((sum, wording) => sum + countOf(wording.at(-1) ?? '', vocabulary, 'headed'), 0)
}

function countOf(word: string, vocabulary: Vocabulary, place: 'anywhere' | 'named' | 'headed'): number {
  const known = vocabulary.get(word)
  if (isUncounted(word)) return FEW_OF_NUMBER
  if (!known) return Number.POSITIVE_INFINITY
  return word.startsWith('c:') ? known.anywhere : known[place]
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
  let joint: string | undefined
  for (const [at, demand] of demands.entries()) {
    if (demand.joint !== undefined) endRun(demand.joint)
    if (isFree(demand) && !asksNumber(demand) && !isChoice(demand))
      run.push(
        ...(isOfNumber(demand, demands[at + 1])
          ? demand.typed
          : correctWords(demand, vocabulary, run.at(-1) ?? '')),
      )
    else {
      endRun()
      result.push(demand)
    }
  }
  endRun()
  return result

  function endRun(next?: string): void {
    const [first, ...others] = demandsOf(run)
    if (first) result.push(joint === undefined ? first : { ...first, joint }, ...others)
    run = []
    joint = next
  }
}

function correctWords(demand: Demand, vocabulary: Vocabulary, before: string): string[] {
  if (partsWith(demand, vocabulary, 'named') > 0 || isKnownName(demand.typed) || isThing(demand.typed))
    return demand.typed
  return demand.typed.flatMap(
    (word) => likelier(word, vocabulary) ?? shortOne(word, vocabulary, before) ?? [word],
  )
}

/** A word of two or three letters means nothing alone; after another it may be meant for a name that the trade knows. */
function shortOne(word: string, vocabulary: Vocabulary, before: string): string[] | undefined {
  if (!/^[a-z]{2,3}$/.test(word) || (vocabulary.get(word)?.named ?? 0) > 0) return undefined
  const meant = wordsAfter(before).find(
    (name) => name.startsWith(word) || (name[0] === word[0] && typingDistance(word, name) === 1),
  )
  return meant === undefined ? undefined : [meant]
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
 * Without the words that no part has, or else the one that fewest names have; undefined where that leaves nothing to find.
 * What belongs to a number or a size is never left out: it says which part is wanted. Nor is a word that says what a
 * part is: what is left has to say so.
 */
function dropRarest(demands: Demand[], vocabulary: Vocabulary): Demand[] | undefined {
  const counted = demands.map((demand) => ({
    demand,
    parts: partsWith(demand, vocabulary, 'anywhere'),
    named: partsWith(demand, vocabulary, 'named'),
  }))
  const loose = counted.filter(({ demand }, at) => isFree(demand) && !isOfNumber(demand, demands[at + 1]))
  const unknown = loose.filter(({ parts }) => parts === 0)
  const [rarest] = loose
    .filter(({ demand }) => !isKind(demand, vocabulary))
    .sort((a, b) => (a.named === b.named ? 0 : a.named - b.named))
  const dropped = unknown.length > 0 ? unknown : rarest ? [rarest] : []
  const left = counted
    .filter((each) => !dropped.includes(each))
    // what stood apart does not become one name
    .map((each) => (isBehind(each) ? { ...each, demand: { joint: '', ...each.demand } } : each))
  const kept = left.map(({ demand }) => demand)
  const isWorthAsking =
    (left.some(({ demand }) => mayBeKind(demand, vocabulary)) || isTelling(kept)) &&
    partsWithEach(kept, vocabulary, 'anywhere').every((parts) => parts > 0)
  return dropped.length > 0 && isWorthAsking ? kept : undefined

  function isBehind(each: (typeof counted)[number]): boolean {
    return dropped.some((one) => counted.indexOf(one) === counted.indexOf(each) - 1)
  }
}

/** Whether a demand is known to say what a part is: "m12" and "inch" do not. Of a respelled word it is not known. */
function isKind(demand: Demand, vocabulary: Vocabulary): boolean {
  return mayBeKind(demand, vocabulary) && Number.isFinite(partsHeaded(demand, vocabulary))
}

function mayBeKind(demand: Demand, vocabulary: Vocabulary): boolean {
  return !demand.isRefused && !demand.typed.some(hasDigit) && partsHeaded(demand, vocabulary) > 0
}

/** Sizes that only one kind of part has: of a tyre, an oil, a bulb. */
function isTelling(demands: Demand[]): boolean {
  const words = demands.flatMap(({ typed, isRefused }) => (isRefused ? [] : typed))
  return isTyre(words) || words.some((word) => GRADE.test(word))
}

/** "NOR" before "0707" is the beginning of a number. */
function isOfNumber({ typed }: Demand, next: Demand | undefined): boolean {
  const [word = ''] = typed
  return (
    typed.some(hasDigit) || (word.length < 4 && typed.length === 1 && next?.typed.some(hasDigit) === true)
  )
}
