/** Pseudo-random numbers, the same for the same seed and stream (mulberry32). */
export type Random = {
  /** Returns a number from 0 to below 1. */
  next(): number
  /** Returns an integer from 0 to below `end`. */
  below(end: number): number
  chance(share: number): boolean
  pick<T>(list: readonly T[]): T
}

export function createRandom(seed: number, stream: number): Random {
  let state = (Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(stream + 1, 0xc2b2ae35)) >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const below = (end: number) => Math.floor(next() * end)
  return {
    next,
    below,
    chance: (share) => next() < share,
    pick(list) {
      const picked = list[below(list.length)]
      if (picked === undefined) throw new RangeError('nothing to pick from')
      return picked
    },
  }
}
