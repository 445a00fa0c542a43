import { createTurns } from './turns.ts'

/** Runs work in the line of this name, first come first served. */
export type Lines = <T>(name: string, work: () => Promise<T>) => Promise<T>

/** Lines of which each lets so many pieces of work run at a time, and all together so many. */
export function createLines(most: { each: number; all: number }): Lines {
  const lines = new Map<string, { inTurn: ReturnType<typeof createTurns>; length: number }>()
  const amongAll = createTurns(most.all)
  return async (name, work) => {
    const line = lines.get(name) ?? { inTurn: createTurns(most.each), length: 0 }
    lines.set(name, line)
    line.length += 1
    try {
      return await line.inTurn(() => amongAll(work))
    } finally {
      line.length -= 1
      // one that is empty takes no room
      if (line.length === 0) lines.delete(name)
    }
  }
}
