import { queryRewrites } from './data/query-rewrites.ts'
import { stopWords, tradeWords, type Variant } from './names.ts'
import {
  formatToken,
  hasDigit,
  isUnit,
  partNumberKey,
  SHORTEST_PART_NUMBER,
  splitQueryTokens,
  splitTokens,
} from './normalise.ts'

/** Words of a query that are read together, a part number, words in quotes, or a comma. */
type Clause = {
  words: readonly string[]
  /** The forms in which texts have a part number or words in quotes; null if the words may be names. */
  variants: readonly Variant[] | null
  /** The clause may also be a part's number, or the end of one from some group on. */
  numberKey: string | null
  isQuoted: boolean
  isExcluded: boolean
}

/** The part numbers that a query may mean. */
export type NumberLookup = { exact: readonly string[]; prefix: string }

/** A query as clauses, independent of the catalogue. */
export type Query = { clauses: readonly Clause[]; numbers: NumberLookup }

/** Further words of a query are ignored. */
export const MAX_WORDS = 14
const MAX_NUMBER_GROUPS = 6
/** Width, height and rim of a tyre. */
export const TYRE = /^([1-3]\d[05])([2-8][05])([12]\d)$/
/** A word after a minus, or words in quotes. */
const EXCLUDED = /(?<=^|\s)-(?!(?<=\s-)\d{1,2}(?:\s|$|°))(?:"[^"]*"?|[^\s"]\S*)/g
const CLAUSE = /(?<=^|\s)(-)?(?:"([^"]*)"?|(\S+(?:\s+(?![-"])\S+)*))/g
/** Two sizes, which are not the beginning of a part number. */
const TWO_SIZES = /^\d{1,3}\s*[/x*×]\s*\d{2,3}$/i

/** Splits a query into clauses. Words in quotes are exact, words after a minus are excluded. */
export function tokenise(raw: string): Query {
  const wanted = raw.replace(EXCLUDED, ' ')
  const key = partNumberKey(wanted)
  if (isPartNumber(raw)) {
    const numberKey = key.length >= SHORTEST_PART_NUMBER ? key : null
    const clause = { ...plain(splitTokens(raw)), variants: [[key]], numberKey }
    return { clauses: [clause], numbers: { exact: possibleNumbers(raw), prefix: key } }
  }
  const text = queryRewrites.reduce(
    (result, { pattern, replacement }) => result.replace(pattern, replacement),
    raw,
  )
  const clauses = [...text.matchAll(CLAUSE)].flatMap(([, minus, quoted, unquoted = '']) => {
    const isExcluded = minus !== undefined
    if (quoted !== undefined) return quotedClauses(quoted, isExcluded)
    if (!isExcluded) return plainClauses(unquoted)
    const [excluded = '', ...rest] = unquoted.split(/\s+/)
    return [...quotedClauses(excluded, true), ...plainClauses(rest.join(' '))]
  })
  const prefix = TYRE.test(key) || TWO_SIZES.test(raw.trim()) ? '' : key
  return { clauses, numbers: { exact: possibleNumbers(wanted), prefix } }
}

function plain(words: readonly string[]): Clause {
  return { words, variants: null, numberKey: null, isQuoted: false, isExcluded: false }
}

function quotedClauses(text: string, isExcluded: boolean): Clause[] {
  const words = splitTokens(text)
  const key = partNumberKey(text)
  const isNumber = hasDigit(key) && key.length >= SHORTEST_PART_NUMBER
  const exact = isNumber ? [words] : words.map((word) => [word])
  return exact.map((each) => ({
    words: each,
    variants: [each],
    numberKey: isNumber ? key : null,
    isQuoted: true,
    isExcluded,
  }))
}

function plainClauses(text: string): Clause[] {
  const clauses = text
    .split(/[,;]\s+/)
    .flatMap((piece, at) => [
      ...(at > 0 ? [plain([','])] : []),
      ...cutPartNumbers(piece).map((cut) =>
        cut.isPartNumber ? numberClause(cut.text) : plain(splitQueryTokens(cut.text)),
      ),
    ])
  return clauses.filter(({ words }) => words.length > 0)
}

/** Fewer digits may be a size or a year. */
const FEW_DIGITS_OF_NUMBER = 5

function numberClause(text: string): Clause {
  const words = splitTokens(text)
  const key = partNumberKey(text)
  const isLikeSize = key.replace(/\D/g, '').length < FEW_DIGITS_OF_NUMBER
  return { ...plain(isLikeSize ? [key] : words), variants: [words, [key]], numberKey: key }
}

// --- Part numbers ----------------------------------------------------------------------------------------------------

