import { categoryIds, categoryNames } from '#contract/products/categories.ts'
import { isKind } from '../called.ts'
import type { CatalogueWords } from '../catalogue-words.ts'
import { correct } from '../corrections.ts'
import { type Demand, demandsOf, knownNames, type Wording } from '../question.ts'
import { wordsOf } from '../text.ts'
import { stemOf, type Vocabulary } from '../words.ts'
import { otherNames } from './suggest-phrases.ts'

/** Those of the words of which nothing is known yet: `wordsMeant` has to have them looked up. */
export function unknownWords(words: readonly string[], vocabulary: Vocabulary): string[] {
  return wholeWords(words, vocabulary).filter((word) => vocabulary.get(word) === undefined)
}

/**
 * The words, the last of them begun, as parts are called: a headlight is a headlamp there, and "brkae" is a brake. The
 * same where parts are called so, or no other name is known.
 */
export function wordsMeant(words: readonly string[], vocabulary: Vocabulary): string[] {
  const whole = wholeWords(words, vocabulary)
  const begun = words.slice(whole.length)
  const spelled = correct(demandsOf(whole), vocabulary)
  return [
    ...spelled.flatMap((demand, at) => {
      // "wiper bl" is on its way to a wiper blade
      const isOnWay = at === spelled.length - 1 && otherNames([...demand.typed, ...begun]).length > 0
      return isOnWay && begun.length > 0 ? demand.typed : nameOf(demand, vocabulary)
    }),
    ...begun,
  ]
}

function nameOf({ typed, wordings }: Demand, vocabulary: Vocabulary): Wording {
  const { written } = vocabulary.catalogue
  const respelled = typed.map((word) => (written.has(word) ? word : sameWord(word, vocabulary)))
  const named = [respelled, ...wordings].filter((wording) => wording.every((word) => written.has(word)))
  return named.find((wording) => isKind(wording, vocabulary)) ?? named[0] ?? typed
}

/** One for many, or many for one, as names have it. */
function sameWord(word: string, vocabulary: Vocabulary): string {
  const stem = stemOf(vocabulary, word)
  const same = stem && vocabulary.catalogue.spellingsNear(word).find((near) => near.stem === stem)
  return same ? same.word : word
}

/** All, or all but the last, where that may be the beginning of something. */
function wholeWords(words: readonly string[], { catalogue }: Vocabulary): string[] {
  return words.slice(0, isBegun(words, catalogue) ? -1 : words.length)
}

/** Whether a word of names, another name of a part, a brand or a shelf begins as the last word does. */
function isBegun(words: readonly string[], catalogue: CatalogueWords): boolean {
  const last = words.at(-1) ?? ''
  if (!/^[a-z]+$/.test(last) || catalogue.beginningWith(last, 1).length > 0) return true
  if (words.length > 1 && otherNames(words).length > 0) return true
  const shelves = categoryIds.map((id) => categoryNames[id])
  const names = [...catalogue.brands, ...shelves].flatMap(wordsOf)
  return [...names, ...(words.length > 1 ? [] : knownNames)].some((name) => name.startsWith(last))
}
