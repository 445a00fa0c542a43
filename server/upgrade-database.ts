import { existsSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { startEmbeddedPostgres } from '#database/postgres/embedded-postgres.ts'
import { DatabaseStartError } from '#database/start-error.ts'
import { upgradeTables } from '#database/upgrade/upgrade.ts'
import { type Config, ConfigError, loadEnvironment, readConfig } from './config.ts'

const USAGE = 'Usage: npm run upgrade-database'

/** `npm run upgrade-database`: migrates the tables of an earlier version in one transaction. Every store must be stopped. */
async function upgradeDatabase({ databaseUrl: url, dataDir }: Config): Promise<boolean> {
  if (url) return upgrade({ connectionString: url })
  if (!existsSync(path.join(dataDir, 'postgres')))
    throw new ConfigError(`There is no database in ${path.resolve(dataDir)}. Check DATA_DIR.`)
  const server = await startEmbeddedPostgres(dataDir, () => {})
  return upgrade(server.connection).finally(server.stop)
}

async function upgrade(connection: pg.ClientConfig): Promise<boolean> {
  const client = new pg.Client(connection)
  await client.connect()
  return rejectIfInUse(client)
    .then(() => upgradeTables(client))
    .finally(() => client.end())
}

/** A running store would fail at each renamed table. */
async function rejectIfInUse(client: pg.Client): Promise<void> {
  const { rowCount } = await client.query(`
    select from pg_stat_activity
    where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`)
  if (rowCount)
    throw new ConfigError(
      `The database is in use (other connections: ${rowCount}). Stop every store and program that uses it.`,
    )
}

try {
  if (process.argv.length > 2) throw new ConfigError(USAGE)
  loadEnvironment()
  const isUpgraded = await upgradeDatabase(readConfig())
  process.stdout.write(
    isUpgraded ? 'The database is upgraded: start the store.\n' : 'Nothing to do: no upgrade is needed.\n',
  )
} catch (error) {
  const isKnown = error instanceof ConfigError || error instanceof DatabaseStartError
  process.stderr.write(`${isKnown ? error.message : String(error)}\n`)
  process.exitCode = 1
}
