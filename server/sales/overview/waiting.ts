import { sql } from 'kysely'
import type { sectionPermissions, Waiting } from '#contract/sales/overview/overview.ts'
import { openDisputeStatuses } from '#contract/sales/payments/dispute-state.ts'
import type { Db } from '#database/open.ts'
import { countScarceProducts } from '../../catalog/products/service.ts'
import { countEstimates } from '../../people/requests/service.ts'
import { countFailedJobs } from '../../platform/jobs/failed-jobs.ts'
import { countFailedMails } from '../../platform/mail/mail-history.ts'
import { isLateInSql } from '../orders/late.ts'
import { isHeldInSql } from '../orders/states.ts'

type Section = <T>(name: keyof typeof sectionPermissions, read: () => Promise<T>) => Promise<T | null>
type Since = { count: number; oldestAt: Date | null }

/** What waits for staff, as far as `section` lets it be read. */
export async function readWaiting(db: Db, { at, section }: { at: Date; section: Section }): Promise<Waiting> {
  const [toSend, unpaid, disputes, estimates, lowStock, failedMails, failedJobs] = await Promise.all([
    section('orders', () => countToSend(db)),
    section('orders', () => countUnpaid(db, at)),
    section('orders', () => countOpenDisputes(db)),
    section('estimates', () => countEstimates(db)),
    section('stock', () => countScarceProducts(db)),
    section('system', () => countFailedMails(db)),
    section('system', () => countFailedJobs(db)),
  ])
  return {
    toSend: toSend && timed(toSend),
    unpaid: unpaid && { count: unpaid.count, nextExpiryAt: toTime(unpaid.nextExpiryAt) },
    estimates: estimates && timed(estimates),
    disputes: disputes && { count: disputes.count, answerBy: toTime(disputes.answerBy) },
    lowStock: lowStock === null ? null : { count: lowStock },
    failedMails: failedMails && timed(failedMails),
    failedJobs: failedJobs && timed(failedJobs),
  }
}

function timed({ count, oldestAt }: Since) {
  return { count, oldestAt: toTime(oldestAt) }
}

function toTime(at: Date | null): string | null {
  return at?.toISOString() ?? null
}

async function countToSend(db: Db): Promise<Since> {
  return (
    db
      .selectFrom('orders')
      .select(({ fn }) => [fn.countAll<number>().as('count'), fn.min('created_at').as('oldestAt')])
      .where('paid_at', 'is not', null)
      // an order is never anything else: named, so that the index of paid orders by status is used
      .where('status', 'in', ['pending', 'Pending'])
      .where(({ not }) => not(isHeldInSql))
      .executeTakeFirstOrThrow()
  )
}

async function countUnpaid(db: Db, at: Date) {
  return db
    .selectFrom('orders')
    .select(({ fn }) => [
      fn.countAll<number>().as('count'),
      // what is sent does not expire
      sql<Date | null>`min(expires_at) filter (where status <> 'Shift')`.as('nextExpiryAt'),
    ])
    .where('paid_at', 'is', null)
    .where('deleted_at', 'is', null)
    .where('expired_at', 'is', null)
    .where(({ not }) => not(isLateInSql(at)))
    .executeTakeFirstOrThrow()
}

async function countOpenDisputes(db: Db) {
  return db
    .selectFrom('disputes')
    .select(({ fn }) => [
      fn.countAll<number>().as('count'),
      sql<Date | null>`min(evidence_due_at) filter (where status like '%needs_response')`.as('answerBy'),
    ])
    .where('status', 'in', openDisputeStatuses)
    .executeTakeFirstOrThrow()
}
