import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '#database/open.ts'
import { signEvent } from '#embedded/cards/events/delivery.ts'
import type { CardProvider, NewIntent } from '#server/sales/payments/provider/card-provider.ts'
import { createStripeProvider } from '#server/sales/payments/provider/stripe.ts'
import { freshDatabase } from '#tests/support/database/database.ts'
import {
  type CardSandbox,
  confirmInBrowser,
  KEYS,
  mountCardSandbox,
} from '#tests/support/payments/card-sandbox.ts'

let database: Database
let sandbox: CardSandbox
let provider: CardProvider

beforeAll(async () => {
  database = await freshDatabase()
  sandbox = await mountCardSandbox(database.db)
  provider = sandbox.provider
})
afterAll(async () => {
  await sandbox.app.close()
  await database.close()
})

function intentOf(orderId: string, change: Partial<NewIntent> = {}): NewIntent {
  return {
    orderId,
    attempt: 1,
    amountMinor: 4599,
    currency: 'usd',
    email: 'ann@example.com',
    description: 'Brake disc × 2',
    ...change,
  }
}

describe('the client of the card provider', () => {
  test('the same order and attempt give the same intent, the next attempt another', async () => {
    const first = await provider.createIntent(intentOf('order-1'))
    expect(first).toEqual({
      id: expect.stringMatching(/^pi_/),
      status: 'requires_payment_method',
      amountMinor: 4599,
      amountReceivedMinor: 0,
      currency: 'usd',
      orderId: 'order-1',
      clientSecret: expect.stringContaining('_secret_'),
      failedChargeId: null,
    })
    expect((await provider.createIntent(intentOf('order-1'))).id).toBe(first.id)
    expect((await provider.createIntent(intentOf('order-1', { attempt: 2 }))).id).not.toBe(first.id)
  })

  test('a period with more payments than one list of the SDK holds is listed completely', {
    tags: 'long',
  }, async () => {
    await sql`insert into cards.intents (id, client_secret, amount_minor, currency, created_at)
      select 'pi_old' || n, 's' || n, 100, 'usd', '2001-09-09T00:00:00Z'::timestamptz + n % 7 * interval '1 second'
      from generate_series(1, 10001) as n`.execute(database.db)
    const period = { since: new Date('2001-09-09T00:00:00Z'), until: new Date('2001-09-09T00:00:07Z') }
    const ids = (await provider.listIntents(period)).map(({ id }) => id)
    expect([ids.length, new Set(ids).size]).toEqual([10_001, 10_001])
  })

  test('amounts that the provider does not charge have errors of their own', async () => {
    await expect(provider.createIntent(intentOf('small', { amountMinor: 49 }))).rejects.toMatchObject({
      code: 'amount_too_small',
      status: 409,
    })
    await expect(provider.createIntent(intentOf('large', { amountMinor: 1e8 }))).rejects.toMatchObject({
      code: 'amount_too_large',
    })
  })

  test('a paid intent is read as succeeded with the received amount', async () => {
    const { id, clientSecret } = await provider.createIntent(intentOf('order-2'))
    await confirmInBrowser(sandbox, clientSecret ?? '', { number: '4242424242424242' })
    expect(await provider.readIntent(id)).toMatchObject({ status: 'succeeded', amountReceivedMinor: 4599 })
  })

  test.each(['pi_unknown', 'pi_000000000000', '../refunds', 'ch_1', '', 'pi_a/confirm'])(
    'reading %j returns undefined',
    async (id) => {
      expect(await provider.readIntent(id)).toBeUndefined()
    },
  )

  test('a cancellation returns the intent with its state after it, also one that cannot be canceled', async () => {
    const open = await provider.createIntent(intentOf('order-3'))
    expect((await provider.cancelIntent(open.id))?.status).toBe('canceled')
    expect((await provider.cancelIntent(open.id))?.status).toBe('canceled')
    const paid = await provider.createIntent(intentOf('order-4'))
    await confirmInBrowser(sandbox, paid.clientSecret ?? '', { number: '4242424242424242' })
    expect((await provider.cancelIntent(paid.id))?.status).toBe('succeeded')
  })

  test('a refund repeated under its key is the same one; under another key it is rejected as nothing is left', async () => {
    const { id, clientSecret } = await provider.createIntent(intentOf('order-5'))
    await confirmInBrowser(sandbox, clientSecret ?? '', { number: '4242424242424242' })
    await provider.refundIntent(id, { key: 'orphaned:order-5', currency: 'usd' })
    await provider.refundIntent(id, { key: 'orphaned:order-5', currency: 'usd' })
    await expect(provider.refundIntent(id, { key: 'another key', currency: 'usd' })).rejects.toMatchObject({
      code: 'refund_refused',
    })
    const refunds = await database.db
      .selectFrom('cards.refunds')
      .select('amount_minor')
      .where('intent_id', '=', id)
      .execute()
    expect(refunds).toEqual([{ amount_minor: 4599 }])
  })

  test('an event requires its signature over the raw body and a recent time; another version is reported', async () => {
    const { id } = await provider.createIntent(intentOf('order-6'))
    await sandbox.cards.deliverNow()
    const last = sandbox.delivered.find((event) => event.body.includes(id))
    const { body, signature } = last ?? { body: '', signature: '' }
    const event = { id: expect.stringMatching(/^evt_/), type: 'payment_intent.created', intentId: id }
    expect(provider.readEvent(body, signature)).toEqual(event)
    expect(provider.readEvent(Buffer.from(body), signature)).toEqual(event)
    const refused = { code: 'webhook_signature', status: 400 }
    expect(() => provider.readEvent(`${body} `, signature)).toThrow(expect.objectContaining(refused))
    expect(() => provider.readEvent(body, undefined)).toThrow(expect.objectContaining(refused))
    expect(() => provider.readEvent(body, 't=1,v1=00')).toThrow(expect.objectContaining(refused))
    const versions: string[] = []
    const at = sandbox.clock.at
    const reporting = createStripeProvider({
      ...KEYS,
      now: () => at,
      onOtherVersion: (one) => versions.push(one),
    })
    reporting.readEvent(body, signature)
    const older = body.replace(/"api_version":\s*"[^"]+"/, '"api_version":"2020-08-27"')
    reporting.readEvent(older, signEvent(older, KEYS.webhookSecret, at))
    expect(versions).toEqual(['2020-08-27'])
    const late = () => new Date(sandbox.clock.at.getTime() + 301_000)
    const later = createStripeProvider({ ...KEYS, now: late })
    expect(() => later.readEvent(body, signature)).toThrow(expect.objectContaining(refused))
  })

  test('an event about a refund names its payment', async () => {
    const { id, clientSecret } = await provider.createIntent(intentOf('order-7'))
    await confirmInBrowser(sandbox, clientSecret ?? '', { number: '4242424242424242' })
    await provider.refundIntent(id, { key: 'refund:order-7', currency: 'usd' })
    await sandbox.cards.deliverNow()
    const events = sandbox.delivered.map(({ body, signature }) => provider.readEvent(body, signature))
    expect(events).toContainEqual(expect.objectContaining({ type: 'charge.refunded', intentId: id }))
  })
})

