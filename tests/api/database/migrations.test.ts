import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect, type Database } from '#database/open.ts'
import { DatabaseStartError } from '#database/start-error.ts'
import { freshDatabase } from '../../support/database/database.ts'

let database: Database
beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database.close())

async function readMigrations(): Promise<string[]> {
  const { rows } = await database.pool.query<{ name: string }>('select name from migrations')
  return rows.map(({ name }) => name).sort()
}

test('a database with migrations of a newer version is refused before any of this version is applied', async () => {
  await database.pool.query("delete from migrations where name like '0007%'")
  await database.pool.query("insert into migrations values ('9002_second.sql'), ('9001_first.sql')")
  const before = await readMigrations()
  const opening = connect(database.connection, { log() {} }, async () => {})
  await expect(opening).rejects.toBeInstanceOf(DatabaseStartError)
  await expect(opening).rejects.toThrow(
    'This database has migrations that this version does not know: 9001_first.sql, 9002_second.sql. Start the newer version, or restore a backup.',
  )
  expect(await readMigrations()).toEqual(before)
})
