import { readSecret } from '#database/secrets.ts'
import { createInjectFetch } from '#server/http/inject-fetch.ts'
import { createStripeProvider } from '#server/payments/card-provider.ts'
import type { TestStore } from './store.ts'

/** The store's own card provider, over a network that `change` may disturb. */
export async function providerOver(
  { app, clock, database: { db } }: TestStore,
  change: (request: Request, send: () => Promise<Response>) => Promise<Response>,
) {
  const secret = (name: string) => readSecret(db, name, () => 'made at start')
  const [secretKey, webhookSecret] = await Promise.all([
    secret('cards-secret-key'),
    secret('cards-webhook-secret'),
  ])
  const send = createInjectFetch((request) => app.inject(request), '/payments')
  const disturbed: typeof fetch = (input, init) => {
    const request = new Request(input, init)
    return change(request.clone(), () => send(request))
  }
  const cards = createStripeProvider({ secretKey, webhookSecret, fetch: disturbed, now: clock.now })
  return { db, cards, now: clock.now }
}
