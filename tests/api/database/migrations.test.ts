import { readdirSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect } from '#database/open.ts'
import { DatabaseStartError } from '#database/start-error.ts'
import { openTestStore, type TestStore } from '../../support/store.ts'

const folder = path.join(import.meta.dirname, '../../../database/migrations')
const files = readdirSync(folder).sort()
const newest = files.at(-1)

let store: TestStore
beforeAll(async () => {
  store = await openTestStore()
})
afterAll(() => store.close())

type Row = { name: string; checksum: string | null }

async function readMigrations(): Promise<Row[]> {
  const { rows } = await store.database.pool.query<Row>('select name, checksum from migrations order by name')
  return rows
}

/** Starts another instance on the database, and stops it. */
async function startAnother(): Promise<void> {
  const database = await connect(store.database.connection, { log() {} }, async () => {})
  await database.close()
}

/** Runs `work` while the table of migrations is changed by `change`, and restores it. */
async function whileChanged(change: string, work: () => Promise<void>): Promise<void> {
  const { pool } = store.database
  await pool.query('create table migrations_before as table migrations')
  await pool.query(change)
  try {
    await work()
  } finally {
    await pool.query('truncate migrations')
    await pool.query('insert into migrations table migrations_before')
    await pool.query('drop table migrations_before')
  }
}

test('a database of a newer version is refused before anything is applied, and an instance that runs goes on', async () => {
  const change = `delete from migrations where name like '0007%';
    insert into migrations (name) values ('9002_second.sql'), ('9001_first.sql')`
  await whileChanged(change, async () => {
    const before = await readMigrations()
    const starting = startAnother()
    await expect(starting).rejects.toBeInstanceOf(DatabaseStartError)
    await expect(starting).rejects.toThrow(
      `This database is of version 9002_second.sql, this store of version ${newest}: it does not know 9001_first.sql, 9002_second.sql. Start the newer version, or restore a backup.`,
    )
    expect(await readMigrations()).toEqual(before)
    expect((await store.call({ url: '/readyz' })).statusCode).toBe(200)
    expect((await store.call({ url: '/api/service' })).statusCode).toBe(200)
  })
})

test('every applied migration has a checksum of its file', async () => {
  const rows = await readMigrations()
  expect(rows.map(({ name }) => name)).toEqual(files)
  for (const { name, checksum } of rows) expect(checksum, name).toMatch(/^[0-9a-f]{64}$/)
  expect(new Set(rows.map(({ checksum }) => checksum)).size).toBe(rows.length)
})

test('an edited migration is refused with its name', async () => {
  const change = `update migrations set checksum = repeat('0', 64) where name like '0002%' or name like '0005%'`
  await whileChanged(change, async () => {
    await expect(startAnother()).rejects.toThrow(
      'These migrations were edited after this database had applied them: 0002_search.sql, 0005_order_events.sql. Restore the files, and change tables by a new migration.',
    )
  })
})

test('a database from before the checksums gets them at the next start', async () => {
  const before = await readMigrations()
  await store.database.pool.query('alter table migrations drop column checksum')
  await startAnother()
  expect(await readMigrations()).toEqual(before)
})
