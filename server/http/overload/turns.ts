export type Turns = <T>(work: () => Promise<T>) => Promise<T>

/**
 * Runs at most `most` pieces of work at a time; the others wait for their turn, first come first served. Of those that
 * wait there are at most `queue.most`; another one throws what `queue.refuse` answers.
 */
export function createTurns(most: number, queue?: { most: number; refuse: () => Error }): Turns {
  const waiting: (() => void)[] = []
  let running = 0
  return async (work) => {
    if (running < most) running += 1
    else if (queue && waiting.length >= queue.most) throw queue.refuse()
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}
