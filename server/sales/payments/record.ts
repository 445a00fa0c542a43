import { AppError } from '#contract/platform/errors.ts'
import { type Db, inTransaction } from '#database/open.ts'
import type { OrderRow } from '#database/rows.ts'
import { orderPhase } from '../orders/states.ts'
import { addOrderEvent, type By, lockForMove, lockOrder, markPaid } from '../orders/write-order.ts'
import { decideIntent, type IntentDecision, intentState, type KnownIntent, withdrawnMinor } from './decide.ts'
import { addLedgerEntry, chargeOf, enterCharge, enterRefund, refundsInLedger } from './ledger-entries.ts'
import type { ProviderDispute, ProviderIntent, ProviderRefund } from './provider/card-provider.ts'
import { updateRefunds } from './record-refunds.ts'

/* A function that changes an order locks it first, and decides on the locked row. */

/** The store's own record of an intent; undefined for one that it did not open. */
export async function findKnownIntent(db: Db, intentId: string): Promise<KnownIntent | undefined> {
  const row = await db
    .selectFrom('payment_intents')
    .select(['order_id', 'amount_minor', 'currency'])
    .where('intent_id', '=', intentId)
    .executeTakeFirst()
  return row && { ...row, intent_id: intentId }
}

export function recordIntent(
  db: Db,
  { known, found, actorId, now }: { known: KnownIntent; found: ProviderIntent | undefined } & By,
): Promise<IntentDecision> {
  const { intent_id: intentId, order_id: orderId } = known
  return inTransaction(db, async (trx) => {
    const order = await lockOrder(trx, orderId)
    if (!order) throw new AppError('not_found')
    const isPaidByThis = order.transaction_id === intentId
    const decision = decideIntent(intentState(known, found), { phase: orderPhase(order, now), isPaidByThis })
    const isConfirmed =
      decision === 'record_paid' || decision === 'record_orphaned' || decision === 'already_paid'
    if (isConfirmed || decision === 'close_attempt') await closeAttempt(trx, { intentId, now })
    if (isConfirmed) await enterCharge(trx, known, now)
    if (decision === 'record_orphaned') {
      const orphan = { ...known, created_at: now }
      await trx
        .insertInto('orphaned_payments')
        .values(orphan)
        .onConflict((on) => on.doNothing())
        .execute()
    }
    if (decision === 'record_paid') {
      const earlier = await refundsInLedger(trx, intentId)
      await markPaid(trx, order, { transactionId: intentId, settlement: 'card', actorId, now })
      const paid = earlier.length > 0 ? await lockOrder(trx, orderId) : undefined
      if (paid) await updateRefunds(trx, { order: paid, found: earlier, now })
    }
    return decision
  })
}

type IntentAt = { intentId: string; now: Date }

export async function closeAttempt(db: Db, { intentId, now }: IntentAt): Promise<void> {
  await db
    .updateTable('payment_intents')
    .set({ closed_at: now })
    .where('intent_id', '=', intentId)
    .where('closed_at', 'is', null)
    .execute()
}

export async function recordOrphanRefunded(db: Db, { intentId, now }: IntentAt): Promise<void> {
  await db
    .updateTable('orphaned_payments')
    .set({ refunded_at: now })
    .where('intent_id', '=', intentId)
    .where('refunded_at', 'is', null)
    .execute()
}

const DECLINED = 'payment_intent.payment_failed'
const HOUR_MS = 3_600_000

type Decline = { orderId: string; now: Date }

/** Counts a declined attempt once for each `id`; resolves to the order's number of them within the last hour. */
export async function recordFailedAttempt(db: Db, decline: Decline & { id: string }): Promise<number> {
  const { id, orderId, now } = decline
  await db
    .insertInto('card_events')
    .values({ id, type: DECLINED, order_id: orderId, created_at: now })
    .onConflict((on) => on.doNothing())
    .execute()
  return countFailedAttempts(db, decline)
}

export async function countFailedAttempts(db: Db, { orderId, now }: Decline): Promise<number> {
  const { count } = await db
    .selectFrom('card_events')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('order_id', '=', orderId)
    .where('type', '=', DECLINED)
    .where('created_at', '>', new Date(now.getTime() - HOUR_MS))
    .executeTakeFirstOrThrow()
  return count
}

