/**
 * The cells that a spreadsheet reads from a file with these separators: a quote counts at the start of a cell, a doubled
 * quote within it is one, and text after the closing quote belongs to the cell. A lone CR ends a row or is plain text.
 */
export function cellsBy(separators: string, file: string, { crEndsRow = true } = {}): string[] {
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
    const sign = text.charAt(at)
    if (isQuoted && sign === '"' && text[at + 1] === '"') {
      cell += '"'
      at += 1
    } else if (isQuoted && sign === '"') isQuoted = false
    else if (isQuoted) cell += sign
    else if (isStart && sign === '"') {
      isQuoted = true
      isStart = false
    } else if (ends.includes(sign)) end()
    else {
      cell += sign
      isStart = false
    }
  }
  if (cell !== '' || !isStart) end()
  return cells
}

/** Semicolons are usual with decimal commas; the import dialog of a spreadsheet can have several selected. */
export const SEPARATORS = [',', ';', '\t', ',;\t', ';\t']

/** Cells that a spreadsheet runs as formulas, by OWASP's list, also after leading blanks. */
export const FORMULA = /^ *[=+\-@\t\r\n＝＋－＠]/
