import { type Database, type Db, openDatabase } from '#database/open.ts'
import { DatabaseStartError } from '#database/start-error.ts'
import { type Config, ConfigError, loadEnvironment, readConfig } from './config.ts'

export type Shop = { db: Db; database: Database; config: Config }

/**
 * Runs one of the store's commands beside a running store or without one: `read` looks at the words that follow it,
 * `run` does the work and answers a line to print. A `ConfigError` and a `DatabaseStartError` are printed by their message.
 */
export async function runCommand<T>(
  read: (words: string[]) => T,
  run: (shop: Shop, wish: T) => Promise<string>,
): Promise<void> {
  try {
    const wish = read(process.argv.slice(2))
    loadEnvironment()
    const config = readConfig()
    const { databaseUrl: url, dataDir } = config
    const database = await openDatabase({ url, dataDir, join: true, log() {} })
    const line = await run({ db: database.db, database, config }, wish).finally(database.close)
    process.stdout.write(`${line}\n`)
  } catch (error) {
    const isExplained = error instanceof ConfigError || error instanceof DatabaseStartError
    process.stderr.write(`${isExplained ? error.message : String(error)}\n`)
    process.exitCode = 1
  }
}
