import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import { type CircuitBreaker, createCircuitBreaker, TIMEOUTS_TO_OPEN } from './failures/circuit-breaker.ts'
import { LOCK_WAIT_MS } from './failures/lock-waits.ts'
import { type DatabaseWatch, watchDatabase } from './failures/watch-database.ts'
import type { Tables } from './generated-tables.ts'
import { migrate } from './migrate.ts'
import { runningPostgres, startEmbeddedPostgres } from './postgres/embedded-postgres.ts'
import { naming } from './prepared.ts'
import { readValuesAsMeant } from './read-values.ts'
import { DatabaseStartError } from './start-error.ts'

/** The database handle every service takes first: the pool, or the caller's own transaction. */
export type Db = Kysely<Tables>

export type Database = {
  /** For requests: its statements are cut off after `timeouts`. */
  db: Db
  pool: pg.Pool
  /** For work that no request waits for, such as imports and jobs: it takes as long as it takes. */
  background: Db
  /** Requests that got no connection in time, so far. */
  busyCount(): number
  breaker: CircuitBreaker
  watch: DatabaseWatch
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
  timeouts?: Timeouts | undefined
  log: (line: string) => void
}

/** How long a request waits for the database; without them, as in the store's commands, nothing is cut off. */
type Timeouts = {
  /** For a connection: a free one of the pool, or a new one. */
  connectMs: number
  /** For the answer to a statement. */
  statementMs: number
}

/**
 * Of one process. A few keep the machine busy; the rest are for work that waits in the database, for a row or for the
 * disk, so that it holds up no other request. Twice as many made the store slower under load (docs/decisions/0030).
 */
export const CONNECTIONS = 8
/** One for an import, one to report its progress, one for mail, the others for jobs. */
const BACKGROUND_CONNECTIONS = 5
const CONNECT_MS = 10_000
/** The server gives up a statement before the client does: then the connection stays whole. */
const SERVER_SHARE = 0.85
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
  {
    maxConnections = CONNECTIONS,
    timeouts,
    log,
  }: Pick<DatabaseOptions, 'maxConnections' | 'timeouts' | 'log'>,
  stop: () => Promise<void>,
): Promise<Database> {
  const pool = openPool({ ...connection, ...limitsOf(timeouts), max: maxConnections }, log)
  const backgroundPool = openPool({ ...connection, max: BACKGROUND_CONNECTIONS }, log)
  const breaker = createCircuitBreaker({
    // without its probe nothing would close it
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
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: naming(pool, breaker, onBusy) }) })
  const background = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: naming(backgroundPool, breaker) }),
  })
  return {
    db,
    pool,
    background,
    busyCount: () => busyCount,
    breaker,
    watch,
    connection,
    async close() {
      await watch.stop()
      await Promise.all([db.destroy(), background.destroy()])
      // Kysely ends a pool only once it has run a query
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
  // one that dies at work: its statement fails and says so, and the pool drops it; unheard, its event would end the process
  pool.on('connect', (client) => void client.on('error', () => {}))
  // an idle connection that dies is replaced at the next use
  pool.on('error', (error) => {
    if (!pool.ending) log(`database connection lost: ${error.message}`)
  })
  return pool
}

async function migrateTables(pool: pg.Pool, log: (line: string) => void): Promise<void> {
  const client = await pool.connect().catch(explainAbsence)
  try {
    const applied = await migrate(client)
    if (applied.length > 0) log(`database: applied ${applied.join(', ')}`)
  } finally {
    client.release()
  }
}

/** The person who starts the store reads which setting to look at, not a stack. */
function explainAbsence(cause: unknown): never {
  const reason = cause instanceof Error ? cause.message || String(Reflect.get(cause, 'code')) : String(cause)
  throw new DatabaseStartError(`The database cannot be reached: ${reason}. Look at DATABASE_URL.`, { cause })
}

/** Runs `work` in a transaction: the caller's, or one of its own. */
export function inTransaction<T>(db: Db, work: (trx: Db) => Promise<T>): Promise<T> {
  if (db.isTransaction) return work(db)
  return db.transaction().execute((trx: Transaction<Tables>) => work(trx))
}
