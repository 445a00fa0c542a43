import Fastify from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { api } from '#contract/api.ts'
import type { Endpoint } from '#contract/platform/endpoint.ts'
import { addResponseCache } from '#server/platform/cache/plugin.ts'
import { readConfig } from '#server/platform/config/config.ts'
import { ConfigError } from '#server/platform/config/config-error.ts'
import { createBind } from '#server/platform/http/bind-endpoint.ts'
import { sendProblem } from '#server/platform/http/problem.ts'
import { openTestStore, type TestStore } from '../../../support/store.ts'

let store: TestStore

beforeAll(async () => {
  store = await openTestStore()
})
afterAll(() => store.close())

test('every call of the contract is registered', async () => {
  for (const [name, endpoint] of Object.entries<Endpoint>(api)) {
    expect(store.app.hasRoute({ method: endpoint.method, url: `/api${endpoint.path}` }), name).toBe(true)
  }
})

/** Creates a server that registers routes as the store does. */
function createServer() {
  const app = Fastify()
  app.setErrorHandler(sendProblem)
  addResponseCache(app, { cache: store.cache, origin: store.config.origin, countCached() {} })
  const bind = createBind(app, {
    db: store.database.db,
    tokens: {
      issue: () => '',
      read() {
        throw new Error('not called')
      },
    },
    identity: {
      verify: () => Promise.reject(new Error('not called')),
      readAccount: () => Promise.reject(new Error('not called')),
      removeOwn: () => Promise.reject(new Error('not called')),
    },
    origin: store.config.origin,
    limit: async () => undefined,
    now: store.clock.now,
    adminSecondFactor: false,
    checkResponses: true,
    invalidate() {},
    headers: {},
  })
  return { app, bind }
}

test('the server rejects an endpoint that does not declare its access', () => {
  const { bind } = createServer()
  const { access: _, ...undeclared } = api.listProducts
  const careless: object = undeclared
  expect(() => bind(careless as typeof api.listProducts, async () => ({ items: [], next: null }))).toThrow(
    'GET /service does not declare its access',
  )
})

test('the server rejects an endpoint whose owner it cannot check', () => {
  const { bind } = createServer()
  const { getOrder } = api
  const handler = () => Promise.reject(new Error('not called'))
  // @ts-expect-error: findObject is missing
  expect(() => bind(getOrder, handler)).toThrow('GET /order/:id has no findObject')
  const { own: _, ...undeclared } = getOrder
  expect(() => bind(undeclared, handler)).toThrow('GET /order/:id does not declare who owns')
})

test('an endpoint that is private, no GET, or has a query that is no plain object cannot be cached', () => {
  const { bind } = createServer()
  const { listProducts } = api
  const page = async () => ({ items: [], next: null })
  for (const access of ['signed-in', { permission: 'catalog.write' }] as const)
    expect(() => bind({ ...listProducts, access }, page)).toThrow('is not a public GET')
  expect(() => bind({ ...listProducts, method: 'POST' }, page)).toThrow('is not a public GET')
  const query = z.pipe(listProducts.query, z.transform(String))
  expect(() => bind({ ...listProducts, query }, page)).toThrow('must be a plain object')
})

test('a cacheable endpoint without cache tags responds with 500', async () => {
  const { app, bind } = createServer()
  bind(api.listReviews, async () => ({ items: [], next: null }))
  expect((await app.inject('/review')).statusCode).toBe(500)
})

test('the liveness and readiness checks succeed', async () => {
  expect((await store.call({ url: '/healthz' })).json()).toEqual({ status: 'ok' })
  expect((await store.call({ url: '/readyz' })).json()).toEqual({ status: 'ready' })
})

test('an empty environment is a demo', () => {
  const config = readConfig({})
  expect(config).toMatchObject({ demo: true, origin: 'http://localhost:3000', host: '127.0.0.1' })
})

test('production lists all missing settings at once', () => {
  const faults = faultsOf({ STORE_MODE: 'production' })
  for (const name of ['DATABASE_URL', 'PUBLIC_URL', 'CARDS', 'SMTP_URL', 'MAIL_FROM', 'TRUST_PROXY'])
    expect(faults).toContain(name)
})

