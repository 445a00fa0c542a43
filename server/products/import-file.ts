import { isUtf8 } from 'node:buffer'
import { CsvError, parse } from 'csv-parse/sync'
import { type ImportColumn, type ImportFault, importColumns } from '#contract/import-states.ts'
import type { ImportLayout } from '#database/import-schema.ts'

/** The longest row there is (texts, twelve addresses, quotes) is far below; beyond, a quote was never closed. */
export const MOST_ROW_BYTES = 262_144
const MOST_COLUMNS = 100
const DELIMITERS = [',', ';', '\t']
const [LINE_FEED, QUOTE] = [10, 34]

/** A file that cannot be read, and where. */
export class UnreadableFile extends Error {
  readonly fault: ImportFault

  constructor(
    code: ImportFault['code'],
    { row = null, name = null }: Partial<Omit<ImportFault, 'code'>> = {},
  ) {
    super(code)
    this.fault = { code, row, name }
  }
}

/** The bytes without a UTF-8 mark; UTF-16 is told by its own. */
export function withoutMark(start: Buffer): Buffer {
  const [first, second, third] = start
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) {
    throw new UnreadableFile('utf16')
  }
  return first === 0xef && second === 0xbb && third === 0xbf ? start.subarray(3) : start
}

/** Cuts behind the last line end that lies in no quoted cell. */
export function cutRows(bytes: Buffer): { whole: Buffer; tail: Buffer } {
  let isQuoted = false
  let end = 0
  for (let at = 0; at < bytes.length; at += 1) {
    if (bytes[at] === QUOTE) isQuoted = !isQuoted
    else if (bytes[at] === LINE_FEED && !isQuoted) end = at + 1
  }
  return { whole: bytes.subarray(0, end), tail: bytes.subarray(end) }
}

/** The cells of whole rows; `before` says how many rows lie before them. Throws `UnreadableFile`. */
export function readCells(whole: Buffer, delimiter: string, before: number): string[][] {
  if (!isUtf8(whole)) throw new UnreadableFile('encoding', { row: before + 1 + rowsBeforeFault(whole) })
  try {
    return parse(whole, {
      delimiter,
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      max_record_size: MOST_ROW_BYTES,
    })
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    const row = before + 1 + Number(Reflect.get(error, 'records'))
    throw new UnreadableFile(error.code === 'CSV_MAX_RECORD_SIZE' ? 'rowTooLong' : 'quotes', { row })
  }
}

/** Which column each cell is, by the first row: the way of parting cells that names the most columns. */
export function readLayout(whole: Buffer): ImportLayout {
  const first = firstRow(whole)
  if (first.includes(0)) throw new UnreadableFile('utf16')
  let best: ImportLayout | undefined
  let most = 0
  for (const delimiter of DELIMITERS) {
    const layout = layoutBy(first, delimiter)
    const known = layout?.columns.filter((column) => column !== null).length ?? 0
    if (known > most) [best, most] = [layout, known]
  }
  if (!best) throw new UnreadableFile('header', { row: 1 })
  if (best.columns.length > MOST_COLUMNS) throw new UnreadableFile('tooManyColumns', { row: 1 })
  const twice = best.columns.find((name, at, all) => name !== null && all.indexOf(name) !== at)
  if (twice) throw new UnreadableFile('columnTwice', { row: 1, name: twice })
  return best
}

function layoutBy(header: Buffer, delimiter: string): ImportLayout | undefined {
  try {
    const [names = []] = readCells(header, delimiter, 0)
    const columns = names.map(columnOf)
    const ignored = names.filter((name, at) => columns[at] === null && name.trim() !== '')
    return { delimiter, columns, ignored: ignored.map((name) => name.trim().slice(0, 60)) }
  } catch (error) {
    // another delimiter may make sense of it
    if (error instanceof UnreadableFile && error.fault.code === 'quotes') return undefined
    throw error
  }
}

function columnOf(name: string): ImportColumn | null {
  const folded = name.trim().toLowerCase()
  return importColumns.find((column) => column.toLowerCase() === folded) ?? null
}

function firstRow(whole: Buffer): Buffer {
  let isQuoted = false
  for (let at = 0; at < whole.length; at += 1) {
    if (whole[at] === QUOTE) isQuoted = !isQuoted
    else if (whole[at] === LINE_FEED && !isQuoted) return whole.subarray(0, at + 1)
  }
  return whole
}

/** Whole rows that come before the first byte that is no UTF-8. */
function rowsBeforeFault(bytes: Buffer): number {
  let rows = 0
  for (let from = 0; from < bytes.length; ) {
    const row = firstRow(bytes.subarray(from))
    if (!isUtf8(row)) return rows
    from += row.length
    rows += 1
  }
  return rows
}
