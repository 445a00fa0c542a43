import Fastify from 'fastify'
import { createEmbeddedCards } from '#embedded/cards/plugin.ts'
import { calls } from '#embedded/identity/http/calls.ts'
import type { Fixture, FixtureRows } from './fixture.ts'
import type { Random } from './random.ts'
import type { HostileRequest } from './request.ts'

/** A call of the identity provider's API, or one of its pages. */
export function identityRequest({ store, rows }: Fixture, random: Random): HostileRequest {
  const key: [string, string][] = [['key', store.config.identity.apiKey]]
  if (random.chance(0.1)) return pageOf('identity', random.pick(IDENTITY_PAGES), random)
  const { method, path: address, form } = random.pick(calls)
  const path = ['identity', ...address.slice(1).split('/')]
  const name = `${method} /identity${address}`
  const request: HostileRequest = { name, method, path, query: key, headers: {}, damages: [] }
  if (method === 'GET') return request
  const fields = toolkitFields(rows, random)
  if (form) {
    request.headers['content-type'] = 'application/x-www-form-urlencoded'
    request.body = new URLSearchParams({
      grant_type: 'refresh_token',
      refresh_token: rows.refreshToken,
    }).toString()
    return request
  }
  request.headers['content-type'] = 'application/json'
  const chosen = Object.entries(fields).filter(([field]) =>
    random.chance(USUAL_FIELDS.includes(field) ? USUAL_FIELD_SHARE : OTHER_FIELD_SHARE),
  )
  request.body = Object.fromEntries(chosen)
  return request
}

const USUAL_FIELDS = ['email', 'password', 'idToken', 'returnSecureToken']
const USUAL_FIELD_SHARE = 0.8
const OTHER_FIELD_SHARE = 0.12
/** Some accept only POST: GET requests to them must fail cleanly. */
const IDENTITY_PAGES = [
  'popup',
  'popup.js',
  'outbox',
  'popup/code',
  'popup/grant',
  'oauth/callback',
  'oauth/away',
  'callback.js',
  'pages.css',
]

/** A value for each field that a client may send. */
function toolkitFields(
  { customer, refreshToken, oobCode }: FixtureRows,
  random: Random,
): Record<string, unknown> {
  const phone = '+15550147731'
  const types = ['PASSWORD_RESET', 'VERIFY_EMAIL', 'EMAIL_SIGNIN', 'VERIFY_AND_CHANGE_EMAIL']
  const grant = `id_token=x&providerId=${random.pick(['google.com', 'github.com', 'oidc.custom'])}`
  return {
    email: customer.email,
    password: customer.password,
    idToken: customer.idToken,
    returnSecureToken: true,
    refresh_token: refreshToken,
    grant_type: 'refresh_token',
    oobCode,
    newPassword: 'another-password',
    requestType: random.pick(types),
    newEmail: 'new@example.com',
    displayName: 'Ann',
    photoUrl: 'https://a.example/b.png',
    continueUrl: 'http://localhost:3000/',
    continueUri: 'http://localhost:3000/',
    identifier: customer.email,
    requestUri: 'http://localhost:3000/identity/popup',
    postBody: grant,
    sessionId: 'nonce-of-a-popup',
    phoneNumber: phone,
    sessionInfo: 'x',
    code: '123456',
    temporaryProof: 'x',
    operation: 'SIGN_UP_OR_IN',
    totpEnrollmentInfo: {},
    phoneEnrollmentInfo: { phoneNumber: phone },
    phoneSignInInfo: {},
    totpVerificationInfo: { sessionInfo: 'x', verificationCode: '123456' },
    mfaEnrollmentId: 'F'.repeat(28),
    phoneVerificationInfo: { sessionInfo: 'x', code: '123456' },
    mfaPendingCredential: 'x',
    token: 'x.y.z',
    deleteAttribute: ['DISPLAY_NAME'],
    deleteProvider: ['google.com'],
    pendingToken: 'x',
    providerId: 'google.com',
    returnIdpCredential: true,
    canHandleCodeInApp: true,
    clientType: 'CLIENT_TYPE_WEB',
    tenantId: null,
  }
}

export type CardRoute = { method: string; url: string }

