import { DatabaseError } from 'pg'
import { AppError, type ErrorCode } from '#contract/errors.ts'
import { deleteOrder as deleteOrderEndpoint } from '#contract/orders/orders.ts'
import {
  createPaymentIntent,
  markOrderPaid,
  receiveCardEvent,
  refundOrder as refundOrderEndpoint,
} from '#contract/payments/payments.ts'
import { type Db, inTransaction } from '#database/open.ts'
import type { Caller } from '../auth/authenticate.ts'
import type { Bind } from '../http/bind-endpoint.ts'
import { readBody } from '../http/read-body.ts'
import { findOrder, recordPayment, showOrder } from '../orders/service.ts'
import { openIntent } from './intents/open-intent.ts'
import { enterCharge } from './ledger/ledger.ts'
import { A_PERSONS } from './provider/card-network.ts'
import type { CardProvider } from './provider/card-provider.ts'
import { refundOrder } from './refunds/refund.ts'
import { settleOrder } from './settlement/ask-about.ts'
import { handleCardEvent } from './settlement/card-events.ts'
import { deleteOrder } from './settlement/close-order.ts'

type Deps = { cards: CardProvider | undefined; currency: string; cardAttemptsPerHour: number }

/** Every call that asks the card provider, whatever its address: such calls happen between transactions. */
export function paymentRoutes(bind: Bind, { cards: provider, ...rules }: Deps): void {
  const askedBySomebody = () => provider?.withPatience(A_PERSONS)

  bind(createPaymentIntent, async ({ body, caller, db, now }) => {
    const cards = askedBySomebody()
    if (!cards) throw new AppError('cards_unavailable')
    return { clientSecret: await openIntent({ db, cards, now }, { ...body, caller }, rules) }
  })

  bind(markOrderPaid, async ({ params, body, caller, db, now }) => {
    const cards = askedBySomebody()
    const order = await findOrder(db, { orderId: params.id, caller })
    if (cards && order.user_id !== caller.id) throw new AppError('forbidden')
    if (body.appointment !== params.id) throw new AppError('appointment_mismatch', { errors: [mismatch] })
    if (order.paid_at && order.transaction_id !== body.transactionId) throw new AppError('already_paid')
    const payment = { orderId: params.id, intentId: body.transactionId, actorId: caller.id }
    // what is paid already needs no provider to be told again
    if (cards && !order.paid_at) {
      await settleOrder({ db, cards, now }, payment, rules).catch(awayMeans('payment_unconfirmed'))
    }
    if (!cards) await payAtCounter(db, { ...payment, caller, now: now() })
    return showOrder(db, { orderId: params.id, caller, now: now() })
  })

  bind(deleteOrderEndpoint, async ({ params, query, caller, db, now, changed }) => {
    const order = await findOrder(db, { orderId: params.id, caller })
    const byAdmin = caller.role === 'admin'
    const returnsStock = !byAdmin || query.returnStock === 'true'
    const deletion = { orderId: params.id, byAdmin, returnsStock, actorId: caller.id }
    await deleteOrder({ db, cards: askedBySomebody(), now }, deletion).catch(awayMeans('removal_unfinished'))
    changed('products', `product:${order.product_id}`)
    return { deletedCount: 1 as const }
  })

  bind(refundOrderEndpoint, async ({ params, body, caller, db, now, changed }) => {
    const order = await findOrder(db, { orderId: params.id, caller })
    await refundOrder({ db, cards: askedBySomebody(), now }, { order, wish: body, actorId: caller.id })
    if (body.pieces > 0) changed('products', `product:${order.product_id}`)
    return showOrder(db, { orderId: params.id, caller, now: now() })
  })

  bind(receiveCardEvent, async ({ request, db, now }) => {
    const cards = askedBySomebody()
    if (!cards) throw new AppError('not_found')
    const signature = request.headers['stripe-signature']
    const rawBody = await readBody(request.raw, receiveCardEvent.rawBody.limit)
    const event = cards.readEvent(rawBody, typeof signature === 'string' ? signature : undefined)
    await handleCardEvent({ db, cards, now }, event, rules)
    return { received: true as const }
  })
}

const mismatch = { path: 'appointment', message: 'appointment must be the id of this order' }

/** With the provider away, people hear what has become of the thing they asked for, and who finishes it. */
function awayMeans(code: ErrorCode): (error: unknown) => never {
  return (error) => {
    const isAway = error instanceof AppError && error.code === 'cards_unavailable'
    throw isAway ? new AppError(code, { cause: error.cause }) : error
  }
}

/** Where the shop takes no cards, an admin says that the order was paid on collection. */
async function payAtCounter(
  db: Db,
  payment: { orderId: string; intentId: string; caller: Caller; now: Date },
): Promise<void> {
  if (payment.caller.role !== 'admin') throw new AppError('payment_unproven')
  const { orderId, intentId, now } = payment
  const outcome = await inTransaction(db, async (trx) => {
    const paid = { orderId, transactionId: intentId, actorId: payment.caller.id, now }
    const result = await recordPayment(trx, paid)
    const { total_minor: amountMinor, currency } = await findOrder(trx, { orderId, caller: payment.caller })
    if (result === 'paid') await enterCharge(trx, { at: now, orderId, intentId, amountMinor, currency })
    return result
  }).catch(refuseSecondUse)
  if (outcome === 'stray') throw new AppError('order_expired')
}

/** One payment pays one order, also where an admin names it. */
function refuseSecondUse(error: unknown): never {
  const isUsed = error instanceof DatabaseError && error.constraint === 'orders_transaction_id_key'
  throw isUsed ? new AppError('payment_unproven', { cause: error }) : error
}
