import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import type { CardTables } from './cards-schema.ts'
import { runningPostgres, startEmbeddedPostgres } from './embedded-postgres.ts'
import type { IdentityTables } from './identity-schema.ts'
import type { ImportTables } from './import-schema.ts'
import { LOCK_WAIT_MS } from './lock-waits.ts'
import type { MailTables } from './mail-schema.ts'
import { migrate } from './migrate.ts'
import { naming } from './prepared.ts'
import { readValuesAsMeant } from './read-values.ts'
import type { StoreTables } from './schema.ts'
import { DatabaseStartError } from './start-error.ts'

export type Tables = StoreTables & CardTables & IdentityTables & ImportTables & MailTables
/** The database handle every service takes first: the pool, or the caller's own transaction. */
export type Db = Kysely<Tables>

export type Database = {
  db: Db
  pool: pg.Pool
  /** Connection settings for libraries that bring their own pool. */
  connection: pg.PoolConfig
  close(): Promise<void>
}

export type DatabaseOptions = {
  /** PostgreSQL 15 or newer; absent: the embedded server in `dataDir`. */
  url?: string | undefined
  dataDir: string
  /** Uses the embedded server of a store that runs already, instead of refusing. */
  join?: boolean
  maxConnections?: number
  log: (line: string) => void
}

/**
 * Of one process. A few would keep the machine busy; the rest are for work that waits in the database, for a row or for
 * the disk, so that it holds up nobody else.
 */
export const CONNECTIONS = 16
/** A transaction that its process forgot lets go of its locks. */
const IDLE_IN_TRANSACTION_MS = 60_000

readValuesAsMeant()

/** Opens the store's PostgreSQL, starting the embedded one where no URL is given, and brings its tables up to date. */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  if (options.url) return connect({ connectionString: options.url }, options, async () => {})
  const running = options.join ? runningPostgres(options.dataDir) : undefined
  if (running) return connect(running, options, async () => {})
  const server = await startEmbeddedPostgres(options.dataDir, options.log)
  return connect(server.connection, options, server.stop)
}

/** Connects to a server that runs already; `stop` is called after the last connection has gone. */
export async function connect(
  connection: pg.PoolConfig,
  { maxConnections = CONNECTIONS, log }: Pick<DatabaseOptions, 'maxConnections' | 'log'>,
  stop: () => Promise<void>,
): Promise<Database> {
  const pool = new pg.Pool({
    ...connection,
    max: maxConnections,
    connectionTimeoutMillis: 10_000,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
    lock_timeout: LOCK_WAIT_MS,
  })
  // one that dies at work: its statement fails and says so, and the pool drops it; unheard, its event would end the process
  pool.on('connect', (client) => void client.on('error', () => {}))
  // an idle connection that dies is replaced at the next use
  pool.on('error', (error) => {
    if (!pool.ending) log(`database connection lost: ${error.message}`)
  })
  try {
    const client = await pool.connect().catch(explainAbsence)
    try {
      const applied = await migrate(client)
      if (applied.length > 0) log(`database: applied ${applied.join(', ')}`)
    } finally {
      client.release()
    }
  } catch (error) {
    await pool.end()
    await stop()
    throw error
  }
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: naming(pool) }) })
  return {
    db,
    pool,
    connection,
    async close() {
      await db.destroy()
      // Kysely ends the pool only once it has run a query
      if (!pool.ending) await pool.end()
      await stop()
    },
  }
}

/** The person who starts the store is told which setting to look at, not a stack. */
function explainAbsence(cause: unknown): never {
  const reason = cause instanceof Error ? cause.message || String(Reflect.get(cause, 'code')) : String(cause)
  throw new DatabaseStartError(`The database cannot be reached: ${reason}. Look at DATABASE_URL.`, { cause })
}

/** Runs `work` in a transaction: the caller's, or one of its own. */
export function inTransaction<T>(db: Db, work: (trx: Db) => Promise<T>): Promise<T> {
  if (db.isTransaction) return work(db)
  return db.transaction().execute((trx: Transaction<Tables>) => work(trx))
}