export async function deleteOldDeclines(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - 24 * HOUR_MS)
  await db.deleteFrom('card_events').where('created_at', '<', before).execute()
}

/** The refunds or disputes that the provider listed for a payment. A read with a higher number began later. */
export type ProviderRead<Item> = { known: KnownIntent; found: Item[]; readNumber: number; now: Date }

/** Records the refunds that a payment has at the provider, in the ledger and on the order that it paid. */
export function recordRefunds(db: Db, listed: ProviderRead<ProviderRefund>): Promise<void> {
  const { known, found, now } = listed
  return recordProviderRead(db, 'refunds_read', listed, async (trx, order) => {
    for (const refund of found) await enterRefund(trx, known, { refund, now })
    if (order?.transaction_id === known.intent_id) await updateRefunds(trx, { order, found, now })
  })
}

export function recordDisputes(db: Db, listed: ProviderRead<ProviderDispute>): Promise<void> {
  const { known, found, now } = listed
  return recordProviderRead(db, 'disputes_read', listed, async (trx) => {
    for (const dispute of found) {
      await recordDispute(trx, { known, dispute, now })
      for (const { id, amountMinor } of dispute.movements) {
        if (amountMinor === 0) continue
        const kind = amountMinor < 0 ? 'dispute_withdrawn' : 'dispute_reinstated'
        const moved = { kind, amount_minor: Math.abs(amountMinor), at: now } as const
        await addLedgerEntry(trx, known, { ...moved, dispute_id: dispute.id, movement_id: id })
      }
    }
  })
}

/** Locks the order and writes a read, unless one with a higher number has been recorded already. */
function recordProviderRead(
  db: Db,
  readColumn: 'refunds_read' | 'disputes_read',
  { known, readNumber, now }: ProviderRead<unknown>,
  write: (trx: Db, order: OrderRow | undefined) => Promise<void>,
): Promise<void> {
  return inTransaction(db, async (trx) => {
    const order = await lockOrder(trx, known.order_id)
    const newest = await trx
      .updateTable('payment_intents')
      .set({ [readColumn]: readNumber })
      .where('intent_id', '=', known.intent_id)
      .where(readColumn, '<', readNumber)
      .returning('order_id')
      .executeTakeFirst()
    if (!newest) return
    // a refund or dispute proves the payment, which may not have been recorded yet
    await enterCharge(trx, known, now)
    await write(trx, order)
  })
}

/** Records a payment at the counter; harmless when repeated. Throws `not_found`, `already_paid`, `order_expired`, and PostgreSQL's error if another order has the transaction id. */
export function recordCounterPayment(
  db: Db,
  { orderId, transactionId, actorId, now }: By & { orderId: string; transactionId: string },
): Promise<void> {
  return inTransaction(db, async (trx) => {
    const { order, to } = await lockForMove(trx, { orderId, move: 'recordPayment', now })
    if (order.transaction_id === transactionId) return
    if (to === 'orphaned') throw new AppError(order.paid_at ? 'already_paid' : 'order_expired')
    await enterCharge(trx, chargeOf(order, transactionId), now)
    await markPaid(trx, order, { transactionId, settlement: 'counter', actorId, now })
  })
}

async function recordDispute(
  trx: Db,
  { known, dispute, now }: { known: KnownIntent; dispute: ProviderDispute; now: Date },
): Promise<void> {
  const { id, status, reason, currency } = dispute
  const before = await trx.selectFrom('disputes').select('status').where('id', '=', id).executeTakeFirst()
  const state = {
    status,
    reason,
    amount_minor: dispute.amountMinor,
    withdrawn_minor: withdrawnMinor(dispute),
    evidence_due_at: dispute.evidenceDueAt,
  }
  const ids = { id, order_id: known.order_id, intent_id: known.intent_id }
  await trx
    .insertInto('disputes')
    .values({ ...ids, currency, created_at: dispute.createdAt, ...state })
    .onConflict((on) => on.column('id').doUpdateSet(state))
    .execute()
  if (before?.status === status) return
  const change = { before: before?.status ?? null, after: status, dispute_id: id }
  await addOrderEvent(trx, { order_id: known.order_id, at: now, actor_id: null, kind: 'dispute', ...change })
}
