import { statSync } from 'node:fs'
import path from 'node:path'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { createCircuitBreaker, watchDatabase } from './failures/circuit-breaker.ts'
import type { Tables } from './generated-tables.ts'
import { migrate } from './migrate.ts'
import { runningPostgres, startEmbeddedPostgres } from './postgres/embedded-postgres.ts'
import { LOCK_WAIT_MS, wrapPool } from './prepared.ts'
import { setTypeParsers } from './read-values.ts'
import { DatabaseStartError } from './start-error.ts'

/** The pool, or the transaction of the caller. */
export type Db = Kysely<Tables>

export type Database = Awaited<ReturnType<typeof connect>>

export type DatabaseOptions = {
  /** PostgreSQL 15 or newer; default: the embedded server in `dataDir`. */
  url?: string | undefined
  dataDir: string
  /** Use the server that a running store has started in `dataDir`, if there is one. */
  join?: boolean
  maxConnections?: number
  timeouts?: Timeouts | undefined
  log: (line: string) => void
}

type Timeouts = { connectMs: number; statementMs: number }

/** Per process. Twice as many made the store slower under load (docs/decisions/0030). */
export const CONNECTIONS = 8
const BACKGROUND_CONNECTIONS = 5
const CONNECT_MS = 10_000
/** A single time-out may be a long statement. */
const TIMEOUTS_TO_OPEN = 3
/** The server cancels a statement before the client's time-out, so that the connection stays usable. */
const SERVER_SHARE = 0.85
const IDLE_IN_TRANSACTION_MS = 60_000

setTypeParsers()

/** Connects to PostgreSQL, starting the embedded server if no URL is given, and applies migrations. Throws `DatabaseStartError`, and other errors of `startEmbeddedPostgres` and `migrate`. */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  rejectFile(path.resolve(options.dataDir))
  if (options.url) return connect({ connectionString: options.url }, options, async () => {})
  const running = options.join ? runningPostgres(options.dataDir) : undefined
  if (running) return connect(running, options, async () => {})
  const server = await startEmbeddedPostgres(options.dataDir, options.log)
  return connect(server.connection, options, server.stop)
}

/** Uploaded pictures lie there with any database. */
function rejectFile(dataDir: string): void {
  const found = statSync(dataDir, { throwIfNoEntry: false })
  if (found && !found.isDirectory())
    throw new DatabaseStartError(`DATA_DIR is ${dataDir}, which is a file: name a folder.`)
}

export async function connect(
  connection: pg.PoolConfig,
  { maxConnections = CONNECTIONS, timeouts, log }: Omit<DatabaseOptions, 'url' | 'dataDir' | 'join'>,
  stop: () => Promise<void>,
) {
  const pool = openPool({ ...connection, ...limitsOf(timeouts), max: maxConnections }, log)
  const backgroundPool = openPool({ ...connection, max: BACKGROUND_CONNECTIONS }, log)
  const breaker = createCircuitBreaker({
    timeoutsToOpen: timeouts ? TIMEOUTS_TO_OPEN : Number.POSITIVE_INFINITY,
    onChange: (isOpen) =>
      log(isOpen ? 'database: does not answer, requests are refused' : 'database: answers again'),
  })
  const watch = watchDatabase(connection, breaker)
  try {
    await migrateTables(backgroundPool, log)
  } catch (error) {
    await Promise.all([pool.end(), backgroundPool.end()])
    await stop()
    throw error
  }
  if (timeouts) watch.start()
  let busyCount = 0
  const onBusy = () => {
    busyCount += 1
  }
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: wrapPool(pool, breaker, onBusy) }) })
  const background = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: wrapPool(backgroundPool, breaker) }),
  })
  return {
    db,
    pool,
    /** The connections for imports, jobs and mail; their statements have no time-out. */
    background,
    busyCount: () => busyCount,
    breaker,
    watch,
    connection,
    async close() {
      await watch.stop()
      await Promise.all([db.destroy(), background.destroy()])
      // Kysely ends a pool only if it has run a query
      await Promise.all([pool, backgroundPool].map((one) => one.ending || one.end()))
      await stop()
    },
  }
}

function limitsOf(timeouts: Timeouts | undefined): pg.PoolConfig {
  if (!timeouts) return {}
  const { connectMs, statementMs } = timeouts
  return {
    connectionTimeoutMillis: connectMs,
    query_timeout: statementMs,
    statement_timeout: Math.ceil(statementMs * SERVER_SHARE),
  }
}

function openPool(options: pg.PoolConfig, log: (line: string) => void): pg.Pool {
  const pool = new pg.Pool({
    connectionTimeoutMillis: CONNECT_MS,
    keepAlive: true,
    ...options,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
    lock_timeout: LOCK_WAIT_MS,
  })
  // the statement of a lost connection fails by itself; without a listener the event would end the process
  pool.on('connect', (client) => void client.on('error', () => {}))
  pool.on('error', (error) => {
    if (!pool.ending) log(`database connection lost: ${error.message}`)
  })
  return pool
}

async function migrateTables(pool: pg.Pool, log: (line: string) => void): Promise<void> {
  const client = await pool.connect().catch(throwStartError)
  try {
    const applied = await migrate(client)
    if (applied.length > 0) log(`database: applied ${applied.join(', ')}`)
  } finally {
    client.release()
  }
}

function throwStartError(cause: unknown): never {
  const reason = cause instanceof Error ? cause.message || String(Reflect.get(cause, 'code')) : String(cause)
  throw new DatabaseStartError(`The database cannot be reached: ${reason}. Look at DATABASE_URL.`, { cause })
}

/** Runs `work` in the caller's transaction, or in a new one. */
export function inTransaction<T>(db: Db, work: (trx: Db) => Promise<T>): Promise<T> {
  if (db.isTransaction) return work(db)
  return db.transaction().execute(work)
}
