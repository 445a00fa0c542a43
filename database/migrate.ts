import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import type { PoolClient } from 'pg'
import { advisoryLocks } from './advisory-locks.ts'
import { DatabaseStartError } from './start-error.ts'

const MIGRATIONS = path.join(import.meta.dirname, 'migrations')

/** Applies missing migrations, one instance at a time, and returns their names. Throws `DatabaseStartError` if the database has unknown ones, `Error` if one fails. */
export async function migrate(client: PoolClient): Promise<string[]> {
  // the migration of another instance may take long
  await client.query('set lock_timeout = 0')
  await client.query('select pg_advisory_lock($1)', [advisoryLocks.migration])
  try {
    await client.query(
      'create table if not exists migrations (name text primary key, applied_at timestamptz not null default now())',
    )
    const seen = await client.query<{ name: string }>('select name from migrations')
    const done = new Set(seen.rows.map((row) => row.name))
    const files = (await readdir(MIGRATIONS)).filter((name) => /^\d{4}_.+\.sql$/.test(name)).sort()
    rejectUnknown([...done].filter((name) => !files.includes(name)))
    const missing = files.filter((name) => !done.has(name))
    for (const name of missing) await apply(client, name)
    return missing
  } finally {
    await client.query('select pg_advisory_unlock($1)', [advisoryLocks.migration])
    await client.query('reset lock_timeout')
  }
}

/** The tables of a newer version may lack what this one reads, or refuse what it writes. */
function rejectUnknown(names: string[]): void {
  if (names.length === 0) return
  throw new DatabaseStartError(
    `This database has migrations that this version does not know: ${names.sort().join(', ')}. Start the newer version, or restore a backup.`,
  )
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