const stripe = {
  CARDS: 'stripe',
  STRIPE_SECRET_KEY: 'sk_test_x',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_x',
  STRIPE_WEBHOOK_SECRET: 'whsec_x',
}

test.each([
  [{ PORT: 'http' }, 'PORT'],
  [{ CURRENCY: 'euros' }, 'CURRENCY'],
  [{ STORE_TIME_ZONE: 'Mars/Olympus' }, 'STORE_TIME_ZONE'],
  [{ IDENTITY_API_KEY: 'a:b' }, 'IDENTITY_API_KEY'],
  [
    { IDENTITY: 'firebase', FIREBASE_AUTH_DOMAIN: 'x:1', FIREBASE_API_KEY: 'k', FIREBASE_PROJECT_ID: 'p' },
    'FIREBASE_AUTH_DOMAIN',
  ],
  [{ IDENTITY: 'firebase' }, 'FIREBASE_API_KEY'],
  [{ IDENTITY_METHODS: 'password,pigeon' }, 'IDENTITY_METHODS'],
  [{ IDENTITY_METHODS: 'google' }, 'IDENTITY_METHODS'],
  [{ ADMIN_MFA: 'required', IDENTITY_METHODS: 'password,google' }, 'totp'],
  [{ ADMIN_MFA: 'maybe' }, 'ADMIN_MFA'],
  [{ IDENTITY_EMAIL_PRIVACY: 'a little' }, 'IDENTITY_EMAIL_PRIVACY'],
  [{ SMS_URL: 'http://sms.example.com/send' }, 'SMS_URL'],
  [{ SMS_URL: 'https://user:100%@sms.example.com/send' }, 'SMS_URL'],
  [{ SMS_URL: 'nonsense' }, 'SMS_URL'],
  [{ OIDC_ISSUER: 'nonsense' }, 'OIDC_ISSUER'],
  [{ SMS_BODY: '{"to":"{to}"}' }, 'SMS_BODY'],
  [{ FIREBASE_SERVICE_ACCOUNT: '/no/such/file.json' }, 'FIREBASE_SERVICE_ACCOUNT'],
  [{ FIREBASE_SERVICE_ACCOUNT: 'package.json' }, 'FIREBASE_SERVICE_ACCOUNT'],
  [
    { CARDS: 'stripe', STRIPE_SECRET_KEY: 'sk_live_x', STRIPE_PUBLISHABLE_KEY: 'pk_live_x' },
    'STRIPE_WEBHOOK_SECRET',
  ],
  [{ STRIPE_SECRET_KEY: 'sk_live_x' }, 'STRIPE_SECRET_KEY is set, but CARDS is not stripe'],
  [{ CARDS: 'off', STRIPE_PUBLISHABLE_KEY: 'pk_live_x' }, 'STRIPE_PUBLISHABLE_KEY is set, but CARDS'],
  [{ CARDS: 'sandbox', STRIPE_WEBHOOK_SECRET: 'whsec_x' }, 'STRIPE_WEBHOOK_SECRET is set, but CARDS'],
  [{ ...stripe, STRIPE_PUBLISHABLE_KEY: 'pk_live_x' }, 'one is a live key, the other a test key'],
  [{ ...stripe, STRIPE_SECRET_KEY: 'rk_live_x' }, 'one is a live key, the other a test key'],
  [
    { ...stripe, STRIPE_SECRET_KEY: 'sk_live_x', STRIPE_PUBLISHABLE_KEY: 'pk_live_x' },
    'the Stripe keys are live, but STORE_MODE is demo',
  ],
  [{ ...stripe, STRIPE_SECRET_KEY: 'pk_test_x' }, 'STRIPE_SECRET_KEY starts with sk_test_ or sk_live_'],
  [{ ...stripe, STRIPE_WEBHOOK_SECRET: 'whsec_new,old' }, 'STRIPE_WEBHOOK_SECRET starts with whsec_'],
  [{ ACCESS_TOKEN_SECRET: 'short' }, 'ACCESS_TOKEN_SECRET'],
  [
    { PUBLIC_URL: 'https://shop.example.com/parts' },
    'PUBLIC_URL has a path; the store is served from the root of its address',
  ],
  [{ PUBLIC_URL: 'https://shop.example.com/parts/' }, 'PUBLIC_URL has a path'],
  [{ PUBLIC_URL: 'https://shop.example.com//' }, 'PUBLIC_URL has a path'],
  [{ PUBLIC_URL: 'https://shop.example.com/?shop=1' }, 'PUBLIC_URL has more than a host and a port'],
  [{ PUBLIC_URL: 'https://shop.example.com#parts' }, 'PUBLIC_URL has more than a host and a port'],
  [{ PUBLIC_URL: 'https://user:word@shop.example.com' }, 'PUBLIC_URL has more than a host and a port'],
])('%j is rejected with an error that contains %s', (env, name) => {
  expect(faultsOf(env)).toContain(name)
})

