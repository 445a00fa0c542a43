import pg from 'pg'

/**
 * A row or lock that somebody else has is waited for so long. What the store does by itself is over in a fraction of it;
 * longer ones are an import, or a person at a console, and who waits for those fills the pool and learns nothing.
 */
export const LOCK_WAIT_MS = 5_000
/** As long as somebody has waited in vain not long ago: more of them would hold every connection in turn. */
const WARY_WAIT_MS = 500
const WARY_FOR_MS = 10_000

export type LockWaits = {
  /** How long a connection that is taken now shall wait. */
  current(): number
  /** Looks at what a statement failed with. */
  learn(error: unknown): void
}

/** Somebody has waited for a lock as long as anybody may: PostgreSQL has undone the statement. */
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
