import { isUtf8 } from 'node:buffer'
import { CsvError, parse } from 'csv-parse/sync'
import type { FileError } from '#contract/catalog/imports/import-states.ts'
import { importColumns } from '#contract/catalog/products/part-fields.ts'
import type { ImportLayout } from '#database/column-values.ts'

/** The fields of a part need far less, even with all addresses and quotes. A longer row probably has an unclosed quote. */
export const MAX_ROW_BYTES = 262_144
const MAX_COLUMNS = 100
const DELIMITERS = [',', ';', '\t']
const LINE_FEED = 10
const QUOTE = 34

export class UnreadableFile extends Error {
  readonly fault: FileError

  constructor(code: FileError['code'], { row = null, name = null }: Partial<Omit<FileError, 'code'>> = {}) {
    super(code)
    this.fault = { code, row, name }
  }
}

/** How files begin that may contain a table, but not as text: zip (xlsx, ods), gzip, the old xls, 7z, xz, bzip2, zstd. */
const ARCHIVES = [
  '504b0304',
  '504b0506',
  '1f8b',
  'd0cf11e0',
  '377abcaf',
  'fd377a58',
  '425a68',
  '28b52ffd',
].map((start) => Buffer.from(start, 'hex'))

/** The start of a file without a UTF-8 byte order mark. Throws `UnreadableFile` for a mark of UTF-16 and for archives. */
export function withoutByteOrderMark(start: Buffer): Buffer {
  const [first, second, third] = start
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) {
    throw new UnreadableFile('utf16')
  }
  if (ARCHIVES.some((archive) => start.subarray(0, archive.length).equals(archive))) {
    throw new UnreadableFile('archive')
  }
  return first === 0xef && second === 0xbb && third === 0xbf ? start.subarray(3) : start
}

function* rowEnds(bytes: Buffer): Generator<number> {
  let isQuoted = false
  for (let at = 0; at < bytes.length; at += 1) {
    if (bytes[at] === QUOTE) isQuoted = !isQuoted
    else if (bytes[at] === LINE_FEED && !isQuoted) yield at + 1
  }
}

export function cutRows(bytes: Buffer): { whole: Buffer; tail: Buffer } {
  let end = 0
  for (const rowEnd of rowEnds(bytes)) end = rowEnd
  return { whole: bytes.subarray(0, end), tail: bytes.subarray(end) }
}

/** The cells of whole rows; `before` is the number of rows before them. Throws `UnreadableFile`. */
export function readCells(whole: Buffer, delimiter: string, before: number): string[][] {
  if (!isUtf8(whole)) throw new UnreadableFile('encoding', { row: before + 1 + rowsBeforeFault(whole) })
  try {
    return parse(whole, {
      delimiter,
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      max_record_size: MAX_ROW_BYTES,
    })
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    const row = before + 1 + Number(Reflect.get(error, 'records'))
    throw new UnreadableFile(error.code === 'CSV_MAX_RECORD_SIZE' ? 'rowTooLong' : 'quotes', { row })
  }
}

/** Excel's own first line, which it does not show and does not count. */
const SEPARATOR_LINE = /^"?sep=([,;\t])[,;\t]*(?:[" ][ \t]*)?(?:\r\n|\n|\r|$)/i
const EMPTY_ROW = /(?:[ \t,;]|"")*(?:\r\n|\n|\r)/y

/** The columns by the first row that is not empty. The delimiter is that of Excel's first line, or the one that gives most known columns. Throws `UnreadableFile`. */
export function readHead(whole: Buffer): { layout: ImportLayout; start: number; emptyRows: number } {
  const text = whole.toString('latin1')
  const [separatorLine = '', separator] = SEPARATOR_LINE.exec(text) ?? []
  let start = separatorLine.length
  let emptyRows = 0
  for (EMPTY_ROW.lastIndex = start; EMPTY_ROW.test(text); emptyRows += 1) start = EMPTY_ROW.lastIndex
  const rest = whole.subarray(start)
  const first = rest.subarray(0, rowEnds(rest).next().value ?? rest.length)
  const layout = readLayout(first, separator ? [separator] : DELIMITERS, first.length > 0 ? emptyRows : 0)
  return { layout, start, emptyRows }
}

function readLayout(first: Buffer, delimiters: string[], before: number): ImportLayout {
  if (first.includes(0)) throw new UnreadableFile('utf16')
  const row = before + 1
  let best: ImportLayout | undefined
  let maxKnown = 0
  for (const delimiter of delimiters) {
    const layout = layoutBy(first, delimiter, before)
    const known = layout?.columns.filter((column) => column !== null).length ?? 0
    if (known <= maxKnown) continue
    best = layout
    maxKnown = known
  }
  if (!best) throw new UnreadableFile('header', { row })
  if (best.columns.length > MAX_COLUMNS) throw new UnreadableFile('tooManyColumns', { row })
  const duplicate = best.columns.find((name, at, all) => name !== null && all.indexOf(name) !== at)
  if (duplicate) throw new UnreadableFile('columnTwice', { row, name: duplicate })
  return best
}

function layoutBy(header: Buffer, delimiter: string, before: number): ImportLayout | undefined {
  try {
    const [names = []] = readCells(header, delimiter, before)
    const columns = names.map((name) => columnsByName.get(name.trim().toLowerCase()) ?? null)
    const ignored = names.filter((name, at) => columns[at] === null && name.trim() !== '')
    return { delimiter, columns, ignored: ignored.map((name) => name.trim().slice(0, 60)) }
  } catch (error) {
    if (error instanceof UnreadableFile && error.fault.code === 'quotes') return undefined
    throw error
  }
}

const columnsByName = new Map(importColumns.map((column) => [column.toLowerCase(), column]))

function rowsBeforeFault(bytes: Buffer): number {
  let rows = 0
  let from = 0
  for (const end of rowEnds(bytes)) {
    if (!isUtf8(bytes.subarray(from, end))) break
    from = end
    rows += 1
  }
  return rows
}
