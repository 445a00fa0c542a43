import { synonyms } from './synonyms.ts'
import { hasDigit, wordsOf } from './text.ts'

/** No longer than people type. */
const MOST_MORE = 2
/** Where what a part is ends, and its details begin. */
const DETAILS = /[,;:(]|\s[-–—]\s|\s(?:for|with|of|without|to)\s/i

/**
 * What names say where they have all words that were typed, the last of them begun: first what ends a name of a kind of
 * part, then the more frequent.
 */
export function phrasesIn(names: readonly string[], typed: readonly string[]): string[] {
  const counts = new Map<string, number>()
  for (const name of names) {
    const phrases = name.split(DETAILS).flatMap((piece, at) => phraseOf(wordsOf(piece), typed, at === 0))
    for (const { text, weight } of phrases) counts.set(text, (counts.get(text) ?? 0) + weight)
  }
  return [...counts].sort(([one, a], [other, b]) => b - a || (one < other ? -1 : 1)).map(([text]) => text)
}

function phraseOf(words: string[], typed: readonly string[], isKind: boolean) {
  const at = words.findIndex((_, from) =>
    typed.every((word, further) => {
      const said = words[from + further]
      return further === typed.length - 1 ? said?.startsWith(word) : said === word
    }),
  )
  if (at < 0) return []
  const end = words[at + typed.length - 1] ?? ''
  const more = hasDigit(end) ? [] : words.slice(at + typed.length, at + typed.length + MOST_MORE)
  const digit = more.findIndex(hasDigit)
  const phrase = [...words.slice(at, at + typed.length), ...(digit < 0 ? more : more.slice(0, digit))]
  return [{ text: phrase.join(' '), weight: isKind ? (at === 0 ? 2 : 1) : 0.001 }]
}

/** What parts may be called of which another name begins so: a muffler is a silencer here. */
export function otherNames(typed: readonly string[]): string[] {
  const start = typed.join(' ')
  const families = synonyms.filter((family) => family.some((name) => name.startsWith(start)))
  return [...new Set(families.flat())].filter((name) => !name.startsWith('c:') && !name.startsWith(start))
}
