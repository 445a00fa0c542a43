import { stringify } from 'csv-stringify/sync'

/**
 * Where a spreadsheet may find a formula (a sign of OWASP's list, or its full-width form), with the apostrophes before it:
 * at the start of a text, and after a semicolon, tab or line end, at which a program may end a cell.
 */
const FORMULA_STARTS =
  /^'*(?= *[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20])|(?<=[;\t\r\n])'*(?=[ "]*(?:[=+\-@\t\uff1d\uff0b\uff0d\uff20]|\r(?!\n)|$))/g

/** A text as a cell of an exported file, with one more apostrophe wherever a formula may begin. Reversed by `fromCell`. */
export function toCell(text: string): string {
  return text.replace(FORMULA_STARTS, "'$&")
}

export function fromCell(cell: string): string {
  // most cells have no apostrophe, and the regular expression is slow
  if (!cell.includes("'")) return cell
  return cell.replace(FORMULA_STARTS, (apostrophes) => apostrophes.slice(1))
}

/** The text of a cell such as `="0012"`, which keeps a spreadsheet from reading it as a number; `undefined` for others. */
export function guardedText(cell: string): string | undefined {
  const [, text] = /^\s*="((?:[^"]|"")*)"\s*$/.exec(cell) ?? []
  return text?.replaceAll('""', '"')
}

export function toCsv(rows: string[][]): string {
  return stringify(rows, { record_delimiter: '\r\n', quoted_match: /[;\t\r\n]|^\s|\s$/ })
}
