import { canLetter } from './lettering.ts'

/** A parameter of a drawing: invalid text gives the default, values out of bounds are clamped. */
export interface Param<V> {
  fallback: V
  read(raw: string): V
  /** Boundary values, for tests. */
  samples: readonly string[]
}

export type ParamTable = Readonly<Record<string, Param<unknown>>>
export type Values<P extends ParamTable> = {
  readonly [K in keyof P]: P[K] extends Param<infer V> ? V : never
}

const DECIMAL = /^-?\d{1,9}(\.\d{1,6})?$/

/** A number, rounded to two decimals. */
export function number(fallback: number, min: number, max: number): Param<number> {
  const clamp = (value: number) => Math.round(Math.min(max, Math.max(min, value)) * 100) / 100
  return {
    fallback,
    read: (raw) => (DECIMAL.test(raw) ? clamp(Number(raw)) : fallback),
    samples: [String(min), String(max)],
  }
}

export function int(fallback: number, min: number, max: number): Param<number> {
  const { read, samples } = number(fallback, min, max)
  return { fallback, read: (raw) => Math.round(read(raw)), samples }
}

export function flag(fallback = false): Param<boolean> {
  const words: Record<string, boolean> = { '1': true, true: true, '0': false, false: false }
  return { fallback, read: (raw) => words[raw] ?? fallback, samples: ['1', '0'] }
}

/** One of the words; the first is the default. */
export function oneOf<const W extends readonly [string, ...string[]]>(...words: W): Param<W[number]> {
  const [fallback] = words
  return {
    fallback,
    read: (raw) => words.find((word) => word === raw.toLowerCase()) ?? fallback,
    samples: words,
  }
}

/** Left or right, also by the first letter. */
export function side(): Param<'l' | 'r'> {
  const words: Record<string, 'l' | 'r'> = { l: 'l', left: 'l', r: 'r', right: 'r' }
  return { fallback: 'l', read: (raw) => words[raw.toLowerCase()] ?? 'l', samples: ['left', 'right'] }
}

/** A short text of characters that have glyphs. */
export function label(fallback: string, maxLength: number, pattern = /^[A-Za-z0-9 .,/+″-]+$/): Param<string> {
  const fits = (raw: string) => raw.length <= maxLength && pattern.test(raw) && canLetter(raw)
  return {
    fallback,
    read: (raw) => (fits(raw.trim()) ? raw.trim() : fallback),
    samples: ['W'.repeat(maxLength).replace(/./g, (c) => (pattern.test(c) ? c : '8')), '8'],
  }
}

/** Comma-separated integers, at most `most`. */
export function intList(
  fallback: readonly number[],
  min: number,
  max: number,
  most: number,
): Param<readonly number[]> {
  const each = int(min, min, max)
  const pattern = /^\d{1,4}(,\d{1,4})*$/
  return {
    fallback,
    read: (raw) => (pattern.test(raw) ? raw.split(',').slice(0, most).map(each.read) : fallback),
    samples: [String(min), Array.from({ length: most }, () => max).join(',')],
  }
}

/** The values of all parameters; unknown names are ignored. */
export function readParams<P extends ParamTable>(table: P, query: URLSearchParams): Values<P> {
  const entries = Object.entries(table).map(([name, param]) => {
    const raw = query.get(name)
    return [name, raw === null ? param.fallback : param.read(raw)]
  })
  return Object.fromEntries(entries)
}
