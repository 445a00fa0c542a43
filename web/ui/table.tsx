import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

export type Column<Row> = {
  /** Head of the column, and the label of the cell where rows become cards. */
  label: string
  cell: (row: Row) => ReactNode
  /** Figures stand to the right in tabular type. */
  isFigure?: boolean
  /** Names the row; at most one. */
  isRowHead?: boolean
  /** Somebody's words, of any length: a column as wide as there is room, below its label on small screens. */
  isText?: boolean
  /** Buttons: the cell spans the card on small screens and shows no label. */
  isActions?: boolean
}

type TableProps<Row> = {
  /** Says what the table holds; read aloud, not shown. */
  caption: string
  columns: Column<Row>[]
  rows: Row[]
  rowKey: (row: Row) => string
}

// As cards the elements are no table boxes any more and would lose their roles: they are written out.
const as = {
  table: { role: 'table' },
  group: { role: 'rowgroup' },
  row: { role: 'row' },
  head: { role: 'columnheader', scope: 'col' },
  rowHead: { role: 'rowheader', scope: 'row' },
  cell: { role: 'cell' },
}

/** A table whose rows become cards on small screens. */
export function Table<Row>({ caption, columns, rows, rowKey }: TableProps<Row>) {
  return (
    <table className="tbl" {...as.table}>
      <caption className="vh">{caption}</caption>
      <thead {...as.group}>
        <tr {...as.row}>
          {columns.map((column) => (
            <th
              key={column.label}
              className={classNames(
                (column.isFigure || column.isActions) && 'r',
                column.isActions && 'tbl__acts',
              )}
              {...as.head}
            >
              {column.label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody {...as.group}>
        {rows.map((row) => (
          <tr key={rowKey(row)} {...as.row}>
            {columns.map((column) => (
              <TableCell key={column.label} column={column} row={row} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function TableCell<Row>({ column, row }: { column: Column<Row>; row: Row }) {
  const content = column.cell(row)
  if (column.isRowHead) return <th {...as.rowHead}>{content}</th>
  return (
    <td
      {...as.cell}
      data-l={column.label}
      className={classNames(
        column.isFigure && 'num r',
        column.isText && 'tbl__text',
        column.isActions && 'tbl__acts',
      )}
    >
      <div className={column.isActions ? 'acts' : 'v'}>{content}</div>
    </td>
  )
}
