import { randomBytes } from 'node:crypto'
import { availableParallelism } from 'node:os'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { pino } from 'pino'
import type { Database } from '#database/open.ts'
import { readSecret } from '#database/secrets.ts'
import { createEmbeddedCards, type EmbeddedCards } from '#embedded/cards/plugin.ts'
import type { PasswordCost } from '#embedded/identity/password/passwords.ts'
import { createEmbeddedIdentity } from '#embedded/identity/plugin.ts'
import { digest } from '#embedded/identity/tokens/secrets.ts'
import { type AppDeps, buildApp, invalidateStock } from './app.ts'
import { backgroundJobs } from './background-jobs.ts'
import { createStopLinks } from './catalog/notices/stop-notices.ts'
import { insertShippedTypes } from './catalog/part-types/shipped-types.ts'
import { createLeaveLinks } from './people/requests/leave-newsletter.ts'
import { endSignInsOf } from './people/sign-in/sign-ins.ts'
import type { IdentityAdmin } from './people/users/service.ts'
import { type Mailboxes, writeVerificationMails } from './people/users/verification.ts'
import { ipAddressToLimit } from './platform/admission/client-address.ts'
import { createLimit, type Limit } from './platform/admission/limits.ts'
import { createOverload, type Overload } from './platform/admission/overload.ts'
import { createSemaphore } from './platform/admission/queues.ts'
import { createAccessTokens } from './platform/auth/access-token.ts'
import { createFirebaseAdmin } from './platform/auth/firebase-admin.ts'
import { createIdentityProvider, type IdentityProvider } from './platform/auth/id-token.ts'
import { createResponseCache, type ResponseCache } from './platform/cache/response-cache.ts'
import type { Config } from './platform/config/config.ts'
import { createInjectFetch } from './platform/http/inject-fetch.ts'
import { createJobs, type Jobs } from './platform/jobs/jobs.ts'
import { listMail } from './platform/mail/mail-history.ts'
import { createOutbox, createSmtpTransport, type Outbox } from './platform/mail/outbox.ts'
import { createSmsTransport } from './platform/mail/sms-gateway.ts'
import { queueMail, queueSms } from './platform/mail/write-mail.ts'
import { createDatabaseClock, type DatabaseClock } from './platform/metrics/database-clock.ts'
import { writeOrderMails } from './sales/orders/order-mails.ts'
import { fillSellers, sellerOf, setEarlierSeller } from './sales/orders/seller.ts'
import type { CardProvider } from './sales/payments/provider/card-provider.ts'
import { API_VERSION, createStripeProvider } from './sales/payments/provider/stripe.ts'
import { createReceiptQueue, mailedReceipt, type ReceiptQueue } from './sales/receipts/receipt-queue.ts'
import { defaultSettings } from './store/settings/defaults.ts'
import { createStoreSettings, type StoreSettings } from './store/settings/store-settings.ts'

export type StoreOptions = {
  config: Config
  database: Database
  now: () => Date
  web?: AppDeps['web']
  checkResponses: boolean
  print: (line: string) => void
  /** The cost of a password hash of the embedded identity provider; by default what OWASP recommends. */
  passwordCost?: PasswordCost
  /** By default lines of JSON on standard output. */
  log?: FastifyBaseLogger
  /** How long cached responses stay fresh, and the clock of the cache, for tests. */
  cacheLife?: { maxAgeMs?: number; now?: () => number }
  /** Chooses the calls that a fault of the card sandbox meets; by default `Math.random`. */
  random?: () => number
  /** Wraps the fetch that calls the card provider, for tests of network failures. */
  cardNetwork?: (send: typeof fetch) => typeof fetch
}

export type Store = {
  app: FastifyInstance
  cache: ResponseCache
  /** The clock of the database, which the caller starts. */
  databaseClock: DatabaseClock
  cards: CardProvider | undefined
  /** The card sandbox, whose event delivery the caller starts; undefined with Stripe or without cards. */
  sandbox: EmbeddedCards | undefined
  outbox: Outbox
  receipts: ReceiptQueue
  settings: StoreSettings
  identityAdmin: IdentityAdmin
  jobs: Jobs
}

const MAX_HASHES = Math.max(1, availableParallelism() - 1)
const CACHE_BYTES = 12 * 1024 * 1024

