import { isApiError } from '#contract/api-client.ts'
import { PIECE_BYTES } from '#contract/import-states.ts'
import { chainDigest, type Import } from '#contract/imports.ts'
import { browserApi } from '../api/browser-api.ts'

/** The file is another one than that of which a part has arrived. */
export class OtherFile extends Error {}

/** The import of a file: one that was begun, else a new one. Throws `OtherFile`, and what the call throws. */
export async function announceFile(file: File, begun: Import | undefined): Promise<Import> {
  if (begun && !(await isSame(file, begun))) throw new OtherFile()
  return begun ?? browserApi.startImport({ body: { fileName: file.name, bytes: file.size } })
}

/**
 * Sends what an import still lacks of its file; `onSent` is told before and after each piece. Throws what the calls
 * throw: called again with what was told last, it goes on.
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
  return now
}

async function sendPiece(file: File, { _id: id, received: offset }: Import): Promise<Import> {
  const rawBody = file.slice(offset, offset + PIECE_BYTES, 'text/csv')
  try {
    return await browserApi.sendPiece({ params: { id }, query: { offset } }, { rawBody })
  } catch (error) {
    // the piece had arrived, and its answer was lost
    if (isApiError(error) && error.code === 'import_offset') return browserApi.getImport({ params: { id } })
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
