import { AppError, type ErrorCode } from '#contract/errors.ts'
import { idPattern } from '#contract/fields.ts'
import { toMinor } from '#contract/money.ts'
import { type Db, inTransaction } from '#database/open.ts'
import type { OrderRow, PaymentIntentRow } from '#database/rows.ts'
import { moveOrder } from '../orders/states.ts'
import { lockForMove, lockOrder } from '../orders/write-order.ts'
import { type IntentDecision, isProcessing } from './decide.ts'
import { countFailedAttempts } from './failed-attempts.ts'
import type { ProviderIntent } from './provider/card-provider.ts'
import { closeAttempt } from './record.ts'
import { type CardRules, countLatestFailure, type PaymentDeps, syncIntent } from './sync.ts'

/*
 * The attempts to pay an order. An attempt is committed, then its intent is created at the provider, then the intent's id
 * is stored. At most one attempt of an order is open.
 */

type Asked = { price: number; orderId?: string | undefined; caller: { id: string } }
type Rules = CardRules & { currency: string }

/** Why a payment that has succeeded is not opened again. */
const successMeans: Partial<Record<IntentDecision, ErrorCode>> = {
  record_paid: 'already_paid',
  already: 'already_paid',
  record_orphaned: 'order_expired',
}

/** How often one call replaces a payment that cannot be paid any more. */
const TRIES = 3

/**
 * The client secret of the open payment of an unpaid order; opens one, or replaces one that is canceled or that the
 * provider no longer knows. The amount is always the order's total. Throws `not_found`, `price_changed`, `already_paid`,
 * `order_closing`, `order_expired`, `card_attempts`, `payment_unconfirmed`, `cards_unavailable`.
 */
export async function openIntent(deps: PaymentDeps, asked: Asked, rules: Rules): Promise<string> {
  const { orderId } = asked
  const found =
    orderId === undefined
      ? await findByPrice(deps.db, { ...asked, now: deps.now() }, rules.currency)
      : await findById(deps.db, { ...asked, orderId })
  for (let tries = 0; tries < TRIES; tries += 1) {
    const { order, attempt } = await claimAttempt(deps, found.id, rules)
    const { intent_id: knownId } = attempt
    const intent = knownId ? await deps.cards.readIntent(knownId) : await createIntentOf(deps, order, attempt)
    if (!intent) {
      // the same key would return this intent again: the next try needs another attempt
      if (knownId) await closeAttempt(deps.db, { intentId: knownId, now: deps.now() })
      continue
    }
    if (intent.failedChargeId) await countLatestFailure(deps, { intent, orderId: order.id }, rules)
    const isUsable = await keepIntent(deps, { order, attempt, intent })
    if (intent.status === 'succeeded') {
      const { decision } = await syncIntent(deps, { intentId: intent.id, actorId: asked.caller.id })
      throw new AppError(successMeans[decision] ?? 'payment_unconfirmed')
    }
    // it may be charged at this moment, and a second card would pay twice
    if (isProcessing(intent)) throw new AppError('payment_unconfirmed')
    if (isUsable && intent.clientSecret) return intent.clientSecret
  }
  throw new AppError('cards_unavailable')
}

/** The order by its id; the price is only the buyer's consent. */
async function findById(db: Db, { price, orderId, caller }: Asked & { orderId: string }): Promise<OrderRow> {
  if (!idPattern.test(orderId)) throw new AppError('not_found')
  const order = await ordersOf(db, caller).where('id', '=', orderId).executeTakeFirst()
  if (!order) throw new AppError('not_found')
  if (order.paid_at) throw new AppError('already_paid')
  // an order keeps its currency if the shop changes its own
  const consent = toMinor(price, order.currency)
  if (consent !== order.total_minor && consent !== order.unit_price_minor) throw new AppError('price_changed')
  return order
}

