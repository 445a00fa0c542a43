import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '#database/open.ts'
import { DatabaseStartError } from '#database/start-error.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'partsline-folder-'))
  writeFileSync(path.join(folder, 'file'), '')
  symlinkSync(path.join(folder, 'nowhere'), path.join(folder, 'link'))
})
afterAll(() => rmSync(folder, { recursive: true }))

const isFile = /^DATA_DIR is .*file, which is a file: name a folder\.$/
const isNoFolder = /^The folder DATA_DIR cannot be made: .*\.$/

test.each([
  ['a file', 'file', undefined, isFile],
  ['a file, beside a database of its own', 'file', 'postgres://localhost:1/none', isFile],
  ['below a file', 'file/data', undefined, isNoFolder],
  ['a link to nowhere', 'link', undefined, isNoFolder],
])('a DATA_DIR that is %s is refused by one line', async (_, name, url, message) => {
  const opening = openDatabase({ dataDir: path.join(folder, name), url, log() {} })
  await expect(opening).rejects.toThrow(message)
  await expect(opening).rejects.toBeInstanceOf(DatabaseStartError)
})
