import { rm } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signEvent } from '#embedded/cards/events/delivery.ts'
import { API_VERSION } from '#server/sales/payments/provider/stripe.ts'
import { writeOnePage } from '../../../support/http/one-page.ts'
import {
  type CardSandbox,
  confirmInBrowser,
  KEYS,
  mountCardSandbox,
} from '../../../support/payments/card-sandbox.ts'
import { openShop, type Shop } from '../../../support/shop.ts'
import type { Person } from '../../../support/store.ts'

/* A store that uses Stripe; the card sandbox takes the place of Stripe. */

let stripe: CardSandbox
let shop: Shop
let web: string
let admin: Person
let buyer: Person
const sent: { address: string; version: string | null; key: string | null }[] = []

beforeAll(async () => {
  web = await writeOnePage()
  shop = await openShop({
    web,
    env: {
      CARDS: 'stripe',
      STRIPE_SECRET_KEY: KEYS.secretKey,
      STRIPE_PUBLISHABLE_KEY: KEYS.publishableKey,
      STRIPE_WEBHOOK_SECRET: `whsec_new, ${KEYS.webhookSecret}`,
    },
    cardNetwork(request) {
      const { headers, url } = request
      const version = headers.get('stripe-version')
      const key = headers.get('authorization')
      sent.push({ address: new URL(url).origin, version, key })
      return stripe.fetch(request)
    },
  })
  stripe = await mountCardSandbox(shop.database.db)
  admin = await shop.staff('admin')
  buyer = await shop.buyer()
})
afterAll(async () => {
  await stripe.app.close()
  await shop.close()
  await rm(web, { recursive: true, force: true })
})

const post = (payload: string, signature: string) =>
  shop.call({
    method: 'POST',
    url: '/api/webhook/stripe',
    headers: { 'content-type': 'application/json', 'stripe-signature': signature },
    payload,
  })

test('the Content-Security-Policy names only Stripe for scripts, frames and connections; the sandbox is off', async () => {
  expect((await shop.api.getConfig()).payment).toEqual({
    mode: 'stripe',
    publishableKey: KEYS.publishableKey,
    scriptUrl: 'https://js.stripe.com/endive/stripe.js',
  })
  const policy = String((await shop.call({ url: '/' })).headers['content-security-policy'])
  const sources = (name: string) =>
    policy
      .split('; ')
      .find((part) => part.startsWith(`${name} `))
      ?.split(' ')
      .filter((source) => source.startsWith('http'))
  expect(sources('script-src')).toEqual(['https://js.stripe.com'])
  expect(sources('connect-src')).toEqual(['https://api.stripe.com'])
  expect(sources('frame-src')).toEqual(['https://js.stripe.com', 'https://hooks.stripe.com'])
  for (const path of ['v1/stripe.js', 'v1/payment_intents', 'control'])
    expect((await shop.call({ url: `/payments/${path}` })).headers['content-type']).not.toMatch(/script|json/)
})

test('an order is paid and refunded by calls to Stripe in the pinned version', async () => {
  const placed = await shop.order([{ part: await shop.part({ price: 40 }), quantity: 1 }])
  const { secret } = await shop.openPayment(placed)
  await confirmInBrowser(stripe, secret, { number: '4242424242424242' })
  await stripe.cards.deliverNow()
  for (const { body, signature } of stripe.delivered)
    expect((await post(body, signature)).statusCode).toBe(200)
  const params = { id: placed._id }
  expect(await buyer.api.getOrder({ params })).toMatchObject({ paid: true, receiptNumber: 1 })
  const refunded = await admin.api.refundOrder({ params, body: { amount: 15, refunded: 0 } })
  expect(refunded).toMatchObject({ refunded: 15, refunds: [{ status: 'done' }] })
  const call = { address: 'https://api.stripe.com', version: API_VERSION, key: `Bearer ${KEYS.secretKey}` }
  expect(sent.length).toBeGreaterThan(3)
  expect(new Set(sent.map((request) => JSON.stringify(request)))).toEqual(new Set([JSON.stringify(call)]))
})

test('events are accepted under the old and the new webhook secret, and no third', async () => {
  const at = shop.clock.now()
  const body = JSON.stringify({
    id: 'evt_1',
    object: 'event',
    type: 'payment_intent.created',
    api_version: '2025-01-01.acacia',
    data: { object: { id: 'pi_other', object: 'payment_intent' } },
  })
  const [time, old = ''] = signEvent(body, KEYS.webhookSecret, at).split(',')
  const [, fresh = ''] = signEvent(body, 'whsec_new', at).split(',')
  const [, forged = ''] = signEvent(body, 'whsec_third', at).split(',')
  const status = async (...signatures: string[]) =>
    (await post(body, [time, ...signatures].join())).statusCode
  expect(await status(old)).toBe(200)
  expect(await status(fresh)).toBe(200)
  // For up to a day after a change of the secret Stripe signs each event with both.
  expect(await status(old, fresh)).toBe(200)
  expect(await status(forged)).toBe(400)
})
