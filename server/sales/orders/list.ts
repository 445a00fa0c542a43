import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type Order, type OrderStatus, orderStatusSchema } from '#contract/sales/orders/orders.ts'
import { openDisputeStatuses } from '#contract/sales/payments/dispute-state.ts'
import type { Db } from '#database/open.ts'
import type { OrderRow } from '#database/rows.ts'
import {
  countRows,
  cursorValues,
  type ListKey,
  type ListOrder,
  type ListPage,
  pageOfList,
  rowsAfter,
  type SortedPageRequest,
  sortedBy,
} from '../../platform/http/page-of-list.ts'
import { idsOfOrdersWith } from './find-orders.ts'
import { isLateInSql } from './late.ts'
import { showOrders, type ViewOptions } from './order-view.ts'
import { isHeldInSql } from './states.ts'

export type OrderFilter = SortedPageRequest & {
  userId?: string | undefined
  email?: string | undefined
  status?: OrderStatus[] | undefined
  paid?: boolean | undefined
  expired?: boolean | undefined
  disputed?: boolean | undefined
  /** False: without orders that a refund or dispute holds back. */
  held?: false | undefined
  /** As `findOrders` finds them. */
  q?: string | undefined
}

const sortKeys: Record<'email' | 'productName' | 'total', ListKey<OrderRow>> = {
  email: { column: sql.ref('orders.email'), kind: 'text', of: (row) => row.email },
  productName: { column: sql.ref('orders.product_name'), kind: 'text', of: (row) => row.product_name },
  total: { column: sql.ref('orders.total_minor'), kind: 'integer', of: (row) => row.total_minor },
}

/** Orders that are not deleted, in two statements at most, and one more for the count; `email` is the present one of the account that placed them. */
export async function listOrders(db: Db, filter: OrderFilter, view: ViewOptions): Promise<ListPage<Order>> {
  const order = sortedBy('orders', filter.sort, sortKeys)
  const isNarrow = [filter.userId, filter.email, filter.disputed || undefined, filter.q].some(
    (narrowing) => narrowing !== undefined,
  )
  const few = isNarrow ? selectFew(db, filter, view.now) : undefined
  const query = few ? sortFew(db, few, order) : selectPage(db, filter, { order, now: view.now })
  const page = await pageOfList(query, { order, page: filter, toItem: (row) => row })
  const listed = { items: await showOrders(db, page.items, view), next: page.next }
  if (!filter.count) return listed
  return { ...listed, count: await countRows(db, few ?? selectMany(db, filter, view.now)) }
}

function selectFew(db: Db, filter: OrderFilter, now: Date) {
  let query = selectAll(db, filter)
  if (filter.userId !== undefined) query = query.where('user_id', '=', filter.userId)
  if (filter.disputed) {
    query = query.where('orders.id', 'in', (disputes) =>
      disputes.selectFrom('disputes').select('order_id').where('status', 'in', openDisputeStatuses),
    )
  }
  // an array, since PostgreSQL expects more rows of a search than there are, and would read all orders
  if (filter.q !== undefined)
    query = query.where(sql<SqlBool>`orders.id = any(array(${idsOfOrdersWith(filter.q)}))`)
  const { email } = filter
  if (email !== undefined) {
    query = query.where('user_id', '=', (users) =>
      users.selectFrom('users').select('users.id').where('users.email', '=', email),
    )
  }
  if (filter.status?.length) query = query.where('status', 'in', filter.status)
  const phases = phasesOf(filter)
  if (phases) query = query.where(({ or }) => or(phases.map((phase) => conditions[phase](now))))
  return query
}

type Orders = ReturnType<typeof selectAll>

/** `offset 0` prevents a scan of an index in the list's order, which would read most orders to find few. */
function sortFew(db: Db, few: Orders, { name }: ListOrder<OrderRow>): Orders {
  return name === 'newest' ? few : db.selectFrom(few.offset(0).as('orders')).selectAll('orders')
}

function selectAll(db: Db, { held }: Pick<OrderFilter, 'held'> = {}) {
  const all = db.selectFrom('orders').selectAll('orders').where('deleted_at', 'is', null)
  return held === false ? all.where(({ not }) => not(isHeldInSql)) : all
}

type Cell = { status: OrderStatus; phase: PaymentPhase }

