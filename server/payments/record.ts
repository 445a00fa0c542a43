import { AppError, type ErrorCode } from '#contract/errors.ts'
import { errorTexts } from '#contract/messages/errors.ts'
import { fromMinor } from '#contract/money.ts'
import type { RefundBody } from '#contract/payments/payments.ts'
import type { Tables } from '#database/generated-tables.ts'
import { type Db, inTransaction } from '#database/open.ts'
import type { OrderRow, RefundRow } from '#database/rows.ts'
import { newId } from '#database/uuid.ts'
import { orderPhase } from '../orders/states.ts'
import { addOrderEvent, lockForMove, lockOrder, markPaid, setRefunded } from '../orders/write-order.ts'
import {
  decideIntent,
  decideRefunds,
  type IntentDecision,
  intentState,
  type KnownIntent,
  type KnownRefund,
  withdrawnMinor,
} from './decide.ts'
import { refundableOf } from './disputes.ts'
import type { ProviderDispute, ProviderIntent, ProviderRefund } from './provider/card-provider.ts'

/*
 * Writes the ledger, closed attempts, refunds, disputes and orphaned payments. Each function locks the order first and
 * decides on the locked row.
 */

/** The store's own record of an intent; an intent that it did not open is unknown. */
export async function findIntent(db: Db, intentId: string): Promise<KnownIntent | undefined> {
  const row = await db
    .selectFrom('payment_intents')
    .select(['order_id', 'amount_minor', 'currency'])
    .where('intent_id', '=', intentId)
    .executeTakeFirst()
  return row && { ...row, intent_id: intentId }
}

/** Records an intent as read from the provider, and resolves to the decision. */
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
    const isOver = decision === 'record_paid' || decision === 'record_orphaned' || decision === 'already'
    if (isOver || decision === 'close_attempt') await closeAttempt(trx, { intentId, now })
    if (isOver) await enterCharge(trx, known, now)
    if (decision === 'record_orphaned') await addOrphanedPayment(trx, known, now)
    if (decision === 'record_paid') {
      const earlier = await earlierRefunds(trx, intentId)
      await markPaid(trx, order, { transactionId: intentId, settlement: 'card', actorId, now })
      const paid = earlier.length > 0 ? await lockOrder(trx, orderId) : undefined
      if (paid) await updateRefunds(trx, { order: paid, found: earlier, now })
    }
    return decision
  })
}

type By = { actorId: string | null; now: Date }

/** Closes the attempt; a later payment opens the next one. */
export async function closeAttempt(
  db: Db,
  { intentId, now }: { intentId: string; now: Date },
): Promise<void> {
  await db
    .updateTable('payment_intents')
    .set({ closed_at: now })
    .where('intent_id', '=', intentId)
    .where('closed_at', 'is', null)
    .execute()
}

