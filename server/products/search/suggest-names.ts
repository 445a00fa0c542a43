import { partTypeLexeme } from './match.ts'
import { nameRules, writtenNames } from './names.ts'
import { hasDigit, splitTokens } from './normalise.ts'
import { soldTypes } from './part-types.ts'
import type { Vocabulary, WrittenWord } from './vocabulary.ts'

export const MAX_WORDS_SHOWN = 4
export const MAX_COMPLETIONS = 30
const MAX_MORE_WORDS = 2
/** Between the type of a part in its name and its details. */
const DETAILS = /[,;:(]|\s[-–—]\s|\s(?:for|with|of|without|to)\s/i
const POSITIONS = new Set(['front', 'rear', 'left', 'right', 'upper', 'lower', 'inner', 'outer'])

/** The same names are split again for every letter typed. The cache takes some 2 MB. */
const cachedWords = new Map<string, string[]>()
const MAX_CACHED = 5_000

function splitCached(piece: string): string[] {
  const known = cachedWords.get(piece)
  if (known) return known
  if (cachedWords.size >= MAX_CACHED) cachedWords.clear()
  const words = splitTokens(piece)
  cachedWords.set(piece, words)
  return words
}

type NamedPart = { id: string; text: string; in_stock: boolean }

/**
 * The phrases of names that have all typed words side by side, the last one at least begun: part types first, then the more
 * frequent. `sideBySide` are the parts with these phrases, `apart` those with the words in other places.
 */
export function readNames<Row extends NamedPart>(
  rows: readonly Row[],
  typed: readonly string[],
): { phrases: string[]; sideBySide: Row[]; apart: Row[] } {
  const weights = new Map<string, number>()
  const ranked = rows.map((row) => {
    const phrases = row.text
      .split(DETAILS)
      .flatMap((piece, at) => phraseOf(splitCached(piece), typed, at === 0) ?? [])
    for (const { text, weight } of phrases) weights.set(text, (weights.get(text) ?? 0) + weight)
    return { row, rank: Math.max(0, ...phrases.map(({ rank }) => rank)) }
  })
  ranked.sort(
    (a, b) =>
      b.rank - a.rank || Number(b.row.in_stock) - Number(a.row.in_stock) || (a.row.id < b.row.id ? -1 : 1),
  )
  const sorted = [...weights].sort(([one, a], [other, b]) => b - a || (one < other ? -1 : 1))
  return {
    phrases: sorted.map(([text]) => text),
    sideBySide: ranked.filter(({ rank }) => rank > 0).map(({ row }) => row),
    apart: ranked.filter(({ rank }) => rank === 0).map(({ row }) => row),
  }
}

type Phrase = { text: string; weight: number; rank: number }

function phraseOf(words: readonly string[], typed: readonly string[], isType: boolean): Phrase | undefined {
  const at = words.findIndex((_, from) =>
    typed.every((word, index) => {
      const said = words[from + index]
      return index === typed.length - 1 ? said?.startsWith(word) : said === word
    }),
  )
  if (at < 0) return undefined
  const end = words[at + typed.length - 1] ?? ''
  const next = hasDigit(end) ? [] : words.slice(at + typed.length, at + typed.length + MAX_MORE_WORDS)
  const digit = next.findIndex(hasDigit)
  const after = digit < 0 ? next : next.slice(0, digit)
  // a summer tyre is a tyre, a tyre inflator is not
  const isWhole = isType && after.length === 0 && end === typed.at(-1) && !hasDigit(end)
  const before = isWhole
    ? words.slice(Math.max(0, at - MAX_MORE_WORDS), at).filter((word) => !POSITIONS.has(word))
    : []
  const text = [...before, ...words.slice(at, at + typed.length), ...after]
    .join(' ')
    // W5W is one word to people, and 205/55 one size
    .replace(/(?<=\d) (?=w\b)/g, '')
    .replace(/^(\d{3}) (\d{2})(?= r\d)/, '$1/$2')
  if (!isType) return { text, weight: 0.001, rank: 0.001 }
  return { text, weight: at === 0 || isWhole ? 2 : 1, rank: isWhole ? 3 : at === 0 ? 2 : 1 }
}

/** Another name of a part; `isWhole` if the typed name is complete. */
type OtherName = { name: string; isWhole: boolean }

/** The synonyms of names that begin so. */
export function otherNames(typed: readonly string[]): OtherName[] {
  const start = typed.join(' ')
  return nameRules
    .filter(({ names }) => names.some((name) => name.startsWith(start)))
    .flatMap(({ names, found }) => found.map((name) => ({ name, isWhole: names.includes(start) })))
    .filter(({ name }) => !name.startsWith('category:') && !name.startsWith(start))
}

/** Names of several words that begin so: "cv" is the beginning of a CV joint. */
export function longNames(start: string): OtherName[] {
  return writtenNames
    .filter((name) => name.startsWith(start) && name.includes(' '))
    .map((name) => ({ name, isWhole: false }))
}

/** Words that begin so without brands, head nouns first. */
export function completions(letters: string, vocabulary: Vocabulary): string[] {
  if (!/^[a-z]+$/.test(letters)) return []
  const brands = new Set(vocabulary.brands.flatMap(splitTokens))
  const isHeadNoun = ({ stem }: WrittenWord) => vocabulary.frequency(`^${stem}`) > 0
  // words like "with" have no stem
  const found = vocabulary.startingWith(letters, MAX_COMPLETIONS).filter(({ stem }) => stem !== null)
  return [...found.filter(isHeadNoun), ...found.filter((one) => !isHeadNoun(one))]
    .map(({ word }) => word)
    .filter((word) => !brands.has(word))
}

/** Phrases by how many parts are of that type or a longer one. */
export function byFrequency(phrases: readonly string[], vocabulary: Vocabulary): string[] {
  const counted = phrases.map((text) => {
    const words = splitTokens(text)
    return { text, parts: partsOfType(partTypeLexeme(words, vocabulary), words, vocabulary) ?? 0 }
  })
  return counted.sort((a, b) => b.parts - a.parts).map(({ text }) => text)
}

/** The names that parts have, without the `known` ones: first for complete names, then the most frequent. */
export function soldNames(
  names: readonly OtherName[],
  vocabulary: Vocabulary,
  known: readonly string[],
): string[] {
  // a sparking plug is a spark plug
  const lexemes = new Set(known.map((text) => nameLexeme(splitTokens(text), vocabulary)))
  const sold = names
    .map((one) => {
      const words = splitTokens(one.name)
      return { ...one, lexeme: nameLexeme(words, vocabulary), parts: partsNamed(words, vocabulary) }
    })
    .filter(({ parts, lexeme }) => parts > 0 && !lexemes.has(lexeme))
    .sort((a, b) => Number(b.isWhole) - Number(a.isWhole) || b.parts - a.parts)
  return [...Map.groupBy(sold, ({ lexeme }) => lexeme).values()]
    .flatMap(([first]) => first?.name ?? [])
    .slice(0, MAX_WORDS_SHOWN)
}

/** The parts that have the name as their type; where no type says what they are, those that have its words. */
function partsNamed(words: readonly string[], vocabulary: Vocabulary): number {
  const parts = partsOfType(nameLexeme(words, vocabulary), words, vocabulary)
  // a number says of a bulb more than its type does
  return parts ?? Math.min(...words.map((word) => vocabulary.count(word, 'name') ?? 0))
}

/** The parts of a type, or else of all longer ones: a flat wiper blade is a wiper blade. Undefined: no type has the words. */
function partsOfType(lexeme: string, words: readonly string[], vocabulary: Vocabulary): number | undefined {
  const parts = vocabulary.frequency(lexeme)
  if (parts > 0 || lexeme.startsWith('^')) return parts
  const { types } = soldTypes(words, vocabulary)
  return types?.reduce((sum, type) => sum + vocabulary.frequency(`=${type}`), 0)
}

/** The lexeme of a type; a name of one word may also be the end of longer ones. */
function nameLexeme(words: readonly string[], vocabulary: Vocabulary): string {
  const [only = '', another] = words
  return another === undefined ? `^${vocabulary.stem(only)}` : partTypeLexeme(words, vocabulary)
}
