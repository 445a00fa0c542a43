import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startEmbeddedPostgres } from '#database/postgres/embedded-postgres.ts'
import { findFreePort } from '#database/postgres/free-port.ts'
import { urlOf } from '../support/database/postgres.ts'
import { type BareDatabase, createOldDatabase, oldSteps } from './old-database.ts'

const ROOT = path.join(import.meta.dirname, '../..')
const UPGRADE_NEEDED =
  'This database has the tables of an earlier version: stop every store that uses it, and run `npm run upgrade-database` once.'
let folder: string
let database: BareDatabase

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'partsline-upgrade-'))
  database = await createOldDatabase()
  await database.pool.end()
  await createOldTables()
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await database.drop()
})

/** Runs a program of the store; returns its exit code and its output. */
async function run(file: string, settings: Record<string, string>) {
  const unset = { DATABASE_URL: '', STORE_MODE: 'demo', IDENTITY: '', CARDS: '', REDIS_URL: '', SMTP_URL: '' }
  const env = { ...process.env, ...unset, DATA_DIR: folder, PORT: String(await findFreePort()), ...settings }
  const child = spawn(process.execPath, [file], { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const [output, errors, code] = await Promise.all([text(child.stdout), text(child.stderr), ended])
  return { code, output: `${output}${errors}`.trim() }
}

test('a store with DATABASE_URL prints the command, which upgrades its database once', {
  tags: 'long',
  timeout: 60_000,
}, async () => {
  const settings = { DATABASE_URL: urlOf(database.connection) }
  expect(await run('server/main.ts', settings)).toEqual({ code: 1, output: UPGRADE_NEEDED })
  const other = new pg.Client(database.connection)
  await other.connect()
  expect(await run('server/upgrade-database.ts', settings)).toEqual({
    code: 1,
    output: 'The database is in use (other connections: 1). Stop every store and program that uses it.',
  })
  await other.end()
  expect(await run('server/upgrade-database.ts', settings)).toEqual({
    code: 0,
    output: 'The database is upgraded: start the store.',
  })
  expect(await run('server/upgrade-database.ts', settings)).toEqual({
    code: 0,
    output: 'Nothing to do: no upgrade is needed.',
  })
})

test('a store with a data folder is upgraded by the command', { tags: 'long', timeout: 60_000 }, async () => {
  expect(await run('server/main.ts', {})).toEqual({ code: 1, output: UPGRADE_NEEDED })
  expect(await run('server/upgrade-database.ts', {})).toMatchObject({ code: 0 })
  expect(await run('server/upgrade-database.ts', {})).toEqual({
    code: 0,
    output: 'Nothing to do: no upgrade is needed.',
  })
})

test('the command creates no database in a missing folder', { tags: 'long' }, async () => {
  const missing = path.join(folder, 'missing')
  expect(await run('server/upgrade-database.ts', { DATA_DIR: missing })).toEqual({
    code: 1,
    output: `There is no database in ${missing}. Check DATA_DIR.`,
  })
  expect(existsSync(missing)).toBe(false)
})

/** Creates the old tables in the database of the data folder. */
async function createOldTables(): Promise<void> {
  const server = await startEmbeddedPostgres(folder, () => {})
  const client = new pg.Client(server.connection)
  await client.connect()
  await client.query('create table migrations (name text primary key, applied_at timestamptz default now())')
  for (const { name, sql } of oldSteps) {
    await client.query(sql)
    await client.query('insert into migrations (name) values ($1)', [name])
  }
  await client.end()
  await server.stop()
}
