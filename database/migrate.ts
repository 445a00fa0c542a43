import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import type { PoolClient } from 'pg'
import { advisoryLocks } from './advisory-locks.ts'
import { DatabaseStartError } from './start-error.ts'

const MIGRATIONS = path.join(import.meta.dirname, 'migrations')

type Migration = { name: string; sql: string; checksum: string }
type Applied = { name: string; checksum: string | null }

/** Applies missing migrations, one instance at a time, and returns their names. Throws `DatabaseStartError` if the database has unknown or other ones, `Error` if one fails. */
export async function migrate(client: PoolClient): Promise<string[]> {
  // the migration of another instance may take long
  await client.query('set lock_timeout = 0')
  await client.query('select pg_advisory_lock($1)', [advisoryLocks.migration])
  try {
    await client.query(
      'create table if not exists migrations (name text primary key, applied_at timestamptz not null default now())',
    )
    await client.query('alter table migrations add column if not exists checksum text')
    const { rows: applied } = await client.query<Applied>(
      'select name, checksum from migrations order by name',
    )
    const known = await readMigrations()
    rejectUnknown(applied, known)
    rejectEdited(applied, known)
    for (const migration of known) await addChecksum(client, migration)
    const missing = known.filter(({ name }) => !applied.some((row) => row.name === name))
    for (const migration of missing) await apply(client, migration)
    return missing.map(({ name }) => name)
  } finally {
    await client.query('select pg_advisory_unlock($1)', [advisoryLocks.migration])
    await client.query('reset lock_timeout')
  }
}

async function readMigrations(): Promise<Migration[]> {
  const names = (await readdir(MIGRATIONS)).filter((name) => /^\d{4}_.+\.sql$/.test(name)).sort()
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(path.join(MIGRATIONS, name), 'utf8')
      // Git may write other line ends on Windows
      const checksum = createHash('sha256').update(sql.replaceAll('\r\n', '\n')).digest('hex')
      return { name, sql, checksum }
    }),
  )
}

/** The tables of a newer version may lack what this one reads, or refuse what it writes. */
function rejectUnknown(applied: Applied[], known: Migration[]): void {
  const unknown = applied.filter((row) => !known.some(({ name }) => name === row.name))
  if (unknown.length === 0) return
  throw new DatabaseStartError(
    `This database is of version ${applied.at(-1)?.name}, this store of version ${known.at(-1)?.name}: it does not know ${namesOf(unknown)}. Start the newer version, or restore a backup.`,
  )
}

function rejectEdited(applied: Applied[], known: Migration[]): void {
  const edited = applied.filter(
    (row) =>
      row.checksum !== null && known.some((one) => one.name === row.name && one.checksum !== row.checksum),
  )
  if (edited.length === 0) return
  throw new DatabaseStartError(
    `These migrations were edited after this database had applied them: ${namesOf(edited)}. Restore the files, and change tables by a new migration.`,
  )
}

function namesOf(migrations: { name: string }[]): string {
  return migrations.map(({ name }) => name).join(', ')
}

/** Databases have had checksums since the version that followed 0008. */
async function addChecksum(client: PoolClient, { name, checksum }: Migration): Promise<void> {
  await client.query('update migrations set checksum = $2 where name = $1 and checksum is null', [
    name,
    checksum,
  ])
}

async function apply(client: PoolClient, { name, sql, checksum }: Migration): Promise<void> {
  await client.query('begin')
  try {
    await client.query(sql)
    await client.query('insert into migrations (name, checksum) values ($1, $2)', [name, checksum])
    await client.query('commit')
  } catch (cause) {
    await client.query('rollback')
    throw new Error(`Migration ${name} failed`, { cause })
  }
}
