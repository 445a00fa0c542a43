import { stringify } from 'csv-stringify/sync'

/**
 * The places where a spreadsheet may find a formula (a sign in OWASP's list, or its full-width form), with the apostrophes
 * that are there: the start of a text, and behind a separator of cells in a program that does not split at commas.
 */
const FORMULA_STARTS =
  /^'*(?= *[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20])|(?<=[;\t\r\n])'*(?=[ "]*(?:[=+\-@\t\uff1d\uff0b\uff0d\uff20]|\r(?!\n)|$))/g

/** A text as a cell of an exported file, with one more apostrophe wherever a formula may begin. Reversed by `fromCell`. */
export function toCell(text: string): string {
  return text.replace(FORMULA_STARTS, "'$&")
}

export function fromCell(cell: string): string {
  // most cells have none, and matching formulas would be the most expensive step of reading a cell
  if (!cell.includes("'")) return cell
  return cell.replace(FORMULA_STARTS, (apostrophes) => apostrophes.slice(1))
}

export function toCsv(rows: string[][]): string {
  return stringify(rows, { record_delimiter: '\r\n', quoted_match: /[;\t\r\n]|^\s|\s$/ })
}
