import pg from 'pg'

/**
 * How long a statement waits for a row or lock that another transaction holds. The store's own transactions take a
 * fraction of it. Longer ones are an import, or a person at a console; requests that wait for those would fill the pool.
 */
export const LOCK_WAIT_MS = 5_000
/** After a wait that timed out: further long waits would hold every connection in turn. */
const WARY_WAIT_MS = 500
const WARY_FOR_MS = 10_000

export type LockWaits = {
  /** How long a connection that is taken now shall wait. */
  current(): number
  /** Looks at what a statement failed with. */
  learn(error: unknown): void
}

/** A statement has waited for a lock up to the limit: PostgreSQL has undone it. */
export function isLockedOut(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '55P03'
}

/** What the connections of one pool know of locks that are held for long. */
export function createLockWaits(now: () => number = () => performance.now()): LockWaits {
  let waryUntil = Number.NEGATIVE_INFINITY
  return {
    current: () => (now() < waryUntil ? WARY_WAIT_MS : LOCK_WAIT_MS),
    learn(error) {
      if (isLockedOut(error)) waryUntil = now() + WARY_FOR_MS
    },
  }
}
