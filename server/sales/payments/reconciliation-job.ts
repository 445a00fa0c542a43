import { sql } from 'kysely'
import { openChargebackStatuses } from '#contract/sales/payments/dispute-state.ts'
import type { Db } from '#database/open.ts'
import { isLateInSql } from '../orders/late.ts'
import { completeCancellation, expireOrder } from './cancel-order.ts'
import { JOB_BUDGET } from './provider/card-provider.ts'
import { closeAttempt } from './record.ts'
import { finishRefund } from './refunds.ts'
import {
  type CardRules,
  countLatestFailure,
  findMissedDisputes,
  findMissedRefunds,
  idsOf,
  ignore,
  type MaybeCardDeps,
  type PaymentDeps,
  refundOrphanedPayment,
  syncDisputes,
  syncIntent,
  syncRefunds,
} from './sync.ts'

/** The job looks for refunds of the last day whose events were lost; the nightly check goes back 35 days. */
const REFUND_LOOKBACK_MS = 24 * 3_600_000
/** Requests may still be working on younger rows. */
const GRACE_MS = 30_000
const BATCH = 100
const EXPIRY_BUDGET_MS = 20_000
/** If at least so many payments are unknown, and more than half of those read, none is closed: the keys may be those of another account. */
const MANY_UNKNOWN = 10

export type Failure = {
  task: 'payment' | 'refund' | 'sync' | 'cancellation' | 'expiry'
  id: string
  error: unknown
}

/**
 * Runs each minute: expires late orders, with cards syncs payments, disputes and refunds, finishes refunds and cancellations.
 * A failed order, payment, refund or list of the provider does not stop the others: the failures are returned for the log.
 */
export async function reconcilePayments(given: MaybeCardDeps, rules: CardRules): Promise<Failure[]> {
  const deps = { ...given, cards: given.cards?.withBudget(JOB_BUDGET) }
  const failures: Failure[] = []
  async function each(
    task: Failure['task'],
    ids: string[],
    work: (id: string) => Promise<unknown>,
  ): Promise<void> {
    for (const id of ids) await work(id).catch((error: unknown) => failures.push({ task, id, error }))
  }
  async function findMissed(subject: string, find: () => Promise<string[]>): Promise<string[]> {
    return find().catch((error: unknown) => {
      failures.push({ task: 'sync', id: subject, error })
      return []
    })
  }
  const { cards } = deps
  // late orders first: they hold stock, and one without an open payment needs no provider
  const deadline = performance.now() + EXPIRY_BUDGET_MS
  for (let isMore = true; isMore && performance.now() < deadline; ) {
    const late = await lateOrders(deps.db, deps.now())
    const failedBefore = failures.length
    await each('expiry', late, async (orderId) => {
      if (performance.now() < deadline) await expireOrder(deps, orderId)
    })
    isMore = late.length === BATCH && failures.length - failedBefore < BATCH
  }
  const before = new Date(deps.now().getTime() - GRACE_MS)
  if (cards) {
    const withCards: PaymentDeps = { ...deps, cards }
    const open = await listOpenPayments(withCards.db, before)
    const unknown: string[] = []
    await each('payment', open, async (id) => {
      if ((await syncOpenPayment(withCards, id, rules)) === 'unknown') unknown.push(id)
    })
    if (unknown.length >= MANY_UNKNOWN && unknown.length > open.length / 2) {
      const error = new Error(
        'the provider does not know most open payments: are the keys of another account?',
      )
      failures.push({ task: 'payment', id: `${unknown.length} unknown payments`, error })
    } else {
      await each('payment', unknown, (intentId) => closeAttempt(withCards.db, { intentId, now: deps.now() }))
    }
    const disputed = await findMissed('recent disputes', () => findMissedDisputes(withCards))
    await each('sync', disputed, (id) => syncDisputes(withCards, id))
    const orphaned = await orphanedPayments(withCards.db, BATCH)
    await each('refund', orphaned, (id) => refundOrphanedPayment(withCards, id))
    const requested = await unfinishedRefunds(deps.db, before, BATCH)
    await each('refund', requested, (id) => finishRefund(deps, id).catch(ignore('refund_refused')))
    const lookBack = new Date(deps.now().getTime() - REFUND_LOOKBACK_MS)
    const refunded = await findMissed('recent refunds', () => findMissedRefunds(withCards, lookBack))
    await each('sync', refunded, (id) => syncRefunds(withCards, id))
  } else {
    // refunds of card payments need the provider; `openCardsNotice` counts them at the start
    const requested = await unfinishedRefunds(deps.db, before, BATCH)
    await each('refund', requested, (id) => finishRefund(deps, id).catch(ignore('cards_unavailable')))
  }
  const cancellations = await unfinishedCancellations(deps.db, before, BATCH)
  await each('cancellation', cancellations, (orderId) =>
    completeCancellation(deps, { orderId, actorId: null }).catch(ignore('already_paid')),
  )
  return failures
}

/** Syncs one open payment and records the time. One that the provider does not know is left open. */
export async function syncOpenPayment(
  deps: PaymentDeps,
  intentId: string,
  rules: CardRules,
): Promise<'synced' | 'unknown'> {
  const attempt = await deps.db
    .updateTable('payment_intents')
    .set({ checked_at: deps.now() })
    .where('intent_id', '=', intentId)
    .returning('order_id')
    .executeTakeFirst()
  if (!attempt) return 'synced'
  const { decision, intent } = await syncIntent(deps, { intentId, actorId: null, keepUnknown: true })
  if (!intent) return 'unknown'
  if (decision === 'count_failure') {
    await countLatestFailure(deps, { intent, orderId: attempt.order_id }, rules)
  }
  return 'synced'
}

/** The open payments of orders that are not cancelling, those checked longest ago first. Equals are in random order: some may always fail. */
function listOpenPayments(db: Db, before: Date): Promise<string[]> {
  return idsOf(
    db,
    sql`select intent_id as id from payment_intents as open join orders on orders.id = order_id
      where closed_at is null and intent_id is not null and open.created_at <= ${before} and cancellation is null
      order by checked_at nulls first, random() limit ${BATCH}`,
  )
}

/* The next three lists are in random order, so that rows that always fail do not delay the others for good. */

export function orphanedPayments(db: Db, limit: number): Promise<string[]> {
  return idsOf(
    db,
    sql`select intent_id as id from orphaned_payments
      where refunded_at is null and not exists (
        select from disputes
        where disputes.intent_id = orphaned_payments.intent_id and status = any (${openChargebackStatuses})
      )
      order by random() limit ${limit}`,
  )
}

/** Refunds requested up to `before` that have not ended: after a crash, or while the provider was unavailable. */
export function unfinishedRefunds(db: Db, before: Date, limit: number): Promise<string[]> {
  return idsOf(
    db,
    sql`select id from refunds where done_at is null and failed_at is null and created_at <= ${before}
      order by random() limit ${limit}`,
  )
}

export function unfinishedCancellations(db: Db, before: Date, limit: number): Promise<string[]> {
  return idsOf(
    db,
    sql`select id from orders where cancellation is not null and cancellation_started_at <= ${before}
      order by random() limit ${limit}`,
  )
}

function lateOrders(db: Db, now: Date): Promise<string[]> {
  return idsOf(
    db,
    sql`select id from orders
      where paid_at is null and deleted_at is null and expired_at is null and cancellation is null
        and ${isLateInSql(now)}
      order by expires_at limit ${BATCH}`,
  )
}
