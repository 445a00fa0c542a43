import {
  CompiledQuery,
  type PostgresCursor,
  type PostgresPool,
  type PostgresPoolClient,
  type PostgresQueryResult,
  type QueryResult,
} from 'kysely'
import type pg from 'pg'
import type { CircuitBreaker } from './failures/circuit-breaker.ts'
import { codeOf, DatabaseUnavailableError, isReadTimeout, PoolBusyError } from './failures/unavailable.ts'

type Handle = { executeQuery<Row>(query: CompiledQuery<Row>): Promise<QueryResult<Row>> }

export type Prepared<Row> = (db: Handle, parameters: readonly unknown[]) => Promise<Row[]>

/** The store's own transactions take a fraction of it. Requests that wait longer, for imports, would exhaust the pool. */
export const LOCK_WAIT_MS = 1_000

const names = new Map<string, string>()

/** A prepared statement; its text keeps its first name. It must name its columns: PostgreSQL refuses it once `select *` has another column. */
export function prepare<Row>(name: string, text: string): Prepared<Row> {
  if (!names.has(text)) names.set(text, name)
  return async (db, parameters) => {
    const { rows } = await db.executeQuery<Row>(CompiledQuery.raw(text, [...parameters]))
    return rows
  }
}

/** Wraps a pool for Kysely: statements of `prepare` run by name. `connect` rejects while the breaker is open. */
export function wrapPool(pool: pg.Pool, breaker: CircuitBreaker, onBusy = () => {}): PostgresPool {
  const clients = new WeakMap<pg.PoolClient, ReturnType<typeof wrapClient>>()
  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      for (;;) {
        const client = await acquireClient(pool, breaker, onBusy)
        const wrapped = clients.get(client) ?? wrapClient(client, breaker)
        clients.set(client, wrapped)
        if (wrapped.isOutdated()) {
          wrapped.release(true)
          continue
        }
        return wrapped
      }
    },
  }
}

async function acquireClient(pool: pg.Pool, breaker: CircuitBreaker, onBusy: () => void) {
  if (breaker.isOpen()) throw new DatabaseUnavailableError()
  const acquired = pool.connect()
  try {
    return await breaker.whileClosed(acquired)
  } catch (error) {
    void acquired.then(
      (client) => client.release(),
      () => {},
    )
    const message = error instanceof Error ? error.message : ''
    if (message === 'timeout exceeded when trying to connect') {
      onBusy()
      throw new PoolBusyError(error)
    }
    if (message === 'Connection terminated due to connection timeout') breaker.timedOut()
    throw error
  }
}

function wrapClient(client: pg.PoolClient, breaker: CircuitBreaker) {
  const plain: PostgresPoolClient = client
  const openings = breaker.openings()
  let isEnding = false
  /** The late response to that statement would count as the one to the next. */
  let hasTimedOut = false

  function query<R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>>
  function query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>
  function query<R>(statement: string | PostgresCursor<R>, values: readonly unknown[] = []) {
    if (typeof statement !== 'string') return plain.query(statement)
    return run<R>(statement, values)
  }

  async function run<R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>> {
    if (hasTimedOut) throw new DatabaseUnavailableError()
    const name = names.get(text)
    try {
      const result = await (name === undefined
        ? plain.query<R>(text, values)
        : runPrepared<R>({ name, text, values: [...values] }))
      breaker.answered()
      return result
    } catch (error) {
      if (isReadTimeout(error)) {
        hasTimedOut = true
        breaker.timedOut()
      }
      isEnding ||= codeOf(error).startsWith('57P')
      throw error
    }
  }

  async function runPrepared<R>(statement: pg.QueryConfig): Promise<PostgresQueryResult<R>> {
    const { rows, rowCount } = await client.query(statement)
    return { command: 'SELECT', rowCount: rowCount ?? 0, rows }
  }

  return {
    query,
    release: (destroy?: boolean) => client.release(destroy || isEnding || hasTimedOut),
    isOutdated: () => openings !== breaker.openings(),
  }
}