async function addOrphanedPayment(trx: Db, known: KnownIntent, now: Date): Promise<void> {
  await trx
    .insertInto('orphaned_payments')
    .values({ ...known, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Marks an orphaned payment as refunded. */
export async function recordOrphanRefunded(
  db: Db,
  { intentId, now }: { intentId: string; now: Date },
): Promise<void> {
  await db
    .updateTable('orphaned_payments')
    .set({ refunded_at: now })
    .where('intent_id', '=', intentId)
    .where('refunded_at', 'is', null)
    .execute()
}

/** False if an answer to a later read has been recorded already. */
async function isNewestRead(
  trx: Db,
  { intentId, subject, read }: { intentId: string; subject: 'refunds_read' | 'disputes_read'; read: number },
): Promise<boolean> {
  const newest = await trx
    .updateTable('payment_intents')
    .set({ [subject]: read })
    .where('intent_id', '=', intentId)
    .where(subject, '<', read)
    .returning('order_id')
    .executeTakeFirst()
  return newest !== undefined
}

/** Records the refunds that a payment has at the provider, in the ledger and on the order that it paid. */
export function recordRefunds(
  db: Db,
  { known, found, read, now }: { known: KnownIntent; found: ProviderRefund[]; read: number; now: Date },
): Promise<void> {
  const { intent_id: intentId, order_id: orderId } = known
  return inTransaction(db, async (trx) => {
    const order = await lockOrder(trx, orderId)
    if (!(await isNewestRead(trx, { intentId, subject: 'refunds_read', read }))) return
    await enterCharge(trx, known, now)
    for (const refund of found) await enterRefund(trx, known, { refund, now })
    if (order?.transaction_id === intentId) await updateRefunds(trx, { order, found, now })
  })
}

/** Updates the refund rows and the sums of the locked order. */
async function updateRefunds(
  trx: Db,
  { order, found, now }: { order: OrderRow; found: ProviderRefund[]; now: Date },
): Promise<void> {
  const rows = (await refundsOf(trx, order.id)).map(toKnownRefund)
  const { total_minor: totalMinor, quantity, quantity_returned: quantityReturned } = order
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
    reason: null,
    requested_by: null,
    provider_id: providerId,
    created_at: now,
    done_at: now,
  }))
  if (added.length > 0) await trx.insertInto('refunds').values(added).execute()
  if (plan.failed.length > 0)
    await trx.updateTable('refunds').set({ failed_at: now }).where('id', 'in', plan.failed).execute()
  const changed = [...plan.changed, ...added].map(({ id }) => id)
  await setRefunded(trx, order, { refundedMinor: plan.refundedMinor, unitsBack: plan.unitsBack, at: now })
  if (plan.doneBeforeMinor === plan.doneMinor) return
  await addOrderEvent(trx, {
    orderId: order.id,
    at: now,
    actorId: plan.actorId,
    kind: 'refunded',
    before: String(fromMinor(plan.doneBeforeMinor, order.currency)),
    after: String(fromMinor(plan.doneMinor, order.currency)),
    // set only if exactly one refund caused the change
    refundId: changed.length === 1 ? (changed[0] ?? null) : null,
  })
}

/** Refunds that the ledger has from before the order was paid. */
async function earlierRefunds(trx: Db, intentId: string): Promise<ProviderRefund[]> {
  const entries = await trx
    .selectFrom('ledger')
    .select(['kind', 'refund_id', 'amount_minor'])
    .where('intent_id', '=', intentId)
    .where('refund_id', 'is not', null)
    .execute()
  const failed = new Set(
    entries.filter(({ kind }) => kind === 'refund_failed').map((entry) => entry.refund_id),
  )
  return entries.flatMap(({ kind, refund_id: id, amount_minor: amountMinor }) =>
    kind === 'refund' && id ? [{ id, refundId: null, amountMinor, stands: !failed.has(id) }] : [],
  )
}

export type RefundRequest = {
  orderId: string
  /** Undefined: all that is left. */
  amountMinor: number | undefined
  /** The refunded amount that the admin saw. */
  seenMinor: number
  pieces: number
  reason: string | null
  actorId: string
  now: Date
}

/**
 * Sets an amount aside on a paid order and writes the request. Throws `not_found`, `order_unpaid`, `order_disputed`,
 * `refund_changed`, `refund_too_large`, `too_many_pieces`.
 */
export function recordRefundRequest(db: Db, request: RefundRequest): Promise<RefundRow> {
  return inTransaction(db, async (trx) => {
    const { order } = await lockForMove(trx, { orderId: request.orderId, move: 'refund', now: request.now })
    const left = await refundableOf(trx, order)
    if (order.refunded_minor !== request.seenMinor) throw new AppError('refund_changed')
    const amount = request.amountMinor ?? left
    if (amount < 1 || amount > left) throw refused('refund_too_large', 'amount')
    const asked = (await refundsOf(trx, order.id)).filter((row) => !row.done_at && !row.failed_at)
    const unitsBack = asked.reduce((units, row) => units + row.quantity, order.quantity_returned)
    if (request.pieces > order.quantity - unitsBack) throw refused('too_many_pieces', 'pieces')
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
        provider_id: null,
        created_at: request.now,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
  })
}

function refused(code: ErrorCode, path: keyof RefundBody): AppError {
  return new AppError(code, { errors: [{ path, message: errorTexts[code] }] })
}

