/** Mutations without an observable effect, by the name that a run prints, with the reason. */
export const equivalent: Record<string, string> = {
  "server/auth/authenticate.ts: if (header.length > MAX_CHARACTERS) throw new AppError('unauthenticated')":
    'no token that was issued is as long, and another one is refused by its signature: the bound keeps that cheap',
  "server/http/read-input.ts: if (!caller) throw new AppError('unauthenticated')":
    'an endpoint with an owner is never public, so that a caller without a token was refused before',
  "server/orders/write-order.ts: if (!order) throw new AppError('not_found')":
    'the callers have found the order before, and no order is ever deleted from its table',
  "server/orders/receipts/receipt-queue.ts: if (!order) throw new AppError('not_found')":
    'an order whose receipt is attached to a mail is never deleted from its table',
  "server/orders/order-view.ts: if (!order) throw new AppError('not_found')":
    'the order was found on the line before',
  "server/payments/intents.ts: if (priceMinor === undefined) throw new AppError('not_found')":
    'a price that is none equals that of no order: the types ask for the line',
  "server/users/routes.ts: if (identity.signedInAt < validSince) throw new AppError('unauthenticated')":
    'the provider itself refuses such a token when the store reads the account',
}
