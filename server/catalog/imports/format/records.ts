/** The fields of a part need far less, even with all addresses and quotes. */
const MAX_RECORD = 262_144

export class RecordTooLong extends Error {
  /** The number of records before it. */
  readonly before: number

  constructor(before: number) {
    super('A record is too long')
    this.before = before
  }
}

type Options = {
  delimiter: string
  /** No text follows. Otherwise a record that may go on is left. */
  isLast: boolean
  /** What a record of several lines is. Without it each is one row. */
  judge?: (record: { cells: string[]; lines: string[][] }) => LinesVerdict
}

/** One row with a text of several lines; several rows, of which two have a lone quotation mark; or either. */
export type LinesVerdict = 'row' | 'rows' | 'doubtful'

/**
 * The records of a text, and where they end. A quotation mark has a meaning only at the start of a cell, and if one at the
 * end of a cell follows; any other one is text. A cell that never ends is read as the rest of its line is, so that a lone
 * quotation mark affects no other row. `doubtful` are the places of records whose quotation mark may begin a text of several
 * lines, but was read as text. Throws `RecordTooLong`. The same for any division of a file into texts.
 */
export function readRecords(
  text: string,
  options: Options,
  { from = 0, limit = Number.POSITIVE_INFINITY }: { from?: number; limit?: number } = {},
): { records: string[][]; doubtful: number[]; end: number } {
  const records: string[][] = []
  const doubtful: number[] = []
  let end = from
  while (end < text.length && records.length < limit) {
    const record = readRecord(text, end, options)
    if (record === 'incomplete') break
    if (record === 'too long' || record.end - end > MAX_RECORD) throw new RecordTooLong(records.length)
    if (record.isDoubtful) doubtful.push(records.length)
    records.push(record.cells)
    end = record.end
  }
  return { records, doubtful, end }
}

type Result = { cells: string[]; end: number; isDoubtful?: boolean } | 'incomplete' | 'too long'

function readRecord(text: string, start: number, options: Options): Result {
  const { isLast } = options
  const strict = readStrictly(text, start, options)
  if (typeof strict === 'object') {
    const verdict = strict.hasLines ? judgeLines(text.slice(start, strict.end), strict.cells, options) : 'row'
    if (verdict === 'row') return strict
    const line = readLine(text, start, options)
    return typeof line === 'object' && verdict === 'doubtful' ? { ...line, isDoubtful: true } : line
  }
  if (strict === 'lone quote') return readLine(text, start, options)
  if (!isLast && text.length - start <= MAX_RECORD) return 'incomplete'
  return strict === 'open quote' ? readLine(text, start, options) : 'too long'
}

type Strict = { cells: string[]; end: number; hasLines: boolean } | 'lone quote' | 'open quote' | 'open'

function readStrictly(text: string, start: number, { delimiter, isLast }: Options): Strict {
  const cells: string[] = []
  let hasLines = false
  let at = start
  for (;;) {
    if (text[at] === '"') {
      const quoted = readQuoted(text, at, { start, isLast })
      if (typeof quoted === 'string') return quoted
      cells.push(quoted.cell)
      hasLines ||= /[\r\n]/.test(quoted.cell)
      at = quoted.end
    } else {
      const end = cellEnd(text, at, delimiter)
      cells.push(text.slice(at, end))
      at = end
    }
    if (at >= text.length) return isLast ? { cells, end: at, hasLines } : 'open'
    if (text[at] !== delimiter) {
      const end = afterLine(text, at, isLast)
      if (end === undefined) return isLineEnd(text[at]) ? 'open' : 'lone quote'
      return { cells, end, hasLines }
    }
    at += 1
  }
}

function readQuoted(text: string, open: number, { start, isLast }: { start: number; isLast: boolean }) {
  let cell = ''
  let from = open + 1
  for (;;) {
    const quote = text.indexOf('"', from)
    if (quote < 0 || quote - start > MAX_RECORD) return 'open quote'
    if (quote + 1 === text.length && !isLast) return 'open quote'
    cell += text.slice(from, quote)
    if (text[quote + 1] !== '"') return { cell, end: quote + 1 }
    cell += '"'
    from = quote + 2
  }
}

function cellEnd(text: string, from: number, delimiter: string): number {
  let at = from
  while (at < text.length && text[at] !== delimiter && !isLineEnd(text[at])) at += 1
  return at
}

function isLineEnd(character: string | undefined): boolean {
  return character === '\n' || character === '\r'
}

/** Where the next line begins, if a line ends here; `undefined` also if only the next text can say so. */
function afterLine(text: string, at: number, isLast: boolean): number | undefined {
  if (text[at] === '\n') return at + 1
  if (text[at] !== '\r') return undefined
  if (text[at + 1] === '\n') return at + 2
  return at + 1 < text.length || isLast ? at + 1 : undefined
}

/** A record that ends with its line, whatever its quotation marks are. */
function readLine(text: string, start: number, { delimiter, isLast }: Options): Result {
  const lineEnd = cellEnd(text, start, '')
  const end = lineEnd === text.length && isLast ? lineEnd : afterLine(text, lineEnd, isLast)
  if (lineEnd - start > MAX_RECORD) return 'too long'
  return end === undefined ? 'incomplete' : { cells: splitLine(text.slice(start, lineEnd), delimiter), end }
}

function splitLine(line: string, delimiter: string): string[] {
  const cells: string[] = []
  let at = 0
  let hasClosing = true
  for (;;) {
    const closing = hasClosing && line[at] === '"' ? closingQuote(line, at + 1, delimiter) : undefined
    if (closing !== undefined) {
      cells.push(line.slice(at + 1, closing).replaceAll('""', '"'))
      at = closing + 1
    } else {
      // once there is none, there is none further on: the line is not searched again
      if (line[at] === '"') hasClosing = false
      const end = line.indexOf(delimiter, at)
      cells.push(line.slice(at, end < 0 ? line.length : end))
      at = end < 0 ? line.length : end
    }
    if (at >= line.length) return cells
    at += 1
  }
}

/** The next quotation mark at the end of a cell, except the first of two. */
function closingQuote(line: string, from: number, delimiter: string): number | undefined {
  const isEnd = (at: number) => at >= line.length || line[at] === delimiter
  for (let quote = line.indexOf('"', from); quote >= 0; ) {
    if (isEnd(quote + 1)) return quote
    const isPair = line[quote + 1] === '"' && !isEnd(quote + 2)
    quote = line.indexOf('"', quote + (isPair ? 2 : 1))
  }
  return undefined
}

/** Two lone quotation marks may have made one record of several rows. */
function judgeLines(record: string, cells: string[], { delimiter, judge }: Options): LinesVerdict {
  if (!judge) return 'row'
  const lines = record.trimEnd().split(/\r\n|\r|\n/)
  return judge({ cells, lines: lines.map((line) => splitLine(line, delimiter)) })
}
