/**
 * Spreadsheets run what begins like a formula (OWASP's list and its full-width twins), so such a text gets an
 * apostrophe in front, and so does one that already has apostrophes there: taking one away gives every text back.
 */
const FORMULA = /^'*[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/

/** A text as a cell of an exported file. */
export function toCell(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text
}

/** The text that an exported cell was; any other stays as it is. */
export function fromCell(cell: string): string {
  return cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell
}
