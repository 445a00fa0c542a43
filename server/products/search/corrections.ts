import {
  asksNumber,
  type Demand,
  demandsOf,
  isChoice,
  isKnownName,
  knownNames,
  wordsAfter,
} from './question.ts'
import { mayBeMistyped, nearest, typingDistance } from './spelling.ts'
import { hasDigit } from './text.ts'
import { isThing } from './things.ts'
import { partsWith } from './word-counts.ts'
import type { Vocabulary } from './words.ts'

/** No word of a catalogue is longer. */
const LONGEST_JOINED = 24
const SHORTEST_HALF = 3

const tableNames = knownNames.map((name) => ({ word: name, parts: 0, stem: null }))

/** "wind screen" is also one word where parts have it so. */
export function joinHalves(demands: Demand[], vocabulary: Vocabulary): Demand[] {
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

/** With likelier spellings of what no name has; the same demands where there are none. */
export function correct(demands: Demand[], vocabulary: Vocabulary): Demand[] {
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
  // a word that descriptions have is rarely a mistake
  const most = known?.anywhere ?? 0
  const spellings = [...vocabulary.catalogue.spellingsNear(word), ...tableNames].filter(
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

/** Words in quotes and those not wanted stay as they are. */
export function isFree({ isExact, isRefused }: Demand): boolean {
  return !isExact && !isRefused
}

/** "NOR" before "0707" is the beginning of a number. */
export function isOfNumber({ typed }: Demand, next: Demand | undefined): boolean {
  const [word = ''] = typed
  return (
    typed.some(hasDigit) || (word.length < 4 && typed.length === 1 && next?.typed.some(hasDigit) === true)
  )
}
