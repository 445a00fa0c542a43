import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { CHUNK_BYTES } from '#contract/catalog/imports/import-states.ts'
import type { Import, ImportError } from '#contract/catalog/imports/imports.ts'
import { importTexts as texts } from '#contract/catalog/imports/texts.ts'
import { AppError } from '#contract/platform/errors.ts'
import type { AmountColumn, DecimalSign, ImportLayout } from '#database/column-values.ts'
import { type Db, inTransaction } from '#database/open.ts'
import type { ImportRow } from '#database/rows.ts'
import { newId } from '#database/uuid.ts'
import { currentCatalogue } from '../part-types/catalogue.ts'
import { readCells, readHead, refuseArchive, UnreadableFile } from './file.ts'
import { decode, startOf } from './format/encoding.ts'
import { readRecords } from './format/records.ts'
import { awaitImport, deleteStagedRows, getImport, updateImport } from './imports.ts'
import { amountFields, type GoodRow, readNames, readRow } from './row.ts'

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
  const { raw, text, encoding, bytesOf } = decodeNext(row, { bytes, isLast })
  const catalogue = await currentCatalogue(trx)
  const { attributeOfKey: attributes } = catalogue
  const { delimiter } = row.choice
  const head = row.layout ? undefined : readHead(text, { isLast, delimiter, currency, attributes })
  const layout = row.layout ?? head?.layout
  const before = row.last_row + (head ? head.emptyRows + 1 : 0)
  const rows = layout && readCells(text, layout, { from: head?.end ?? 0, isLast, before })
  const settling = signsOf(layout?.decimals)
  const all = signsOf(layout?.decimalsOfAll)
  const read = layout
    ? await stageCells(trx, row.id, {
        cells: rows?.records ?? [],
        doubtful: new Set(rows?.doubtful),
        before,
        context: {
          layout,
          currency,
          catalogue,
          onDecimal(column, { decimal, settles }) {
            all.get(column)?.add(decimal)
            if (settles) settling.get(column)?.add(decimal)
          },
        },
      })
    : { good: 0, bad: [] }
  const isEmpty = read.good + read.bad.length + row.unreadable_rows === 0
  if (isLast && isEmpty && !(await hasRows(trx, row.id))) throw new UnreadableFile('noRows')
  const signs = { decimals: shownSigns(settling), decimalsOfAll: shownSigns(all) }
  await trx
    .updateTable('imports')
    .set((eb) => ({
      received,
      digest: createHash('sha256').update(row.digest).update(bytes).digest('hex'),
      tail: Buffer.from(raw.subarray(bytesOf(rows?.end ?? 0))),
      layout: layout && JSON.stringify({ ...layout, ...signs }),
      encoding: encoding ?? (isLast ? 'utf-8' : null),
      last_row: before + (rows?.records.length ?? 0),
      unreadable_rows: eb('unreadable_rows', '+', new Set(read.bad.map((error) => error.row)).size),
    }))
    .where('id', '=', row.id)
    .execute()
}

type Signs = ImportLayout['decimals']

function signsOf(known: Signs): Map<AmountColumn, Set<DecimalSign>> {
  return new Map(amountFields.map(({ column }) => [column, new Set(known?.[column])]))
}

function shownSigns(signs: Map<AmountColumn, Set<DecimalSign>>): Signs {
  return Object.fromEntries([...signs].map(([column, found]) => [column, [...found]]))
}

/** The text from the first row on that is not stored yet. Throws `UnreadableFile`. */
function decodeNext(row: ImportRow, { bytes, isLast }: { bytes: Buffer; isLast: boolean }) {
  let known = row.encoding
  let raw = row.tail.length > 0 ? Buffer.concat([row.tail, bytes]) : bytes
  if (row.received === 0) {
    refuseArchive(bytes)
    const start = startOf(bytes)
    known = row.choice.encoding ?? start.encoding ?? null
    if (known === start.encoding) raw = raw.subarray(start.markLength)
  }
  const decoded = decode(raw, { encoding: known, isLast })
  if (decoded.faultAt === undefined) return { raw, ...decoded }
  const delimiter = row.layout?.delimiter ?? row.choice.delimiter ?? ','
  const read = `${decoded.text.slice(0, decoded.faultAt)}x`
  const { records } = readRecords(read, { delimiter, isLast: true })
  throw new UnreadableFile('encoding', { row: row.last_row + records.length })
}

type StagedRow = GoodRow & { row: number; isBad?: boolean }
type Context = Parameters<typeof readRow>[1]
/** `named`: rows with errors that name a part. */
type Read = { good: StagedRow[]; named: StagedRow[]; bad: ImportError[] }

type Cells = { cells: string[][]; doubtful: Set<number>; before: number; context: Context }

async function stageCells(
  trx: Db,
  id: string,
  { cells, doubtful, before, context }: Cells,
): Promise<{ good: number; bad: ImportError[] }> {
  let good = 0
  let read: Read = { good: [], named: [], bad: [] }
  const bad: ImportError[] = []
  for (let from = 0; from < cells.length; from += ROWS_AT_ONCE) {
    const readNext = async () => {
      await setImmediate()
      const next = cells.slice(from, from + ROWS_AT_ONCE)
      const isDoubtful = (at: number) => doubtful.has(from + at)
      return readRows(next, { before: before + from, isDoubtful, context })
    }
    const [next] = await Promise.all([readNext(), insertRows(trx, id, [...read.good, ...read.named])])
    read = next
    good += read.good.length
    bad.push(...read.bad)
  }
  await insertRows(trx, id, [...read.good, ...read.named])
  await insertErrors(trx, id, bad)
  return { good, bad }
}

const quoteFault = { column: null, value: null, message: texts.quoteUnclear }

function readRows(
  cells: string[][],
  { before, isDoubtful, context }: { before: number; isDoubtful: (at: number) => boolean; context: Context },
): Read {
  const read: Read = { good: [], named: [], bad: [] }
  for (const [at, rowCells] of cells.entries()) {
    const row = before + 1 + at
    const result = isDoubtful(at) ? [quoteFault] : readRow(rowCells, context)
    if (Array.isArray(result)) {
      read.bad.push(...result.map((fault) => ({ row, ...fault })))
      const names = readNames(rowCells, context)
      if (names.productId ?? names.part.part_number) read.named.push({ row, isBad: true, ...names })
    } else if (result) read.good.push({ row, ...result })
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
    rows.map(({ productId, isBad = false, ...row }) => ({
      ...row,
      product_id: productId,
      new_id: newId(),
      is_bad: isBad,
    })),
  )
  await sql`insert into import_rows (import_id, row, product_id, new_id, part, is_bad, unsettled, suspects, literals)
    select ${id}::uuid, row, product_id, new_id, part, is_bad, unsettled, suspects, literals
    from jsonb_to_recordset(${given}::jsonb) as given (
      row integer, product_id uuid, new_id uuid, part jsonb, is_bad boolean, unsettled jsonb, suspects jsonb, literals jsonb
    )`.execute(trx)
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
