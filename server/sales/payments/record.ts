import { type Insertable, sql } from 'kysely'
import { AppError, type ErrorCode } from '#contract/platform/errors.ts'
import { errorTexts } from '#contract/platform/texts/errors.ts'
import type { RefundBody } from '#contract/sales/payments/payments.ts'
import type { Tables } from '#database/generated-tables.ts'
import { type Db, inTransaction } from '#database/open.ts'
import type { OrderRow, RefundRow } from '#database/rows.ts'
import { newId } from '#database/uuid.ts'
import { orderPhase } from '../orders/states.ts'
import {
  addOrderEvent,
  type By,
  lockForMove,
  lockOrder,
  markPaid,
  setRefunded,
} from '../orders/write-order.ts'
import {
  decideIntent,
  decideRefunds,
  type IntentDecision,
  intentState,
  type KnownIntent,
  type KnownRefund,
  refundableMinor,
  withdrawnMinor,
} from './decide.ts'
import type { ProviderDispute, ProviderIntent, ProviderRefund } from './provider/card-provider.ts'

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

async function updateRefunds(
  trx: Db,
  { order, found, now }: { order: OrderRow; found: ProviderRefund[]; now: Date },
): Promise<void> {
  const { total_minor: totalMinor, quantity, quantity_returned: quantityReturned } = order
  const rows = await refundsOf(trx, order.id)
  const plan = decideRefunds({ totalMinor, quantity, quantityReturned }, rows, found)
  for (const { id, providerId, amountMinor, state } of plan.changed) {
    const ended = { done_at: state === 'done' ? now : null, failed_at: state === 'failed' ? now : null }
    const values = { provider_id: providerId, amount_minor: amountMinor, ...ended }
    await trx.updateTable('refunds').set(values).where('id', '=', id).execute()
  }
  const added = plan.added.map(({ providerId, amountMinor }) => ({
    id: newId(),
    order_id: order.id,
    amount_minor: amountMinor,
    provider_id: providerId,
    created_at: now,
    done_at: now,
  }))
  if (added.length > 0) await trx.insertInto('refunds').values(added).execute()
  if (plan.noLongerCovered.length > 0)
    await trx.updateTable('refunds').set({ failed_at: now }).where('id', 'in', plan.noLongerCovered).execute()
  await setRefunded(trx, order, { refundedMinor: plan.refundedMinor, unitsBack: plan.unitsBack, at: now })
  if (plan.doneBeforeMinor === plan.doneMinor) return
  const causes = [...plan.changed, ...added]
  await addOrderEvent(trx, {
    order_id: order.id,
    at: now,
    actor_id: plan.actorId,
    kind: 'refunded',
    before: String(plan.doneBeforeMinor),
    after: String(plan.doneMinor),
    // only if exactly one refund caused the change
    refund_id: causes.length === 1 ? causes[0]?.id : null,
  })
}

/** The ledger's refunds of a payment, as the provider reports them; its `refund_id` is the provider's id. */
async function refundsInLedger(trx: Db, intentId: string): Promise<ProviderRefund[]> {
  const { rows } = await sql<ProviderRefund>`
    select refund_id as "providerId", null as "storeId", amount_minor as "amountMinor", exists (
      select from ledger as failure
      where failure.refund_id = ledger.refund_id and failure.kind = 'refund_failed'
    ) as "hasFailed"
    from ledger where intent_id = ${intentId} and kind = 'refund' order by id`.execute(trx)
  return rows
}

export type RefundRequest = {
  orderId: string
  amountMinor: number | undefined
  /** The refunded amount that the admin saw. */
  seenMinor: number
  pieces: number
  reason: string | null
  actorId: string
  now: Date
}

/** The refundable amount of a paid order. Throws `order_disputed` during a chargeback, or if a lost one has withdrawn the rest. */
export async function refundableOf(db: Db, order: OrderRow): Promise<number> {
  const disputes = await db
    .selectFrom('disputes')
    .select(['status', 'withdrawn_minor as withdrawnMinor'])
    .where('order_id', '=', order.id)
    .execute()
  const amounts = { totalMinor: order.total_minor, refundedMinor: order.refunded_minor }
  const left = refundableMinor(amounts, disputes)
  if (left === undefined) throw new AppError('order_disputed')
  return left
}

