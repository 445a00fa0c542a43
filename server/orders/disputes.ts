import { AppError } from '#contract/errors.ts'
import { fromMinor } from '#contract/money.ts'
import { claimsMoney, openDisputeStatuses } from '#contract/payments/dispute-state.ts'
import type { Dispute } from '#contract/payments/disputes.ts'
import type { Db } from '#database/open.ts'
import type { DisputeRow } from '#database/rows.ts'
import { addOrderEvent } from './order-events.ts'

/** A dispute as the provider has it; `withdrawnMinor` is what it has taken and not put back. */
export type KnownDispute = {
  id: string
  status: Dispute['status']
  reason: string
  amountMinor: number
  currency: string
  withdrawnMinor: number
  evidenceDueAt: Date | null
  createdAt: Date
}

/** Makes the store's row agree with the provider's answer. Call it with the order's row locked. */
export async function keepDispute(
  trx: Db,
  {
    orderId,
    intentId,
    dispute,
    now,
  }: { orderId: string; intentId: string; dispute: KnownDispute; now: Date },
): Promise<void> {
  const { id, status, reason } = dispute
  const before = await trx.selectFrom('disputes').select('status').where('id', '=', id).executeTakeFirst()
  const state = {
    status,
    reason,
    amount_minor: dispute.amountMinor,
    withdrawn_minor: dispute.withdrawnMinor,
    evidence_due_at: dispute.evidenceDueAt,
  }
  await trx
    .insertInto('disputes')
    .values({
      id,
      order_id: orderId,
      intent_id: intentId,
      currency: dispute.currency,
      created_at: dispute.createdAt,
      ...state,
    })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(state))
    .execute()
  if (before?.status === status) return
  await addOrderEvent(trx, {
    orderId,
    at: now,
    actorId: null,
    kind: 'dispute',
    before: before?.status ?? null,
    after: status,
    disputeId: id,
  })
}

/** The disputes of these orders, oldest first, by order. */
export async function disputesByOrder(db: Db, orderIds: string[]): Promise<Map<string, DisputeRow[]>> {
  if (orderIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('disputes')
    .selectAll()
    .where('order_id', 'in', orderIds)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return Map.groupBy(rows, (row) => row.order_id)
}

/** A dispute as the wire shows it. */
export function toDispute(row: DisputeRow): Dispute {
  return {
    _id: row.id,
    status: row.status,
    reason: row.reason,
    amount: fromMinor(row.amount_minor, row.currency),
    currency: row.currency,
    withdrawn: fromMinor(row.withdrawn_minor, row.currency),
    evidenceDueAt: row.evidence_due_at?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
  }
}

/** Disputes with their orders: what is open first, then the newest. */
export async function listDisputes(db: Db, limit: number) {
  const newest = (isOpen: boolean) =>
    db
      .selectFrom('disputes')
      .selectAll()
      .where('status', isOpen ? 'in' : 'not in', openDisputeStatuses)
      .orderBy('created_at', 'desc')
      .orderBy('id')
      .limit(limit)
  const chosen = db
    .selectFrom(newest(true).as('open'))
    .selectAll()
    .unionAll(db.selectFrom(newest(false).as('ended')).selectAll())
  const rows = await db
    .selectFrom(chosen.as('disputes'))
    .innerJoin('orders', 'orders.id', 'disputes.order_id')
    .selectAll('disputes')
    .select(['orders.product_name', 'orders.deleted_at'])
    .orderBy((row) => row('disputes.status', 'in', openDisputeStatuses), 'desc')
    .orderBy('disputes.created_at', 'desc')
    .orderBy('disputes.id')
    .limit(limit)
    .execute()
  return rows.map((row) => ({
    ...toDispute(row),
    orderId: row.order_id,
    productName: row.product_name,
    isGone: row.deleted_at !== null,
  }))
}

/** The ids of orders with a dispute that has not ended. */
export function ordersInDispute(db: Db) {
  return db.selectFrom('disputes').select('order_id').where('status', 'in', openDisputeStatuses)
}

/** Throws `order_disputed` while a bank claims an order's payment, and after it has got it. */
export async function refuseDisputed(db: Db, orderId: string): Promise<void> {
  const disputes = (await disputesByOrder(db, [orderId])).get(orderId) ?? []
  if (claimsMoney(disputes)) throw new AppError('order_disputed')
}

/** Since when the oldest dispute that has not ended is open. */
export async function oldestOpenDispute(db: Db): Promise<Date | undefined> {
  const oldest = await db
    .selectFrom('disputes')
    .select('created_at')
    .where('status', 'in', openDisputeStatuses)
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst()
  return oldest?.created_at
}
