import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import type { Database } from '#database/open.ts'
import { freshDatabase } from '../support/database.ts'
import { addressOf, databaseOf } from '../support/postgres.ts'

const program = path.resolve(import.meta.dirname, '../../server/import.ts')
const run = promisify(execFile)
let database: Database
let folder: string
let url: string

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'partsline-import-'))
  await writeFile(path.join(folder, 'empty.csv'), '')
  await writeFile(path.join(folder, 'names.csv'), '_id,price\n')
  database = await freshDatabase()
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(database.db)
  const { connection } = inject('postgres')
  url = addressOf({ ...connection, ...databaseOf(connection, rows[0]?.name ?? '') })
})
afterAll(async () => {
  await database.close()
  await rm(folder, { recursive: true, force: true })
})

/** What `npm run import -- FILE` says, and how it ends. */
async function importing(file: string) {
  const env = { PATH: process.env.PATH, DATABASE_URL: url, DATA_DIR: folder }
  return run(process.execPath, [program, file], { cwd: folder, env }).catch((error) => error)
}

test.each([
  ['away.csv', 'away.csv cannot be read: there is no such file.\n'],
  ['empty.csv/parts.csv', 'empty.csv/parts.csv cannot be read: there is no such file.\n'],
  ['.', '. cannot be read: it is a folder.\n'],
  ['empty.csv', 'empty.csv: This file is empty\n'],
])('the console names a file that it cannot read: %s', async (file, stderr) => {
  expect(await importing(file)).toMatchObject({ code: 1, stdout: '', stderr })
})

test('the console says that a file has no parts', async () => {
  const { code, stdout, stderr } = await importing('names.csv')
  expect({ code, stderr }).toEqual({ code: 1, stderr: '' })
  expect(stdout).toMatch(
    /names\.csv: refused; nothing is written\.\nThis file has no parts: no row follows the one that names the columns\.\n$/,
  )
})
