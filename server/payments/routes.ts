import { DatabaseError } from 'pg'
import { AppError } from '#contract/errors.ts'
import { deleteOrder as deleteOrderEndpoint } from '#contract/orders.ts'
import {
  createPaymentIntent,
  markOrderPaid,
  receiveCardEvent,
  refundOrder as refundOrderEndpoint,
} from '#contract/payments.ts'
import { type Db, inTransaction } from '#database/open.ts'
import type { Caller } from '../auth/authenticate.ts'
import type { Bind } from '../http/bind-endpoint.ts'
import { readBody } from '../http/read-body.ts'
import { findOrder, recordPayment, showOrder } from '../orders/service.ts'
import { handleCardEvent } from './card-events.ts'
import type { CardProvider } from './card-provider.ts'
import { deleteOrder } from './close-order.ts'
import { enterCharge } from './ledger.ts'
import { openIntent } from './open-intent.ts'
import { refundOrder } from './refund.ts'
import { settleOrder } from './settle.ts'

type Deps = { cards: CardProvider | undefined; currency: string; cardAttemptsPerHour: number }

/** Every call that asks the card provider, whatever its address: such calls happen between transactions. */
export function paymentRoutes(bind: Bind, { cards, ...rules }: Deps): void {
  bind(createPaymentIntent, async ({ body, caller, db, now }) => {
    if (!cards) throw new AppError('cards_unavailable')
    return { clientSecret: await openIntent({ db, cards, now }, { ...body, caller }, rules) }
  })

  bind(markOrderPaid, async ({ params, body, caller, db, now }) => {
    const order = await findOrder(db, { orderId: params.id, caller })
    if (cards && order.user_id !== caller.id) throw new AppError('forbidden')
    if (body.appointment !== params.id) throw new AppError('appointment_mismatch', { errors: [mismatch] })
    if (order.paid_at && order.transaction_id !== body.transactionId) throw new AppError('already_paid')
    const payment = { orderId: params.id, intentId: body.transactionId, actorId: caller.id }
    if (cards) await settleOrder({ db, cards, now }, payment)
    else await payAtCounter(db, { ...payment, caller, now: now() })
    return showOrder(db, { orderId: params.id, caller, now: now() })
  })

  bind(deleteOrderEndpoint, async ({ params, query, caller, db, now, changed }) => {
    await findOrder(db, { orderId: params.id, caller })
    const byAdmin = caller.role === 'admin'
    const returnsStock = !byAdmin || query.returnStock === 'true'
    await deleteOrder({ db, cards, now }, { orderId: params.id, byAdmin, returnsStock, actorId: caller.id })
    changed('products')
    return { deletedCount: 1 as const }
  })

  bind(refundOrderEndpoint, async ({ params, body, caller, db, now, changed }) => {
    const order = await findOrder(db, { orderId: params.id, caller })
    await refundOrder({ db, cards, now }, { order, wish: body, actorId: caller.id })
    if (body.pieces > 0) changed('products')
    return showOrder(db, { orderId: params.id, caller, now: now() })
  })

  bind(receiveCardEvent, async ({ request, db, now }) => {
    if (!cards) throw new AppError('not_found')
    const signature = request.headers['stripe-signature']
    const rawBody = await readBody(request.raw, receiveCardEvent.rawBody.limit)
    const event = cards.readEvent(rawBody, typeof signature === 'string' ? signature : undefined)
    await handleCardEvent({ db, cards, now }, event, rules)
    return { received: true as const }
  })
}

const mismatch = { path: 'appointment', message: 'appointment must be the id of this order' }

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
