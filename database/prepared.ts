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

/** The pool's handle, or a transaction's. */
type Handle = { executeQuery<Row>(query: CompiledQuery<Row>): Promise<QueryResult<Row>> }

/** Runs one statement with its parameters, in the order of their numbers; answers its rows. */
export type Prepared<Row> = (db: Handle, parameters: readonly unknown[]) => Promise<Row[]>

const names = new Map<string, string>()

/**
 * A statement that is written once and that the server plans once a connection: for what is asked for often.
 * It names every column that it answers, since one more in a table must not change what a running store asks for.
 */
export function prepare<Row>(name: string, text: string): Prepared<Row> {
  names.set(text, name)
  return async (db, parameters) => {
    const { rows } = await db.executeQuery<Row>(CompiledQuery.raw(text, [...parameters]))
    return rows
  }
}

/**
 * A pool whose connections know prepared statements by their names, and wait for locks no longer than makes sense. All
 * other statements go through unchanged. While the breaker is open it hands out no connection.
 */
export function naming(pool: pg.Pool, breaker: CircuitBreaker, onBusy: () => void = () => {}): PostgresPool {
  const clients = new WeakMap<pg.PoolClient, NamingClient>()
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
        const known = clients.get(client) ?? new NamingClient(client, { waits, breaker })
        clients.set(client, known)
        if (known.isOutdated()) {
          known.release(true)
          continue
        }
        try {
          await known.prepareToWait()
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
    // a connection that comes after all is for the next one
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

type Knowledge = { waits: LockWaits; breaker: CircuitBreaker }

class NamingClient implements PostgresPoolClient {
  readonly #client: pg.PoolClient
  readonly #plain: PostgresPoolClient
  readonly #waits: LockWaits
  readonly #breaker: CircuitBreaker
  /** The breaker's openings when the connection was made. */
  readonly #since: number
  #waitsMs = LOCK_WAIT_MS
  #isEnding = false
  /** A statement of it was given up: its answer would be taken for the next one's. */
  #isGivenUp = false
  constructor(client: pg.PoolClient, { waits, breaker }: Knowledge) {
    this.#client = client
    this.#plain = client
    this.#waits = waits
    this.#breaker = breaker
    this.#since = breaker.openings()
  }

  /** Whether the database stopped answering since it was opened: its server may be gone. */
  isOutdated(): boolean {
    return this.#since !== this.#breaker.openings()
  }

  /** A statement more, and only where the time to wait is another one than this connection knows. */
  async prepareToWait(): Promise<void> {
    const wanted = this.#waits.current()
    if (wanted === this.#waitsMs) return
    await this.#run(`set lock_timeout = ${wanted}`, [])
    this.#waitsMs = wanted
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
    // such as the rollback behind a statement that was given up
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

/** Whether the server closes the connection behind this error: its next user would meet the close. */
function isEnding(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('57P')
}
