import { findPayable, openIntent as openIntentOfOrder } from '#server/payments/intents.ts'
import type { PaymentDeps } from '#server/payments/sync.ts'

export { writeOrderMails } from '#server/mail/order-mails.ts'
/* Tests call the actions of orders and payments through this module: when these move, only it changes. */
export { currencyNotice } from '#server/orders/currency-notice.ts'
export { type PlaceOrderRequest, placeOrder } from '#server/orders/place-order.ts'
export { mailedReceipt } from '#server/orders/receipts/receipt-queue.ts'
export {
  addOrderEvent,
  beginDeletion,
  beginExpiry,
  finishCancellation,
  setOrderStatus,
} from '#server/orders/write-order.ts'
export { deleteOrder, expireOrder } from '#server/payments/cancel-order.ts'
export { openCardsNotice } from '#server/payments/intents.ts'
export {
  checkLedger,
  describeReport,
  findMisrefunded,
  syncAndCheckLedger,
} from '#server/payments/ledger-check.ts'
export {
  orphanedPayments,
  reconcilePayments,
  syncOpenPayment,
  unfinishedCancellations,
  unfinishedRefunds,
} from '#server/payments/reconciliation-job.ts'
export { recordCounterPayment, recordIntent, recordRefundRequest } from '#server/payments/record.ts'
export { finishRefund, refundOrder } from '#server/payments/refunds.ts'
export {
  handleEvent,
  ignore,
  type PaymentDeps,
  refundOrphanedPayment,
  syncDisputes,
  syncIntent,
  syncRefunds,
  syncReported,
} from '#server/payments/sync.ts'

/** Finds the order to pay, opens its payment as the endpoint does, and returns the client secret. */
export async function openIntent(
  deps: PaymentDeps,
  request: { price: number; orderId: string; caller: { id: string } },
  rules: { currency: string; cardAttemptsPerHour: number },
): Promise<string> {
  const { price, orderId, caller } = request
  const call = { body: { price, orderId }, caller, now: deps.now }
  const order = await findPayable(deps.db, call, rules.currency)
  return openIntentOfOrder(deps, { order, price, actorId: caller.id }, rules)
}

/** Returns the dependencies of payment functions, for a store that takes cards. */
export function paymentDepsOf(store: {
  database: Pick<PaymentDeps, 'db'>
  cards?: PaymentDeps['cards'] | undefined
  clock: Pick<PaymentDeps, 'now'>
}): PaymentDeps {
  if (!store.cards) throw new Error('The store takes no cards')
  return { db: store.database.db, cards: store.cards, now: store.clock.now }
}
