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
  /** Remembers everything in the database; `back` returns to the last mark and keeps it, `drop` forgets the mark. */
  mark(): Promise<void>
  back(): Promise<void>
  drop(): Promise<void>
}

/**
 * A real database in which everything can be undone: all of it happens on one connection, in one transaction that is
 * never committed, and the store's own transactions are savepoints within it. Work that asks for a second connection
 * while it holds the first one waits for ever: a test that hangs here has found such work.
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
  // the last of it is thrown away with the database, connection and all
  pool.on('error', () => {})
  await pool.query('begin')
  let turns = 0
  return {
    ...database,
    pool,
    db: new Kysely<Tables>({ dialect: new NestedDialect({ pool }) }),
    async mark() {
      await pool.query('savepoint mark')
    },
    async back() {
      await pool.query('rollback to savepoint mark')
      // rows that were undone stay in the tables' files until somebody sweeps them out, and slow everything down
      turns += 1
      if (turns % TURNS_A_SWEEP === 0) await database.pool.query(SWEEP)
    },
    async drop() {
      await pool.query('release savepoint mark')
    },
    async close() {
      await pool.query('rollback')
      await pool.end()
      await database.close()
    },
  }
}

const TURNS_A_SWEEP = 250
// to make a file shorter it would wait for the one transaction to end
const SWEEP = `vacuum (truncate false) orders, payment_intents, refunds, ledger, disputes, orphaned_payments, card_events,
  audit, order_events, products, users, cards.intents, cards.events, cards.idempotency_keys, cards.disputes`

class NestedDialect extends PostgresDialect {
  readonly #pool: pg.Pool
  constructor({ pool }: { pool: pg.Pool }) {
    super({ pool })
    this.#pool = pool
  }
  override createDriver() {
    return new NestedDriver({ pool: remembering(this.#pool) })
  }
}

/** Its one connection is asked the same again and again: each statement is read and planned once. */
function remembering(pool: pg.Pool): PostgresPool {
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
