import { stringify } from 'csv-stringify/sync'

/**
 * Where a spreadsheet may find a formula: at the start of a text, and, where it parts columns by semicolons or tabs,
 * behind each of these and behind each line end, since it knows none of our quotes then. Signs are OWASP's and their
 * full-width twins, also behind blanks and quotes, which it may leave out; at the end of a text comes a quote of ours and
 * the next row. A line end is no sign within a text: there it makes an empty row. What matches are the apostrophes there.
 */
const RISK =
  /^'*(?= *[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20])|(?<=[;\t\r\n])'*(?=[ "]*(?:[=+\-@\t\uff1d\uff0b\uff0d\uff20]|\r(?!\n)|$))/g

/**
 * A text as a cell of an exported file: one more apostrophe wherever a formula may begin, also where the text has some
 * there already, so that taking one away gives every text back.
 */
export function toCell(text: string): string {
  return text.replace(RISK, "'$&")
}

/** The text that an exported cell was; any other stays as it is. */
export function fromCell(cell: string): string {
  // most have none to take away, and looking for formulas costs more than all else about a cell
  if (!cell.includes("'")) return cell
  return cell.replace(RISK, (apostrophes) => apostrophes.slice(1))
}

/** Rows of a file parted by commas; a cell that anything could part is quoted. */
export function toCsv(rows: string[][]): string {
  return stringify(rows, { record_delimiter: '\r\n', quoted_match: /[;\t\r\n]|^\s|\s$/ })
}
