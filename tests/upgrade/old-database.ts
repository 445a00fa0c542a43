import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { inject } from 'vitest'
import { administer, databaseOf } from '../support/database/postgres.ts'

const read = (file: string) => readFileSync(path.join(import.meta.dirname, file), 'utf8')

/** The old migrations 0001 to 0041: those of the oldest database that can be upgraded. */
export const oldSteps = read('old-tables.sql')
  .split(/^-- file (.+)\n/m)
  .slice(1)
  .flatMap((name, at, parts) => (at % 2 === 0 ? [{ name, sql: parts[at + 1] ?? '' }] : []))

/** Further old migrations, which a database that is upgraded may have. */
export const laterSteps = [
  '0042_verified_addresses.sql',
  '0043_mails_sent_once.sql',
  '0045_words_waiting.sql',
  '0047_one_line_names.sql',
  '0048_links_on_one_line.sql',
].map((name) => ({ name, sql: read(`../../database/upgrade/${name}`) }))

/** The four migrations that replace the old ones. */
export const firstMigrations = [
  '0001_store.sql',
  '0002_search.sql',
  '0003_identity.sql',
  '0004_card_sandbox.sql',
].map((name) => ({ name, sql: read(`../../database/migrations/${name}`) }))

export type BareDatabase = { pool: pg.Pool; connection: pg.PoolConfig; drop(): Promise<void> }

/** A new empty database that no store has opened. */
export async function createBareDatabase(): Promise<BareDatabase> {
  const { connection, template } = inject('postgres')
  const name = `${template}_${randomBytes(6).toString('hex')}`
  await administer(connection, `create database ${name} template template0`)
  const own = { ...connection, ...databaseOf(connection, name) }
  const pool = new pg.Pool(own)
  // dropping the database may close a connection that is just ending
  pool.on('connect', (client) => void client.on('error', () => {}))
  pool.on('error', () => {})
  return {
    pool,
    connection: own,
    async drop() {
      if (!pool.ending) await pool.end()
      await administer(connection, `drop database ${name} with (force)`)
    },
  }
}

/** A database with these of the old migrations. */
export async function createOldDatabase(steps = oldSteps): Promise<BareDatabase> {
  const database = await createBareDatabase()
  await database.pool.query(
    'create table migrations (name text primary key, applied_at timestamptz not null default now())',
  )
  for (const { name, sql } of steps) {
    await database.pool.query(sql)
    await database.pool.query('insert into migrations (name) values ($1)', [name])
  }
  return database
}
