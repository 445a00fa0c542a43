import { randomBytes } from 'node:crypto'
import { inject } from 'vitest'
import { connect, type Database } from '#database/open.ts'
import { administer, databaseOf } from './postgres.ts'

/**
 * Creates a database with the migrated schema and no shop data, copied from the run's template. Call it
 * once in a test file (`beforeAll`), and `close()` it in `afterAll`: that drops it.
 */
export async function freshDatabase(): Promise<Database> {
  return await copyDatabase(inject('postgres').template)
}

/** Copies a template of this run; `close()` drops the copy. */
export async function copyDatabase(source: string): Promise<Database> {
  const { connection, template } = inject('postgres')
  const name = `${template}_${randomBytes(6).toString('hex')}`
  // Two to three times as fast as the default, which writes every page to the WAL.
  await administer(connection, `create database ${name} template ${source} strategy file_copy`)
  return connect({ ...connection, ...databaseOf(connection, name) }, { log() {} }, () =>
    administer(connection, `drop database ${name} with (force)`),
  )
}
