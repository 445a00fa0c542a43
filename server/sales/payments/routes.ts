import { DatabaseError } from 'pg'
import { may } from '#contract/platform/auth/roles.ts'
import { AppError, type ErrorCode } from '#contract/platform/errors.ts'
import { deleteOrder as deleteOrderEndpoint } from '#contract/sales/orders/orders.ts'
import * as contract from '#contract/sales/payments/payments.ts'
import type { Db } from '#database/open.ts'
import type { Bind } from '../../platform/http/bind-endpoint.ts'
import { readBody } from '../../platform/http/read-input.ts'
import { findOrder, showOrder } from '../orders/order-view.ts'
import { readLines } from '../orders/write-lines.ts'
import { deleteOrder } from './cancel-order.ts'
import { findPayable, openIntent, type PayableQuery } from './intents.ts'
import { type CardProvider, REQUEST_BUDGET } from './provider/card-provider.ts'
import { recordCounterPayment } from './record.ts'
import { refundOrder } from './refunds.ts'
import { handleEvent, syncReported } from './sync.ts'

type Deps = {
  cards: CardProvider | undefined
  currency: string
  cardAttemptsPerHour: number
  /** Called when refunds may have returned units to stock, also those of other requests that a sync finds. */
  onStockReturned: () => void
}

/** Payments, refunds and the deletion of orders, with or without cards. The provider is never called inside a transaction. */
export function paymentRoutes(bind: Bind, { cards: provider, onStockReturned, ...rules }: Deps): void {
  const cardsForRequest = () => provider?.withBudget(REQUEST_BUDGET)

  const findOrderToPay = async (db: Db, call: PayableQuery) => {
    if (!provider) throw new AppError('cards_unavailable')
    return findPayable(db, call, rules.currency)
  }
  bind(
    { ...contract.createPaymentIntent, findObject: findOrderToPay },
    async ({ body, object: order, caller, db, now }) => {
      const cards = cardsForRequest()
      if (!cards) throw new AppError('cards_unavailable')
      const request = { order, price: body.price, actorId: caller.id }
      return { clientSecret: await openIntent({ db, cards, now }, request, rules) }
    },
  )

  const { markOrderPaid } = contract
  // without cards staff record a payment at the counter
  const own = { ...markOrderPaid.own, ...(provider ? {} : { others: 'orders.write' as const }) }
  bind({ ...markOrderPaid, own, findObject: findOrder }, async (call) => {
    const { params, body, object: order, caller, db, now } = call
    const cards = cardsForRequest()
    if (body.appointment !== params.id) throw new AppError('appointment_mismatch', { errors: [mismatch] })
    if (order.paid_at && order.transaction_id !== body.transactionId) throw new AppError('already_paid')
    const payment = { orderId: params.id, actorId: caller.id }
    if (cards && !order.paid_at) {
      const reported = { ...payment, intentId: body.transactionId }
      await syncReported({ db, cards, now }, reported, rules).catch(whenUnavailable('payment_unconfirmed'))
    }
    if (!cards) {
      if (!may(caller.role, 'orders.write')) throw new AppError('payment_unproven')
      const counterPayment = { ...payment, transactionId: body.transactionId, now: now() }
      await recordCounterPayment(db, counterPayment).catch(rejectSecondUse)
    }
    return showOrder(db, { row: await findOrder(db, { params }), caller, now: now() })
  })

  bind({ ...deleteOrderEndpoint, findObject: findOrder }, async (call) => {
    const { params, query, object: order, caller, db, now, invalidate } = call
    const byAdmin = may(caller.role, 'orders.write')
    const returnsStock = !byAdmin || query.returnStock === 'true'
    const deletion = { orderId: params.id, byAdmin, returnsStock, actorId: caller.id }
    const lines = await readLines(db, order.id)
    invalidate('products', ...lines.map(({ product_id: part }) => `product:${part}` as const))
    await deleteOrder({ db, cards: cardsForRequest(), now }, deletion).catch(
      whenUnavailable('removal_unfinished'),
    )
    return { deletedCount: 1 as const }
  })

  bind(contract.refundOrder, async ({ params, body, caller, db, now }) => {
    const order = await findOrder(db, { params })
    const request = { order, request: body, actorId: caller.id }
    await refundOrder({ db, cards: cardsForRequest(), now }, request).finally(onStockReturned)
    return showOrder(db, { row: await findOrder(db, { params }), caller, now: now() })
  })

  bind(contract.receiveCardEvent, async ({ request, db, now }) => {
    const cards = cardsForRequest()
    if (!cards) throw new AppError('not_found')
    const signature = request.headers['stripe-signature']
    const rawBody = await readBody(request.raw, contract.receiveCardEvent.rawBody.limit)
    const event = cards.readEvent(rawBody, typeof signature === 'string' ? signature : undefined)
    const handling = handleEvent({ db, cards, now }, event, rules)
    await (event.type.includes('refund') ? handling.finally(onStockReturned) : handling)
    return { received: true as const }
  })
}

const mismatch = { path: 'appointment', message: 'appointment must be the id of this order' }

function whenUnavailable(code: ErrorCode): (error: unknown) => never {
  return (error) => {
    const isUnavailable = error instanceof AppError && error.code === 'cards_unavailable'
    throw isUnavailable ? new AppError(code, { cause: error.cause }) : error
  }
}

function rejectSecondUse(error: unknown): never {
  const isUsed = error instanceof DatabaseError && error.constraint === 'orders_transaction_id_key'
  throw isUsed ? new AppError('payment_unproven', { cause: error }) : error
}
