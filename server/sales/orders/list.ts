import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type Order, type OrderStatus, orderStatusSchema } from '#contract/sales/orders/orders.ts'
import { openDisputeStatuses } from '#contract/sales/payments/dispute-state.ts'
import type { Db } from '#database/open.ts'
import type { OrderRow } from '#database/rows.ts'
import {
  cursorValues,
  type ListPage,
  newestFirst,
  type PageRequest,
  pageOfList,
  rowsAfter,
} from '../../platform/http/page-of-list.ts'
import { idsOfOrdersWith } from './find-orders.ts'
import { isLateInSql } from './late.ts'
import { showOrders, type ViewOptions } from './order-view.ts'

export type OrderFilter = PageRequest & {
  userId?: string | undefined
  email?: string | undefined
  status?: OrderStatus[] | undefined
  paid?: boolean | undefined
  expired?: boolean | undefined
  disputed?: boolean | undefined
  /** As `findOrders` finds them. */
  q?: string | undefined
}

const sorting = newestFirst<OrderRow>('orders')

/** Orders that are not deleted, newest first, in two statements at most; `email` is the present one of the account that placed them. */
export async function listOrders(db: Db, filter: OrderFilter, view: ViewOptions): Promise<ListPage<Order>> {
  const isNarrow = [filter.userId, filter.email, filter.disputed || undefined, filter.q].some(
    (narrowing) => narrowing !== undefined,
  )
  const query = isNarrow ? selectFew(db, filter, view.now) : selectMany(db, filter, view.now)
  const page = await pageOfList(query, { order: sorting, page: filter, toItem: (row) => row })
  return { items: await showOrders(db, page.items, view), next: page.next }
}

function selectFew(db: Db, filter: OrderFilter, now: Date) {
  let query = db.selectFrom('orders').selectAll('orders').where('deleted_at', 'is', null)
  if (filter.userId !== undefined) query = query.where('user_id', '=', filter.userId)
  if (filter.disputed) {
    query = query.where('orders.id', 'in', (disputes) =>
      disputes.selectFrom('disputes').select('order_id').where('status', 'in', openDisputeStatuses),
    )
  }
  if (filter.q !== undefined) query = query.where('orders.id', 'in', idsOfOrdersWith(filter.q))
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

/** A union of one `cell` for each status and phase, which PostgreSQL reads from an index in the order of the list: rare ones are found fast, too. */
function selectMany(db: Db, filter: OrderFilter, now: Date) {
  const all = db.selectFrom('orders').selectAll('orders').where('deleted_at', 'is', null)
  const phases = phasesOf(filter)
  if (!phases && !filter.status?.length) return all
  const statuses = filter.status?.length ? filter.status : orderStatusSchema.options
  const later =
    filter.after === undefined ? undefined : rowsAfter(sorting, cursorValues(sorting, filter.after))
  const cells = (phases ?? ALL_PHASES).flatMap((phase) =>
    statuses.map((status) => {
      let cell = all
        .where('status', '=', status)
        .where(conditions[phase](now))
        .limit(filter.limit + 1)
      if (later) cell = cell.where(later)
      for (const { column } of sorting.keys) cell = cell.orderBy(column, 'desc')
      return db.selectFrom(cell.as('cell')).selectAll()
    }),
  )
  const none = db.selectFrom(all.where(sql<SqlBool>`false`).as('cell')).selectAll()
  const [first = none, ...others] = cells
  return db.selectFrom(others.reduce((union, cell) => union.unionAll(cell), first).as('orders')).selectAll()
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
