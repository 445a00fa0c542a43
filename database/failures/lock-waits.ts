import pg from 'pg'

/**
 * The `lock_timeout` of statements. The store's own transactions take a fraction of it; longer ones are imports or manual
 * sessions, and requests that wait for those would exhaust the pool.
 */
export const LOCK_WAIT_MS = 5_000
/** After a lock time-out: further long waits would occupy one connection after the other. */
const SHORT_WAIT_MS = 500
const SHORT_FOR_MS = 10_000

export type LockWaits = {
  /** The lock time-out for a connection that is taken now. */
  current(): number
  /** Records the error of a statement. */
  learn(error: unknown): void
}

/** Whether a statement was cancelled by `lock_timeout`. */
export function isLockedOut(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '55P03'
}

export function createLockWaits(now: () => number = () => performance.now()): LockWaits {
  let shortUntil = Number.NEGATIVE_INFINITY
  return {
    current: () => (now() < shortUntil ? SHORT_WAIT_MS : LOCK_WAIT_MS),
    learn(error) {
      if (isLockedOut(error)) shortUntil = now() + SHORT_FOR_MS
    },
  }
}
