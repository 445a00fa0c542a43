import { synonyms } from '../synonyms.ts'
import { hasDigit, wordsOf } from '../text.ts'

/** No longer than people type. */
const MOST_MORE = 2
/** Where what a part is ends, and its details begin. */
const DETAILS = /[,;:(]|\s[-–—]\s|\s(?:for|with|of|without|to)\s/i

/** Some 2 MB. */
const MOST_PIECES = 5_000
const pieces = new Map<string, string[]>()

/** Where a part sits is no kind of part. */
const PLACES = new Set(['front', 'rear', 'left', 'right', 'upper', 'lower', 'inner', 'outer'])

type Named = { id: string; text: string; in_stock: boolean }

/**
 * What names say where they have all words that were typed, the last of them begun: first what ends a name of a kind of
 * part, then the more frequent. And the parts that say so, first those that are it, then those in stock; `others` have
 * the words apart.
 */
export function readNames<Row extends Named>(
  rows: readonly Row[],
  typed: readonly string[],
): { phrases: string[]; saying: Row[]; others: Row[] } {
  const counts = new Map<string, number>()
  const weighed = rows.map((row) => {
    const phrases = row.text
      .split(DETAILS)
      .flatMap((piece, at) => phraseOf(wordsOfPiece(piece), typed, at === 0))
    for (const { text, weight } of phrases) counts.set(text, (counts.get(text) ?? 0) + weight)
    return { row, most: Math.max(0, ...phrases.map(({ place }) => place)) }
  })
  weighed.sort(
    (a, b) =>
      b.most - a.most || Number(b.row.in_stock) - Number(a.row.in_stock) || (a.row.id < b.row.id ? -1 : 1),
  )
  const sorted = [...counts].sort(([one, a], [other, b]) => b - a || (one < other ? -1 : 1))
  return {
    phrases: sorted.map(([text]) => text),
    saying: weighed.filter(({ most }) => most > 0).map(({ row }) => row),
    others: weighed.filter(({ most }) => most === 0).map(({ row }) => row),
  }
}

/** While somebody types, the same names are read at every letter. */
function wordsOfPiece(piece: string): string[] {
  const known = pieces.get(piece)
  if (known) return known
  if (pieces.size >= MOST_PIECES) pieces.clear()
  const words = wordsOf(piece)
  pieces.set(piece, words)
  return words
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
  const after = digit < 0 ? more : more.slice(0, digit)
  const said = words.slice(at, at + typed.length)
  // "tyre" is what a summer tyre is
  const isWhole = isKind && after.length === 0 && end === typed.at(-1) && !hasDigit(end)
  const before = isWhole
    ? words.slice(Math.max(0, at - MOST_MORE), at).filter((word) => !PLACES.has(word))
    : []
  return [
    {
      // W5W is one word to people, and 205/55 one size
      text: [...before, ...said, ...after]
        .join(' ')
        .replace(/(?<=\d) (?=w\b)/g, '')
        .replace(/^(\d{3}) (\d{2})(?= r\d)/, '$1/$2'),
      weight: isKind ? (at === 0 || isWhole ? 2 : 1) : 0.001,
      // and a tyre inflator is none
      place: isWhole ? 3 : isKind ? (at === 0 ? 2 : 1) : 0.001,
    },
  ]
}

/** What parts may be called of which another name begins so, or is so: a muffler is a silencer here. */
export function otherNames(typed: readonly string[]): { name: string; isWhole: boolean }[] {
  const start = typed.join(' ')
  const families = synonyms.filter((family) => family.some((name) => name.startsWith(start)))
  const names = families.flatMap((family) =>
    family.map((name) => ({ name: name.replace('>', ''), isWhole: family.includes(start) })),
  )
  return names.filter(({ name }) => !name.startsWith('c:') && !name.startsWith(start))
}

/** Names of several words that begin so: "cv" is the beginning of a CV joint. */
export function longNames(start: string): { name: string; isWhole: boolean }[] {
  const names = synonyms.flat().filter((name) => name.startsWith(start) && name.includes(' '))
  return [...new Set(names)].map((name) => ({ name, isWhole: false }))
}
