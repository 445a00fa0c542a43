import { DatabaseUnavailableError } from './unavailable.ts'

export type CircuitBreaker = {
  isOpen(): boolean
  /** How often it has opened: connections from before the last opening may be dead. */
  openings(): number
  /** Resolves with `work`; rejects with `DatabaseUnavailableError` as soon as the breaker is open. */
  whileClosed<T>(work: Promise<T>): Promise<T>
  answered(): void
  timedOut(): void
}

/** A single time-out may be a long statement. */
export const TIMEOUTS_TO_OPEN = 3

/**
 * Closed: all work goes to the database, and `timeoutsToOpen` consecutive time-outs open the breaker. Open: all work
 * fails at once, until the probe of `watch-database.ts` gets an answer.
 */
export function createCircuitBreaker({
  timeoutsToOpen,
  onChange,
}: {
  timeoutsToOpen: number
  onChange: (isOpen: boolean) => void
}): CircuitBreaker {
  const waiting = new Set<(error: Error) => void>()
  let timeouts = 0
  let openings = 0
  let isOpen = false

  function open(): void {
    isOpen = true
    openings += 1
    onChange(true)
    for (const reject of waiting) reject(new DatabaseUnavailableError())
    waiting.clear()
  }

  return {
    isOpen: () => isOpen,
    openings: () => openings,
    async whileClosed(work) {
      if (isOpen) throw new DatabaseUnavailableError()
      const { promise: opened, reject } = Promise.withResolvers<never>()
      waiting.add(reject)
      try {
        return await Promise.race([work, opened])
      } finally {
        waiting.delete(reject)
      }
    },
    answered() {
      timeouts = 0
      if (!isOpen) return
      isOpen = false
      onChange(false)
    },
    timedOut() {
      timeouts += 1
      if (!isOpen && timeouts >= timeoutsToOpen) open()
    },
  }
}