/** Letters before sizes. */
const RATED = /^(agm|efb|led|dot|sae|acea|api|et|pcd|cat)/
const OIL_GRADE = /^\d+[a-z]?w\d*$/
const SIZE_SIGN = /["″×*]|\dx|^-|\s-\S/
/** 65.130.71, 4 844 63, SENK92X1 */
const NUMBER_SHAPES = [/^\d+([./-]\d+){2,}$/, /^\d \d{3} \d{2,}$/, /^[a-z]{2,}\d[a-z\d]*$/]
const LONG_GROUP = /\d{5}/
const SHORT_LETTERS = /^[a-z]{1,3}$/
const NUMBER_LABELS = new Set(['no', 'nr', 'pn', 'oe', 'oem', 'ref', 'art'])

/** So many digits make a query a part number: alone, after letters, in a shape that no size has. */
const DIGITS_ALONE = 8
const DIGITS_AFTER_LETTERS = 5
const DIGITS_IN_SHAPE = 3

export function isTyre(words: readonly string[]): boolean {
  return TYRE.test(partNumberKey(words.join('')).replace('r', ''))
}

/** Whether a word before digits may belong to their part number: "WB", not "of" or "no". */
function mayBeginNumber(word: string): boolean {
  return SHORT_LETTERS.test(word) && !stopWords.has(word) && !NUMBER_LABELS.has(word)
}

/** Whether a whole query is one part number. Its groups are not searched for one by one: other parts have them, too. */
function isPartNumber(raw: string): boolean {
  const text = raw.trim().toLowerCase()
  const groups = text.split(/[^\p{L}\p{N}]+/u).filter(Boolean)
  if (groups.some((group) => tradeWords.has(group) || /^\p{L}{5}|[^a-z0-9]/u.test(group))) return false
  const words = splitTokens(raw)
  if (words.some((_, at) => isTyre(words.slice(at, at + 3)))) return false
  const [first = ''] = groups
  if (RATED.test(first)) return false
  const digits = text.replace(/\D/g, '').length
  if (digits >= DIGITS_IN_SHAPE && NUMBER_SHAPES.some((shape) => shape.test(text))) return true
  const startsWithLetters = /^[a-z]+$/.test(first)
  // the L in "PL 738 L 38" is no unit
  const isSize = (group: string) =>
    OIL_GRADE.test(group) || (isUnit(group) && !(startsWithLetters && group.length === 1))
  if (SIZE_SIGN.test(text) || groups.some(isSize)) return false
  return (
    digits >= DIGITS_ALONE ||
    groups.some((group) => LONG_GROUP.test(group)) ||
    (startsWithLetters && digits >= DIGITS_AFTER_LETTERS)
  )
}

type Group = { text: string; isFirst: boolean; isLast: boolean }

/**
 * The keys of neighbouring words that may be a whole part number. "0707 60" in "0707 60 11" is not, nor is 363428 in
 * "WB 363428".
 */
function possibleNumbers(raw: string): string[] {
  const groups = raw.toLowerCase().split(/\s+/).flatMap(groupsOf).slice(0, MAX_WORDS)
  const found = new Set<string>()
  for (let from = 0; from < groups.length; from += 1) {
    for (let to = from + 1; to <= Math.min(groups.length, from + MAX_NUMBER_GROUPS); to += 1) {
      const key = groups
        .slice(from, to)
        .map(({ text }) => text)
        .join('')
      if (key.length >= 4 && hasDigit(key) && isWholeNumber(groups, { from, to, key })) found.add(key)
    }
  }
  const whole = partNumberKey(raw)
  if (hasDigit(whole)) found.add(whole)
  return [...found]
}

function groupsOf(word: string): Group[] {
  const texts = word.split(/[^a-z0-9]+/).filter(Boolean)
  return texts.map((text, at) => ({ text, isFirst: at === 0, isLast: at === texts.length - 1 }))
}

function isWholeNumber(
  groups: readonly Group[],
  { from, to, key }: { from: number; to: number; key: string },
): boolean {
  const before = groups[from - 1]?.text ?? ''
  const after = groups[to]
  const startsWithDigit = /^\d/.test(key)
  const hasPrefix =
    startsWithDigit && mayBeginNumber(before) && !tradeWords.has(before) && !RATED.test(before)
  const hasSuffix = after !== undefined && !after.isFirst && SHORT_LETTERS.test(after.text)
  if (hasPrefix || hasSuffix) return false
  const isCut = hasDigit(after?.text ?? '') || (startsWithDigit && hasDigit(before))
  const isOneWord =
    key.length >= SHORTEST_PART_NUMBER &&
    groups[from]?.isFirst === true &&
    groups[to - 1]?.isLast === true &&
    !groups.slice(from + 1, to).some(({ isFirst }) => isFirst)
  return !isCut || isOneWord
}

type Cut = { text: string; isPartNumber: boolean }
type Word = { text: string; at: number }

/** Cuts part numbers that end in letters out of a text: they are complete, and their letters are no words. */
export function cutPartNumbers(text: string): Cut[] {
  const matches = text.toLowerCase().matchAll(/[\p{L}\p{N}]+/gu)
  const words = [...matches].map((match) => ({ text: match[0], at: match.index }))
  const cuts: Cut[] = []
  let done = 0
  for (let at = 0; at < words.length; ) {
    const [from, to] = numberSpanAt(words, at, text)
    const first = words[from]
    const last = words[to - 1]
    if (to > at && first && last && endsInLetters(words.slice(from, to))) {
      const end = last.at + last.text.length
      cuts.push({ text: text.slice(done, first.at), isPartNumber: false })
      cuts.push({ text: text.slice(first.at, end), isPartNumber: true })
      done = end
    }
    at = Math.max(to, at + 1)
  }
  return [...cuts, { text: text.slice(done), isPartNumber: false }].filter((cut) => /\S/.test(cut.text))
}

/** A span of digits with the short letters before, between and behind them; empty if the word has no digits. */
function numberSpanAt(words: readonly Word[], at: number, text: string): [number, number] {
  if (!isDigits(words[at])) return [at, at]
  let to = at + 1
  for (let next = to; isGroup(words[next]) && isNear(next); next += 1)
    if (isDigits(words[next])) to = next + 1
  const before = words[at - 1]?.text ?? ''
  const hasPrefix = mayBeginNumber(before) && isNear(at) && !tradeWords.has(before)
  return [hasPrefix ? at - 1 : at, isSuffix(to) ? to + 1 : to]

  function gapBefore(next: number): string {
    const one = words[next - 1]
    const other = words[next]
    return one && other ? text.slice(one.at + one.text.length, other.at) : ','
  }

  function isNear(next: number): boolean {
    return /^[\s./_-]*$/.test(gapBefore(next))
  }

  function isSuffix(next: number): boolean {
    const word = words[next]?.text ?? ''
    if (!SHORT_LETTERS.test(word) || !isNear(next)) return false
    if (!/\s/.test(gapBefore(next))) return true
    const isStopWord = stopWords.has(word) && word.length > 1 && next < words.length - 1
    return /\d$/.test(words[next - 1]?.text ?? '') && !isStopWord && !tradeWords.has(word)
  }
}

function isDigits(word: Word | undefined): boolean {
  return word !== undefined && hasDigit(word.text) && /^[a-z0-9]+$/.test(word.text)
}

function isGroup(word: Word | undefined): boolean {
  return word !== undefined && (isDigits(word) || SHORT_LETTERS.test(word.text))
}

function endsInLetters(span: readonly Word[]): boolean {
  const words = span.map(({ text }) => text)
  const key = words.join('')
  const ending = /\d([a-z]{1,3})$/.exec(key)?.[1]
  if (ending === undefined || key.length < SHORTEST_PART_NUMBER || isTyre(words.filter(hasDigit)))
    return false
  // 281mm, 70 Ah
  if (ending.length > 1 && isUnit(ending)) return false
  const digits = key.replace(/\D/g, '').length
  return /^[a-z]/.test(key) ? digits >= DIGITS_IN_SHAPE : words.some((word) => LONG_GROUP.test(word))
}

/** Neighbouring terms whose digits may all be of one part number; each of its `keys` begins at a term. */
type NumberSpan = { from: number; to: number; keys: { from: number; key: string }[] }

/** So many separated digits are a part number, not sizes. */
const DIGITS_APART = 7

type Words = Pick<Clause, 'words' | 'numberKey' | 'isQuoted' | 'isExcluded'>

/**
 * The spans whose digits must all be in texts, or all in one part number. Otherwise half of a mistyped number is found in
 * another part number and half in a description.
 */
export function numberSpans(terms: readonly Words[]): NumberSpan[] {
  const names = terms.map(({ isQuoted, isExcluded, numberKey, words }) =>
    isQuoted || isExcluded || numberKey !== null ? [] : words,
  )
  const spans: NumberSpan[] = []
  for (let at = 0; at < names.length; at += 1) {
    if (!isSpanPiece(names[at]) || !names[at]?.some(hasDigit)) continue
    let to = at + 1
    for (let next = to; isSpanPiece(names[next]); next += 1) if (names[next]?.some(hasDigit)) to = next + 1
    const keys = spanKeys(names, at, to)
    const [first] = keys
    if (first) spans.push({ from: first.from, to, keys })
    at = to - 1
  }
  return spans
}

/** Without and with the letters before it: "550089" and "la550089". */
function spanKeys(names: readonly (readonly string[])[], from: number, to: number): NumberSpan['keys'] {
  const words = names.slice(from, to).flat()
  const after = names[to]?.join('') ?? ''
  const hasUnit = [...words, after].some((word) => word.length > 1 && isUnit(word))
  if (words.length > MAX_NUMBER_GROUPS || hasUnit) return []
  // 5x112 may be the bolts of a wheel, and the beginning of a number; 1F0 is no fraction
  const written = partNumberKey(words.map(formatToken).join(''))
  const keys = [...new Set([words.join(''), written])]
  const before = names[from - 1]?.join(' ') ?? ''
  // "25053940 G4" is no weight
  const isSize = /^\d+$/.test(written) && (words.length > 1 || isUnit(after)) && written.length < DIGITS_APART
  const withLetters = SHORT_LETTERS.test(before)
    ? keys.map((key) => ({ from: from - 1, key: before + key }))
    : []
  const alone = isSize ? [] : keys.map((key) => ({ from, key }))
  return [...withLetters, ...alone].filter(({ key }) => key.length >= SHORTEST_PART_NUMBER)
}

function isSpanPiece(words: readonly string[] | undefined): boolean {
  return Boolean(words?.length && words.every((word) => hasDigit(word) || SHORT_LETTERS.test(word)))
}
