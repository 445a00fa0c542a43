import { sql } from 'kysely'
import { CHUNK_BYTES } from '#contract/catalog/imports/import-states.ts'
import type { Import } from '#contract/catalog/imports/imports.ts'
import type { Db } from '#database/open.ts'
import type { Person, TestStore } from './store.ts'

/** A CSV file of these rows, the header first. */
export function csv(rows: (string | number)[][], { delimiter = ',', end = '\n' } = {}): Buffer {
  const cell = (value: string | number) =>
    /[",;\t\r\n]/.test(`${value}`) ? `"${`${value}`.replaceAll('"', '""')}"` : value
  return Buffer.from(rows.map((row) => row.map(cell).join(delimiter) + end).join(''))
}

/** Sends the bytes that the import has not received yet; stops when it is no longer receiving. */
export async function sendRest(admin: Person, { _id, received }: Import, file: Buffer): Promise<Import> {
  let state = await admin.api.getImport({ params: { id: _id } })
  for (let offset = received; offset < file.length && state.state === 'receiving'; offset += CHUNK_BYTES) {
    const rawBody = new Blob([new Uint8Array(file.subarray(offset, offset + CHUNK_BYTES))], {
      type: 'text/csv',
    })
    state = await admin.api.sendPiece({ params: { id: _id }, query: { offset } }, { rawBody })
  }
  return state
}

export async function upload(admin: Person, file: Buffer, fileName = 'parts.csv'): Promise<Import> {
  const started = await admin.api.startImport({ body: { fileName, bytes: file.length } })
  return sendRest(admin, started, file)
}

/** Waits until the store does not work on the import. */
export async function settled(admin: Person, { _id }: Import): Promise<Import> {
  for (;;) {
    const now = await admin.api.getImport({ params: { id: _id } })
    if (!now.isWorking) return now
  }
}

/** Uploads a file and, unless it is refused, compares it with the parts on sale. */
export async function dryRun(admin: Person, file: Buffer): Promise<Import> {
  const uploaded = await upload(admin, file)
  if (uploaded.state === 'refused') return uploaded
  return settled(admin, await admin.api.checkImport({ params: { id: uploaded._id } }))
}

export async function apply(admin: Person, { _id, checkNumber }: Import): Promise<Import> {
  return settled(admin, await admin.api.applyImport({ params: { id: _id }, body: { checkNumber } }))
}

export async function undo(admin: Person, { _id }: Import): Promise<Import> {
  return settled(admin, await admin.api.undoImport({ params: { id: _id } }))
}

/** Returns the whole exported file. */
export async function exported(store: TestStore, admin: Person): Promise<Buffer> {
  return (await store.call({ url: '/api/export', token: admin.token })).rawPayload
}

/** Returns one checksum of all fields of all parts, on sale or not. */
export async function checksum(db: Db): Promise<string> {
  const { rows } = await sql<{ sum: string }>`
    select md5(string_agg(md5(products::text), '' order by id)) as sum from products`.execute(db)
  return rows[0]?.sum ?? ''
}