/** The routes of the card sandbox, read from its declarations. */
export async function cardRoutes({ store, keys }: Fixture): Promise<CardRoute[]> {
  const found: CardRoute[] = []
  const app = Fastify()
  app.addHook('onRoute', ({ method, url }) => {
    for (const verb of [method].flat())
      if (verb !== 'HEAD' && verb !== 'OPTIONS') found.push({ method: verb, url })
  })
  const { plugin } = createEmbeddedCards({
    ...keys,
    db: store.database.db,
    origin: store.config.origin,
    demo: true,
    now: store.clock.now,
    random: () => 0,
    limit: async () => undefined,
    trustedIpAddress: () => undefined,
    deliver: async () => 200,
  })
  await app.register(plugin, { prefix: '/payments' })
  await app.ready()
  await app.close()
  return found
}

/** A call of the card sandbox with most fields of a call of the store or the card frame. */
export function cardRequest({ keys, rows }: Fixture, routes: CardRoute[], random: Random): HostileRequest {
  const { method, url } = random.pick(routes)
  const id = url.includes('payment_intents')
    ? rows.intentId
    : random.pick(['re_1', 'dp_1', 'ch_1', 'evt_1', 'x'])
  const path = url
    .slice(1)
    .split('/')
    .map((part) => part.replace(/^:.*/, id).replace('*', 'x'))
  const fields = Object.entries(cardFields(url, rows)).filter(() => random.chance(0.85))
  const isBrowser = url.endsWith('/confirm') || random.chance(0.1)
  const key = isBrowser ? keys.publishableKey : keys.secretKey
  const headers: Record<string, string> = { authorization: `Bearer ${key}` }
  if (random.chance(0.2)) headers['idempotency-key'] = `key-${random.below(20)}`
  const request: HostileRequest = { name: `${method} ${url}`, method, path, query: [], headers, damages: [] }
  const form = new URLSearchParams(fields).toString()
  if (method === 'GET') return { ...request, query: form === '' ? [] : [['', form]] }
  return {
    ...request,
    headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
    body: form,
  }
}

function cardFields(url: string, { intentId, clientSecret, orderId }: FixtureRows): Record<string, string> {
  const card = 'payment_method_data[card]'
  if (url.endsWith('/confirm')) {
    return {
      client_secret: clientSecret,
      'payment_method_data[type]': 'card',
      [`${card}[number]`]: '4242424242424242',
      [`${card}[exp_month]`]: '12',
      [`${card}[exp_year]`]: '2044',
      [`${card}[cvc]`]: '123',
    }
  }
  if (url.endsWith('/payment_intents'))
    return { amount: '2500', currency: 'usd', 'metadata[orderId]': orderId, limit: '3' }
  if (url.endsWith('/cancel')) return {}
  if (url.endsWith('/refunds')) return { payment_intent: intentId, amount: '100', limit: '3' }
  if (url.endsWith('/disputes/:id')) return { 'evidence[uncategorized_text]': 'winning_evidence' }
  if (url.includes('control'))
    return { target: 'read', act: 'slow', delay_ms: '1', share: '1', remaining: '0' }
  return { client_secret: clientSecret, limit: '3', 'created[gte]': '1' }
}

/** A page, a file or another address of the store. */
export function pageRequest({ rows }: Fixture, random: Random): HostileRequest {
  const pages = [
    '',
    'parts',
    `parts/${rows.part._id}`,
    'login',
    'register',
    'dashboard',
    'portfolio',
    'blogs',
    'nothing',
  ]
  const files = [
    'robots.txt',
    'sitemap.xml',
    'drawings/piston.svg',
    'uploads/x.webp',
    'assets/x.js',
    'favicon.ico',
    'metrics',
  ]
  const others = [
    'healthz',
    'readyz',
    'api/docs',
    'api/openapi.json',
    'api',
    'identity',
    'payments',
    'payments/control',
  ]
  const request = pageOf('', random.pick([...pages, ...files, ...others]), random)
  if (random.chance(0.3)) request.query.push([random.pick(['q', 'category', 'sort', 'after']), 'brake'])
  return request
}

function pageOf(prefix: string, page: string, random: Random): HostileRequest {
  const path = [...(prefix ? [prefix] : []), ...page.split('/')]
  const accept = random.pick(['text/html', '*/*', 'application/json'])
  return { name: `GET /${path.join('/')}`, method: 'GET', path, query: [], headers: { accept }, damages: [] }
}
