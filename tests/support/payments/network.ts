import Stripe from 'stripe'
import type { Db } from '#database/open.ts'
import { readSecret } from '#database/secrets.ts'
import { createInjectFetch } from '#server/platform/http/inject-fetch.ts'
import { findPayable, openIntent as openIntentOfOrder } from '#server/sales/payments/intents.ts'
import { createStripeProvider } from '#server/sales/payments/provider/stripe.ts'
import type { PaymentDeps } from '#server/sales/payments/sync.ts'
import type { TestStore } from '../store.ts'
import { type FetchInterceptor, interceptFetch } from './intercept-fetch.ts'

/** Returns the dependencies of payment functions, for a store that takes cards. */
export function paymentDepsOf(store: {
  database: Pick<PaymentDeps, 'db'>
  cards?: PaymentDeps['cards'] | undefined
  clock: Pick<PaymentDeps, 'now'>
}): PaymentDeps {
  if (!store.cards) throw new Error('The store takes no cards')
  return { db: store.database.db, cards: store.cards, now: store.clock.now }
}

/** Dependencies of payment functions with the store's keys; `intercept` may change the calls of the provider. */
export async function depsThrough({ app, clock, database: { db } }: TestStore, intercept: FetchInterceptor) {
  const { secretKey, webhookSecret } = await cardSecrets(db)
  const send = createInjectFetch((request) => app.inject(request), '/payments')
  const fetch = interceptFetch(send, intercept)
  const cards = createStripeProvider({ secretKey, webhookSecret, fetch, now: clock.now })
  return { db, cards, now: clock.now }
}

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

/** Returns the SDK of the provider, for actions in its dashboard: disputes, refunds. */
export async function stripeOf({ app, database: { db } }: TestStore): Promise<Stripe> {
  const { secretKey } = await cardSecrets(db)
  const fetch = createInjectFetch((request) => app.inject(request), '/payments')
  return new Stripe(secretKey, { httpClient: Stripe.createFetchHttpClient(fetch), maxNetworkRetries: 0 })
}

async function cardSecrets(db: Db) {
  const secret = (name: string) => readSecret(db, name, () => 'made at start')
  const [secretKey, webhookSecret] = await Promise.all([
    secret('cards-secret-key'),
    secret('cards-webhook-secret'),
  ])
  return { secretKey, webhookSecret }
}
