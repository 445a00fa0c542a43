import type Stripe from 'stripe'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { DatabaseUnavailableError } from '#database/failures/unavailable.ts'
import type { Database } from '#database/open.ts'
import { freshDatabase } from '#tests/support/database/database.ts'
import {
  type CardSandbox,
  type Delivered,
  KEYS,
  mountCardSandbox,
} from '#tests/support/payments/card-sandbox.ts'

let database: Database
let sandbox: CardSandbox
let stripe: Stripe
let receive: (event: Delivered) => Promise<number>

const mount = () =>
  mountCardSandbox(database.db, { deliver: (body, signature) => receive({ body, signature }) })

beforeAll(async () => {
  database = await freshDatabase()
  sandbox = await mount()
  stripe = sandbox.stripe
})
afterAll(async () => {
  await sandbox.app.close()
  await database.close()
})
beforeEach(async () => {
  await database.db.deleteFrom('cards.events').execute()
  sandbox.clock.at = new Date()
})

afterEach(() => void vi.useRealTimers())

const order = { amount: 2500, currency: 'usd', metadata: { orderId: 'order-1' } }

function advance(seconds: number): void {
  sandbox.clock.at = new Date(sandbox.clock.at.getTime() + seconds * 1000)
}

/** Makes the store respond with each status in sequence, or throw the error, then with 200; returns the deliveries. */
function respondWith(...statuses: (number | Error)[]): Delivered[] {
  const seen: Delivered[] = []
  receive = async (event) => {
    seen.push(event)
    const status = statuses.shift() ?? 200
    if (status instanceof Error) throw status
    return status
  }
  return seen
}

test('each change of an intent sends its event, signed so that the SDK accepts it', async () => {
  const seen = respondWith()
  const paid = await stripe.paymentIntents.create(order)
  await stripe.paymentIntents
    .confirm(paid.id, { payment_method: 'pm_card_chargeDeclinedExpiredCard' })
    .catch(() => {})
  await stripe.paymentIntents.confirm(paid.id, { payment_method: 'pm_card_authenticationRequired' })
  await stripe.paymentIntents.confirm(paid.id, { payment_method: 'pm_card_visa' })
  await stripe.refunds.create({ payment_intent: paid.id, amount: 500 })
  const canceled = await stripe.paymentIntents.create(order)
  await stripe.paymentIntents.cancel(canceled.id)
  await sandbox.cards.deliverNow()
  const events = seen.map(({ body, signature }) =>
    stripe.webhooks.constructEvent(body, signature, KEYS.webhookSecret),
  )
  expect(events.map(({ type }) => type).sort()).toEqual([
    'charge.refunded',
    'payment_intent.canceled',
    'payment_intent.created',
    'payment_intent.created',
    'payment_intent.payment_failed',
    'payment_intent.requires_action',
    'payment_intent.succeeded',
  ])
  expect(events.find(({ type }) => type === 'payment_intent.succeeded')).toMatchObject({
    object: 'event',
    api_version: '2026-10-28.endive',
    livemode: false,
    data: {
      object: { id: paid.id, status: 'succeeded', amount_received: 2500, metadata: { orderId: 'order-1' } },
    },
  })
  expect(events.find(({ type }) => type === 'charge.refunded')?.data.object).toMatchObject({
    payment_intent: paid.id,
    amount_refunded: 500,
    refunded: false,
  })
})

test('a delivered event is not delivered again', async () => {
  const seen = respondWith()
  await stripe.paymentIntents.create(order)
  await sandbox.cards.deliverNow()
  advance(24 * 3600)
  await sandbox.cards.deliverNow()
  expect(seen).toHaveLength(1)
})

test('an event that failed comes again after 1 s, 5 s, 30 s and 2 min with a fresh signature', async () => {
  const seen = respondWith(500, new Error('connection refused'), 404, 301)
  await stripe.paymentIntents.create(order)
  await sandbox.cards.deliverNow()
  for (const [wait, attempts] of [
    [1, 2],
    [5, 3],
    [30, 4],
    [120, 5],
  ] as const) {
    advance(wait - 0.5)
    await sandbox.cards.deliverNow()
    expect(seen).toHaveLength(attempts - 1)
    advance(0.5)
    await sandbox.cards.deliverNow()
    expect(seen).toHaveLength(attempts)
  }
  expect(new Set(seen.map(({ body }) => body)).size).toBe(1)
  expect(new Set(seen.map(({ signature }) => signature)).size).toBe(5)
  const row = await database.db.selectFrom('cards.events').selectAll().executeTakeFirstOrThrow()
  expect(row).toMatchObject({ attempts: 5, last_status: 200, next_attempt_at: null })
  expect(row.delivered_at).toEqual(sandbox.clock.at)
})

