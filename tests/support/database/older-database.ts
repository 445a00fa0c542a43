import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { connect, type Database } from '#database/open.ts'
import { applyMigrationsBefore } from './older-migrations.ts'
import { administer, databaseOf } from './postgres.ts'

export type OlderDatabase = { connection: pg.PoolConfig; drop: () => Promise<void> }

/** Creates a database of the version before a migration, in which `fill` writes what that version left there. */
export async function createOlderDatabase(
  migration: string,
  fill: (client: pg.Client) => Promise<void>,
): Promise<OlderDatabase> {
  const { connection, template } = inject('postgres')
  const name = `${template}_${randomBytes(6).toString('hex')}`
  await administer(connection, `create database ${name}`)
  const older = { ...connection, ...databaseOf(connection, name) }
  const client = new pg.Client(older)
  await client.connect()
  try {
    await applyMigrationsBefore(client, migration)
    await fill(client)
  } finally {
    await client.end()
  }
  // without force: PostgreSQL waits until the connections that were ended have left
  return { connection: older, drop: () => administer(connection, `drop database ${name}`) }
}

/** Such a database, opened, which applies the migration and those after it. `close()` drops it. */
export async function migrateFrom(
  migration: string,
  fill: (client: pg.Client) => Promise<void>,
): Promise<Database> {
  const { connection, drop } = await createOlderDatabase(migration, fill)
  return connect(connection, { log() {} }, drop)
}
