import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import type { ClientBase, PoolClient } from 'pg'
import { advisoryLocks } from './advisory-locks.ts'
import { DatabaseStartError } from './start-error.ts'

export const MIGRATIONS = path.join(import.meta.dirname, 'migrations')

/** Applies missing migrations, one instance at a time, and returns their names. Throws `DatabaseStartError` on older tables, `Error` if one fails. */
export async function migrate(client: PoolClient): Promise<string[]> {
  // the migration of another instance may take long
  await client.query('set lock_timeout = 0')
  await client.query('select pg_advisory_lock($1)', [advisoryLocks.migration])
  try {
    if (await isOfOldNumbering(client))
      throw new DatabaseStartError(
        'This database has the tables of an earlier version: stop every store that uses it, and run `npm run upgrade-database` once.',
      )
    await client.query(
      'create table if not exists migrations (name text primary key, applied_at timestamptz not null default now())',
    )
    const seen = await client.query<{ name: string }>('select name from migrations')
    const done = new Set(seen.rows.map((row) => row.name))
    const files = (await readdir(MIGRATIONS)).filter((name) => /^\d{4}_.+\.sql$/.test(name)).sort()
    const missing = files.filter((name) => !done.has(name))
    for (const name of missing) await apply(client, name)
    return missing
  } finally {
    await client.query('select pg_advisory_unlock($1)', [advisoryLocks.migration])
    await client.query('reset lock_timeout')
  }
}

/** Whether the tables were created by the earlier migrations 0001 to 0048, the first of which has the same name. */
export async function isOfOldNumbering(client: ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ found: boolean }>(
    "select to_regclass('stray_payments') is not null as found",
  )
  return rows[0]?.found ?? false
}

async function apply(client: PoolClient, name: string): Promise<void> {
  const sql = await readFile(path.join(MIGRATIONS, name), 'utf8')
  await client.query('begin')
  try {
    await client.query(sql)
    await client.query('insert into migrations (name) values ($1)', [name])
    await client.query('commit')
  } catch (cause) {
    await client.query('rollback')
    throw new Error(`Migration ${name} failed`, { cause })
  }
}
