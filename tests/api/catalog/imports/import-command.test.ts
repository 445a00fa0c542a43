import { execFile } from 'node:child_process'
import { lstat, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { CHUNK_BYTES } from '#contract/catalog/imports/import-states.ts'
import type { Database } from '#database/open.ts'
import { freshDatabase } from '../../../support/database/database.ts'
import { databaseOf, urlOf } from '../../../support/database/postgres.ts'
import { someOf } from '../../../support/thoroughness.ts'

const server = path.resolve(import.meta.dirname, '../../../../server/programs')
const runFile = promisify(execFile)
let database: Database
let folder: string
let url: string

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'partsline-import-'))
  await writeFile(path.join(folder, 'empty.csv'), '')
  const emptyRows = ',\n'.repeat(6 * CHUNK_BYTES)
  await writeFile(path.join(folder, 'names.csv'), `_id,price\n${emptyRows}`)
  database = await freshDatabase()
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(database.db)
  const { connection } = inject('postgres')
  url = urlOf({ ...connection, ...databaseOf(connection, rows[0]?.name ?? '') })
})
afterAll(async () => {
  await database.close()
  await rm(folder, { recursive: true, force: true })
})

/** Runs the program of `npm run import` or `npm run export`; returns its output and the exit code of a failure. */
async function command(name: 'import' | 'export', ...words: string[]) {
  const env = { PATH: process.env.PATH, DATABASE_URL: url, DATA_DIR: folder }
  const program = path.join(server, `${name}.ts`)
  return runFile(process.execPath, [program, ...words], { cwd: folder, env }).catch((error) => error)
}

test.each(
  someOf([
    ['missing.csv', 'missing.csv cannot be read: there is no such file.\n'],
    ['empty.csv/parts.csv', 'empty.csv/parts.csv cannot be read: there is no such file.\n'],
    ['.', '. cannot be read: it is a folder.\n'],
    ['empty.csv', 'empty.csv: This file is empty\n'],
  ]),
)('the command names a missing, unreadable or empty file: %s', async (file, stderr) => {
  expect(await command('import', file)).toMatchObject({ code: 1, stdout: '', stderr })
})

test('the command reports a file of many chunks that has only empty rows', { tags: 'long' }, async () => {
  const { code, stdout, stderr } = await command('import', 'names.csv')
  expect({ code, stderr }).toEqual({ code: 1, stderr: '' })
  expect(stdout).toMatch(
    /names\.csv: refused; nothing is written\.\nThis file has no parts: no row follows the one that names the columns\.\n$/,
  )
})

test('the command says how it read a file, and reads it in another way by choice', {
  tags: 'long',
}, async () => {
  const text = Buffer.concat([Buffer.from('Marke|Preis\nK'), Buffer.from([0x9a]), Buffer.from('hler|x\n')])
  await writeFile(path.join(folder, 'mac.csv'), text)
  const { stdout } = await command('import', 'mac.csv')
  expect(stdout).toContain('Read as Windows-1252 (Western Europe), with columns separated by vertical bars.')
  const chosen = await command('import', 'mac.csv', '--encoding', 'macintosh', '--delimiter=bar')
  expect(chosen.stdout).toContain('Read as Mac OS Roman, with columns separated by vertical bars.')
  for (const words of [['--encoding', 'ebcdic'], ['--delimiter', 'x'], ['--aply'], ['--undo']]) {
    const { code, stderr } = await command('import', 'mac.csv', ...words)
    expect({ code, stderr }).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^Usage: npm run import/),
    })
  }
  await rm(path.join(folder, 'mac.csv'))
})

test.each(
  someOf([
    ['missing/parts.csv', 'missing/parts.csv cannot be written: there is no such folder.\n'],
    ['empty.csv/parts.csv', 'empty.csv/parts.csv cannot be written: there is no such folder.\n'],
    ['.', '. cannot be written: it is a folder.\n'],
    ['folder', 'folder cannot be written: it is a folder.\n'],
    ['/dev/null', '/dev/null cannot be written: it is no ordinary file.\n'],
  ]),
)('the command names a file that it cannot write, and creates nothing: %s', async (file, stderr) => {
  await mkdir(path.join(folder, 'folder'), { recursive: true })
  expect(await command('export', file)).toMatchObject({ code: 1, stdout: '', stderr })
  expect(await readdir(folder)).toEqual(['empty.csv', 'folder', 'names.csv'])
})

test('an export through a symbolic link replaces its target, not the link', { tags: 'long' }, async () => {
  const linkFolder = await mkdtemp(path.join(folder, 'links-'))
  await writeFile(path.join(linkFolder, 'parts.csv'), 'before')
  await symlink('parts.csv', path.join(linkFolder, 'link.csv'))
  expect(await command('export', path.join(linkFolder, 'link.csv'))).toMatchObject({ stderr: '' })
  expect(await readdir(linkFolder)).toEqual(['link.csv', 'parts.csv'])
  expect((await lstat(path.join(linkFolder, 'link.csv'))).isSymbolicLink()).toBe(true)
  expect(await readFile(path.join(linkFolder, 'parts.csv'), 'utf8')).toContain('productName')
  await rm(linkFolder, { recursive: true })
})
