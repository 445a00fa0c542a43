/**
 * The cells that a spreadsheet reads from a file with these separators, all rows in one list. A quote opens a quoted cell
 * only at its start, two quotes in it are one, and text after the closing quote belongs to the cell. `crEndsRow`: whether
 * a CR without LF ends a row.
 */
export function spreadsheetCells(separators: string, file: string, { crEndsRow = true } = {}): string[] {
  const ends = `${separators}\n${crEndsRow ? '\r' : ''}`
  const text = file.replaceAll('\r\n', '\n')
  const cells: string[] = []
  let cell = ''
  let isStart = true
  let isQuoted = false
  const end = () => {
    cells.push(cell)
    cell = ''
    isStart = true
  }
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at)
    if (isQuoted && character === '"' && text[at + 1] === '"') {
      cell += '"'
      at += 1
    } else if (isQuoted && character === '"') isQuoted = false
    else if (isQuoted) cell += character
    else if (isStart && character === '"') {
      isQuoted = true
      isStart = false
    } else if (ends.includes(character)) end()
    else {
      cell += character
      isStart = false
    }
  }
  if (cell !== '' || !isStart) end()
  return cells
}

/** Sets of separators. Semicolons are usual with decimal commas; an import dialog can have several selected. */
export const SEPARATORS = [',', ';', '\t', ',;\t', ';\t']

/** Cells that a spreadsheet runs as formulas, by OWASP's list, also after leading blanks. */
export const FORMULA = /^ *[=+\-@\t\r\n＝＋－＠]/