describe('failures of the provider', () => {
  test.concurrent.each<[string, () => Promise<Response>]>([
    ['refuses the connection', () => Promise.reject(new TypeError('fetch failed'))],
    [
      'returns 500',
      async () => Response.json({ error: { type: 'api_error', message: 'x' } }, { status: 500 }),
    ],
    ['returns no JSON', async () => new Response('<h1>Bad gateway</h1>', { status: 502 })],
  ])('a provider that %s is reported as cards_unavailable', async (_name, response) => {
    let requests = 0
    const unavailable = createStripeProvider({
      ...KEYS,
      fetch: () => {
        requests += 1
        return response()
      },
    })
    await expect(unavailable.readIntent('pi_1')).rejects.toMatchObject({
      code: 'cards_unavailable',
      status: 503,
    })
    expect(requests).toBe(3)
  })

  test('a provider that is still busy with the same call is reported as cards_unavailable', async () => {
    const code = 'idempotency_key_in_use'
    const error = { type: 'invalid_request_error', code, message: 'There is another in-progress request' }
    const headers = { 'stripe-should-retry': 'false' }
    const busy = createStripeProvider({
      ...KEYS,
      fetch: async () => Response.json({ error }, { status: 409, headers }),
    })
    const refund = busy.refundIntent('pi_1', { key: 'refund:1', currency: 'usd' })
    await expect(refund).rejects.toMatchObject({ code: 'cards_unavailable' })
  })

  test('the error of a wrong secret key is rethrown, since it is no outage', async () => {
    const wrong = createStripeProvider({ ...KEYS, secretKey: 'sk_test_wrong', fetch: sandbox.fetch })
    await expect(wrong.readIntent('pi_1')).rejects.toMatchObject({ type: 'StripeAuthenticationError' })
  })
})
