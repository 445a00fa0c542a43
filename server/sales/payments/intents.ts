import { sql } from 'kysely'
import { AppError, type ErrorCode } from '#contract/platform/errors.ts'
import { idPattern } from '#contract/platform/fields.ts'
import { toMinor } from '#contract/platform/money.ts'
import { partsText } from '#contract/sales/orders/texts.ts'
import { type Db, inTransaction } from '#database/open.ts'
import type { OrderRow, PaymentIntentRow } from '#database/rows.ts'
import { isLateInSql } from '../orders/late.ts'
import { findOrder } from '../orders/order-view.ts'
import { moveOrder } from '../orders/states.ts'
import { lockForMove, lockOrder } from '../orders/write-order.ts'
import type { IntentDecision } from './decide.ts'
import type { ProviderIntent } from './provider/card-provider.ts'
import { isProcessing } from './provider/responses.ts'
import { closeAttempt, countFailedAttempts } from './record.ts'
import { type CardRules, countLatestFailure, type PaymentDeps, syncIntent } from './sync.ts'

/* An attempt is committed, then its intent is created at the provider, then its id is stored. At most one attempt of an order is open. */

type PaymentRequest = { order: OrderRow; price: number; actorId: string }
type PaymentBody = { price: number; orderId?: string | undefined }
export type PayableQuery = { body: PaymentBody; caller: { id: string }; now: () => Date }
type Rules = CardRules & { currency: string }
type OrderWithAttempt = { order: OrderRow; attempt: PaymentIntentRow }

const errorAfterSuccess: Partial<Record<IntentDecision, ErrorCode>> = {
  record_paid: 'already_paid',
  already_paid: 'already_paid',
  record_orphaned: 'order_expired',
}

const TRIES = 3

/**
 * The client secret of the open payment of an unpaid order; opens one, or replaces one that is canceled or that the
 * provider no longer knows. The amount is always the order's total; `price`, the total or the unit price, confirms what
 * the buyer saw. Throws `not_found`, `price_changed`, `already_paid`, `order_closing`, `order_expired`, `card_attempts`,
 * `payment_unconfirmed`, `amount_too_small`, `amount_too_large`, `cards_unavailable`.
 */
export async function openIntent(deps: PaymentDeps, request: PaymentRequest, rules: Rules): Promise<string> {
  const { order, price, actorId } = request
  const orderId = order.id
  if (order.paid_at) throw new AppError('already_paid')
  // an order keeps its currency if the store changes its own
  const consent = toMinor(price, order.currency)
  if (consent !== order.total_minor && consent !== order.unit_price_minor) throw new AppError('price_changed')
  for (let tries = 0; tries < TRIES; tries += 1) {
    const current = await findOrAddAttempt(deps, orderId, rules)
    const { intent_id: knownId } = current.attempt
    const intent = knownId ? await deps.cards.readIntent(knownId) : await createIntentOf(deps, current)
    if (!intent) {
      // the same key would return this intent again: the next try needs another attempt
      if (knownId) await closeAttempt(deps.db, { intentId: knownId, now: deps.now() })
      continue
    }
    await countLatestFailure(deps, { intent, orderId }, rules)
    const isUsable = await storeIntent(deps, current, intent)
    if (intent.status === 'succeeded') {
      const { decision } = await syncIntent(deps, { intentId: intent.id, actorId })
      throw new AppError(errorAfterSuccess[decision] ?? 'payment_unconfirmed')
    }
    // it may be charged at this moment, and a second card would pay twice
    if (isProcessing(intent)) throw new AppError('payment_unconfirmed')
    if (isUsable && intent.clientSecret) return intent.clientSecret
  }
  throw new AppError('cards_unavailable')
}

/** The order of this id, regardless of its owner; without an id the caller's newest payable order in `currency` with this total, or else unit price. Throws `not_found`. */
export async function findPayable(
  db: Db,
  { body: { price, orderId }, caller, now }: PayableQuery,
  currency: string,
): Promise<OrderRow> {
  if (orderId !== undefined) {
    if (!idPattern.test(orderId)) throw new AppError('not_found')
    return findOrder(db, { params: { id: orderId } })
  }
  const priceMinor = toMinor(price, currency)
  if (priceMinor === undefined) throw new AppError('not_found')
  const order = await db
    .selectFrom('orders')
    .selectAll()
    .where('user_id', '=', caller.id)
    .where('deleted_at', 'is', null)
    .where('currency', '=', currency)
    .where('paid_at', 'is', null)
    .where('expired_at', 'is', null)
    .where('cancellation', 'is', null)
    .where(({ not }) => not(isLateInSql(now())))
    .where((order) =>
      order.or([order('total_minor', '=', priceMinor), order('unit_price_minor', '=', priceMinor)]),
    )
    .orderBy((order) => order('total_minor', '=', priceMinor), 'desc')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!order) throw new AppError('not_found')
  return order
}

