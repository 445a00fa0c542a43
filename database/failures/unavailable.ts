/** The database has not answered for some time: nothing was sent to it. */
export class DatabaseUnavailableError extends Error {
  constructor() {
    super('The database does not answer')
    this.name = 'DatabaseUnavailableError'
  }
}

/** All connections are in use, and none came free in time. */
export class PoolBusyError extends Error {
  constructor(cause: unknown) {
    super('All database connections are in use', { cause })
    this.name = 'PoolBusyError'
  }
}

/**
 * PostgreSQL is away, refuses or does not answer in time: SQLSTATE classes 08 and 57P, too many connections, a cancelled
 * statement, or the socket itself.
 */
const UNAVAILABLE =
  /^(08|57P|57014|53300)|ECONNREFUSED|ECONNRESET|ENOENT|EPIPE|Connection terminated|timeout expired|Query read timeout|Client has encountered a connection error/

/** The fault lies with the database's absence, or its lack of time, not with what was asked of it. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof DatabaseUnavailableError || error instanceof PoolBusyError) return true
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  return UNAVAILABLE.test(code) || UNAVAILABLE.test(error.message)
}

/** The client's own time-out: the statement is sent, and its outcome is unknown. */
export function isReadTimeout(error: unknown): boolean {
  return error instanceof Error && error.message === 'Query read timeout'
}
