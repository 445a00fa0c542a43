import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import type pg from 'pg'

const MIGRATIONS = path.resolve(import.meta.dirname, '../../../database/migrations')

/** Makes an empty database one of the version before a migration. */
export async function applyMigrationsBefore(client: pg.Client, migration: string): Promise<void> {
  await client.query(
    'create table migrations (name text primary key, applied_at timestamptz not null default now())',
  )
  const files = (await readdir(MIGRATIONS)).sort().filter((file) => file < migration)
  for (const file of files) {
    await client.query('begin')
    await client.query(await readFile(path.join(MIGRATIONS, file), 'utf8'))
    await client.query('insert into migrations (name) values ($1)', [file])
    await client.query('commit')
  }
}
