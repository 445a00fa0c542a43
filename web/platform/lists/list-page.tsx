import { replace } from 'react-router'
import { addressOf } from '../ui/address.ts'
import { classNames } from '../ui/class-names.ts'
import type { Elements } from '../ui/elements.ts'
import { PageHeading } from '../ui/page-heading.tsx'
import { EmptyState } from '../ui/states.tsx'
import { Pager } from './pager.tsx'
import { type Column, Table } from './table.tsx'

export type ListFrameProps = {
  title: string
  lead?: string | undefined
  search?: Elements
  /** Filters. */
  children?: Elements
  empty: { title: string; text: string; action?: Elements }
}

type ListPageProps<Row> = ListFrameProps & {
  caption?: string
  path: string
  /** The parameters of the address that select rows, without the cursor. */
  filter?: Record<string, string | undefined>
  columns: Column<Row>[]
  rows: Row[]
  after: string | undefined
  next: string | null
}

type PageQuery = { after: string | undefined; limit: number }

/** The rows after the cursor in the address, as `ListPage` takes them. Redirects as `leaveEmptyPage`. */
export async function readPage<Row>(
  request: Request,
  list: (query: PageQuery) => Promise<{ items: Row[]; next: string | null }>,
) {
  const url = new URL(request.url)
  const after = url.searchParams.get('after') ?? undefined
  const { items: rows, next } = await list({ after, limit: 50 })
  leaveEmptyPage(url, rows)
  return { rows, next, after }
}

/** Redirects to the first page from one behind a cursor whose rows are gone, such as after the deletion of the last. Back skips that page. */
export function leaveEmptyPage(url: URL, rows: unknown[]): void {
  if (rows.length > 0 || !url.searchParams.has('after')) return
  const first = new URL(url)
  for (const name of ['after', 'from']) first.searchParams.delete(name)
  throw replace(first.pathname + first.search)
}

export function ListPage<Row extends { _id: string }>(props: ListPageProps<Row>) {
  const { title, caption = title, path, filter = {}, rows, after, next } = props
  const list = (
    <>
      <Table caption={caption} columns={props.columns} rows={rows} rowKey={({ _id }) => _id} />
      <Pager
        first={after ? addressOf(path, filter) : null}
        next={next && addressOf(path, { ...filter, after: next })}
      />
    </>
  )
  return <ListFrame {...props} list={rows.length > 0 && list} />
}

/** What is around a list; without one it says why, and what to do next. */
export function ListFrame(props: ListFrameProps & { list: Elements; isDense?: boolean }) {
  const { title, lead, search, children, empty, list, isDense = false } = props
  return (
    <>
      <PageHeading title={title} lead={lead} />
      <div className={classNames('list-filters', isDense && 'list-filters--dense')}>
        {search}
        {children && <div className="filters">{children}</div>}
      </div>
      {list || (
        <EmptyState title={empty.title}>
          <p>{empty.text}</p>
          {empty.action}
        </EmptyState>
      )}
    </>
  )
}
