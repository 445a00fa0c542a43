import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '#database/open.ts'
import { createLimit } from '#server/platform/admission/limits.ts'
import { freshDatabase } from '#tests/support/database/database.ts'
import {
  type CardSandbox,
  confirmInBrowser,
  KEYS,
  mountCardSandbox,
} from '#tests/support/payments/card-sandbox.ts'

let database: Database
let sandbox: CardSandbox

beforeAll(async () => {
  database = await freshDatabase()
  const now = () => sandbox.clock.at
  sandbox = await mountCardSandbox(database.db, {
    limit: createLimit(database.db, now),
    trustedIpAddress: (request) => request.ip,
  })
})
afterAll(async () => {
  await sandbox.app.close()
  await database.close()
})

async function openIntent() {
  const { id, client_secret } = await sandbox.stripe.paymentIntents.create({ amount: 1999, currency: 'usd' })
  return { id, clientSecret: client_secret ?? '' }
}

/** Returns every row of every table as text. */
async function readAllRows(): Promise<string> {
  const tables = await sql<{ name: string }>`
    select format('%I.%I', table_schema, table_name) as name from information_schema.tables
    where table_schema not in ('pg_catalog', 'information_schema') and table_type = 'BASE TABLE'
  `.execute(database.db)
  expect(tables.rows.length).toBeGreaterThan(4)
  const dumps = await Promise.all(
    tables.rows.map(({ name }) =>
      sql<{ row: string }>`select whole::text as row from ${sql.raw(name)} as whole`.execute(database.db),
    ),
  )
  return dumps.flatMap(({ rows }) => rows.map(({ row }) => row)).join('\n')
}

test('no card number and no field named cvc is stored, delivered or logged, for accepted and rejected cards', async () => {
  const numbers = [
    '4242424242424242',
    '4000000000000002',
    '4000002500003155',
    '4111111111111111',
    '4242424242424241',
    '3782 822463 10005',
  ]
  for (const number of numbers) {
    const { clientSecret } = await openIntent()
    await confirmInBrowser(sandbox, clientSecret, { number, cvc: '0739' })
  }
  const { id } = await openIntent()
  await sandbox.stripe.rawRequest('POST', `/v1/payment_intents/${id}/confirm`, {
    payment_method_data: {
      type: 'card',
      card: { number: '5555555555554444', exp_month: 12, exp_year: 2034, cvc: '0739' },
    },
  })
  await sandbox.cards.deliverNow()
  const stored = await readAllRows()
  const traces = [stored, ...sandbox.delivered.map(({ body }) => body), ...sandbox.logged].join('\n')
  expect(/last4\W+4242/.test(stored)).toBe(true)
  expect(sandbox.delivered.length).toBeGreaterThan(7)
  expect(sandbox.logged.length).toBeGreaterThan(7)
  const found = [...numbers, '5555555555554444']
    .flatMap((number) => [number, number.replaceAll(' ', '')])
    .filter((number) => traces.includes(number))
  expect(found).toEqual([])
  expect(/\bcvc\b/i.test(traces)).toBe(false)
})

test('the eleventh confirmation of an intent within an hour is rejected, and allowed an hour later', async () => {
  sandbox.clock.at = new Date('2030-01-01T10:00:00Z')
  const { clientSecret } = await openIntent()
  const declined = { number: '4000000000000002' }
  for (let count = 0; count < 10; count += 1) {
    expect((await confirmInBrowser(sandbox, clientSecret, declined)).status).toBe(402)
  }
  const refused = await confirmInBrowser(sandbox, clientSecret, { number: '4242424242424242' })
  expect(refused.status).toBe(429)
  expect(refused.body.error).toMatchObject({ type: 'invalid_request_error', code: 'rate_limit' })
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  expect(refused.headers['access-control-allow-origin']).toBe('*')
  sandbox.clock.at = new Date('2030-01-01T11:00:00Z')
  const later = await confirmInBrowser(sandbox, clientSecret, { number: '4242424242424242' })
  expect(later.status).toBe(200)
})

test('the sixty-first confirmation from an IP address is rejected, even of another intent', async () => {
  sandbox.clock.at = new Date('2030-01-02T10:00:00Z')
  const statuses: number[] = []
  for (let count = 0; count < 61; count += 1) {
    const { clientSecret } = await openIntent()
    statuses.push((await confirmInBrowser(sandbox, clientSecret, { number: '4000000000000002' })).status)
  }
  expect(statuses.slice(0, 60).every((status) => status === 402)).toBe(true)
  expect(statuses[60]).toBe(429)
})

test('calls with a wrong client secret use up no attempts of an intent', async () => {
  sandbox.clock.at = new Date('2030-01-03T10:00:00Z')
  const { id, clientSecret } = await openIntent()
  for (let count = 0; count < 12; count += 1) {
    const forged = await confirmInBrowser(sandbox, `${id}_secret_wrong`, { number: '4242424242424242' })
    expect(forged.status).toBe(404)
  }
  expect((await confirmInBrowser(sandbox, clientSecret, { number: '4242424242424242' })).status).toBe(200)
})

test('an intent, events, the script and the card frame may not be read from another origin', async () => {
  const { id, clientSecret } = await openIntent()
  const headers = { origin: 'null' }
  const query = { key: KEYS.publishableKey, client_secret: clientSecret }
  const requests = [
    { url: `/payments/v1/payment_intents/${id}`, query, headers },
    { url: '/payments/v1/events', headers },
    { url: '/payments/v1/stripe.js', headers },
    { url: '/payments/card-frame.html', headers },
  ]
  for (const request of requests) {
    const response = await sandbox.app.inject(request)
    expect(response.headers['access-control-allow-origin']).toBeUndefined()
  }
})

test('the card frame is isolated, and only this store may embed it', async () => {
  const frame = await sandbox.app.inject({ url: '/payments/card-frame.html' })
  const policy = String(frame.headers['content-security-policy'])
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain("frame-ancestors 'self'")
  expect(policy).toContain('sandbox allow-scripts allow-forms')
  expect(policy).not.toMatch(/unsafe|allow-same-origin/)
  for (const url of ['/payments/card-frame.js', '/payments/card-frame.css']) {
    const file = await sandbox.app.inject({ url })
    expect(file.statusCode).toBe(200)
    // The frame has an opaque origin, so for the browser these files are cross-origin.
    expect(file.headers['cross-origin-resource-policy']).toBe('cross-origin')
    const again = await sandbox.app.inject({ url, headers: { 'if-none-match': String(file.headers.etag) } })
    expect(again.statusCode).toBe(304)
  }
})
