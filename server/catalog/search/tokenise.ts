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

type Clause = {
  words: readonly string[]
  /** The forms in which texts have a part number or words in quotes; null if the words may be names. */
  variants: readonly Variant[] | null
  partNumberKey: string | null
  isQuoted: boolean
  isExcluded: boolean
}

/** `exact`: whole numbers; `prefix`: the beginning of one; `piece`: one from one of its groups on. */
export type NumberLookup = { exact: readonly string[]; prefix: string; piece: string }

export type Query = { clauses: readonly Clause[]; numbers: NumberLookup }

export const MAX_WORDS = 14
const MAX_NUMBER_GROUPS = 6
export const TYRE = /^([1-3]\d[05])([2-8][05])([12]\d)$/
const EXCLUDED = /(?<=^|\s)-(?!(?<=\s-)\d{1,2}(?:\s|$|°))(?:"[^"]*"?|[^\s"]\S*)/g
const CLAUSE = /(?<=^|\s)(-)?(?:"([^"]*)"?|(\S+(?:\s+(?![-"])\S+)*))/g
/** The key of a number lacks these letters, and what is left of it may be a piece of any number. */
const OTHER_SCRIPT = /(?!\p{Script=Latin})\p{L}/u
const TWO_SIZES = /^\d{1,3}\s*[/x*×]\s*\d{2,3}$/i

