import pg from 'pg'

export class DatabaseUnavailableError extends Error {
  override name = 'DatabaseUnavailableError'
  constructor() {
    super('The database does not answer')
  }
}

export class PoolBusyError extends Error {
  override name = 'PoolBusyError'
  constructor(cause: unknown) {
    super('All database connections are in use', { cause })
  }
}

const UNAVAILABLE =
  /^(08|57P|57014|53300)|ECONNREFUSED|ECONNRESET|connect ENOENT|EPIPE|Connection terminated|timeout expired|Query read timeout|Client has encountered a connection error/
const DISK_FULL = '53100'
const FILE_FAULTS = ['58030', 'XX000']
const NO_SPACE = /No space left on device|Disk quota exceeded|File too large/
const FULL = ['ENOSPC', 'EDQUOT', 'EFBIG']
const LOCK_NOT_AVAILABLE = '55P03'

/** Whether the database is unavailable or overloaded, as opposed to an error of the statement. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof DatabaseUnavailableError || error instanceof PoolBusyError) return true
  return UNAVAILABLE.test(codeOf(error)) || UNAVAILABLE.test(error.message)
}

/** Whether the database or the file system had no space, or a quota or file size was exceeded. A failed statement had no effect. */
export function isStorageFull(error: unknown): boolean {
  const code = codeOf(error)
  if (!(error instanceof pg.DatabaseError)) return FULL.includes(code)
  return code === DISK_FULL || (FILE_FAULTS.includes(code) && NO_SPACE.test(error.message))
}

export function isLockTimeout(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === LOCK_NOT_AVAILABLE
}

/** The client's time-out (`query_timeout`): the outcome of the statement is unknown. */
export function isReadTimeout(error: unknown): boolean {
  return error instanceof Error && error.message === 'Query read timeout'
}

export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
}
