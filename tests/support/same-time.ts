import { isLong } from './thoroughness.ts'

export const TRIES = isLong ? 200 : 30
/** The number of random splits of the tries of one kind into halves. The largest difference of medians is the noise. */
const SPLITS = 100

type Try = (n: number) => Promise<unknown>
type Kinds = Record<'known' | 'unknown', Try>

/** How two kinds of calls differ, in ms: `difference` is between their medians, `noise` within one kind. */
export type Comparison = { difference: number; noise: number }

/**
 * Times the tries of each kind in one random order, `concurrency` at once, so that other load affects both
 * equally. No absolute limit applies: the noise is measured in the same tries.
 */
export async function compareTimes(kinds: Kinds, { concurrency = 1 } = {}): Promise<Comparison> {
  const random = seededRandom()
  // The first call of each kind, which loads modules and caches, is not measured.
  await Promise.all([kinds.known(TRIES), kinds.unknown(TRIES)])
  const times = { known: [] as number[], unknown: [] as number[] }
  const tries = Array.from({ length: TRIES }, (_, n) => [
    { kind: 'known' as const, n },
    { kind: 'unknown' as const, n },
  ]).flat()
  const waiting = shuffle(tries, random)
  while (waiting.length > 0) {
    const batch = waiting.splice(0, concurrency).map(async ({ kind, n }) => {
      const start = performance.now()
      await kinds[kind](n)
      times[kind].push(performance.now() - start)
    })
    await Promise.all(batch)
  }
  return {
    difference: Math.abs(median(times.known) - median(times.unknown)),
    noise: noiseOfAll(Object.values(times), random),
  }
}

/** The largest difference of the medians of two halves of one kind, over all kinds. */
export function noiseOfAll(kinds: number[][], random = seededRandom()): number {
  return Math.max(...kinds.map((times) => noiseOf(times, random)))
}

function noiseOf(times: number[], random: () => number): number {
  const half = times.length / 2
  const differences = Array.from({ length: SPLITS }, () => {
    const mixed = shuffle(times, random)
    return Math.abs(median(mixed.slice(0, half)) - median(mixed.slice(half)))
  })
  return Math.max(...differences)
}

export function median(times: number[]): number {
  const sorted = [...times].sort((one, other) => one - other)
  const middle = sorted.length / 2
  const [low = 0, high = 0] = [sorted[Math.floor(middle - 0.5)], sorted[Math.floor(middle)]]
  return (low + high) / 2
}

/** The values in a random order. */
export function shuffle<T>(list: readonly T[], random: () => number): T[] {
  return list
    .map((value) => ({ value, key: random() }))
    .sort((one, other) => one.key - other.key)
    .map(({ value }) => value)
}

/** Returns a generator of numbers from 0 to below 1, the same for the same seed (mulberry32). */
export function seededRandom(seed = 1): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
