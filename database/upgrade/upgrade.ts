import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'
import { advisoryLocks } from '../advisory-locks.ts'
import { isOfOldNumbering, MIGRATIONS } from '../migrate.ts'
import { DatabaseStartError } from '../start-error.ts'
import renames from './renames.json' with { type: 'json' }

const FOLDER = import.meta.dirname
const OLDEST = '0041_unfinished_imports.sql'
const OLD_STEP_COUNT = 35
const SQUASHED = ['0001_store.sql', '0002_search.sql', '0003_identity.sql', '0004_card_sandbox.sql']

/**
 * Upgrades a database of the old numbering (0001 to 0048) in one transaction; no store may run on it then.
 * Returns whether there was something to do. Throws `DatabaseStartError` if it lacks migrations up to 0041.
 */
export async function upgradeTables(client: pg.ClientBase): Promise<boolean> {
  await client.query('begin')
  try {
    await client.query('set local lock_timeout = 0')
    await client.query('select pg_advisory_xact_lock($1)', [advisoryLocks.migration])
    const isOld = await isOfOldNumbering(client)
    if (isOld) await upgradeOld(client)
    await client.query('commit')
    return isOld
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

async function upgradeOld(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ name: string }>('select name from migrations')
  const done = new Set(rows.map(({ name }) => name))
  const before = [...done].filter((name) => name <= OLDEST)
  if (!done.has(OLDEST) || before.length !== OLD_STEP_COUNT)
    throw new DatabaseStartError(
      `This database is too old to be upgraded: it lacks steps up to ${OLDEST}. Start it once with the version before this one.`,
    )
  const steps = (await readdir(FOLDER)).filter((name) => name.endsWith('.sql')).sort()
  for (const name of steps)
    if (!done.has(name)) await client.query(await readFile(path.join(FOLDER, name), 'utf8'))
  for (const statement of renameStatements()) await client.query(statement)
  await client.query(NOT_NULL_NAMES)
  for (const name of SQUASHED)
    for (const statement of functionsOf(await readFile(path.join(MIGRATIONS, name), 'utf8')))
      await client.query(statement)
  await client.query('delete from migrations')
  await client.query('insert into migrations (name) select unnest($1::text[])', [SQUASHED])
}

const quoteName = (name: string) => name.split('.').map(pg.escapeIdentifier).join('.')

function renameStatements(): string[] {
  const renameInTables = (kind: string, ofTables: Record<string, Record<string, string>>) =>
    Object.entries(ofTables).flatMap(([table, names]) =>
      Object.entries(names).map(([from, to]) =>
        kind === 'trigger'
          ? `alter trigger ${quoteName(from)} on ${quoteName(table)} rename to ${quoteName(to)}`
          : `alter table ${quoteName(table)} rename ${kind} ${quoteName(from)} to ${quoteName(to)}`,
      ),
    )
  const renameObjects = (kind: string, names: Record<string, string>) =>
    Object.entries(names).map(([from, to]) => `alter ${kind} ${quoteName(from)} rename to ${quoteName(to)}`)
  return [
    ...renameInTables('column', renames.columns),
    ...renameInTables('constraint', renames.constraints),
    ...renameInTables('trigger', renames.triggers),
    ...renameObjects('index', renames.indexes),
    ...renameObjects('sequence', renames.sequences),
    ...renameObjects('function', renames.functions),
    ...renameObjects('table', renames.tables),
  ]
}

/** PostgreSQL 18 names NOT NULL constraints after their columns, and keeps the names when those are renamed. */
const NOT_NULL_NAMES = `do $$
  declare
    wrong record;
  begin
    for wrong in
      select c.conrelid::regclass as place, c.conname, t.relname || '_' || a.attname || '_not_null' as wanted
      from pg_constraint c
      join pg_class t on t.oid = c.conrelid
      join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
      where c.contype = 'n' and c.connamespace in (current_schema()::regnamespace, 'identity'::regnamespace, 'cards'::regnamespace)
        and c.conname <> t.relname || '_' || a.attname || '_not_null'
    loop
      execute format('alter table %s rename constraint %I to %I', wrong.place, wrong.conname, wrong.wanted);
    end loop;
  end
$$`

function functionsOf(migration: string): string[] {
  const found = migration.matchAll(/^create function (?:[^$;]*\$\$.*?\$\$;|[^$]*?;)$/gms)
  return [...found].map(([statement]) => statement.replace('create function', 'create or replace function'))
}
