import { type Database, type Db, openDatabase } from '#database/open.ts'
import { DatabaseStartError } from '#database/start-error.ts'
import { type Config, loadEnvironment, readConfig } from '../platform/config/config.ts'
import { ConfigError } from '../platform/config/config-error.ts'

export type Store = { db: Db; database: Database; config: Config }

/** Runs a command, which may run beside a store: `run` resolves to the text to print. Errors are printed, with exit code 1. */
export async function runCommand<T>(
  read: (words: string[]) => T,
  run: (store: Store, args: T) => Promise<string>,
): Promise<void> {
  try {
    const args = read(process.argv.slice(2))
    for (const notice of loadEnvironment()) process.stderr.write(`${notice}\n`)
    const config = readConfig()
    const { databaseUrl: url, dataDir } = config
    const database = await openDatabase({ url, dataDir, join: true, log() {} })
    const line = await run({ db: database.db, database, config }, args).finally(database.close)
    process.stdout.write(`${line}\n`)
  } catch (error) {
    const isExplained = error instanceof ConfigError || error instanceof DatabaseStartError
    process.stderr.write(`${isExplained ? error.message : String(error)}\n`)
    process.exitCode = 1
  }
}
