import { AppError } from '#contract/errors.ts'
import { validationTexts as texts } from '#contract/messages/validation.ts'
import { fromMinor, toMinor } from '#contract/money.ts'
import { chargeStepMinor, toChargeableMinor } from '#contract/payments/card-amounts.ts'
import type { RefundWish } from '#contract/payments/payments.ts'
import { inTransaction } from '#database/open.ts'
import type { OrderRow, RefundRow } from '#database/rows.ts'
import { askRefund, failRefund, lockOrder, mirrorOnOrder, refuseDisputed } from '../../orders/service.ts'
import { mirrorDisputes } from '../disputes/mirror-disputes.ts'
import { findIntent, type MaybeCardDeps, type PaymentDeps } from '../intents/intents.ts'
import { enterCharge, enterRefund } from '../ledger/ledger.ts'
import { mirrorRefunds } from './mirror-refunds.ts'

type Asker = { order: OrderRow; wish: RefundWish; actorId: string }

/**
 * Gives a paid order's money back. With the provider away it stays asked, and the poll finishes it.
 * Throws what `askRefund` throws, `invalid_request` naming the field, and `refund_refused`; without cards also for
 * what was paid by card.
 */
export async function refundOrder(deps: MaybeCardDeps, { order, wish, actorId }: Asker): Promise<void> {
  const { currency, transaction_id: paymentId } = order
  const isByCard = paymentId !== null && (await findIntent(deps.db, paymentId)) !== undefined
  if (isByCard && !deps.cards) throw new AppError('refund_refused', { message: texts.refundWithoutCards })
  const asked = await askRefund(deps.db, {
    orderId: order.id,
    amountMinor: wish.amount === undefined ? undefined : amountToMinor(wish.amount, currency),
    seenMinor: toMinor(wish.refunded, currency) ?? -1,
    pieces: wish.pieces,
    reason: wish.reason,
    actorId,
    now: deps.now(),
  })
  await finishRefund(deps, asked.id)
    .catch(leaveToPoll)
    .catch((error: unknown) => nameDispute(deps, { order, error }))
}

/**
 * Brings one asked refund to its end; however often it is called, the provider gives back once.
 * Throws `cards_unavailable`, and `refund_refused` where the provider will not give it back.
 */
export async function finishRefund(deps: MaybeCardDeps, id: string): Promise<void> {
  const refund = await findRefund(deps, id)
  if (!refund || hasEnded(refund)) return
  const { cards } = deps
  const { transaction_id: intentId } = refund
  const known = intentId === null ? undefined : await findIntent(deps.db, intentId)
  if (!known || intentId === null) return payBackAtCounter(deps, refund)
  if (!cards) throw new AppError('cards_unavailable')
  // asked before, perhaps, and the answer lost: a key is remembered for a day only
  await mirrorRefunds({ ...deps, cards }, intentId)
  let current: RefundRow | undefined = await findRefund(deps, id)
  if (current && !hasEnded(current)) {
    await askProvider({ ...deps, cards }, { refund, intentId, currency: known.currency })
    await mirrorRefunds({ ...deps, cards }, intentId)
    current = await failRefund(deps.db, { id, now: deps.now() })
  }
  if (!current?.done_at) throw new AppError('refund_refused')
}

/** A refusal because the buyer's bank was faster is told as such. */
async function nameDispute(
  { db, cards, now }: MaybeCardDeps,
  { order, error }: { order: OrderRow; error: unknown },
): Promise<never> {
  if (cards && order.transaction_id) {
    await mirrorDisputes({ db, cards, now }, order.transaction_id).catch(leaveToPoll)
    await refuseDisputed(db, order.id)
  }
  throw error
}

/** For the poller a refusal is an end, too. */
export function ignoreRefused(error: unknown): void {
  if (!(error instanceof AppError && error.code === 'refund_refused')) throw error
}

type Asked = RefundRow & { transaction_id: string | null }

function findRefund({ db }: Pick<PaymentDeps, 'db'>, id: string): Promise<Asked | undefined> {
  return db
    .selectFrom('refunds')
    .innerJoin('orders', 'orders.id', 'refunds.order_id')
    .selectAll('refunds')
    .select('orders.transaction_id')
    .where('refunds.id', '=', id)
    .executeTakeFirst()
}

function hasEnded({
  done_at: doneAt,
  failed_at: failedAt,
}: Pick<RefundRow, 'done_at' | 'failed_at'>): boolean {
  return doneAt !== null || failedAt !== null
}

/** A refusal is not the last word: the provider's list of refunds is. */
async function askProvider(
  { cards }: PaymentDeps,
  { refund, intentId, currency }: { refund: RefundRow; intentId: string; currency: string },
): Promise<void> {
  const { id, amount_minor: amountMinor } = refund
  await cards
    .refundIntent(intentId, { key: `refund:${id}`, refundId: id, amountMinor, currency })
    .catch(ignoreRefused)
}

/** Money that was taken over the counter goes back over it: nobody else has to be asked. */
function payBackAtCounter({ db, now }: Pick<PaymentDeps, 'db' | 'now'>, refund: RefundRow): Promise<void> {
  const { id, amount_minor: amountMinor, order_id: orderId } = refund
  return inTransaction(db, async (trx) => {
    const order = await lockOrder(trx, orderId)
    if (!order?.transaction_id) return
    const made = { id: `counter_${id}`, ours: id, amountMinor, stands: true }
    const charge = { at: now(), orderId, intentId: order.transaction_id, currency: order.currency }
    await enterCharge(trx, { ...charge, amountMinor: order.total_minor })
    await enterRefund(trx, made, charge)
    await mirrorOnOrder(trx, { order, refunds: [made], now: now() })
  })
}

function amountToMinor(amount: number, currency: string): number {
  const minor = toChargeableMinor(amount, currency)
  if (minor !== undefined) return minor
  const message = texts.refundStep(fromMinor(chargeStepMinor(currency), currency), currency)
  throw new AppError('invalid_request', { message, errors: [{ path: 'amount', message }] })
}

/** What the provider could not be asked now, the poll asks later. */
export function leaveToPoll(error: unknown): void {
  if (!(error instanceof AppError && error.code === 'cards_unavailable')) throw error
}