/** The statuses and phases of a list; undefined for all orders. */
function cellsOf(filter: OrderFilter): Cell[] | undefined {
  const phases = phasesOf(filter)
  if (!phases && !filter.status?.length) return undefined
  const statuses = filter.status?.length ? filter.status : orderStatusSchema.options
  return (phases ?? ALL_PHASES).flatMap((phase) => statuses.map((status) => ({ status, phase })))
}

/** A union of one query for each cell: PostgreSQL reads each from an index, so rare ones are found fast, too. */
function unite(db: Db, cells: Orders[]): Orders {
  const none = selectAll(db).where(sql<SqlBool>`false`)
  const [first = none, ...others] = cells
  return db
    .selectFrom(others.reduce((union, cell) => union.unionAll(cell), first).as('orders'))
    .selectAll('orders')
}

function selectMany(db: Db, filter: OrderFilter, now: Date): Orders {
  const cells = cellsOf(filter)
  if (!cells) return selectAll(db, filter)
  return unite(
    db,
    cells.map(({ status, phase }) =>
      selectAll(db, filter).where('status', '=', status).where(conditions[phase](now)),
    ),
  )
}

/** The rows of a page and of those before them in other cells: each cell is read in the order of the list, and no further. */
function selectPage(
  db: Db,
  filter: OrderFilter,
  { order, now }: { order: ListOrder<OrderRow>; now: Date },
): Orders {
  const isByTime = order.keys[0]?.kind === 'time'
  const cells =
    cellsOf(filter) ?? (isByTime ? undefined : cellsOf({ ...filter, status: orderStatusSchema.options }))
  if (!cells) return selectAll(db, filter)
  const later = filter.after === undefined ? undefined : rowsAfter(order, cursorValues(order, filter.after))
  const direction = order.descending ? 'desc' : 'asc'
  const pages = cells.map(({ status, phase }) => {
    let cell = selectAll(db, filter)
      .where('status', '=', status)
      .where((isByTime ? conditions : phaseConditions)[phase](now))
      .limit(filter.limit + 1)
    if (later) cell = cell.where(later)
    for (const { column } of order.keys) cell = cell.orderBy(column, direction)
    return db.selectFrom(cell.as('orders')).selectAll('orders')
  })
  return unite(db, pages)
}

/** `unexpired`: unpaid, `inTime` or `late`. `late`: its time has passed, and the job has not expired it yet. */
type PaymentPhase = 'paid' | 'unexpired' | 'inTime' | 'late' | 'expired'

const ALL_PHASES: PaymentPhase[] = ['paid', 'unexpired', 'expired']

function phasesOf({ paid, expired }: OrderFilter): PaymentPhase[] | undefined {
  if (paid === undefined && expired === undefined) return undefined
  const unpaid: PaymentPhase[] =
    expired === undefined ? ['unexpired', 'expired'] : expired ? ['late', 'expired'] : ['inTime']
  if (paid === undefined) return expired ? unpaid : ['paid', ...unpaid]
  if (!paid) return unpaid
  return expired ? [] : ['paid']
}

const isUnexpired = sql<SqlBool>`paid_at is null and expired_at is null and deleted_at is null`
/** Written as in the partial indexes: PostgreSQL uses one only if the condition implies its own. */
const conditions: Record<PaymentPhase, (now: Date) => RawBuilder<SqlBool>> = {
  paid: () => sql`paid_at is not null`,
  unexpired: () => sql`(${isUnexpired})`,
  inTime: (now) => sql`(${isUnexpired} and not ${isLateInSql(now)})`,
  late: (now) => sql`(${isUnexpired} and ${isLateInSql(now)})`,
  expired: () => sql`expired_at is not null`,
}

const PHASE = sql`(case when paid_at is not null then 'paid' when expired_at is not null then 'expired' else 'unexpired' end)`
/** Written as in the indexes of other orders than by time. */
const phaseConditions: Record<PaymentPhase, (now: Date) => RawBuilder<SqlBool>> = {
  paid: () => sql`${PHASE} = 'paid'`,
  unexpired: () => sql`${PHASE} = 'unexpired'`,
  inTime: (now) => sql`(${PHASE} = 'unexpired' and not ${isLateInSql(now)})`,
  late: (now) => sql`(${PHASE} = 'unexpired' and ${isLateInSql(now)})`,
  expired: () => sql`${PHASE} = 'expired'`,
}
