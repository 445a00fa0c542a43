import type { PaymentDeps } from '#server/payments/intents/intents.ts'

/*
 * The one module through which tests reach the internals of orders and payments: where these move, this changes.
 */
export { type PlaceOrderRequest, placeOrder } from '#server/orders/place-order.ts'
export {
  askRefund,
  beginDeletion,
  beginExpiry,
  currencyNotice,
  finishClosing,
  mailedReceipt,
  recordPayment,
  setOrderStatus,
  unfinishedClosings,
  unfinishedRefunds,
  writeNotifications,
} from '#server/orders/service.ts'
export { mirrorDisputes } from '#server/payments/disputes/mirror-disputes.ts'
export type { PaymentDeps } from '#server/payments/intents/intents.ts'
export { openIntent } from '#server/payments/intents/open-intent.ts'
export { checkLedger } from '#server/payments/ledger/check-ledger.ts'
export { findMisrefunded } from '#server/payments/ledger/compare-orders.ts'
export { describeReview } from '#server/payments/ledger/describe-review.ts'
export { reviewBooks } from '#server/payments/ledger/review-books.ts'
export {
  type CardProvider,
  createStripeProvider,
  type NewCardIntent,
} from '#server/payments/provider/card-provider.ts'
export { mirrorRefunds } from '#server/payments/refunds/mirror-refunds.ts'
export { finishRefund, ignoreRefused, refundOrder } from '#server/payments/refunds/refund.ts'
export { openCardsNotice } from '#server/payments/service.ts'
export { settleOpen, settleOrder } from '#server/payments/settlement/ask-about.ts'
export { handleCardEvent } from '#server/payments/settlement/card-events.ts'
export { deleteOrder, expireOrder } from '#server/payments/settlement/close-order.ts'
export { reconcile } from '#server/payments/settlement/reconcile.ts'
export { settlePayment } from '#server/payments/settlement/settle.ts'
export { refundStray, unrefundedStrays } from '#server/payments/settlement/stray.ts'

/** What payment actions need, of a store that takes cards. */
export function paymentDepsOf(store: {
  database: Pick<PaymentDeps, 'db'>
  cards?: PaymentDeps['cards'] | undefined
  clock: Pick<PaymentDeps, 'now'>
}): PaymentDeps {
  if (!store.cards) throw new Error('The store takes no cards')
  return { db: store.database.db, cards: store.cards, now: store.clock.now }
}
