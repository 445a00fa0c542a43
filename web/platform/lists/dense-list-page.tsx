import { useLocation, useNavigation } from 'react-router'
import { addressOf } from '../ui/address.ts'
import type { Elements } from '../ui/elements.ts'
import { type DenseColumn, DenseTable } from './dense-table.tsx'
import { ListFoot } from './list-foot.tsx'
import { ListFrame, type ListFrameProps, leaveEmptyPage } from './list-page.tsx'

/** The order of a list without `?sort=`. */
const NEWEST_FIRST = '-createdAt'

type DensePage<Row> = {
  rows: Row[]
  next: string | null
  after: string | undefined
  /** The position of the first row; undefined if the address does not say it. */
  from: number | undefined
  /** Of all rows (`MAX_COUNT` in `contract/platform/list-sort.ts`). */
  count: number | undefined
  sort: string | undefined
}
type DenseQuery<Sort> = { after: string | undefined; limit: number; sort: Sort | undefined; count: 'true' }

/**
 * The rows that the address asks for, as `DenseListPage` takes them: `?sort=`, one of `sorts` (`sortsOf`), and the cursor
 * with the position that the links of the page set. Redirects as `leaveEmptyPage`.
 */
export async function readDensePage<Row, Sort extends string>(
  request: Request,
  sorts: readonly Sort[],
  list: (
    query: DenseQuery<Sort>,
  ) => Promise<{ items: Row[]; next: string | null; count?: number | undefined }>,
): Promise<DensePage<Row>> {
  const url = new URL(request.url)
  const after = url.searchParams.get('after') ?? undefined
  const asked = url.searchParams.get('sort')
  const sort = sorts.find((one) => one === asked)
  const { items: rows, next, count } = await list({ after, sort, limit: 50, count: 'true' })
  leaveEmptyPage(url, rows)
  return { rows, next, after, sort, count, from: positionOf(url.searchParams.get('from'), after) }
}

function positionOf(from: string | null, after: string | undefined): number | undefined {
  if (after === undefined) return 1
  return from !== null && /^[1-9]\d{0,8}$/.test(from) ? Number(from) : undefined
}

type DenseListPageProps<Row> = ListFrameProps &
  DensePage<Row> & {
    path: string
    /** The parameters of the address that select rows, without order, cursor and position. */
    filter?: Record<string, string | undefined>
    columns: DenseColumn<Row>[]
    caption?: string
    /** As of `DenseTable`. */
    details?: (row: Row) => Elements
  }

/** A page of the back office with one list: a dense table that sorts by its heads, with the position at its foot. */
export function DenseListPage<Row extends { _id: string }>(props: DenseListPageProps<Row>) {
  const { title, caption = title, path, filter = {}, columns, rows, next, after, from, count, sort } = props
  const query = { ...filter, sort }
  const order = {
    sort: sort ?? NEWEST_FIRST,
    addressOf: (name: string) =>
      addressOf(path, { ...filter, sort: name === NEWEST_FIRST ? undefined : name }),
  }
  const nextFrom = from === undefined ? undefined : String(from + rows.length)
  const isBusy = useIsReading()
  const list = (
    <div className="dense-list">
      <DenseTable
        caption={caption}
        columns={columns}
        rows={rows}
        order={order}
        isBusy={isBusy}
        details={props.details}
      />
      <ListFoot
        position={{ from, rows: rows.length, count }}
        first={after ? addressOf(path, query) : null}
        next={next && addressOf(path, { ...query, after: next, from: nextFrom })}
      />
    </div>
  )
  return <ListFrame {...props} isDense list={rows.length > 0 && list} />
}

/** Whether other rows of this page are being read. */
function useIsReading(): boolean {
  const { pathname } = useLocation()
  const { state, location } = useNavigation()
  return state === 'loading' && location.pathname === pathname
}
