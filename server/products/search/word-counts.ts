import { type Demand, isOwn } from './question.ts'
import { runsOf } from './runs.ts'
import { hasDigit } from './text.ts'
import type { Vocabulary } from './words.ts'

/** As many parts as a number that is not counted is taken to stand in. */
export const FEW_OF_NUMBER = 500

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

/** The database's `is_counted_lexeme`, the other way round: most part numbers stand in one part. */
export function isUncounted(word: string): boolean {
  return word.length > 4 && hasDigit(word)
}
