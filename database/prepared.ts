import {
  CompiledQuery,
  type PostgresCursor,
  type PostgresPool,
  type PostgresPoolClient,
  type PostgresQueryResult,
  type QueryResult,
} from 'kysely'
import type pg from 'pg'
import { createLockWaits, LOCK_WAIT_MS, type LockWaits } from './lock-waits.ts'

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
 * other statements go through unchanged.
 */
export function naming(pool: pg.Pool): PostgresPool {
  const clients = new WeakMap<pg.PoolClient, NamingClient>()
  const waits = createLockWaits()
  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      const client = await pool.connect()
      const known = clients.get(client) ?? new NamingClient(client, waits)
      clients.set(client, known)
      try {
        await known.prepareToWait()
      } catch (error) {
        client.release(true)
        throw error
      }
      return known
    },
  }
}

class NamingClient implements PostgresPoolClient {
  readonly #client: pg.PoolClient
  readonly #plain: PostgresPoolClient
  readonly #waits: LockWaits
  #waitsMs = LOCK_WAIT_MS
  #isEnding = false
  constructor(client: pg.PoolClient, waits: LockWaits) {
    this.#client = client
    this.#plain = client
    this.#waits = waits
  }

  /** A statement more, and only where the time to wait is another one than this connection knows. */
  async prepareToWait(): Promise<void> {
    const wanted = this.#waits.current()
    if (wanted === this.#waitsMs) return
    await this.#client.query(`set lock_timeout = ${wanted}`)
    this.#waitsMs = wanted
  }

  query<R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>>
  query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>
  query<R>(statement: string | PostgresCursor<R>, values: readonly unknown[] = []) {
    if (typeof statement !== 'string') return this.#plain.query(statement)
    return this.#run<R>(statement, values)
  }

  release(destroy?: boolean): void {
    this.#client.release(destroy || this.#isEnding)
  }

  async #run<R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>> {
    const name = names.get(text)
    try {
      return await (name === undefined
        ? this.#plain.query<R>(text, values)
        : this.#prepared<R>({ name, text, values: [...values] }))
    } catch (error) {
      this.#waits.learn(error)
      this.#isEnding ||= isEnding(error)
      throw error
    }
  }

  async #prepared<R>(statement: pg.QueryConfig): Promise<PostgresQueryResult<R>> {
    const { rows, rowCount } = await this.#client.query(statement)
    return { command: 'SELECT', rowCount: rowCount ?? 0, rows }
  }
}

/** Whether the server closes the connection behind this error: whoever took it next would meet the close. */
function isEnding(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('57P')
}