export function tokenise(raw: string): Query {
  const wanted = raw.replace(EXCLUDED, ' ')
  const key = partNumberKey(wanted)
  if (isPartNumber(raw)) {
    const clause = { ...plain(splitTokens(raw)), variants: [[key]] }
    if (key.length >= SHORTEST_PART_NUMBER) clause.partNumberKey = key
    return { clauses: [clause], numbers: { exact: possibleNumbers(raw), prefix: key, piece: key } }
  }
  const text = queryRewrites.reduce(
    (result, [pattern, replacement]) => result.replace(pattern, replacement),
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
  const piece = TYRE.test(key) || OTHER_SCRIPT.test(wanted) ? '' : key
  return { clauses, numbers: { exact: possibleNumbers(wanted), prefix, piece } }
}

function plain(words: readonly string[]): Clause {
  return { words, variants: null, partNumberKey: null, isQuoted: false, isExcluded: false }
}

function quotedClauses(text: string, isExcluded: boolean): Clause[] {
  const words = splitTokens(text)
  const key = partNumberKey(text)
  const isNumber = hasDigit(key) && key.length >= SHORTEST_PART_NUMBER
  const exact = isNumber ? [words] : words.map((word) => [word])
  return exact.map((each) => ({
    words: each,
    variants: [each],
    partNumberKey: isNumber ? key : null,
    isQuoted: true,
    isExcluded,
  }))
}

function plainClauses(text: string): Clause[] {
  const clauses = text
    .split(/[,;]\s+/)
    .flatMap((segment, at) => [
      ...(at > 0 ? [plain([','])] : []),
      ...cutPartNumbers(segment).map((cut) =>
        cut.isPartNumber ? numberClause(cut.text) : plain(splitQueryTokens(cut.text)),
      ),
    ])
  return clauses.filter(({ words }) => words.length > 0)
}

/** Fewer digits may be a size or a year. */
const MIN_DIGITS_OF_NUMBER = 5

function numberClause(text: string): Clause {
  const words = splitTokens(text)
  const key = partNumberKey(text)
  const isLikeSize = key.replace(/\D/g, '').length < MIN_DIGITS_OF_NUMBER
  return { ...plain(isLikeSize ? [key] : words), variants: [words, [key]], partNumberKey: key }
}

const RATING_PREFIX = /^(agm|efb|led|dot|sae|acea|api|et|pcd|cat)/
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

function mayBeginNumber(word: string): boolean {
  return SHORT_LETTERS.test(word) && !stopWords.has(word) && !NUMBER_LABELS.has(word)
}

/** Whether a whole query is one part number. Its groups are not searched for one by one, because other parts may have them. */
function isPartNumber(raw: string): boolean {
  const text = raw.trim().toLowerCase()
  const groups = text.split(/[^\p{L}\p{N}]+/u).filter(Boolean)
  if (groups.some((group) => tradeWords.has(group) || /^\p{L}{5}|[^a-z0-9]/u.test(group))) return false
  const words = splitTokens(raw)
  if (words.some((_, at) => isTyre(words.slice(at, at + 3)))) return false
  const [first = ''] = groups
  if (RATING_PREFIX.test(first)) return false
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

type Group = { text: string; at: number; gap: string }

function groupsOf(raw: string): Group[] {
  const text = raw.toLowerCase()
  let end = 0
  return [...text.matchAll(/[\p{L}\p{N}]+/gu)].map((match) => {
    const gap = end === 0 ? ' ' : text.slice(end, match.index)
    end = match.index + match[0].length
    return { text: match[0], at: match.index, gap }
  })
}

function possibleNumbers(raw: string): string[] {
  const groups = groupsOf(raw).slice(0, MAX_WORDS)
  const found = new Set<string>()
  for (const from of groups.keys()) {
    for (let to = from + 1; to <= Math.min(groups.length, from + MAX_NUMBER_GROUPS); to += 1) {
      const span = groups.slice(from, to)
      const key = partNumberKey(span.map(({ text }) => text).join(''))
      const isNumber = key.length >= 4 && hasDigit(key)
      if (isNumber && isWholeNumber(key, { before: groups[from - 1], span, after: groups[to] }))
        found.add(key)
    }
  }
  const whole = partNumberKey(raw)
  if (hasDigit(whole)) found.add(whole)
  return [...found]
}

type Span = { before: Group | undefined; span: readonly Group[]; after: Group | undefined }

function isWholeNumber(key: string, { before, span, after }: Span): boolean {
  const beginsWord = (group: Group | undefined) => group === undefined || /\s/.test(group.gap)
  const startsWithDigit = /^\d/.test(key)
  const word = before?.text ?? ''
  if (startsWithDigit && mayBeginNumber(word) && !tradeWords.has(word) && !RATING_PREFIX.test(word))
    return false
  if (after && !beginsWord(after) && SHORT_LETTERS.test(after.text)) return false
  const isCut = hasDigit(after?.text ?? '') || (startsWithDigit && hasDigit(word))
  const isOneWord =
    beginsWord(span[0]) && beginsWord(after) && !span.slice(1).some((group) => beginsWord(group))
  return !isCut || (isOneWord && key.length >= SHORTEST_PART_NUMBER)
}

type Cut = { text: string; isPartNumber: boolean }

/** Cuts part numbers that end in letters out of a text: they are complete, and their letters are no words. */
export function cutPartNumbers(text: string): Cut[] {
  const groups = groupsOf(text)
  const cuts: Cut[] = []
  let done = 0
  for (let at = 0; at < groups.length; ) {
    const [from, to] = numberSpanAt(groups, at)
    const first = groups[from]
    const last = groups[to - 1]
    if (to > at && first && last && endsInLetters(groups.slice(from, to).map((group) => group.text))) {
      const end = last.at + last.text.length
      cuts.push({ text: text.slice(done, first.at), isPartNumber: false })
      cuts.push({ text: text.slice(first.at, end), isPartNumber: true })
      done = end
    }
    at = Math.max(to, at + 1)
  }
  return [...cuts, { text: text.slice(done), isPartNumber: false }].filter((cut) => /\S/.test(cut.text))
}

function numberSpanAt(groups: readonly Group[], at: number): [number, number] {
  const isDigits = ({ text }: Group) => hasDigit(text) && /^[a-z0-9]+$/.test(text)
  const isNear = ({ gap }: Group) => /^[\s./_-]*$/.test(gap)
  const start = groups[at]
  if (!start || !isDigits(start)) return [at, at]
  let to = at + 1
  for (const [index, group] of groups.slice(to).entries()) {
    if (!isNear(group) || !(isDigits(group) || SHORT_LETTERS.test(group.text))) break
    if (isDigits(group)) to = at + index + 2
  }
  const before = groups[at - 1]?.text ?? ''
  const hasPrefix = mayBeginNumber(before) && isNear(start) && !tradeWords.has(before)
  const after = groups[to]
  const hasSuffix = after && isNear(after) && SHORT_LETTERS.test(after.text) && isSuffix(after)
  return [hasPrefix ? at - 1 : at, hasSuffix ? to + 1 : to]

  function isSuffix({ text, gap }: Group): boolean {
    if (!/\s/.test(gap)) return true
    const isStopWord = stopWords.has(text) && text.length > 1 && to < groups.length - 1
    return /\d$/.test(groups[to - 1]?.text ?? '') && !isStopWord && !tradeWords.has(text)
  }
}

function endsInLetters(words: readonly string[]): boolean {
  const key = words.join('')
  const ending = /\d([a-z]{1,3})$/.exec(key)?.[1]
  if (ending === undefined || key.length < SHORTEST_PART_NUMBER || isTyre(words.filter(hasDigit)))
    return false
  // 281mm, 70 Ah
  if (ending.length > 1 && isUnit(ending)) return false
  const digits = key.replace(/\D/g, '').length
  return /^[a-z]/.test(key) ? digits >= DIGITS_IN_SHAPE : words.some((word) => LONG_GROUP.test(word))
}

type NumberSpan = { from: number; to: number; keys: { from: number; key: string }[] }

/** Fewer digits in several words, or before a unit, are taken for sizes. */
const SPLIT_DIGITS = 6

type Words = Pick<Clause, 'words' | 'partNumberKey' | 'isQuoted' | 'isExcluded'>

export function numberSpans(terms: readonly Words[]): NumberSpan[] {
  const names = terms.map(({ isQuoted, isExcluded, partNumberKey: key, words }) =>
    isQuoted || isExcluded || key !== null ? [] : words,
  )
  const spans: NumberSpan[] = []
  for (let at = 0; at < names.length; at += 1) {
    if (!isSpanWord(names[at]) || !names[at]?.some(hasDigit)) continue
    let to = at + 1
    for (let next = to; isSpanWord(names[next]); next += 1) if (names[next]?.some(hasDigit)) to = next + 1
    const keys = spanKeys(names, at, to)
    const [first] = keys
    if (first) spans.push({ from: first.from, to, keys })
    at = to - 1
  }
  return spans
}

function spanKeys(names: readonly (readonly string[])[], from: number, to: number): NumberSpan['keys'] {
  const words = names.slice(from, to).flat()
  const after = names[to]?.join('') ?? ''
  const hasUnit = [...words, after].some((word) => word.length > 1 && isUnit(word))
  if (words.length > MAX_NUMBER_GROUPS || hasUnit) return []
  // 5x112 may be the bolts of a wheel, and the beginning of a number; 1F0 is no fraction
  const written = partNumberKey(words.map(formatToken).join(''))
  const keys = [...new Set([words.join(''), written])]
  const before = names[from - 1]?.join(' ') ?? ''
  const isSize = /^\d+$/.test(written) && (words.length > 1 || isUnit(after)) && written.length < SPLIT_DIGITS
  const withLetters = SHORT_LETTERS.test(before)
    ? keys.map((key) => ({ from: from - 1, key: before + key }))
    : []
  const alone = isSize ? [] : keys.map((key) => ({ from, key }))
  return [...withLetters, ...alone].filter(({ key }) => key.length >= SHORTEST_PART_NUMBER)
}

function isSpanWord(words: readonly string[] | undefined): boolean {
  return Boolean(words?.length && words.every((word) => hasDigit(word) || SHORT_LETTERS.test(word)))
}
