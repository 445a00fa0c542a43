/**
 * The cells that a spreadsheet makes of a file whose columns it takes to be parted by one of these signs: a quote counts
 * where a cell begins, a doubled one within it is one, and what follows the closing one belongs to the cell. A lone CR
 * ends a row or is a sign like any other.
 */
export function cellsBy(separators: string, file: string, { crEndsRow = true } = {}): string[] {
  const ends = `${separators}\n${crEndsRow ? '\r' : ''}`
  const text = file.replaceAll('\r\n', '\n')
  const cells: string[] = []
  let [cell, isStart, isQuoted] = ['', true, false]
  const end = () => {
    cells.push(cell)
    ;[cell, isStart] = ['', true]
  }
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charAt(at)
    if (isQuoted && sign === '"' && text[at + 1] === '"') {
      cell += '"'
      at += 1
    } else if (isQuoted && sign === '"') isQuoted = false
    else if (isQuoted) cell += sign
    else if (isStart && sign === '"') [isQuoted, isStart] = [true, false]
    else if (ends.includes(sign)) end()
    else {
      cell += sign
      isStart = false
    }
  }
  if (cell !== '' || !isStart) end()
  return cells
}

/** Semicolons where a decimal comma is usual; a dialog may have several ticked. */
export const SEPARATORS = [',', ';', '\t', ',;\t', ';\t']

/** What runs when a spreadsheet opens it, by OWASP's list, also where it leaves blanks out. */
export const FORMULA = /^ *[=+\-@\t\r\n＝＋－＠]/
