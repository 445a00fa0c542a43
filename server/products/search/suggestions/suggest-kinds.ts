import { kindsOfThing } from '../called.ts'
import { kindOf } from '../query.ts'
import type { Spelling } from '../spelling.ts'
import { wordsOf } from '../text.ts'
import { stemOf, type Vocabulary } from '../words.ts'
import type { otherNames } from './suggest-phrases.ts'

/** No list of words is longer. */
export const MOST_WORDS = 4
/** Of so many common words that begin so, those come first that say what a part is. */
export const COMMONEST = 30

/** Words that begin so, first those that say what a part is; brands are told beside them. */
export function commonWords(letters: string, { catalogue }: Vocabulary): string[] {
  if (!/^[a-z]+$/.test(letters)) return []
  const brands = new Set(catalogue.brands.flatMap(wordsOf))
  const isHead = ({ stem }: Spelling) => (catalogue.partsWith(`^${stem}`) ?? 0) > 0
  // words like "with" have no stem
  const found = catalogue.beginningWith(letters, COMMONEST).filter(({ stem }) => stem !== null)
  return [...found.filter(isHead), ...found.filter((one) => !isHead(one))]
    .map(({ word }) => word)
    .filter((word) => !brands.has(word))
}

/** The kinds of part by how many the catalogue has, whichever of their names were looked at; then what else was said. */
export function commonestFirst(phrases: readonly string[], vocabulary: Vocabulary): string[] {
  const counted = phrases.map((text) => ({
    text,
    parts: vocabulary.catalogue.partsWith(kindOf(wordsOf(text), vocabulary)) ?? 0,
  }))
  return counted.sort((a, b) => b.parts - a.parts).map(({ text }) => text)
}

/** Those of the names that parts are called by, beside what is `said`: first of those typed whole, then the most frequent. */
export function kindsCalled(
  names: ReturnType<typeof otherNames>,
  vocabulary: Vocabulary,
  said: readonly string[],
): string[] {
  // a sparking plug is a spark plug
  const known = new Set(said.map((text) => markOf(wordsOf(text), vocabulary)))
  const called = names
    .map((other) => {
      const words = wordsOf(other.name)
      return { ...other, mark: markOf(words, vocabulary), parts: partsCalled(words, vocabulary) }
    })
    .filter(({ parts, mark }) => parts > 0 && !known.has(mark))
    .sort((a, b) => Number(b.isWhole) - Number(a.isWhole) || b.parts - a.parts)
  return [...new Map(called.toReversed().map((one) => [one.mark, one.name])).values()]
    .toReversed()
    .slice(0, MOST_WORDS)
}

/** Parts that are called so, or so and more: a flat wiper blade is a wiper blade. */
function partsCalled(words: readonly string[], vocabulary: Vocabulary): number {
  const { partsWith } = vocabulary.catalogue
  const counted = partsWith(markOf(words, vocabulary))
  if (counted !== undefined || words.length === 1) return counted ?? 0
  const { kinds } = kindsOfThing(words, vocabulary)
  // a number says of a bulb more than its kind does
  if (!kinds) return Math.min(...words.map((word) => vocabulary.get(word)?.named ?? 0))
  return kinds.reduce((parts, kind) => parts + (partsWith(`=${kind}`) ?? 0), 0)
}

/** A kind as the database writes it; a name of one word may be the end of longer ones. */
function markOf(words: readonly string[], vocabulary: Vocabulary): string {
  const [only = '', another] = words
  return another === undefined ? `^${stemOf(vocabulary, only)}` : kindOf(words, vocabulary)
}
