import { type ReactNode, useId, useState } from 'react'
import { Link } from 'react-router'
import { classNames } from '../ui/class-names.ts'
import type { Elements } from '../ui/elements.ts'
import { Icon } from '../ui/icon.tsx'
import { tableRoles as roles } from './table.tsx'

export type DenseColumn<Row> = {
  label: string
  /** One line, cut with an ellipsis where it is too long. */
  cell: (row: Row) => ReactNode
  /** The field of `?sort=`; a click on the head sorts by it. */
  sort?: string
  /** The first click sorts descending: for times and amounts. */
  descendsFirst?: boolean
  /** Columns without one share the rest evenly. */
  width?: `${number}px` | `${number}%`
  isRowHeader?: boolean
  isNumeric?: boolean
  isActions?: boolean
  /** Hidden where the table is narrower: below 860 px, or already below 1,120 px. */
  from?: 'medium' | 'wide'
  /** Its place on the card that a row is on phones; without one it is not on the card. */
  card?: '1' | '1-end' | '2' | '2-end' | '3' | '3-end'
}

type SortState = { sort: string; addressOf: (sort: string) => string }

type DenseTableProps<Row> = {
  caption: string
  columns: DenseColumn<Row>[]
  rows: Row[]
  /** Without it the heads sort nothing. */
  order?: SortState
  isBusy: boolean
  /** What does not fit in the line of a row; the header of the row shows and hides it. */
  details?: ((row: Row) => Elements) | undefined
}

/** A table of the back office: a row is one line, on phones a card of three lines at most. */
export function DenseTable<Row extends { _id: string }>(props: DenseTableProps<Row>) {
  const { caption, columns, rows, order, isBusy, details } = props
  return (
    <table className="dense" aria-busy={isBusy} {...roles.table}>
      <caption className="visually-hidden">{caption}</caption>
      <thead {...roles.group}>
        <tr {...roles.row}>
          {columns.map((column) => (
            <th
              key={column.label}
              className={classesOf(column)}
              style={{ width: column.width }}
              aria-sort={column.sort && order ? directionOf(order.sort, column.sort) : undefined}
              {...roles.head}
            >
              {column.sort && order ? (
                <SortLink column={column} sort={column.sort} order={order} />
              ) : (
                column.label
              )}
            </th>
          ))}
        </tr>
      </thead>
      <tbody {...roles.group}>
        {rows.map((row) => (
          <DenseRow key={row._id} row={row} columns={columns} details={details} />
        ))}
      </tbody>
    </table>
  )
}

type SortLinkProps = {
  column: Pick<DenseColumn<never>, 'label' | 'descendsFirst'>
  sort: string
  order: SortState
}

function SortLink({ column: { label, descendsFirst }, sort, order }: SortLinkProps) {
  const direction = directionOf(order.sort, sort)
  const descends = direction ? direction === 'ascending' : descendsFirst
  return (
    <Link className="dense__sort" to={order.addressOf(descends ? `-${sort}` : sort)} preventScrollReset>
      <span>{label}</span>
      {direction && <Icon name={direction === 'ascending' ? 'up' : 'down'} />}
    </Link>
  )
}

function directionOf(sort: string, field: string): 'ascending' | 'descending' | undefined {
  if (sort === field) return 'ascending'
  return sort === `-${field}` ? 'descending' : undefined
}

type DenseRowProps<Row> = Pick<DenseTableProps<Row>, 'columns' | 'details'> & { row: Row }

function DenseRow<Row>({ row, columns, details }: DenseRowProps<Row>) {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  return (
    <>
      <tr {...roles.row}>
        {columns.map((column) => {
          const content = column.cell(row)
          if (!column.isRowHeader) return <DenseCell key={column.label} column={column} content={content} />
          const button = details && (
            <button
              type="button"
              className="dense__open"
              aria-expanded={isOpen}
              aria-controls={id}
              onClick={() => setOpen(!isOpen)}
            >
              <Icon name={isOpen ? 'up' : 'down'} />
              <span>{content}</span>
            </button>
          )
          return <DenseCell key={column.label} column={column} content={button ?? content} />
        })}
      </tr>
      {isOpen && (
        <tr id={id} className="dense__details" {...roles.row}>
          <td colSpan={columns.length} {...roles.cell}>
            {details?.(row)}
          </td>
        </tr>
      )}
    </>
  )
}

function DenseCell({ column, content }: { column: DenseColumn<never>; content: ReactNode }) {
  const className = classesOf(column)
  const value = <div className={column.isActions ? 'actions' : 'dense__value'}>{content}</div>
  if (column.isRowHeader)
    return (
      <th className={className} {...roles.rowHeader}>
        {value}
      </th>
    )
  return (
    <td className={className} {...roles.cell}>
      {value}
    </td>
  )
}

function classesOf({ isNumeric, isActions, from, card }: DenseColumn<never>): string {
  return classNames(
    isNumeric && 'numeric',
    isActions && 'dense__actions',
    from && `dense__from-${from}`,
    `dense__card-${card ?? 'none'}`,
  )
}
