import { MOST_GROUPS } from './numbers.ts'
import { asksNumber, type Demand } from './question.ts'
import { asWritten, hasDigit, isUnit, numberKey, SHORTEST_KEY } from './text.ts'

/** Words side by side that may be a part number, or a part of one from the words at `from` on. */
export type Run = { from: number; to: number; keys: { from: number; key: string }[] }

/** So many digits apart are a number, not the sizes of a filter. */
const MANY_DIGITS = 7
const SHORT = /^[a-z]{1,3}$/

/**
 * The runs of a question: its digits come all from texts, or all from one part number, where they stand side by side.
 * Otherwise one half of a mistyped number is found in another's number, and the other half in a description.
 */
export function runsOf(demands: readonly Demand[]): Run[] {
  const names = demands.map((demand) =>
    demand.isExact || demand.isRefused || asksNumber(demand) ? [] : demand.typed,
  )
  const runs: Run[] = []
  for (let at = 0; at < names.length; at += 1) {
    if (!isPiece(names[at]) || !names[at]?.some(hasDigit)) continue
    let [to, next] = [at + 1, at + 1]
    for (; isPiece(names[next]); next += 1) if (names[next]?.some(hasDigit)) to = next + 1
    const keys = keysOf(names, at, to)
    const [first] = keys
    if (first) runs.push({ from: first.from, to, keys })
    at = to - 1
  }
  return runs
}

/** The number alone, and with the letters before it: "550089" and "la550089". */
function keysOf(names: readonly (readonly string[])[], from: number, to: number): Run['keys'] {
  const words = names.slice(from, to).flat()
  const behind = names[to]?.join('') ?? ''
  if (words.length > MOST_GROUPS || [...words, behind].some((word) => word.length > 1 && isUnit(word)))
    return []
  // 5x112 may be the bolts of a wheel, and the beginning of a number; 1F0 is no fraction
  const written = numberKey(words.map(asWritten).join(''))
  const keys = [...new Set([words.join(''), written])]
  const before = names[from - 1]?.join(' ') ?? ''
  // "25053940 G4" is no weight
  const isSize = /^\d+$/.test(written) && (words.length > 1 || isUnit(behind)) && written.length < MANY_DIGITS
  return [
    ...(SHORT.test(before) ? keys.map((key) => ({ from: from - 1, key: before + key })) : []),
    ...(isSize ? [] : keys.map((key) => ({ from, key }))),
  ].filter(({ key }) => key.length >= SHORTEST_KEY)
}

function isPiece(words: readonly string[] | undefined): boolean {
  return words !== undefined && words.length > 0 && words.every((word) => hasDigit(word) || SHORT.test(word))
}
