import { isTyre, tradeWords } from './numbers.ts'
import { mayBeginNumber, TALK } from './talk.ts'
import { hasDigit, isUnit, SHORTEST_KEY } from './text.ts'

/** A piece of a question: words, or what stands in it for one part number with letters behind its digits. */
export type Piece = { text: string; isNumber: boolean }

type Part = { text: string; at: number }

const SHORT = /^[a-z]{1,3}$/
/** What stands between the groups of one number. */
const GAP = /^[\s./_-]*$/
/** So many digits behind letters are a number's; without letters before them, so many side by side. */
const FEW_DIGITS = 3
const LONG_GROUP = /\d{5}/

/**
 * Cuts a question where a number stands in it that has letters behind its digits. What ends so is not the beginning of
 * a longer group of digits, so it is asked for as a whole: its letters are no words of their own.
 */
export function cutNumbers(text: string): Piece[] {
  const parts = [...text.toLowerCase().matchAll(/[\p{L}\p{N}]+/gu)].map((match) => ({
    text: match[0],
    at: match.index,
  }))
  const pieces: Piece[] = []
  let done = 0
  for (let at = 0; at < parts.length; ) {
    const [from, to] = spanAt(parts, at, text)
    const [first, last] = [parts[from], parts[to - 1]]
    if (to > at && first && last && isNumberSpan(parts.slice(from, to))) {
      const end = last.at + last.text.length
      pieces.push({ text: text.slice(done, first.at), isNumber: false })
      pieces.push({ text: text.slice(first.at, end), isNumber: true })
      done = end
    }
    at = Math.max(to, at + 1)
  }
  return [...pieces, { text: text.slice(done), isNumber: false }].filter((piece) => /\S/.test(piece.text))
}

/** The digits from a part on, with the short letters before, between and behind them; empty where it has none. */
function spanAt(parts: Part[], at: number, text: string): [number, number] {
  if (!isDigits(parts[at])) return [at, at]
  let to = at + 1
  for (let next = to; isOfRun(parts[next]) && isNear(next); next += 1)
    if (isDigits(parts[next])) to = next + 1
  const before = parts[at - 1]?.text ?? ''
  const isBefore = mayBeginNumber(before) && isNear(at) && !tradeWords.has(before)
  return [isBefore ? at - 1 : at, isBehind(to) ? to + 1 : to]

  function isNear(next: number): boolean {
    return GAP.test(gapBefore(next))
  }

  function gapBefore(next: number): string {
    const [before, after] = [parts[next - 1], parts[next]]
    return before && after ? text.slice(before.at + before.text.length, after.at) : ','
  }

  function isBehind(next: number): boolean {
    const word = parts[next]?.text ?? ''
    if (!SHORT.test(word) || !isNear(next)) return false
    if (!/\s/.test(gapBefore(next))) return true
    const isTalk = TALK.has(word) && word.length > 1 && next < parts.length - 1
    return /\d$/.test(parts[next - 1]?.text ?? '') && !isTalk && !tradeWords.has(word)
  }
}

function isDigits(part: Part | undefined): boolean {
  return part !== undefined && hasDigit(part.text) && /^[a-z0-9]+$/.test(part.text)
}

function isOfRun(part: Part | undefined): boolean {
  return part !== undefined && (isDigits(part) || SHORT.test(part.text))
}

function isNumberSpan(parts: Part[]): boolean {
  const words = parts.map(({ text }) => text)
  const key = words.join('')
  const ending = /\d([a-z]{1,3})$/.exec(key)?.[1]
  if (ending === undefined || key.length < SHORTEST_KEY || isTyre(words.filter(hasDigit))) return false
  // 281mm, 70 Ah
  if (ending.length > 1 && isUnit(ending)) return false
  const digits = key.replace(/\D/g, '').length
  return /^[a-z]/.test(key) ? digits >= FEW_DIGITS : words.some((word) => LONG_GROUP.test(word))
}
