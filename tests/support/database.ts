import { randomBytes } from 'node:crypto'
import { inject } from 'vitest'
import { connect, type Database } from '#database/open.ts'
import { administer, databaseOf } from './postgres.ts'

/**
 * A database of the caller's own with every table and no rows, copied from the run's template.
 * Call it once in a test file (`beforeAll`), and `close()` it in `afterAll`: that drops it.
 */
export async function freshDatabase(): Promise<Database> {
  const { connection, template } = inject('postgres')
  const name = `${template}_${randomBytes(6).toString('hex')}`
  await administer(connection, `create database ${name} template ${template}`)
  return connect({ ...connection, ...databaseOf(connection, name) }, { log() {} }, () =>
    administer(connection, `drop database ${name} with (force)`),
  )
}
