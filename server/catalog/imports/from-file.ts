import { type FileHandle, open } from 'node:fs/promises'
import path from 'node:path'
import { CHUNK_BYTES, type ImportChoice } from '#contract/catalog/imports/import-states.ts'
import { chainDigest, type Import } from '#contract/catalog/imports/imports.ts'
import { importTexts as texts } from '#contract/catalog/imports/texts.ts'
import { AppError } from '#contract/platform/errors.ts'
import { codeOf } from '#database/failures/unavailable.ts'
import type { Db } from '#database/open.ts'
import type { Actor } from '../products/service.ts'
import { receiveChunk } from './chunks.ts'
import { findUnfinished, getImport, startImport } from './imports.ts'
import { requestApply, requestCheck, workOn } from './work.ts'

export type ImportPhase = 'read' | 'compare' | 'write' | 'undo'
export type FileImport = Actor & {
  currency: string
  maxMegabytes: number
  choice?: ImportChoice
  onProgress: (phase: ImportPhase, done: number, total: number) => void
}

/** Reads and compares a local file, or continues an unfinished import of it; one that is being applied is returned as it is. Throws `invalid_request`, `body_too_large`, and, if another process works on the import, `import_busy`, `import_offset` or `import_not_ready`. */
export async function importFile(db: Db, file: string, options: FileImport): Promise<Import> {
  const handle = await openFile(file)
  try {
    const { size: bytes } = await handle.stat()
    if (bytes === 0) throw new AppError('invalid_request', { message: `${file}: ${texts.fileEmpty}` })
    const named = { fileName: path.basename(file).slice(0, 200), bytes, ...options.choice }
    const unfinished = await findUnfinished(db, named)
    const isSame = unfinished && (await digestOf(handle, unfinished.received)) === unfinished.digest
    const read = await readRest(db, handle, {
      ...options,
      from: isSame ? unfinished : await startImport(db, named, options),
    })
    if (!['receiving', 'checking', 'checked'].includes(read.state)) return read
    await requestCheck(db, read._id)
    return await runStep(db, read._id, { ...options, phase: 'compare' })
  } finally {
    await handle.close()
  }
}

async function openFile(file: string): Promise<FileHandle> {
  const handle = await open(file).catch(throwUnreadable)
  try {
    await handle.read(Buffer.alloc(1), 0, 1, 0)
    return handle
  } catch (cause) {
    await handle.close()
    return throwUnreadable(cause)
  }

  function throwUnreadable(cause: unknown): never {
    throw new AppError('invalid_request', { message: texts.fileUnreadable(file, codeOf(cause)), cause })
  }
}

export async function applyFile(db: Db, compared: Import, options: FileImport): Promise<Import> {
  await requestApply(db, compared._id, compared.checkNumber)
  return runStep(db, compared._id, { ...options, phase: 'write' })
}

export async function runStep(
  db: Db,
  id: string,
  { phase, onProgress, ...options }: FileImport & { phase: ImportPhase },
): Promise<Import> {
  await workOn(db, { ...options, id, onProgress: async (done, total) => onProgress(phase, done, total) })
  return getImport(db, id)
}

async function readRest(
  db: Db,
  handle: FileHandle,
  { from, currency, onProgress }: FileImport & { from: Import },
): Promise<Import> {
  let current = from
  while (current.state === 'receiving' && current.received < current.bytes) {
    const bytes = await readChunk(handle, current.received, current.bytes)
    current = await receiveChunk(db, { id: current._id, offset: current.received, bytes, currency })
    onProgress('read', current.received, current.bytes)
  }
  return current
}

async function digestOf(handle: FileHandle, received: number): Promise<string> {
  let digest = ''
  for (let offset = 0; offset < received; offset += CHUNK_BYTES) {
    digest = await chainDigest(digest, await readChunk(handle, offset, received))
  }
  return digest
}

async function readChunk(handle: FileHandle, offset: number, end: number): Promise<Buffer> {
  const chunk = Buffer.alloc(Math.min(CHUNK_BYTES, end - offset))
  let filled = 0
  for (;;) {
    const { bytesRead } = await handle.read(chunk, { offset: filled, position: offset + filled })
    // the chunk is full, or the file has become shorter
    if (bytesRead === 0) return chunk.subarray(0, filled)
    filled += bytesRead
  }
}