/** Records that the provider refuses a refund, unless it is done: its amount is free again. Resolves to the refund. */
export function recordRefundFailure(
  db: Db,
  { id, now }: { id: string; now: Date },
): Promise<RefundRow | undefined> {
  return inTransaction(db, async (trx) => {
    const refund = await trx.selectFrom('refunds').select('order_id').where('id', '=', id).executeTakeFirst()
    const order = refund && (await lockOrder(trx, refund.order_id))
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

/** Records a payment at the counter. Throws `not_found`, `already_paid`, `order_expired`; harmless when repeated. */
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

/** Records a refund of a payment at the counter, which needs no provider. */
export function recordCounterRefund(db: Db, refund: RefundRow, now: Date): Promise<void> {
  const { id, amount_minor: amountMinor, order_id: orderId } = refund
  return inTransaction(db, async (trx) => {
    const order = await lockOrder(trx, orderId)
    if (!order?.transaction_id) return
    const charge = chargeOf(order, order.transaction_id)
    const made = { id: `counter_${id}`, refundId: id, amountMinor, stands: true }
    await enterCharge(trx, charge, now)
    await enterRefund(trx, charge, { refund: made, now })
    await updateRefunds(trx, { order, found: [made], now })
  })
}

function chargeOf(order: OrderRow, transactionId: string): KnownIntent {
  const { id, total_minor: amountMinor, currency } = order
  return { intent_id: transactionId, order_id: id, amount_minor: amountMinor, currency }
}

/** Records the disputes of a payment, with their movements in the ledger. */
export function recordDisputes(
  db: Db,
  { known, found, read, now }: { known: KnownIntent; found: ProviderDispute[]; read: number; now: Date },
): Promise<void> {
  const { intent_id: intentId, order_id: orderId } = known
  return inTransaction(db, async (trx) => {
    await lockOrder(trx, orderId)
    if (!(await isNewestRead(trx, { intentId, subject: 'disputes_read', read }))) return
    await enterCharge(trx, known, now)
    for (const dispute of found) {
      await recordDispute(trx, { known, dispute, now })
      for (const { id: movementId, amountMinor } of dispute.movements) {
        if (amountMinor === 0) continue
        const kind = amountMinor < 0 ? 'dispute_withdrawn' : 'dispute_reinstated'
        const entry = { kind, amountMinor: Math.abs(amountMinor), disputeId: dispute.id, movementId } as const
        await enter(trx, known, { ...entry, now })
      }
    }
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
  const named = { id, order_id: known.order_id, intent_id: known.intent_id }
  await trx
    .insertInto('disputes')
    .values({ ...named, currency, created_at: dispute.createdAt, ...state })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(state))
    .execute()
  if (before?.status === status) return
  const change = { before: before?.status ?? null, after: status, disputeId: id }
  await addOrderEvent(trx, { orderId: known.order_id, at: now, actorId: null, kind: 'dispute', ...change })
}

/** Oldest first. */
function refundsOf(db: Db, orderId: string): Promise<RefundRow[]> {
  return db
    .selectFrom('refunds')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

function toKnownRefund(row: RefundRow): KnownRefund {
  return {
    id: row.id,
    providerId: row.provider_id,
    amountMinor: row.amount_minor,
    quantity: row.quantity,
    state: row.done_at ? 'done' : row.failed_at ? 'failed' : 'asked',
    requestedBy: row.requested_by,
  }
}

function enterCharge(trx: Db, known: KnownIntent, now: Date): Promise<void> {
  return enter(trx, known, { kind: 'charge', amountMinor: known.amount_minor, now })
}

/** A refund that failed has two entries: the refund and its failure. */
async function enterRefund(
  trx: Db,
  known: KnownIntent,
  { refund, now }: { refund: ProviderRefund; now: Date },
): Promise<void> {
  const entry = { amountMinor: refund.amountMinor, refundId: refund.id, now }
  await enter(trx, known, { ...entry, kind: 'refund' })
  if (!refund.stands) await enter(trx, known, { ...entry, kind: 'refund_failed' })
}

type Entry = {
  kind: Tables['ledger']['kind']
  amountMinor: number
  refundId?: string
  disputeId?: string
  movementId?: string
  now: Date
}

/** Adds an entry to the ledger; one that is there already stays as it is. */
async function enter(trx: Db, known: KnownIntent, entry: Entry): Promise<void> {
  await trx
    .insertInto('ledger')
    .values({
      ...known,
      at: entry.now,
      kind: entry.kind,
      refund_id: entry.refundId ?? null,
      dispute_id: entry.disputeId ?? null,
      movement_id: entry.movementId ?? null,
      amount_minor: entry.amountMinor,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
