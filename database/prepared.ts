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
import { createLockWaits, LOCK_WAIT_MS, type LockWaits } from './failures/lock-waits.ts'
import { DatabaseUnavailableError, isReadTimeout, PoolBusyError } from './failures/unavailable.ts'

type Handle = { executeQuery<Row>(query: CompiledQuery<Row>): Promise<QueryResult<Row>> }

export type Prepared<Row> = (db: Handle, parameters: readonly unknown[]) => Promise<Row[]>

const names = new Map<string, string>()

/**
 * A prepared statement for frequent queries, planned once per connection. It must name its columns: a column that is added
 * to a table changes the result of `select *`, which PostgreSQL refuses for prepared statements.
 */
export function prepare<Row>(name: string, text: string): Prepared<Row> {
  names.set(text, name)
  return async (db, parameters) => {
    const { rows } = await db.executeQuery<Row>(CompiledQuery.raw(text, [...parameters]))
    return rows
  }
}

/**
 * Wraps a pool for Kysely: its connections run statements of `prepare` by name and adapt their lock time-out. While the
 * breaker is open, `connect` rejects.
 */
export function wrapPool(
  pool: pg.Pool,
  breaker: CircuitBreaker,
  onBusy: () => void = () => {},
): PostgresPool {
  const clients = new WeakMap<pg.PoolClient, WrappedClient>()
  const waits = createLockWaits()
  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      for (;;) {
        const client = await takeClient(pool, breaker).catch((error: unknown) => {
          if (error instanceof PoolBusyError) onBusy()
          throw error
        })
        const known = clients.get(client) ?? new WrappedClient(client, { waits, breaker })
        clients.set(client, known)
        if (known.isOutdated()) {
          known.release(true)
          continue
        }
        try {
          await known.setLockTimeout()
        } catch (error) {
          known.release(true)
          throw error
        }
        return known
      }
    },
  }
}

async function takeClient(pool: pg.Pool, breaker: CircuitBreaker): Promise<pg.PoolClient> {
  if (breaker.isOpen()) throw new DatabaseUnavailableError()
  const taken = pool.connect()
  try {
    return await breaker.whileClosed(taken)
  } catch (error) {
    // a connection that arrives later is returned to the pool
    void taken.then(
      (client) => client.release(),
      () => {},
    )
    const { message } = error instanceof Error ? error : new Error()
    if (message === 'timeout exceeded when trying to connect') throw new PoolBusyError(error)
    if (message === 'Connection terminated due to connection timeout') breaker.timedOut()
    throw error
  }
}

type Health = { waits: LockWaits; breaker: CircuitBreaker }

class WrappedClient implements PostgresPoolClient {
  readonly #client: pg.PoolClient
  readonly #plain: PostgresPoolClient
  readonly #waits: LockWaits
  readonly #breaker: CircuitBreaker
  /** The breaker's openings when the connection was made. */
  readonly #since: number
  #lockTimeoutMs = LOCK_WAIT_MS
  #isEnding = false
  /** A statement timed out: its late answer would be taken for that of the next one. */
  #isGivenUp = false
  constructor(client: pg.PoolClient, { waits, breaker }: Health) {
    this.#client = client
    this.#plain = client
    this.#waits = waits
    this.#breaker = breaker
    this.#since = breaker.openings()
  }

  /** Whether the breaker has opened since: the server of this connection may be gone. */
  isOutdated(): boolean {
    return this.#since !== this.#breaker.openings()
  }

  /** Sends a statement only if the time-out has changed. */
  async setLockTimeout(): Promise<void> {
    const wanted = this.#waits.current()
    if (wanted === this.#lockTimeoutMs) return
    await this.#run(`set lock_timeout = ${wanted}`, [])
    this.#lockTimeoutMs = wanted
  }

  query<R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>>
  query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>
  query<R>(statement: string | PostgresCursor<R>, values: readonly unknown[] = []) {
    if (typeof statement !== 'string') return this.#plain.query(statement)
    return this.#run<R>(statement, values)
  }

  release(destroy?: boolean): void {
    this.#client.release(destroy || this.#isEnding || this.#isGivenUp)
  }

  async #run<R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>> {
    // for example the rollback after a time-out
    if (this.#isGivenUp) throw new DatabaseUnavailableError()
    const name = names.get(text)
    try {
      const result = await (name === undefined
        ? this.#plain.query<R>(text, values)
        : this.#prepared<R>({ name, text, values: [...values] }))
      this.#breaker.answered()
      return result
    } catch (error) {
      this.#waits.learn(error)
      if (isReadTimeout(error)) {
        this.#isGivenUp = true
        this.#breaker.timedOut()
      }
      this.#isEnding ||= isEnding(error)
      throw error
    }
  }

  async #prepared<R>(statement: pg.QueryConfig): Promise<PostgresQueryResult<R>> {
    const { rows, rowCount } = await this.#client.query(statement)
    return { command: 'SELECT', rowCount: rowCount ?? 0, rows }
  }
}

/** Whether the server closes the connection after this error. */
function isEnding(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('57P')
}
