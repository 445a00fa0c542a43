import {
  CompiledQuery,
  type DatabaseConnection,
  Kysely,
  PostgresDialect,
  PostgresDriver,
  type PostgresPool,
  type PostgresPoolClient,
} from 'kysely'
import pg from 'pg'
import { inject } from 'vitest'
import type { Tables } from '#database/generated-tables.ts'
import type { Database } from '#database/open.ts'
import { freshDatabase } from './database.ts'
import { databaseOf } from './postgres.ts'

export type ReversibleDatabase = Database & {
  /** Sets a savepoint; `rollBack` rolls back to it and keeps it, `release` releases it. */
  setSavepoint(): Promise<void>
  rollBack(): Promise<void>
  release(): Promise<void>
}

/**
 * Opens a database in which all work of `db` and `pool` can be rolled back: it runs on one connection, in one
 * transaction that is never committed, and the store's own transactions are savepoints within it. Code that
 * requests a second connection while it holds the first one waits for ever: a test that hangs here has found
 * such code.
 */
export async function openReversibleDatabase(): Promise<ReversibleDatabase> {
  const database = await freshDatabase()
  const { connection } = inject('postgres')
  const { rows } = await database.pool.query<{ name: string }>('select current_database() as name')
  const pool = new pg.Pool({
    ...connection,
    ...databaseOf(connection, rows[0]?.name ?? ''),
    max: 1,
    idleTimeoutMillis: 0,
  })
  // Without a listener an error of the idle connection would end the process.
  pool.on('error', () => {})
  await pool.query('begin')
  let rollbacks = 0
  return {
    ...database,
    pool,
    db: new Kysely<Tables>({ dialect: new NestedDialect({ pool }) }),
    async setSavepoint() {
      await pool.query('savepoint mark')
    },
    async rollBack() {
      await pool.query('rollback to savepoint mark')
      // Rolled back rows stay in the tables' files until a vacuum and slow every scan down.
      rollbacks += 1
      if (rollbacks % ROLLBACKS_PER_VACUUM === 0) await database.pool.query(VACUUM)
    },
    async release() {
      await pool.query('release savepoint mark')
    },
    async close() {
      await pool.query('rollback')
      await pool.end()
      await database.close()
    },
  }
}

const ROLLBACKS_PER_VACUUM = 250
// Truncating a file needs a lock that the open transaction prevents: VACUUM would wait for it.
const VACUUM = `vacuum (truncate false) orders, order_lines, payment_intents, refunds, refund_lines, ledger, disputes, orphaned_payments, card_events,
  audit, order_events, products, users, cards.intents, cards.events, cards.idempotency_keys, cards.disputes`

class NestedDialect extends PostgresDialect {
  readonly #pool: pg.Pool
  constructor({ pool }: { pool: pg.Pool }) {
    super({ pool })
    this.#pool = pool
  }
  override createDriver() {
    return new NestedDriver({ pool: preparingPool(this.#pool) })
  }
}

/** Prepares each statement that has parameters, so that PostgreSQL parses it once. */
function preparingPool(pool: pg.Pool): PostgresPool {
  const names = new Map<string, string>()
  function nameOf(text: string): string {
    const name = names.get(text) ?? `s${names.size}`
    names.set(text, name)
    return name
  }
  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      const client = await pool.connect()
      const query = (text: string, values: readonly unknown[] = []) =>
        values.length === 0
          ? client.query(text)
          : client.query({ name: nameOf(text), text, values: [...values] })
      return Object.assign(Object.create(client), { query }) as PostgresPoolClient
    },
  }
}

/** A transaction begins and ends as a savepoint. */
class NestedDriver extends PostgresDriver {
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('savepoint work'))
  }
  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('release savepoint work'))
  }
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('rollback to savepoint work'))
    await connection.executeQuery(CompiledQuery.raw('release savepoint work'))
  }
}