/** Builds the store, with embedded services where no external ones are configured. */
export async function composeStore(options: StoreOptions): Promise<Store> {
  const { config, database, now, log = pino({ level: config.logLevel }) } = options
  const { db } = database
  let app: FastifyInstance | undefined
  const getApp = () => {
    if (!app) throw new Error('The store is not built yet')
    return app
  }
  const inProcess = createInjectFetch((request) => getApp().inject(request))
  const databaseClock = createDatabaseClock({ db, now, log })
  const limit = createLimit(db, databaseClock.now)
  const receipts = createReceiptQueue()
  const settings = createStoreSettings({
    db,
    defaults: defaultSettings(config),
    log,
    ...(options.cacheLife?.now ? { clock: options.cacheLife.now } : {}),
  })
  await settings.refresh()
  await insertShippedTypes(db, now())
  await setEarlierSeller(db, sellerOf(settings.defaults))
  const filled = await fillSellers(database.background)
  if (filled > 0) log.info({ orders: filled }, 'orders of an earlier version have their seller now')
  const cache = createResponseCache({
    ...options.cacheLife,
    maxBytes: CACHE_BYTES,
    isDatabaseUnavailable: database.breaker.isOpen,
  })
  const overload = createOverload(database)
  const secret = config.accessTokenSecret ?? (await readSecret(db, 'access-token', newSecret))
  const leaveLinks = createLeaveLinks({
    origin: config.origin,
    secret: await readSecret(db, 'newsletter', newSecret),
  })
  const stopLinks = createStopLinks({
    origin: config.origin,
    secret: await readSecret(db, 'stock-notices', newSecret),
  })
  // it counts against the identity provider's limit for each address
  const mayMail = async (email: string) =>
    (await limit(`identity:mail-to:${digest(email)}`, {
      points: config.limits.mailsPerHour,
      seconds: 3600,
    })) === undefined
  const identity = await assembleIdentity(options, {
    inProcess,
    limit,
    overload,
    databaseNow: databaseClock.now,
  })
  const cards = await assembleCards(options, { limit, log, getApp })
  const jobs = createJobs({
    database,
    jobs: backgroundJobs({
      db: database.background,
      cards: cards.provider,
      identityAdmin: identity.admin,
      rules: config.limits,
      onStockReturned: () => invalidateStock(cache),
      readShop: async () => ({
        name: (await settings.current()).name,
        origin: config.origin,
        links: stopLinks,
      }),
      demo: config.demo,
      now,
      log,
    }),
    log,
  })
  app = await buildApp({
    ...options,
    log,
    jobs,
    overload,
    databaseClock,
    tokens: createAccessTokens({ secret, origin: config.origin, now }),
    identity: identity.provider,
    identityAdmin: identity.admin,
    cards: cards.provider,
    publishableKey: cards.publishableKey,
    limit,
    leaveLinks,
    stopLinks,
    mayMail,
    cache,
    receipts,
    settings,
    embedded: [...identity.embedded, ...cards.embedded],
  })
  const outbox = assembleOutbox(options, {
    mailboxes: identity.mailboxes,
    mayMail,
    receipts,
    settings,
    log,
  })
  return {
    app,
    cache,
    databaseClock,
    cards: cards.provider,
    sandbox: cards.sandbox,
    outbox,
    receipts,
    settings,
    identityAdmin: identity.admin,
    jobs,
  }
}

type OutboxParts = {
  mailboxes: Mailboxes
  mayMail: (email: string) => Promise<boolean>
  receipts: ReceiptQueue
  settings: StoreSettings
  log: FastifyBaseLogger
}

function assembleOutbox(
  { config, database: { background: db }, now, print }: StoreOptions,
  { mailboxes, mayMail, receipts, settings, log }: OutboxParts,
): Outbox {
  const { demo, origin } = config
  const { smtpUrl, from } = config.mail
  const takesCards = config.cards.mode !== 'off'
  return createOutbox({
    db,
    demo,
    origin,
    writers: [
      async () => {
        const shop = await settings.current()
        return writeOrderMails(db, { ...shop, origin, takesCards, mailboxes }, (err, eventId) =>
          log.error({ err, eventId }, 'outbox: no mail can be composed for an order event'),
        )
      },
      () => writeVerificationMails(db, { origin, mailboxes, consumeMailQuota: mayMail }),
    ],
    print,
    drawReceipt: (orderId) =>
      mailedReceipt(db, { orderId, now: now(), notes: { demo, takesCards }, receipts }),
    ...(smtpUrl ? { transport: createSmtpTransport({ smtpUrl, from }) } : {}),
    ...(config.sms ? { sms: createSmsTransport(config.sms) } : {}),
  })
}

type IdentityParts = {
  inProcess: typeof fetch
  limit: Limit
  overload: Overload
  databaseNow: () => Date
}