/** Without an id: the caller's newest payable order with this total, then with this unit price. */
async function findByPrice(
  db: Db,
  { price, caller, now }: Asked & { now: Date },
  currency: string,
): Promise<OrderRow> {
  const priceMinor = toMinor(price, currency)
  if (priceMinor === undefined) throw new AppError('not_found')
  const order = await ordersOf(db, caller)
    .where('currency', '=', currency)
    .where('paid_at', 'is', null)
    .where('expired_at', 'is', null)
    .where('cancellation', 'is', null)
    .where((order) => order.or([order('status', '=', 'Shift'), order('expires_at', '>', now)]))
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

function ordersOf(db: Db, caller: { id: string }) {
  return db.selectFrom('orders').selectAll().where('user_id', '=', caller.id).where('deleted_at', 'is', null)
}

/** Finds or adds the open attempt of an order, under its lock: at most one is open at any time. */
function claimAttempt(
  { db, now }: PaymentDeps,
  orderId: string,
  rules: Rules,
): Promise<{ order: OrderRow; attempt: PaymentIntentRow }> {
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

/** Creates an attempt's intent; its key makes a repeated creation harmless. Call it outside transactions. */
export async function createIntentOf(
  deps: PaymentDeps,
  order: OrderRow,
  attempt: PaymentIntentRow,
): Promise<ProviderIntent> {
  try {
    return await deps.cards.createIntent({
      orderId: order.id,
      attempt: attempt.attempt,
      amountMinor: attempt.amount_minor,
      currency: attempt.currency,
      email: order.email,
      description: order.product_name,
    })
  } catch (error) {
    await abandonAttempt(deps, attempt)
    throw error
  }
}

/**
 * The provider repeats its answer to a key for a day, also a failure: the next try needs another attempt. If the intent
 * was created nevertheless, it cannot be paid: its secret leaves the store only after its id is stored.
 */
async function abandonAttempt(
  { db, now }: Pick<PaymentDeps, 'db' | 'now'>,
  attempt: PaymentIntentRow,
): Promise<void> {
  await db
    .updateTable('payment_intents')
    .set({ closed_at: now() })
    .where('order_id', '=', attempt.order_id)
    .where('attempt', '=', attempt.attempt)
    .where('intent_id', 'is', null)
    .where('closed_at', 'is', null)
    .execute()
}

/** Stores the id that a cancellation has obtained; the attempt is open again until it is canceled. */
export async function reopenAttempt(db: Db, attempt: PaymentIntentRow, intentId: string): Promise<void> {
  await db
    .updateTable('payment_intents')
    .set({ intent_id: intentId, closed_at: null })
    .where('order_id', '=', attempt.order_id)
    .where('attempt', '=', attempt.attempt)
    .where('intent_id', 'is', null)
    .execute()
}

type Kept = { order: OrderRow; attempt: PaymentIntentRow; intent: ProviderIntent }

/** Stores the intent's id; false if this attempt cannot be paid any more and another is needed. */
async function keepIntent({ db, now }: PaymentDeps, { order, attempt, intent }: Kept): Promise<boolean> {
  const isCanceled = intent.status === 'canceled'
  const { current, isKept } = await inTransaction(db, async (trx) => {
    const row = await lockOrder(trx, order.id)
    const kept = await trx
      .updateTable('payment_intents')
      .set({ intent_id: intent.id, ...(isCanceled ? { closed_at: now() } : {}) })
      .where('order_id', '=', order.id)
      .where('attempt', '=', attempt.attempt)
      .where('closed_at', 'is', null)
      .returning('attempt')
      .executeTakeFirst()
    return { current: row, isKept: kept !== undefined }
  })
  if (current && intent.status !== 'succeeded') moveOrder(current, 'openPayment', now())
  return isKept && !isCanceled
}

/** The warning at the start of a shop that takes no cards any more; undefined if nothing is open at the provider. */
export async function openCardsNotice(db: Db): Promise<string | undefined> {
  const { payments } = await db
    .selectFrom('payment_intents')
    .select(({ fn }) => fn.countAll<number>().as('payments'))
    .where('closed_at', 'is', null)
    .where('intent_id', 'is not', null)
    .executeTakeFirstOrThrow()
  const { refunds } = await db
    .selectFrom('refunds')
    .innerJoin('orders', 'orders.id', 'refunds.order_id')
    .select(({ fn }) => fn.countAll<number>().as('refunds'))
    .where('orders.settlement', '=', 'card')
    .where('refunds.done_at', 'is', null)
    .where('refunds.failed_at', 'is', null)
    .executeTakeFirstOrThrow()
  if (payments + refunds === 0) return undefined
  return `CARDS=off, but ${payments} payments and ${refunds} refunds by card are still open at the provider: buyers may still pay there, and the store would not record it. Start once more with cards until they have ended, or end them in the provider's dashboard.`
}
