import {
  type FileError,
  type ImportDelimiter,
  importDelimiters,
} from '#contract/catalog/imports/import-states.ts'
import { SHOWN_COLUMNS, importTexts as texts } from '#contract/catalog/imports/texts.ts'
import type { Attribute } from '#contract/catalog/part-types/attributes.ts'
import { partFields } from '#contract/catalog/products/part-fields.ts'
import type { ImportLayout } from '#database/column-values.ts'
import { nearestAttribute } from './catalogue-columns.ts'
import { nameColumns } from './format/column-names.ts'
import { type LinesVerdict, RecordTooLong, readRecords } from './format/records.ts'

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

/** Throws `UnreadableFile` for a file that is no text. */
export function refuseArchive(start: Buffer): void {
  if (ARCHIVES.some((archive) => start.subarray(0, archive.length).equals(archive))) {
    throw new UnreadableFile('archive')
  }
}

type Reading = { from: number; isLast: boolean; before: number }

/** The rows from a place of the text on, and where they end. `before` is the number of rows before them. Throws `UnreadableFile`. */
export function readCells(text: string, layout: ImportLayout, { from, isLast, before }: Reading) {
  const { delimiter } = layout
  const judge: Judge = (record) => judgeLines(record, layout)
  return withRowNumber(before, () => readRecords(text, { delimiter, isLast, judge }, { from }))
}

function withRowNumber<T>(before: number, read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof RecordTooLong)) throw error
    throw new UnreadableFile('rowTooLong', { row: before + error.before + 1 })
  }
}

type Judge = (record: { cells: string[]; lines: string[][] }) => LinesVerdict

/**
 * What a record of several lines is, if its first and last line have as many cells as the first row of the file. A text of
 * several lines seldom has, but in the end nobody knows.
 */
function judgeLines({ cells, lines }: Parameters<Judge>[0], { columns }: ImportLayout): LinesVerdict {
  const ends = [lines.at(0) ?? [], lines.at(-1) ?? []]
  if (ends.some((line) => line.length !== columns.length)) return 'row'
  const isError =
    cells.length !== columns.length || cells.some((cell, at) => !mayHaveLines(cell, columns[at]))
  if (isError) return 'rows'
  const areRows = ends.every((line) => hasAmounts(line, columns)) || !ends.some(hasBlanks)
  return areRows ? 'doubtful' : 'row'
}

type Column = ImportLayout['columns'][number]
const fields = new Map(partFields.map((field) => [field.name as string, field]))

function mayHaveLines(cell: string, column: Column | undefined): boolean {
  const kind = fields.get(column ?? '')?.kind
  return !/[\r\n]/.test(cell) || !column || kind === 'text' || kind === 'pictures'
}

function hasAmounts(line: string[], columns: Column[]): boolean {
  const isAmount = (at: number) => ['price', 'count'].includes(fields.get(columns[at] ?? '')?.kind ?? '')
  const written = line.filter((_, at) => isAmount(at))
  return written.length > 0 && written.every((cell) => /^[\s"]*-?\d[\d.,]*[\s"]*$/.test(cell))
}

/** A comma in a text is followed by a blank, one between cells is not. */
function hasBlanks(line: string[]): boolean {
  return line.some((cell) => /^ +[^ ]/.test(cell))
}

/** Excel's own first line, which it does not show and does not count. */
const SEPARATOR_LINE = /^"?sep=([,;\t|])[,;\t|]*(?:[" ][ \t]*)?(?:\r\n|\n|\r|$)/i
const EMPTY_ROW = /(?:[ \t,;|]|"")*(?:\r\n|\n|\r)/y

type HeadOptions = {
  isLast?: boolean
  delimiter?: ImportDelimiter | undefined
  currency?: string
  /** The attributes of the catalogue, by key. */
  attributes?: ReadonlyMap<string, Attribute>
}
type Head = { layout: ImportLayout; start: number; end: number; emptyRows: number }

/**
 * The columns by the first row that is not empty; `undefined` if its end has not been received yet. The delimiter is the
 * chosen one, that of Excel's first line, or the one that gives most known columns. Throws `UnreadableFile`.
 */
export function readHead(
  text: string,
  { isLast = true, delimiter, currency, attributes }: HeadOptions = {},
): Head | undefined {
  const [separatorLine = '', separator] = SEPARATOR_LINE.exec(text) ?? []
  let start = separatorLine.length
  let emptyRows = 0
  for (EMPTY_ROW.lastIndex = start; EMPTY_ROW.test(text); emptyRows += 1) start = EMPTY_ROW.lastIndex
  const row = start < text.length ? emptyRows + 1 : 1
  const given = delimiter ?? importDelimiters.find((one) => one === separator)
  let best: (Omit<Head, 'start' | 'emptyRows'> & { known: number; twice: string | undefined }) | undefined
  for (const one of given ? [given] : importDelimiters) {
    const { records, end } = withRowNumber(row - 1, () =>
      readRecords(text, { delimiter: one, isLast }, { from: start, limit: 1 }),
    )
    const { twice, ...layout } = layoutOf(records[0] ?? [], { delimiter: one, currency, attributes })
    const known = layout.columns.filter((column) => column !== null).length
    if (known > (best?.known ?? 0)) best = { layout, end, known, twice }
  }
  if (best?.twice !== undefined) throw new UnreadableFile('columnTwice', { row, name: best.twice })
  if (best) return { layout: best.layout, start, end: best.end, emptyRows }
  if (!isLast && start < text.length && !/[\r\n]/.test(text.slice(start))) return undefined
  throw new UnreadableFile('header', { row })
}

type LayoutOptions = {
  delimiter: ImportDelimiter
  currency: string | undefined
  attributes: ReadonlyMap<string, Attribute> | undefined
}

function layoutOf(
  names: string[],
  { delimiter, currency, attributes }: LayoutOptions,
): ImportLayout & { twice: string | undefined } {
  const { columns, hasForeignIds, twice } = nameColumns(names, currency, attributes)
  const named = names.findLastIndex((name) => name.trim() !== '') + 1
  const ignored = names.filter((name, at) => columns[at] === null && name.trim() !== '')
  return {
    delimiter,
    columns,
    ignored: ignored.map((name, at) => shownColumn(name, at < SHOWN_COLUMNS ? attributes : undefined)),
    ...(named < names.length && { named }),
    ...(hasForeignIds && columns.includes('_id') && { hasForeignIds }),
    twice,
  }
}

/** An unknown column as the report names it, with the one of an attribute that may be meant. */
function shownColumn(name: string, attributes: LayoutOptions['attributes']): string {
  const shown = name.trim().slice(0, 60)
  const nearest = attributes && nearestAttribute(name, attributes)
  return nearest === undefined ? shown : texts.columnUnknown(shown, nearest)
}