test('an event without success is given up within thirty hours', async () => {
  const seen = respondWith(...Array.from({ length: 200 }, () => 503))
  await stripe.paymentIntents.create(order)
  for (let hour = 0; hour < 30; hour += 0.5) {
    await sandbox.cards.deliverNow()
    advance(1800)
  }
  expect(seen.length).toBeGreaterThan(20)
  const row = await database.db.selectFrom('cards.events').selectAll().executeTakeFirstOrThrow()
  expect(row).toMatchObject({ delivered_at: null, next_attempt_at: null, last_status: 503 })
})

test('two instances deliver each event once in total', async () => {
  const seen = respondWith()
  const other = await mount()
  await Promise.all(Array.from({ length: 60 }, () => stripe.paymentIntents.create(order)))
  other.clock.at = sandbox.clock.at
  await Promise.all([sandbox.cards.deliverNow(), other.cards.deliverNow()])
  expect(seen).toHaveLength(60)
  expect(new Set(seen.map(({ body }) => body)).size).toBe(60)
  await other.app.close()
})

test('an event that a crashed instance claimed is delivered after its lease', async () => {
  const seen = respondWith()
  await stripe.paymentIntents.create(order)
  const leasedUntil = new Date(sandbox.clock.at.getTime() + 60_000)
  await database.db.updateTable('cards.events').set({ attempts: 1, next_attempt_at: leasedUntil }).execute()
  await sandbox.cards.deliverNow()
  expect(seen).toHaveLength(0)
  advance(60)
  await sandbox.cards.deliverNow()
  expect(seen).toHaveLength(1)
})

test('a rejected request sends no event', async () => {
  const seen = respondWith()
  await expect(stripe.paymentIntents.create({ amount: 1, currency: 'usd' })).rejects.toThrow()
  await sandbox.cards.deliverNow()
  expect(seen).toHaveLength(0)
})

test('a started poller sends events by itself, and none after it was stopped', async () => {
  const seen = respondWith()
  sandbox.cards.start()
  await stripe.paymentIntents.create(order)
  await expect.poll(() => seen.length).toBe(1)
  await sandbox.cards.stop()
  await stripe.paymentIntents.create(order)
  // a round that the new event had begun would be of an earlier timer, and `stop` waits for it
  await new Promise((resolve) => setTimeout(resolve))
  await sandbox.cards.stop()
  expect(seen).toHaveLength(1)
})

test('idempotency keys are deleted after a day, delivered events after thirty days', async () => {
  respondWith()
  const fresh = await mount()
  fresh.clock.at = sandbox.clock.at
  await fresh.stripe.paymentIntents.create(order)
  const countRows = async () => ({
    keys: (await database.db.selectFrom('cards.idempotency_keys').select('key').execute()).length,
    events: (await database.db.selectFrom('cards.events').select('id').execute()).length,
  })
  await fresh.cards.deliverNow()
  expect(await countRows()).toEqual({ keys: expect.any(Number), events: 1 })
  expect((await countRows()).keys).toBeGreaterThan(0)
  fresh.clock.at = new Date(fresh.clock.at.getTime() + 86_460_000)
  await fresh.cards.deliverNow()
  expect(await countRows()).toEqual({ keys: 0, events: 1 })
  fresh.clock.at = new Date(fresh.clock.at.getTime() + 30 * 86_400_000)
  await fresh.cards.deliverNow()
  expect(await countRows()).toEqual({ keys: 0, events: 0 })
  await fresh.app.close()
})

test('a delivery failure is logged once until it changes or ends; an unavailable database is not logged', {
  tags: 'long',
}, async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const lines: string[] = []
  let fault: Error | undefined
  const now = () => {
    if (fault) throw fault
    return new Date()
  }
  const { app, cards } = await mountCardSandbox(database.db, { now, log: (line) => lines.push(line) })
  const failFor = async (seconds: number, error: Error) => {
    fault = error
    await vi.advanceTimersByTimeAsync(seconds * 1000)
  }
  // A round waits for the database, which fake timers do not advance.
  const logUntil = async (error: Error, expected: string[]) => {
    fault = error
    await vi.waitFor(() => expect(lines).toEqual(expected), { timeout: 10_000 })
  }
  cards.start()
  await failFor(5, new DatabaseUnavailableError())
  expect(lines).toEqual([])
  await logUntil(new Error('one fault'), ['card events: one fault'])
  await logUntil(new Error('another fault'), ['card events: one fault', 'card events: another fault'])
  await failFor(5, new Error('another fault'))
  expect(lines).toHaveLength(2)
  fault = undefined
  await cards.deliverNow()
  lines.length = 0
  await logUntil(new Error('another fault'), ['card events: another fault'])
  await cards.stop()
  await app.close()
})
