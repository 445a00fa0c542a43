/** The circuit breaker is open: nothing was sent to the database. */
export class DatabaseUnavailableError extends Error {
  constructor() {
    super('The database does not answer')
    this.name = 'DatabaseUnavailableError'
  }
}

/** No connection became free in time. */
export class PoolBusyError extends Error {
  constructor(cause: unknown) {
    super('All database connections are in use', { cause })
    this.name = 'PoolBusyError'
  }
}

/**
 * Connection errors, refusals and time-outs: SQLSTATE classes 08 and 57P, too many connections, a cancelled statement,
 * socket errors.
 */
const UNAVAILABLE =
  /^(08|57P|57014|53300)|ECONNREFUSED|ECONNRESET|ENOENT|EPIPE|Connection terminated|timeout expired|Query read timeout|Client has encountered a connection error/

/** Whether the database is unavailable or overloaded, as opposed to an error of the statement. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof DatabaseUnavailableError || error instanceof PoolBusyError) return true
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  return UNAVAILABLE.test(code) || UNAVAILABLE.test(error.message)
}

/** The client's time-out (`query_timeout`): the outcome of the statement is unknown. */
export function isReadTimeout(error: unknown): boolean {
  return error instanceof Error && error.message === 'Query read timeout'
}
