import { isApiError } from '#contract/api-client.ts'
import { PIECE_BYTES } from '#contract/products/import-states.ts'
import { chainDigest, type Import } from '#contract/products/imports.ts'
import { browserApi } from '../../api/browser-api.ts'

/** The file is another one than that of which a part has arrived. */
export class OtherFile extends Error {}

/** The import of a file: one that was begun, else a new one. Throws `OtherFile`, and what the call throws. */
export async function announceFile(file: File, begun: Import | undefined): Promise<Import> {
  if (begun && !(await isSame(file, begun))) throw new OtherFile()
  return begun ?? browserApi.startImport({ body: { fileName: file.name, bytes: file.size } })
}

/**
 * Sends what an import still lacks of its file and has it compared; `onSent` is told before and after each piece. Throws
 * what the calls throw: called again with what was told last, it goes on. Somebody else may have given the import up, or
 * gone on with it: the state that is answered tells.
 */
export async function sendFile(
  file: File,
  announced: Import,
  onSent: (now: Import) => void,
): Promise<Import> {
  let now = announced
  onSent(now)
  while (now.state === 'receiving' && now.received < now.bytes) {
    now = await sendPiece(file, now)
    onSent(now)
  }
  const params = { id: now._id }
  return now.state === 'receiving' ? orAsItStands(params, browserApi.checkImport({ params })) : now
}

async function sendPiece(file: File, { _id: id, received: offset }: Import): Promise<Import> {
  const rawBody = file.slice(offset, offset + PIECE_BYTES, 'text/csv')
  const params = { id }
  return orAsItStands(params, browserApi.sendPiece({ params, query: { offset } }, { rawBody }))
}

/** What a call answers, or the import as it is where that is past: an answer was lost, or somebody else was first. */
async function orAsItStands(params: { id: string }, call: Promise<Import>): Promise<Import> {
  try {
    return await call
  } catch (error) {
    const isPast = isApiError(error) && (error.code === 'import_offset' || error.code === 'import_not_ready')
    if (isPast) return browserApi.getImport({ params })
    throw error
  }
}

async function isSame(file: File, { fileName, bytes, received, digest }: Import): Promise<boolean> {
  if (file.name !== fileName || file.size !== bytes) return false
  // without https a page has no digests; name and size must do there
  if (!window.isSecureContext) return true
  let own = ''
  for (let offset = 0; offset < received; offset += PIECE_BYTES) {
    const piece = await file.slice(offset, Math.min(offset + PIECE_BYTES, received)).arrayBuffer()
    own = await chainDigest(own, new Uint8Array(piece))
  }
  return own === digest
}