/** Finds or adds the open attempt of an order, under its lock: at most one is open at any time. */
function findOrAddAttempt(
  { db, now }: PaymentDeps,
  orderId: string,
  rules: Rules,
): Promise<OrderWithAttempt> {
  return inTransaction(db, async (trx) => {
    const { order } = await lockForMove(trx, { orderId, move: 'openPayment', now: now() })
    const failures = await countFailedAttempts(trx, { orderId, now: now() })
    if (failures >= rules.cardAttemptsPerHour)
      throw new AppError('card_attempts', { retryAfterSeconds: 3600 })
    const attempts = await trx
      .selectFrom('payment_intents')
      .selectAll()
      .where('order_id', '=', orderId)
      .orderBy('attempt', 'desc')
      .execute()
    const open = attempts.find((attempt) => !attempt.closed_at)
    if (open) return { order, attempt: open }
    const attempt = await trx
      .insertInto('payment_intents')
      .values({
        order_id: orderId,
        attempt: (attempts[0]?.attempt ?? 0) + 1,
        amount_minor: order.total_minor,
        currency: order.currency,
        created_at: now(),
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    return { order, attempt }
  })
}

/** Creates an attempt's intent; its key makes a repeated creation harmless for a day. Call it outside transactions. */
export async function createIntentOf(
  { db, cards, now }: PaymentDeps,
  { order, attempt }: OrderWithAttempt,
): Promise<ProviderIntent> {
  try {
    return await cards.createIntent({
      orderId: order.id,
      attempt: attempt.attempt,
      amountMinor: attempt.amount_minor,
      currency: attempt.currency,
      email: order.email,
      description: partsText(order.product_name, order.other_parts),
    })
  } catch (error) {
    // the provider repeats its response to a key for a day, also an error: the next try needs another attempt; if the
    // intent was created nevertheless, it cannot be paid, because its secret leaves the store only with a stored id
    await updateAttempt(db, attempt)
      .set({ closed_at: now() })
      .where('intent_id', 'is', null)
      .where('closed_at', 'is', null)
      .execute()
    throw error
  }
}

/** Stores the id of an intent that was created again. A failed creation may have closed the attempt meanwhile. */
export async function reopenAttempt(db: Db, attempt: PaymentIntentRow, intentId: string): Promise<void> {
  await updateAttempt(db, attempt)
    .set({ intent_id: intentId, closed_at: null })
    .where('intent_id', 'is', null)
    .execute()
}

/** Stores the intent's id; false if another attempt is needed. Throws if the order cannot be paid any more, unless the intent has succeeded. */
async function storeIntent(
  { db, now }: PaymentDeps,
  { order, attempt }: OrderWithAttempt,
  intent: ProviderIntent,
): Promise<boolean> {
  const isCanceled = intent.status === 'canceled'
  const { current, updated } = await inTransaction(db, async (trx) => ({
    current: await lockOrder(trx, order.id),
    updated: await updateAttempt(trx, attempt)
      .set({ intent_id: intent.id, closed_at: isCanceled ? now() : null })
      .where('closed_at', 'is', null)
      .returning('attempt')
      .executeTakeFirst(),
  }))
  if (current && intent.status !== 'succeeded') moveOrder(current, 'openPayment', now())
  return updated !== undefined && !isCanceled
}

function updateAttempt(db: Db, { order_id: orderId, attempt }: PaymentIntentRow) {
  return db.updateTable('payment_intents').where('order_id', '=', orderId).where('attempt', '=', attempt)
}

/** The warning at the start of a store that takes no cards any more; undefined if nothing is open at the provider. */
export async function openCardsNotice(db: Db): Promise<string | undefined> {
  const { rows } = await sql<{ payments: number; refunds: number }>`
    select
      (select count(*) from payment_intents where closed_at is null and intent_id is not null) as payments,
      (select count(*) from refunds join orders on orders.id = order_id
        where settlement = 'card' and done_at is null and failed_at is null) as refunds`.execute(db)
  const { payments, refunds } = rows[0] ?? { payments: 0, refunds: 0 }
  if (payments + refunds === 0) return undefined
  return `CARDS=off, but ${payments} payments and ${refunds} refunds by card are still open at the provider: buyers may still pay there, and the store would not record it. Start once more with cards until they have ended, or end them in the provider's dashboard.`
}
