import { sql } from 'kysely'
import { may, type Role } from '#contract/platform/auth/roles.ts'
import { fromMinor } from '#contract/platform/money.ts'
import { type Overview, sectionPermissions } from '#contract/sales/overview/overview.ts'
import type { Db } from '#database/open.ts'
import { listScarceProducts } from '../../catalog/products/service.ts'
import { listReviews } from '../../catalog/reviews/service.ts'
import { listEstimates } from '../../people/requests/service.ts'
import { readFreeBytes } from '../../platform/metrics/metrics.ts'
import { isLateInSql } from '../orders/late.ts'
import { listDisputes } from '../payments/disputes.ts'
import { lastLedgerCheck } from '../payments/ledger-check.ts'
import { findMissing, type ShopSetup } from './missing.ts'
import { readWaiting } from './waiting.ts'

export type Storage = { dataDir: string; warnBelowMegabytes: number }
/** `setup` is null for a demo. */
type OverviewOptions = {
  currency: string
  timeZone: string
  at: Date
  storage: Storage
  setup: ShopSetup | null
  role: Role
}

const DAYS = 14
const MAX_LOW_STOCK = 10
const MAX_NEWEST = 5
const MAX_DISPUTES = 20
const MAX_ORPHANED_PAYMENTS = 100

/** The store at a glance, as far as a role may see it; sums are of orders in the store's currency, days are of its time zone. */
export async function getOverview(db: Db, options: OverviewOptions): Promise<Overview> {
  const { currency, at, role, setup } = options
  const section = <T>(name: keyof typeof sectionPermissions, read: () => Promise<T>): Promise<T | null> =>
    may(role, sectionPermissions[name]) ? read() : Promise.resolve(null)
  const [
    sales,
    statuses,
    stock,
    reviews,
    estimates,
    orphaned,
    disputes,
    ledgerCheck,
    storage,
    waiting,
    missing,
  ] = await Promise.all([
    section('sales', () => sumSales(db, options)),
    section('sales', () => countOrders(db, at)),
    section('stock', () => listScarceProducts(db, { limit: MAX_LOW_STOCK, currency })),
    section('reviews', () => listReviews(db, { limit: MAX_NEWEST })),
    section('estimates', () => listEstimates(db, { limit: MAX_NEWEST })),
    section('orders', () => listOrphanedPayments(db)),
    section('orders', () => listDisputes(db, MAX_DISPUTES)),
    section('orders', () => lastLedgerCheck(db)),
    section('system', () => readStorage(options.storage)),
    readWaiting(db, { at, section }),
    section('setup', async () => setup && findMissing(db, setup)),
  ])
  return {
    currency,
    missing,
    waiting,
    storage,
    salesPerDay: sales,
    ordersByStatus: statuses,
    lowStock: stock,
    newestReviews: reviews?.items ?? null,
    newestEstimates: estimates?.items ?? null,
    ledgerCheck,
    disputes,
    strayPayments: orphaned,
  }
}

async function readStorage({
  dataDir,
  warnBelowMegabytes,
}: Storage): Promise<NonNullable<Overview['storage']>> {
  const freeBytes = await readFreeBytes(dataDir)
  return { freeBytes, isLow: freeBytes < warnBelowMegabytes * 1_000_000 }
}

async function sumSales(
  db: Db,
  { currency, timeZone, at }: OverviewOptions,
): Promise<NonNullable<Overview['salesPerDay']>> {
  const { rows } = await sql<{ day: string; totalMinor: number; orders: number }>`
    select to_char(day, 'YYYY-MM-DD') as day,
      coalesce(sum(total_minor), 0)::bigint as "totalMinor",
      count(orders.id)::integer as orders
    from generate_series(
      date_trunc('day', ${at}::timestamptz at time zone ${timeZone}) - make_interval(days => ${DAYS - 1}),
      date_trunc('day', ${at}::timestamptz at time zone ${timeZone}),
      interval '1 day'
    ) as day
    left join orders on currency = ${currency}
      and paid_at >= day at time zone ${timeZone}
      and paid_at < (day + interval '1 day') at time zone ${timeZone}
    group by day
    order by day`.execute(db)
  return rows.map(({ day, totalMinor, orders }) => ({ day, orders, total: fromMinor(totalMinor, currency) }))
}

type StatusCounts = NonNullable<Overview['ordersByStatus']>

async function countOrders(db: Db, at: Date): Promise<StatusCounts> {
  const { rows } = await sql<StatusCounts>`
    with paid as (
      select status, count(*) from orders where paid_at is not null group by status
    ), unpaid as (
      select status, count(*) from orders
      where paid_at is null and expired_at is null and deleted_at is null group by status
    ), expired as (
      select status, count(*) from orders where expired_at is not null and deleted_at is null group by status
    ), late as (
      select count(*) from orders
      where paid_at is null and deleted_at is null and expired_at is null and ${isLateInSql(at)}
    )
    select
      (coalesce((select sum(count) from unpaid where status <> 'Shift'), 0) - late.count)::integer as "pendingUnpaid",
      coalesce((select sum(count) from paid where status <> 'Shift'), 0)::integer as "pendingPaid",
      coalesce((
        select sum(count) from (table paid union all table unpaid union all table expired) as orders where status = 'Shift'
      ), 0)::integer as shifted,
      (coalesce((select sum(count) from expired where status <> 'Shift'), 0) + late.count)::integer as expired
    from late`.execute(db)
  return rows[0] ?? { pendingUnpaid: 0, pendingPaid: 0, shifted: 0, expired: 0 }
}

async function listOrphanedPayments(db: Db): Promise<NonNullable<Overview['strayPayments']>> {
  const rows = await db
    .selectFrom('orphaned_payments')
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('intent_id')
    .limit(MAX_ORPHANED_PAYMENTS)
    .execute()
  return rows.map((row) => ({
    transactionId: row.intent_id,
    orderId: row.order_id,
    amount: fromMinor(row.amount_minor, row.currency),
    currency: row.currency,
    refunded: row.refunded_at !== null,
    createdAt: row.created_at.toISOString(),
  }))
}
