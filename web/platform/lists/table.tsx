import type { ReactNode } from 'react'
import { classNames } from '../ui/class-names.ts'

export type Column<Row> = {
  /** The column header, and where rows become cards the label of cells, except row headers and actions. */
  label: string
  cell: (row: Row) => ReactNode
  isNumeric?: boolean
  isRowHeader?: boolean
  /** Free text: a wider column, on cards the whole width. */
  isText?: boolean
  isActions?: boolean
}

type TableProps<Row> = {
  caption: string
  columns: Column<Row>[]
  rows: Row[]
  rowKey: (row: Row) => string
}

// Explicit, since elements that CSS shows as cards lose their implicit roles.
export const tableRoles = {
  table: { role: 'table' },
  group: { role: 'rowgroup' },
  row: { role: 'row' },
  head: { role: 'columnheader', scope: 'col' },
  rowHeader: { role: 'rowheader', scope: 'row' },
  cell: { role: 'cell' },
}

const roles = tableRoles

export function Table<Row>({ caption, columns, rows, rowKey }: TableProps<Row>) {
  return (
    <table className="table" {...roles.table}>
      <caption className="visually-hidden">{caption}</caption>
      <thead {...roles.group}>
        <tr {...roles.row}>
          {columns.map((column) => (
            <th
              key={column.label}
              className={classNames(
                (column.isNumeric || column.isActions) && 'right',
                column.isActions && 'table__actions',
              )}
              {...roles.head}
            >
              {column.label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody {...roles.group}>
        {rows.map((row) => (
          <tr key={rowKey(row)} {...roles.row}>
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
  const { label, isNumeric, isText, isActions } = column
  const content = column.cell(row)
  if (column.isRowHeader) return <th {...roles.rowHeader}>{content}</th>
  const className = classNames(
    isNumeric && 'numeric right',
    isText && 'table__text',
    isActions && 'table__actions',
  )
  return (
    <td {...roles.cell} data-label={label} className={className}>
      <div className={isActions ? 'actions' : 'table__value'}>{content}</div>
    </td>
  )
}
