import { beingChanged } from '../problem.ts'
import { createTurns } from './turns.ts'

/** Runs work in the line of this name, first come first served. */
export type Lines = <T>(name: string, work: () => Promise<T>) => Promise<T>

/** For a part that is held: longer than `lock_timeout`, which those in front of it wait for. */
const LONGEST_WAIT_MS = 10_000

/**
 * Lines of which each lets so many pieces of work run at a time, and all together so many. Whoever has stood in one for
 * too long is not run any more, but throws `being_changed`: those in front of it wait for something that lasts.
 */
export function createLines(
  most: { each: number; all: number },
  now: () => number = () => performance.now(),
): Lines {
  const lines = new Map<string, { inTurn: ReturnType<typeof createTurns>; length: number }>()
  const amongAll = createTurns(most.all)
  return async (name, work) => {
    const line = lines.get(name) ?? { inTurn: createTurns(most.each), length: 0 }
    lines.set(name, line)
    line.length += 1
    const cameAt = now()
    const inTime = async () => {
      if (now() - cameAt > LONGEST_WAIT_MS) throw beingChanged()
      return work()
    }
    try {
      return await line.inTurn(() => amongAll(inTime))
    } finally {
      line.length -= 1
      // one that is empty takes no room
      if (line.length === 0) lines.delete(name)
    }
  }
}
