import type { Db } from '#database/open.ts'
import { isCalled, thingsNamed } from './called.ts'
import type { CatalogueWords } from './catalogue-words.ts'
import { correct, isFree, isOfNumber, joinHalves } from './corrections.ts'
import { isTyre } from './numbers.ts'
import { type Demand, type Question, readQuestion, writeQuestion } from './question.ts'
import { hasDigit } from './text.ts'
import { partsHeaded, partsWith, partsWithEach } from './word-counts.ts'
import { lookUp, type Vocabulary } from './words.ts'

/** How a search differs from what was typed: other words; fewer; words that parts only mention. */
type Change = 'spelling' | 'fewer' | 'mentioned'

/** One way to read what was typed: the words searched for, and how they differ from those asked. */
export type Reading = {
  text: string
  demands: Demand[]
  change: Change | null
  /** Things that parts must be, not only have somewhere in their texts. */
  things?: readonly Demand[]
}

export type Readings = {
  question: Question
  vocabulary: Vocabulary
  /** In the order in which they are tried: the next where nothing is found. */
  readings: Reading[]
  /** A likelier spelling, where the words as typed may be found all the same. */
  suggestion: string | null
}

/** Words of which each has so many parts are also together in one's name, or together in none. */
const SURELY_NAMED = 3000
/** Stands before settled words that parts only mention; typed ones are trimmed. */
const MENTIONED = ' '
/** The same before words of which parts are the thing that they name. */
const CALLED = '  '
/** Of an oil, of a bulb. */
const GRADE = /^(\d{1,2}w\d{2,3}|h\d{1,2}|[a-z]{1,2}\d{1,2}w|d[1-4][rs])$/

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
  const isCalledSo = isSettled && q.startsWith(CALLED)
  const asTyped: Reading = {
    text: q.trim(),
    demands,
    change: isSettled && !isCalledSo && q.startsWith(MENTIONED) ? 'mentioned' : null,
    ...(isCalledSo ? { things: isCalled(demands, vocabulary) ? thingsNamed(demands) : [] } : {}),
  }
  if (isSettled || demands.length === 0)
    return { question, vocabulary, readings: [asTyped], suggestion: null }
  return { question, vocabulary, ...guess(asTyped, vocabulary) }
}

/** The words that reading a question looks up. Two that may be one, and one that may be two, are names or nothing. */
function wordsToRead({ demands }: Question): string[] {
  return demands.flatMap(({ wordings }) => wordings.flat())
}

/** The words of a reading as its later pages ask for them. */
export function settled({ text, change, things }: Reading): string {
  if (things) return `${CALLED}${text}`
  return change === 'mentioned' ? `${MENTIONED}${text}` : text
}

function read(demands: Demand[], change: Change | null): Reading {
  return { text: writeQuestion(demands), demands, change }
}

/** The readings of words: as the name of a thing; as typed; as parts mention them; with likelier spellings; without the rarest of them. */
function guess(asTyped: Reading, vocabulary: Vocabulary): Pick<Readings, 'readings' | 'suggestion'> {
  const { demands } = asTyped
  const corrected = read(correct(demands, vocabulary), 'spelling')
  const isChanged = corrected.text !== writeQuestion(demands)
  const fewer = dropRarest(isChanged ? corrected.demands : demands, vocabulary)
  const mentioned: Reading = { ...asTyped, change: 'mentioned' }
  const isSold = isCalled(demands, vocabulary)
  const things = isSold ? thingsNamed(demands) : []
  const isMeant = isCalled(corrected.demands, vocabulary)
  const readings: Reading[] = [
    ...(things.length > 0 ? [{ ...asTyped, things }] : []),
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
