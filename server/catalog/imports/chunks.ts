import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { CHUNK_BYTES } from '#contract/catalog/imports/import-states.ts'
import type { Import, ImportError } from '#contract/catalog/imports/imports.ts'
import { importTexts as texts } from '#contract/catalog/imports/texts.ts'
import { AppError } from '#contract/platform/errors.ts'
import type { ImportLayout } from '#database/column-values.ts'
import { type Db, inTransaction } from '#database/open.ts'
import type { ImportRow } from '#database/rows.ts'
import { newId } from '#database/uuid.ts'
import { cutRows, MAX_ROW_BYTES, readCells, readHead, UnreadableFile, withoutByteOrderMark } from './file.ts'
import { awaitImport, deleteStagedRows, getImport, updateImport } from './imports.ts'
import { type GoodRow, readRow } from './row.ts'

const ROWS_AT_ONCE = 200

type Chunk = { id: string; offset: number; bytes: Buffer; currency: string }

/** Stages the next chunk of a file; an unreadable file is refused. Throws `not_found`, `import_offset`, `invalid_request`, or `import_not_ready` in any state but `receiving`. */
export async function receiveChunk(db: Db, { id, offset, bytes, currency }: Chunk): Promise<Import> {
  return inTransaction(db, async (trx) => {
    const row = await awaitImport(trx, id)
    if (row.state !== 'receiving') throw new AppError('import_not_ready')
    if (offset !== row.received) throw new AppError('import_offset')
    if (bytes.length === 0 || bytes.length !== Math.min(CHUNK_BYTES, row.bytes - row.received)) {
      throw new AppError('invalid_request', { errors: [{ path: 'body', message: texts.pieceLength }] })
    }
    try {
      await stageChunk(trx, row, { bytes, currency })
    } catch (error) {
      if (!(error instanceof UnreadableFile)) throw error
      await deleteStagedRows(trx, id)
      await trx.deleteFrom('import_errors').where('import_id', '=', id).execute()
      await updateImport(trx, id, { state: 'refused', file_error: JSON.stringify(error.fault) })
    }
    return getImport(trx, id)
  })
}

async function stageChunk(trx: Db, row: ImportRow, { bytes, currency }: { bytes: Buffer; currency: string }) {
  const received = row.received + bytes.length
  const isLast = received === row.bytes
  const start = row.received === 0 ? withoutByteOrderMark(bytes) : bytes
  const joined = row.tail.length > 0 ? Buffer.concat([row.tail, start]) : start
  const { whole, tail } = isLast ? { whole: joined, tail: Buffer.alloc(0) } : cutRows(joined)
  const head = row.layout === null && (whole.length > 0 || isLast) ? readHead(whole) : undefined
  const layout = head?.layout ?? row.layout
  const before = row.last_row + (head?.emptyRows ?? 0)
  const cells = layout ? readCells(whole.subarray(head?.start ?? 0), layout.delimiter, before) : []
  const lastRow = before + cells.length
  if (tail.length > MAX_ROW_BYTES) throw new UnreadableFile('rowTooLong', { row: lastRow + 1 })
  const read = layout
    ? await stageCells(trx, row.id, {
        cells: head ? cells.slice(1) : cells,
        before: before + (head ? 1 : 0),
        context: { layout, currency },
      })
    : { good: 0, bad: [] }
  const isEmpty = read.good + read.bad.length + row.unreadable_rows === 0
  if (isLast && isEmpty && !(await hasRows(trx, row.id))) throw new UnreadableFile('noRows')
  await trx
    .updateTable('imports')
    .set((eb) => ({
      received,
      digest: createHash('sha256').update(row.digest).update(bytes).digest('hex'),
      tail: Buffer.from(tail),
      layout: layout && JSON.stringify(layout),
      last_row: lastRow,
      unreadable_rows: eb('unreadable_rows', '+', new Set(read.bad.map((error) => error.row)).size),
    }))
    .where('id', '=', row.id)
    .execute()
}

type StagedRow = GoodRow & { row: number }
type Context = { layout: ImportLayout; currency: string }
type Read = { good: StagedRow[]; bad: ImportError[] }

async function stageCells(
  trx: Db,
  id: string,
  { cells, before, context }: { cells: string[][]; before: number; context: Context },
): Promise<{ good: number; bad: ImportError[] }> {
  let good = 0
  let read: Read = { good: [], bad: [] }
  const bad: ImportError[] = []
  for (let from = 0; from < cells.length; from += ROWS_AT_ONCE) {
    const readNext = async () => {
      await setImmediate()
      return readRows(cells.slice(from, from + ROWS_AT_ONCE), before + from, context)
    }
    const [next] = await Promise.all([readNext(), insertRows(trx, id, read.good)])
    read = next
    good += read.good.length
    bad.push(...read.bad)
  }
  await insertRows(trx, id, read.good)
  await insertErrors(trx, id, bad)
  return { good, bad }
}

function readRows(cells: string[][], before: number, context: Context): Read {
  const read: Read = { good: [], bad: [] }
  for (const [at, rowCells] of cells.entries()) {
    const row = before + 1 + at
    const result = readRow(rowCells, context)
    if (Array.isArray(result)) read.bad.push(...result.map((fault) => ({ row, ...fault })))
    else if (result) read.good.push({ row, ...result })
  }
  return read
}

async function hasRows(trx: Db, id: string): Promise<boolean> {
  const rows = trx.selectFrom('import_rows').select('row').where('import_id', '=', id)
  return (await rows.limit(1).execute()).length > 0
}

async function insertRows(trx: Db, id: string, rows: StagedRow[]): Promise<void> {
  if (rows.length === 0) return
  const given = JSON.stringify(
    rows.map(({ row, productId, part }) => ({ row, product_id: productId, new_id: newId(), part })),
  )
  await sql`insert into import_rows (import_id, row, product_id, new_id, part)
    select ${id}::uuid, row, product_id, new_id, part
    from jsonb_to_recordset(${given}::jsonb)
      as given (row integer, product_id uuid, new_id uuid, part jsonb)`.execute(trx)
}

async function insertErrors(trx: Db, id: string, errors: ImportError[]): Promise<void> {
  if (errors.length === 0) return
  const positions = new Map<number, number>()
  const given = JSON.stringify(
    errors.map((error) => {
      const position = positions.get(error.row) ?? 0
      positions.set(error.row, position + 1)
      return { ...error, position }
    }),
  )
  await sql`insert into import_errors (import_id, row, position, column_name, value, message, by_check)
    select ${id}::uuid, row, position, "column", value, message, false
    from jsonb_to_recordset(${given}::jsonb)
      as given (row integer, position smallint, "column" text, value text, message text)`.execute(trx)
}