/** Reserves the amount. Throws `not_found`, `order_unpaid`, `order_disputed`, `refund_changed`, `refund_too_large`, `too_many_pieces`. */
export function recordRefundRequest(db: Db, request: RefundRequest): Promise<RefundRow> {
  return inTransaction(db, async (trx) => {
    const { order } = await lockForMove(trx, { orderId: request.orderId, move: 'refund', now: request.now })
    const left = await refundableOf(trx, order)
    if (order.refunded_minor !== request.seenMinor) throw new AppError('refund_changed')
    const amount = request.amountMinor ?? left
    if (amount < 1 || amount > left) throw refundError('refund_too_large', 'amount')
    const requested = (await refundsOf(trx, order.id)).filter(({ state }) => state === 'requested')
    const unitsBack = requested.reduce((units, row) => units + row.quantity, order.quantity_returned)
    if (request.pieces > order.quantity - unitsBack) throw refundError('too_many_pieces', 'pieces')
    await setRefunded(trx, order, { refundedMinor: order.refunded_minor + amount, at: request.now })
    return trx
      .insertInto('refunds')
      .values({
        id: newId(),
        order_id: order.id,
        amount_minor: amount,
        quantity: request.pieces,
        reason: request.reason,
        requested_by: request.actorId,
        created_at: request.now,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
  })
}

function refundError(code: ErrorCode, path: keyof RefundBody): AppError {
  return new AppError(code, { errors: [{ path, message: errorTexts[code] }] })
}

/** Marks a refund as failed unless it is done: its amount can be refunded again. Resolves to the refund. */
export function failRefundUnlessDone(
  db: Db,
  { id, orderId, now }: { id: string; orderId: string; now: Date },
): Promise<RefundRow | undefined> {
  return inTransaction(db, async (trx) => {
    const order = await lockOrder(trx, orderId)
    if (!order) return undefined
    await trx
      .updateTable('refunds')
      .set((row) => ({ failed_at: row.fn.coalesce('failed_at', row.val(now)) }))
      .where('id', '=', id)
      .where('done_at', 'is', null)
      .execute()
    await updateRefunds(trx, { order, found: [], now })
    return trx.selectFrom('refunds').selectAll().where('id', '=', id).executeTakeFirst()
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

export function recordCounterRefund(db: Db, refund: RefundRow, now: Date): Promise<void> {
  const { id, amount_minor: amountMinor, order_id: orderId } = refund
  return inTransaction(db, async (trx) => {
    const order = await lockOrder(trx, orderId)
    if (!order?.transaction_id) return
    const charge = chargeOf(order, order.transaction_id)
    const refunded = { providerId: `counter_${id}`, storeId: id, amountMinor, hasFailed: false }
    await enterCharge(trx, charge, now)
    await enterRefund(trx, charge, { refund: refunded, now })
    await updateRefunds(trx, { order, found: [refunded], now })
  })
}

function chargeOf(order: OrderRow, transactionId: string): KnownIntent {
  const { id, total_minor: amountMinor, currency } = order
  return { intent_id: transactionId, order_id: id, amount_minor: amountMinor, currency }
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

function refundsOf(db: Db, orderId: string): Promise<KnownRefund[]> {
  const state = sql<KnownRefund['state']>`case
    when done_at is not null then 'done' when failed_at is not null then 'failed' else 'requested' end`
  return db
    .selectFrom('refunds')
    .select(['id', 'provider_id as providerId', 'amount_minor as amountMinor', 'quantity'])
    .select(['requested_by as requestedBy', state.as('state')])
    .where('order_id', '=', orderId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

function enterCharge(trx: Db, known: KnownIntent, at: Date): Promise<void> {
  return addLedgerEntry(trx, known, { kind: 'charge', amount_minor: known.amount_minor, at })
}

async function enterRefund(
  trx: Db,
  known: KnownIntent,
  { refund, now }: { refund: ProviderRefund; now: Date },
): Promise<void> {
  const entry = { amount_minor: refund.amountMinor, refund_id: refund.providerId, at: now }
  await addLedgerEntry(trx, known, { ...entry, kind: 'refund' })
  if (refund.hasFailed) await addLedgerEntry(trx, known, { ...entry, kind: 'refund_failed' })
}

/** `refund_id` is the provider's id; in order events it is that of the store's row. */
type LedgerEntry = Omit<Insertable<Tables['ledger']>, 'order_id' | 'intent_id' | 'currency'>

async function addLedgerEntry(trx: Db, known: KnownIntent, entry: LedgerEntry): Promise<void> {
  await trx
    .insertInto('ledger')
    .values({ ...known, ...entry })
    .onConflict((on) => on.doNothing())
    .execute()
}