test('the slash after the host of PUBLIC_URL is no path', () => {
  expect(readConfig({ PUBLIC_URL: 'https://Parts.example:8443/' }).origin).toBe('https://parts.example:8443')
})

test.each([
  [{ SMTP_URL: 'smtp://mail.example' }, true],
  [{ SMTP_URL: 'smtp://mail.example', MAIL_FROM: 'shop@parts.example' }, false],
  [{ IDENTITY: 'firebase', SMTP_URL: 'smtp://mail.example' }, true],
  [{ IDENTITY: 'firebase' }, false],
])('production that sends mail needs its sender: %j', (env, isMissing) => {
  const firebase = { FIREBASE_PROJECT_ID: 'p', FIREBASE_API_KEY: 'k', FIREBASE_AUTH_DOMAIN: 'd' }
  const faults = faultsOf({ STORE_MODE: 'production', ...firebase, ...env })
  expect(faults.includes('MAIL_FROM is missing')).toBe(isMissing)
})

test.each(['http://parts.example', 'https://parts.example', 'http://localhost:3000'])(
  'production requires https except on localhost, since passwords cross the network: %s',
  (PUBLIC_URL) => {
    const isRefused = PUBLIC_URL === 'http://parts.example'
    expect(faultsOf({ STORE_MODE: 'production', PUBLIC_URL }).includes('must begin with https')).toBe(
      isRefused,
    )
  },
)

test('production with all required settings is accepted and shows no sample admin', async () => {
  const env = {
    STORE_MODE: 'production',
    DATA_DIR: '/srv/store',
    PUBLIC_URL: 'https://parts.example',
    CARDS: 'off',
    SMTP_URL: 'smtps://mail.example',
    MAIL_FROM: 'shop@parts.example',
    TRUST_PROXY: 'true',
  }
  expect(readConfig(env)).toMatchObject({ demo: false, origin: 'https://parts.example', trustProxy: 1 })
  const production = await openTestStore({ env: { ...env, DATA_DIR: store.config.dataDir } })
  try {
    const config = await production.api.getConfig()
    expect(config.store.sampleAdmin).toBeUndefined()
    // The sample's address must not appear on receipts.
    expect(config.store).toMatchObject({ phone: '', address: '', taxId: '', hours: null, statistics: [] })
    expect(config.payment).toEqual({ mode: 'off', publishableKey: null, scriptUrl: null })
    const key = production.config.identity.apiKey
    const demoPaths = [
      '/identity/outbox',
      `/identity/popup?apiKey=${key}`,
      '/payments/v1/stripe.js',
      '/payments/control',
      '/payments/control/faults',
    ]
    for (const url of demoPaths) {
      expect((await production.call({ url })).statusCode, url).toBe(404)
    }
  } finally {
    await production.close()
  }
})

function faultsOf(env: Record<string, string>): string {
  try {
    readConfig(env)
    return ''
  } catch (error) {
    return error instanceof ConfigError ? error.message : String(error)
  }
}