async function assembleIdentity(
  { config, database: { db }, now, passwordCost }: StoreOptions,
  { inProcess, limit, overload, databaseNow }: IdentityParts,
) {
  const { identity: settings, origin, demo, limits } = config
  if (settings.mode === 'firebase') {
    const provider = createIdentityProvider({
      issuer: `https://securetoken.google.com/${settings.projectId}`,
      projectId: settings.projectId,
      apiKey: settings.apiKey,
      jwksUrl: 'https://www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com',
      accountsUrl: 'https://identitytoolkit.googleapis.com/v1/accounts',
      fetch,
      now,
    })
    const { projectId, serviceAccount: account } = settings
    const admin = account
      ? createFirebaseAdmin({ projectId, account, fetch, now })
      : createAdminWithoutCredentials(provider)
    // Firebase cannot end a single session: its refresh token stays valid, but the store refuses its ID tokens
    const sessions = { endSession: async () => {}, endOtherSessions: async () => {} }
    // Firebase mails the verification link, from the account page; an exchange shows whether an address is verified
    const link = `${origin}/dashboard/account`
    const mailboxes = { isVerified: async () => false, verificationLink: async () => ({ link }) }
    return { provider, admin: { ...admin, ...sessions }, mailboxes, embedded: [] }
  }
  const embedded = createEmbeddedIdentity({
    db,
    origin,
    ...settings,
    fetch,
    demo,
    encryptionSecret: settings.encryptionSecret ?? (await readSecret(db, 'identity-encryption', newSecret)),
    passwordMinLength: limits.passwordMinLength,
    ...(passwordCost ? { passwordCost } : {}),
    limitConcurrency: createSemaphore(MAX_HASHES, {
      max: limits.passwordsWaiting,
      reject: () => overload.rejection('passwords'),
    }),
    now,
    databaseNow,
    sendMail: queueMail,
    onSignInsEnded: endSignInsOf,
    ...(demo || config.sms ? { sendSms: queueSms } : {}),
    listMail: () => listMail(db),
    limit,
    trustedIpAddress: (request) => ipAddressToLimit(request, demo),
    limits: {
      ...limits,
      mailsPerIpAddressPerHour: limits.mailsPerHour * 5,
      smsPerIpAddressPerHour: limits.smsPerHour * 5,
    },
  })
  const provider = createIdentityProvider({
    issuer: `${origin}/identity`,
    projectId: settings.projectId,
    apiKey: settings.apiKey,
    jwksUrl: `${origin}/identity/.well-known/jwks.json`,
    accountsUrl: `${origin}/identity/v1/accounts`,
    fetch: inProcess,
    now,
  })
  const { admin, plugin } = embedded
  return { provider, admin, mailboxes: admin, embedded: [{ prefix: '/identity', plugin }] }
}

/** Without service credentials only the store refuses a disabled account, and only the owner's ID token can delete one at Firebase. */
function createAdminWithoutCredentials(
  provider: IdentityProvider,
): Pick<IdentityAdmin, 'disable' | 'remove' | 'verifiedEmails'> {
  return {
    verifiedEmails: async () => null,
    disable: async () => {},
    async remove(_uid, idToken) {
      if (!idToken) throw new Error('without FIREBASE_SERVICE_ACCOUNT only its owner can remove an account')
      await provider.removeOwn(idToken)
    },
  }
}

async function assembleCards(
  { config, database: { db }, now, random = Math.random, cardNetwork = (send) => send }: StoreOptions,
  { limit, log, getApp }: { limit: Limit; log: FastifyBaseLogger; getApp: () => FastifyInstance },
) {
  const { cards } = config
  if (cards.mode === 'off')
    return { provider: undefined, publishableKey: null, embedded: [], sandbox: undefined }
  if (cards.mode === 'stripe') {
    return {
      provider: createStripeProvider({
        ...cards,
        fetch: cardNetwork(fetch),
        now,
        onOtherVersion: warnOnce(log),
      }),
      publishableKey: cards.publishableKey,
      embedded: [],
      sandbox: undefined,
    }
  }
  const [secretKey, publishableKey, webhookSecret] = await Promise.all([
    readSecret(db, 'cards-secret-key', () => `sk_test_${newSecret()}`),
    readSecret(db, 'cards-publishable-key', () => `pk_test_${newSecret()}`),
    readSecret(db, 'cards-webhook-secret', () => `whsec_${newSecret()}`),
  ])
  const sandbox = createEmbeddedCards({
    db,
    origin: config.origin,
    now,
    random,
    secretKey,
    publishableKey,
    webhookSecret,
    demo: config.demo,
    limit,
    trustedIpAddress: (request) => ipAddressToLimit(request, config.demo),
    async deliver(payload, signature) {
      const headers = { 'content-type': 'application/json', 'stripe-signature': signature }
      const reply = await getApp().inject({ method: 'POST', url: '/api/webhook/stripe', headers, payload })
      return reply.statusCode
    },
    log: (line) => log.warn(line),
  })
  const toSandbox = createInjectFetch((request) => getApp().inject(request), '/payments')
  const provider = createStripeProvider({ secretKey, webhookSecret, fetch: cardNetwork(toSandbox), now })
  return { provider, publishableKey, embedded: [{ prefix: '/payments', plugin: sandbox.plugin }], sandbox }
}

/** Events of other API versions are handled too, because the store reads the payment itself; each version is logged once. */
function warnOnce(log: FastifyBaseLogger): (version: string) => void {
  const warned = new Set<string>()
  return (version) => {
    if (warned.has(version)) return
    warned.add(version)
    log.warn(`Card events arrive in API version ${version}, not ${API_VERSION}: see docs/stripe.md`)
  }
}

function newSecret(): string {
  return randomBytes(32).toString('hex')
}
