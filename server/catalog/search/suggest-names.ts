import { hasDigit, splitTokens } from './normalise.ts'

const MAX_MORE_WORDS = 2
const DETAILS = /[,;:(]|\s[-–—]\s|\s(?:for|with|of|without|to)\s/i
const POSITIONS = new Set(['front', 'rear', 'left', 'right', 'upper', 'lower', 'inner', 'outer'])

/** Without a cache the same names would be split again for every letter typed. The cache takes some 2 MB. */
const cachedWords = new Map<string, string[]>()
const MAX_CACHED = 5_000

function splitCached(segment: string): string[] {
  const words = cachedWords.get(segment) ?? splitTokens(segment)
  if (cachedWords.size >= MAX_CACHED) cachedWords.clear()
  cachedWords.set(segment, words)
  return words
}

type NamedPart = { id: string; text: string; in_stock: boolean }

export function readNames<Row extends NamedPart>(rows: readonly Row[], typed: readonly string[]) {
  const weights = new Map<string, number>()
  const ranked = rows.map((row) => {
    const segments = row.text.split(DETAILS).map(splitCached)
    const phrases = segments.flatMap((words, at) => phraseOf(words, typed, at === 0) ?? [])
    for (const { text, weight } of phrases) weights.set(text, (weights.get(text) ?? 0) + weight)
    return { row, rank: Math.max(0, ...phrases.map(({ rank }) => rank)) }
  })
  ranked.sort(
    (a, b) =>
      b.rank - a.rank || Number(b.row.in_stock) - Number(a.row.in_stock) || (a.row.id < b.row.id ? -1 : 1),
  )
  const phrases = [...weights].sort(([one, a], [other, b]) => b - a || (one < other ? -1 : 1))
  return {
    phrases: phrases.map(([text]) => text),
    adjacentMatches: ranked.filter(({ rank }) => rank > 0).map(({ row }) => row),
    scatteredMatches: ranked.filter(({ rank }) => rank === 0).map(({ row }) => row),
  }
}

type Phrase = { text: string; weight: number; rank: number }

function phraseOf(words: readonly string[], typed: readonly string[], isType: boolean): Phrase | undefined {
  const last = typed.length - 1
  const at = words.findIndex((_, from) =>
    typed.every((word, index) =>
      index === last ? words[from + index]?.startsWith(word) : words[from + index] === word,
    ),
  )
  if (at < 0) return undefined
  const end = words[at + last] ?? ''
  const next = hasDigit(end) ? [] : words.slice(at + last + 1, at + last + 1 + MAX_MORE_WORDS)
  const digit = next.findIndex(hasDigit)
  const after = digit < 0 ? next : next.slice(0, digit)
  // a summer tyre is a tyre, a tyre inflator is not
  const isWhole = isType && after.length === 0 && end === typed[last] && !hasDigit(end)
  const before = isWhole
    ? words.slice(Math.max(0, at - MAX_MORE_WORDS), at).filter((word) => !POSITIONS.has(word))
    : []
  const text = [...before, ...words.slice(at, at + last + 1), ...after]
    .join(' ')
    .replace(/(?<=\d) (?=w\b)/g, '')
    .replace(/^(\d{3}) (\d{2})(?= r\d)/, '$1/$2')
  if (!isType) return { text, weight: 0.001, rank: 0.001 }
  if (isWhole) return { text, weight: 2, rank: 3 }
  return at === 0 ? { text, weight: 2, rank: 2 } : { text, weight: 1, rank: 1 }
}
