import Stripe from 'stripe'
import type { Db } from '#database/open.ts'
import { readSecret } from '#database/secrets.ts'
import { createInjectFetch } from '#server/http/inject-fetch.ts'
import { createStripeProvider } from '#server/payments/provider/stripe.ts'
import type { TestStore } from '../store.ts'
import { type FetchInterceptor, interceptFetch } from './intercept-fetch.ts'

/** Dependencies of payment functions with the store's keys; `intercept` may change the calls of the provider. */
export async function depsThrough({ app, clock, database: { db } }: TestStore, intercept: FetchInterceptor) {
  const { secretKey, webhookSecret } = await cardSecrets(db)
  const send = createInjectFetch((request) => app.inject(request), '/payments')
  const fetch = interceptFetch(send, intercept)
  const cards = createStripeProvider({ secretKey, webhookSecret, fetch, now: clock.now })
  return { db, cards, now: clock.now }
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
