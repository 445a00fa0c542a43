/** Mutations without an observable effect, by the name that a run prints, with the reason. */
export const equivalent: Record<string, string> = {
  "server/auth/authenticate.ts: if (header.length > MAX_CHARACTERS) throw new AppError('unauthenticated')":
    'no token with ordinary texts is that long, and any other is rejected by its signature: the limit only makes that cheap',
  "server/http/bind-endpoint.ts: if (!caller) throw new AppError('unauthenticated')":
    'an endpoint with an owner is never public, so that a caller without a token was rejected before',
  "server/orders/write-order.ts: if (!order) throw new AppError('not_found')":
    'the callers have found the order before, and no order is ever deleted from its table',
  "server/orders/receipts/receipt-queue.ts: if (!order) throw new AppError('not_found')":
    'an order whose receipt is attached to a mail is never deleted from its table',
  "server/orders/order-view.ts: if (!order) throw new AppError('not_found')":
    'the order was found on the line before',
  "server/payments/intents.ts: if (priceMinor === undefined) throw new AppError('not_found')":
    'no order has an undefined price, so that none is found: only the types need the line',
  "server/users/routes.ts: if (identity.signedInAt < validSince) throw new AppError('unauthenticated')":
    'the provider itself rejects such a token when the store reads the account',
}
