import { type DenseColumn, DenseTable } from '../../../platform/lists/dense-table.tsx'
import { EmptyState } from '../../../platform/ui/states.tsx'

type Props<Row extends { _id: string }> = {
  caption: string
  columns: DenseColumn<Row>[]
  rows: Row[]
  empty: string
}

/** All types or attributes on one page, without pages and order of a list. */
export function OfficeTable<Row extends { _id: string }>({ caption, columns, rows, empty }: Props<Row>) {
  if (rows.length === 0) return <EmptyState title={empty} />
  return (
    <div className="dense-list">
      <DenseTable caption={caption} columns={columns} rows={rows} isBusy={false} />
    </div>
  )
}
