import { synonyms } from './synonyms.ts'
import { mayBeginNumber } from './talk.ts'
import { hasDigit, isUnit, numberKey, SHORTEST_KEY, wordsOf } from './text.ts'

/** Width, height and rim of a tyre. */
export const TYRE = /^([1-3]\d[05])([2-8][05])([12]\d)$/
/** No part number has more groups. */
export const MOST_GROUPS = 6
/** More words than this say nothing more. */
const MOST_WORDS = 14
/** So many digits are a number; after letters, and in a shape that no size has, fewer are. */
const MANY_DIGITS = 8
const SOME_DIGITS = 5
const FEW_DIGITS = 3
const LONG_GROUP = /\d{5}/
/** 65.130.71, 4 844 63, SENK92X1 */
const SHAPES = [/^\d+([./-]\d+){2,}$/, /^\d \d{3} \d{2,}$/, /^[a-z]{2,}\d[a-z\d]*$/]
/** Letters that stand before sizes. */
const RATED = /^(agm|efb|led|dot|sae|acea|api|et|pcd|cat)/
const GRADE = /^\d+[a-z]?w\d*$/
const SIZE_SIGN = /["″×*]|\dx|^-|\s-\S/

/** Words of three letters and more that name things of the trade. */
export const tradeWords: ReadonlySet<string> = new Set(
  synonyms
    .flat()
    .flatMap(wordsOf)
    .filter((word) => /^[a-z]{3,}$/.test(word)),
)

/** Whether words are the size of a tyre: width, height, rim. */
export function isTyre(words: readonly string[]): boolean {
  return TYRE.test(numberKey(words.join('')).replace('r', ''))
}

/**
 * Whether all that is asked for is one part number: no words, and no sizes. Its groups then stand together or not at
 * all, since those of a wrong one are sure to stand somewhere in another's name and text.
 */
export function isNumber(q: string): boolean {
  const text = q.trim().toLowerCase()
  const pieces = text.split(/[^\p{L}\p{N}]+/u).filter(Boolean)
  if (pieces.some((piece) => tradeWords.has(piece) || /^\p{L}{5}|[^a-z0-9]/u.test(piece))) return false
  const words = wordsOf(q)
  if (words.some((_, at) => isTyre(words.slice(at, at + 3)))) return false
  const [first = ''] = pieces
  if (RATED.test(first)) return false
  const digits = text.replace(/\D/g, '').length
  if (digits >= FEW_DIGITS && SHAPES.some((shape) => shape.test(text))) return true
  const hasLetters = /^[a-z]+$/.test(first)
  // "PL 738 L 38" is no amount of litres
  const isSize = (piece: string) =>
    GRADE.test(piece) || (isUnit(piece) && !(hasLetters && piece.length === 1))
  if (SIZE_SIGN.test(text) || pieces.some(isSize)) return false
  return (
    digits >= MANY_DIGITS ||
    pieces.some((piece) => LONG_GROUP.test(piece)) ||
    (hasLetters && digits >= SOME_DIGITS)
  )
}

/**
 * Runs of words that may be a part number: with a digit, long enough, and whole. "0707 60" in "0707 60 11" is the
 * beginning of another, and 363428 in "WB 363428" another maker's.
 */
export function numbersIn(q: string): string[] {
  const pieces = q.toLowerCase().split(/\s+/).flatMap(piecesOf).slice(0, MOST_WORDS)
  const found = new Set<string>()
  for (let from = 0; from < pieces.length; from += 1) {
    for (let to = from + 1; to <= Math.min(pieces.length, from + MOST_GROUPS); to += 1) {
      const run = pieces.slice(from, to)
      const key = run.map(({ text }) => text).join('')
      const isCut =
        hasDigit(pieces[to]?.text ?? '') || (startsWithDigit(run) && hasDigit(pieces[from - 1]?.text ?? ''))
      const hasLetters =
        (startsWithDigit(run) && isPrefix(pieces[from - 1]?.text ?? '')) || isSuffix(pieces[to])
      const isTogether =
        key.length >= SHORTEST_KEY &&
        run[0]?.isFirst &&
        run.at(-1)?.isLast &&
        !run.slice(1).some((piece) => piece.isFirst)
      if (key.length >= 4 && hasDigit(key) && !hasLetters && (!isCut || isTogether)) found.add(key)
    }
  }
  const whole = numberKey(q)
  if (hasDigit(whole)) found.add(whole)
  return [...found]
}

type Piece = { text: string; isFirst: boolean; isLast: boolean }

function piecesOf(word: string): Piece[] {
  const texts = word.split(/[^a-z0-9]+/).filter(Boolean)
  return texts.map((text, at) => ({ text, isFirst: at === 0, isLast: at === texts.length - 1 }))
}

/** WB in WB 363428; the oil of "engine oil 80 3768" is none. */
function isPrefix(word: string): boolean {
  return mayBeginNumber(word) && !tradeWords.has(word) && !RATED.test(word)
}

/** HV in EL-3848-HV. */
function isSuffix(piece: Piece | undefined): boolean {
  return piece !== undefined && !piece.isFirst && /^[a-z]{1,3}$/.test(piece.text)
}

function startsWithDigit([first]: Piece[]): boolean {
  return first !== undefined && /^\d/.test(first.text)
}
