import { readSecret } from '#database/secrets.ts'
import { createInjectFetch } from '#server/http/inject-fetch.ts'
import { createStripeProvider } from '#server/payments/card-provider.ts'
import { type Disturbance, disturbed } from './disturbed.ts'
import type { TestStore } from './store.ts'

/** The store's own card provider, over a network that `change` may disturb. */
export async function providerOver({ app, clock, database: { db } }: TestStore, change: Disturbance) {
  const secret = (name: string) => readSecret(db, name, () => 'made at start')
  const [secretKey, webhookSecret] = await Promise.all([
    secret('cards-secret-key'),
    secret('cards-webhook-secret'),
  ])
  const send = createInjectFetch((request) => app.inject(request), '/payments')
  const fetch = disturbed(send, change)
  const cards = createStripeProvider({ secretKey, webhookSecret, fetch, now: clock.now })
  return { db, cards, now: clock.now }
}
