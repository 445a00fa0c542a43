import Fastify from 'fastify'
import Stripe from 'stripe'
import { afterAll } from 'vitest'
import type { Db } from '#database/open.ts'
import type { CardSandboxDeps } from '#embedded/cards/deps.ts'
import { createEmbeddedCards } from '#embedded/cards/plugin.ts'
import { createInjectFetch } from '#server/platform/http/inject-fetch.ts'
import { createStripeProvider } from '#server/sales/payments/provider/stripe.ts'
import { freshDatabase } from '../database/database.ts'
import { seededRandom } from '../same-time.ts'

export const KEYS = {
  secretKey: 'sk_test_sandboxsecret',
  publishableKey: 'pk_test_sandboxpublic',
  webhookSecret: 'whsec_sandbox',
}
export const ORIGIN = 'http://shop.test'

export type Delivered = { body: string; signature: string }

/** Starts the card sandbox without a store, with the real SDK as client and a clock that only the test sets. */
export async function mountCardSandbox(db: Db, overrides: Partial<CardSandboxDeps> = {}) {
  const clock = { at: new Date() }
  const delivered: Delivered[] = []
  const cards = createEmbeddedCards({
    ...KEYS,
    db,
    origin: ORIGIN,
    demo: true,
    now: () => clock.at,
    random: seededRandom(),
    limit: async () => undefined,
    trustedIpAddress: () => undefined,
    async deliver(body, signature) {
      delivered.push({ body, signature })
      return 200
    },
    ...overrides,
  })
  const logged: string[] = []
  const app = Fastify({ logger: { level: 'trace', stream: { write: (line) => logged.push(line) } } })
  await app.register(cards.plugin, { prefix: '/payments' })
  const fetch = createInjectFetch((request) => app.inject(request), '/payments')
  const client = (key: string) =>
    new Stripe(key, { httpClient: Stripe.createFetchHttpClient(fetch), maxNetworkRetries: 0 })
  return {
    app,
    cards,
    clock,
    delivered,
    logged,
    fetch,
    client,
    stripe: client(KEYS.secretKey),
    provider: createStripeProvider({ ...KEYS, fetch, now: () => clock.at }),
  }
}

export type CardSandbox = Awaited<ReturnType<typeof mountCardSandbox>>

/** Starts the sandbox on a database of the test file; both are closed after the file. */
export async function openCardSandbox() {
  const database = await freshDatabase()
  const sandbox = await mountCardSandbox(database.db)
  afterAll(async () => {
    await sandbox.app.close()
    await database.close()
  })
  return { sandbox, database }
}

type BrowserCard = { number: string; expMonth?: string; expYear?: string; cvc?: string }

/** Confirms as the card frame does: publishable key, client secret, an opaque origin. */
export async function confirmInBrowser({ app }: CardSandbox, clientSecret: string, card: BrowserCard) {
  const payload = new URLSearchParams({
    key: KEYS.publishableKey,
    client_secret: clientSecret,
    'payment_method_data[type]': 'card',
    'payment_method_data[card][number]': card.number,
    'payment_method_data[card][exp_month]': card.expMonth ?? '12',
    'payment_method_data[card][exp_year]': card.expYear ?? '34',
    'payment_method_data[card][cvc]': card.cvc ?? '123',
    'payment_method_data[billing_details][name]': 'Ann Lee',
  })
  const response = await app.inject({
    method: 'POST',
    url: `/payments/v1/payment_intents/${clientSecret.split('_secret_')[0]}/confirm`,
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'null' },
    payload: payload.toString(),
  })
  return { status: response.statusCode, headers: response.headers, body: response.json() }
}
