import { spawn } from 'node:child_process'
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import type { Database } from '#database/open.ts'
import { fillCatalogue } from '#demo/generator/fill.ts'
import { exportParts } from '#server/catalog/imports/export.ts'
import { findLastApplied, findUnfinished } from '#server/catalog/imports/imports.ts'
import { programFlags } from '#tools/runtime-flags.mjs'
import { freshDatabase } from '../support/database/database.ts'
import { databaseOf, urlOf } from '../support/database/postgres.ts'
import { checksum } from '../support/imports.ts'
import { isLong } from '../support/thoroughness.ts'

const ROWS = isLong ? 100_000 : 3000
const INVALID = 50
/** Parts on sale before the import; the file changes all their prices. */
const EXISTING = isLong ? 2000 : 1000

let database: Database
let folder: string
let url: string
let file: string

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'partsline-import-'))
  file = path.join(folder, 'supplier.csv')
  database = await freshDatabase()
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(database.db)
  const { connection } = inject('postgres')
  url = urlOf({ ...connection, ...databaseOf(connection, rows[0]?.name ?? '') })
  await fillCatalogue(database.pool, { parts: EXISTING })
  await writeFile(file, await supplierFile())
})
afterAll(async () => {
  await database.close()
  await rm(folder, { recursive: true, force: true })
})

/** A higher price for every existing part, and new parts, of which `INVALID` are invalid: some at intervals, the rest at the end. */
async function supplierFile(): Promise<string> {
  let text = ''
  for await (const chunk of exportParts(database.db, { currency: 'usd' })) text += chunk
  const [header = '', ...known] = text.split('\r\n').slice(0, -1)
  const dearer = known.map((line) => line.replace(/,(\d+\.\d\d),/, (_, price) => `,${Number(price) + 1},`))
  const fresh = Array.from({ length: ROWS - EXISTING }, (_, n) => {
    const price = n % (ROWS / INVALID) === 0 ? 'on request' : '9.50'
    const cells: Record<string, string> = {
      productName: `Clip ${n}`,
      price,
      minimumOrder: '1',
      availableQuantity: '20',
      category: 'body',
      brand: 'Partner',
      partNumber: `CL-${n}`,
      description: 'A plastic clip',
      img: '/drawings/carton.svg',
    }
    return header
      .split(',')
      .map((column) => cells[column] ?? '')
      .join(',')
  })
  const invalid = fresh.filter((line) => line.includes('on request')).length
  const more = fresh.map((line, n) =>
    n >= fresh.length - (INVALID - invalid) ? line.replace(',1,20,', ',0,20,') : line,
  )
  return `${[header, ...dearer, ...more].join('\r\n')}\r\n`
}

/** Runs the program of `npm run import`, which is killed as soon as its output matches `killAt`. */
async function runImport(
  args: string[],
  killAt?: RegExp,
): Promise<{ output: string; end: number | string | null }> {
  const program = path.resolve(import.meta.dirname, '../../server/programs/import.ts')
  const child = spawn(process.execPath, [...programFlags('server/programs/import.ts'), program, ...args], {
    cwd: folder,
    env: { PATH: process.env.PATH, DATABASE_URL: url, DATA_DIR: folder },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text
    if (killAt?.test(output)) child.kill('SIGKILL')
  })
  const end = await new Promise<number | string | null>((resolve) =>
    child.once('close', (code, signal) => resolve(signal ?? code)),
  )
  return { output, end }
}

const formatCount = (count: number) => count.toLocaleString('en-US')

const readUnfinished = async () => {
  const { size: bytes } = await stat(file)
  const found = await findUnfinished(database.db, { fileName: 'supplier.csv', bytes })
  return found && { id: found._id, state: found.state, received: found.received, isWorking: found.isWorking }
}

test('the 50 invalid rows are reported, and a killed import changes nothing in the catalogue and is resumed', async () => {
  const before = await checksum(database.db)

  expect(await runImport([file], /Reading.*\n[1-9]\d %/)).toMatchObject({ end: 'SIGKILL' })
  const interrupted = await readUnfinished()
  expect(interrupted).toMatchObject({ state: 'receiving', received: expect.any(Number) })
  expect(interrupted?.received).toBeGreaterThan(0)

  const checked = await runImport([file])
  expect(checked.end).toBe(1)
  expect(checked.output).toContain(
    `${formatCount(ROWS)} rows, ${formatCount(ROWS - EXISTING - INVALID)} new parts, ${formatCount(EXISTING)} parts changed, 0 parts as they were, 50 rows with errors`,
  )
  expect(checked.output).toMatch(/\nParts changed:\nRow 2, .*, price: \d+\.\d\d → \d+\.\d\d\n/)
  expect(checked.output).toContain(
    `\n${formatCount(EXISTING - 20)} more: the page “Import Parts” lists them all.\nNew parts:\nRow `,
  )
  expect(await readUnfinished()).toMatchObject({ id: interrupted?.id, state: 'checked' })
  const { rows: invalid } = await sql<{ row: number }>`select row from import_errors order by row`.execute(
    database.db,
  )
  expect(invalid).toHaveLength(INVALID)

  // In the long suite first while rows are prepared, the first half of the progress; then while parts are written.
  for (const when of isLong
    ? [/Writing.*\n[1-4]\d %/, /Writing[\s\S]*\n[6-9]\d %/]
    : [/Writing[\s\S]*\n[5-9]\d %/]) {
    expect(await runImport([file, '--apply'], when)).toMatchObject({ end: 'SIGKILL' })
    // the server finishes the statement of the killed process
    await expect
      .poll(readUnfinished, { timeout: 30_000 })
      .toMatchObject({ state: 'applying', isWorking: false })
    expect((await readUnfinished())?.id).toBe(interrupted?.id)
    expect(await checksum(database.db)).toBe(before)
  }

  expect((await runImport([file, '--apply'])).output).toContain('supplier.csv: applied.')
  const { rows } = await sql<{ parts: number }>`select count(*) as parts from products`.execute(database.db)
  expect(rows[0]?.parts).toBe(ROWS - INVALID)

  expect(await runImport(['--undo'], /Undoing[\s\S]*\n[5-9]\d %/)).toMatchObject({ end: 'SIGKILL' })
  const undoing = () => findLastApplied(database.db)
  await expect.poll(undoing, { timeout: 30_000 }).toMatchObject({ state: 'undoing', isWorking: false })
  expect((await runImport(['--undo'])).output).toContain('supplier.csv: undone')
  expect(await checksum(database.db)).toBe(before)
}, 180_000)
