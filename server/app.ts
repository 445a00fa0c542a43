import { randomUUID } from 'node:crypto'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyPluginAsync,
  type FastifyRequest,
  LogController,
} from 'fastify'
import { isFormParameter, isListParameter } from '#contract/catalog/search/filters.ts'
import { maximumMinor } from '#contract/platform/card-amounts.ts'
import { AppError } from '#contract/platform/errors.ts'
import { chargeableMinor } from '#contract/sales/payments/card-minimums.ts'
import type { Database } from '#database/open.ts'
import { importRoutes } from './catalog/imports/routes.ts'
import { createImportWorker } from './catalog/imports/work.ts'
import { deleteNoticesOf } from './catalog/notices/notices.ts'
import { noticeRoutes } from './catalog/notices/routes.ts'
import { stopNoticeRoutes } from './catalog/notices/stop-notices.ts'
import { catalogueRoutes } from './catalog/part-types/routes.ts'
import { uploadRoutes } from './catalog/pictures.ts'
import { productRoutes } from './catalog/products/routes.ts'
import { sitemapRoutes } from './catalog/products/sitemap.ts'
import { reviewRoutes } from './catalog/reviews/routes.ts'
import { anonymiseReviews } from './catalog/reviews/service.ts'
import { openSearchRoute } from './catalog/search/opensearch-route.ts'
import { apiDocs } from './docs/routes.ts'
import { addressRoutes } from './people/addresses/routes.ts'
import { leaveRoutes } from './people/requests/leave-newsletter.ts'
import { requestRoutes } from './people/requests/routes.ts'
import type { PersonalData } from './people/users/account-deletion.ts'
import { userRoutes } from './people/users/routes.ts'
import type { IdentityAdmin } from './people/users/service.ts'
import { limitBodies } from './platform/admission/bodies.ts'
import {
  createLongListLimit,
  type Limit,
  type LongListLimit,
  limitLongLists,
} from './platform/admission/limits.ts'
import { limitRequests, type Overload } from './platform/admission/overload.ts'
import { createSemaphore } from './platform/admission/queues.ts'
import type { AccessTokens } from './platform/auth/access-token.ts'
import type { IdentityProvider } from './platform/auth/id-token.ts'
import { addResponseCache } from './platform/cache/plugin.ts'
import type { ResponseCache } from './platform/cache/response-cache.ts'
import { type Config, DEFAULT_NAME } from './platform/config/config.ts'
import { routableAddress } from './platform/http/addresses.ts'
import { createBind } from './platform/http/bind-endpoint.ts'
import { rejectExpectations, requireOneHost, sendClientError } from './platform/http/early-errors.ts'
import { createInProcessClient } from './platform/http/inject-fetch.ts'
import { sendProblem } from './platform/http/problem.ts'
import { readJsonBodies } from './platform/http/read-input.ts'
import { registerWeb } from './platform/http/render-web.ts'
import { addSafetyHeaders, safetyHeaders } from './platform/http/security.ts'
import type { SignedLinks } from './platform/http/signed-links.ts'
import type { Jobs } from './platform/jobs/jobs.ts'
import { jobRoutes } from './platform/jobs/routes.ts'
import { mailRoutes } from './platform/mail/routes.ts'
import type { DatabaseClock } from './platform/metrics/database-clock.ts'
import { createMetrics, observeRequests } from './platform/metrics/metrics.ts'
import { metricsRoutes } from './platform/metrics/routes.ts'
import { auditRoutes } from './sales/audit/routes.ts'
import { deleteCart } from './sales/cart/cart.ts'
import { bindCheckout } from './sales/cart/checkout.ts'
import { cartRoutes } from './sales/cart/routes.ts'
import { findRoutes } from './sales/find/routes.ts'
import { anonymiseOrders, lockOrders, rejectNewOrders } from './sales/orders/account-deletion.ts'
import { emptyNotes } from './sales/orders/notes.ts'
import { orderRoutes } from './sales/orders/routes.ts'
import { overviewRoutes } from './sales/overview/routes.ts'
import type { CardProvider } from './sales/payments/provider/card-provider.ts'
import { paymentRoutes } from './sales/payments/routes.ts'
import type { ReceiptQueue } from './sales/receipts/receipt-queue.ts'
import { configRoutes } from './store/settings/config-routes.ts'
import { iconRoutes } from './store/settings/icon-routes.ts'
import { settingsRoutes } from './store/settings/routes.ts'
import type { StoreSettings } from './store/settings/store-settings.ts'
import { sourceFileRoutes } from './store/source-files.ts'

export type AppDeps = {
  config: Config
  database: Database
  log: FastifyBaseLogger
  overload: Overload
  now: () => Date
  databaseClock: DatabaseClock
  tokens: AccessTokens
  identity: IdentityProvider
  identityAdmin: IdentityAdmin
  cards: CardProvider | undefined
  publishableKey: string | null
  limit: Limit
  leaveLinks: SignedLinks
  stopLinks: SignedLinks
  /** Consumes one of the mails of the hour to an address. */
  mayMail: (email: string) => Promise<boolean>
  cache: ResponseCache
  receipts: ReceiptQueue
  settings: StoreSettings
  jobs: Pick<Jobs, 'runAgain'>
  /** Embedded services, each below its own prefix with its own error format. */
  embedded: { prefix: string; plugin: FastifyPluginAsync }[]
  web?: { root: string; dev: boolean }
  checkResponses: boolean
}

const BODY_LIMIT = 100 * 1024
/** Enough for the largest picture over a slow connection. */
const REQUEST_MS = 120_000
/** Pages rendered at a time: each takes memory, and Node renders on one core. */
const MAX_RENDERS = 2
/** A longer segment of a path below `/api` is `address_too_long` instead of `not_found`. */
const MAX_SEGMENT_LENGTH = 1024

export async function buildApp(deps: AppDeps): Promise<FastifyInstance> {
  const { config, log } = deps
  const { db } = deps.database
  const headers = headersOf(config)
  const app = Fastify({
    // with a logger of its own Fastify adds listeners to each response (docs/decisions/0043)
    logger: false,
    childLoggerFactory: (_none, bindings) => log.child(bindings),
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    // only the addresses that our proxies added are trusted: the client can send any before them
    trustProxy: (_address, distance) => distance < config.trustProxy,
    bodyLimit: BODY_LIMIT,
    requestTimeout: REQUEST_MS,
    genReqId: () => randomUUID(),
    // below `/api` `rejectLongSegments` rejects long ones, in the error format of the API
    routerOptions: { maxParamLength: Number.MAX_SAFE_INTEGER },
    forceCloseConnections: 'idle',
    clientErrorHandler: sendClientError(headers),
    // `requireOneHost` rejects requests without one
    http: { requireHostHeader: false },
    rewriteUrl: ({ url = '/' }) => routableAddress(url),
  })
  app.log = log
  readJsonBodies(app)
  app.setErrorHandler(sendProblem)
  app.setNotFoundHandler((request, reply) => sendProblem(new AppError('not_found'), request, reply))
  addSafetyHeaders(app, headers)
  requireOneHost(app, headers)
  warnOfForwarding(app, config.trustProxy > 0)
  app.addHook('onClose', () => deps.receipts.stop())
  const metrics = createMetrics({
    db,
    pool: deps.database.pool,
    cache: deps.cache.stats,
    dataDir: config.dataDir,
    shed: deps.overload.counts,
    clock: deps.databaseClock,
  })
  addResponseCache(app, { cache: deps.cache, origin: config.origin, countCached: metrics.countCached })
  observeRequests(app, metrics)
  limitRequests(app, { overload: deps.overload, max: config.limits.requestsAtOnce })
  limitBodies(app, { overload: deps.overload, maxBytes: config.limits.bodyMegabytesAtOnce * 1024 * 1024 })
  app.server.maxConnections = config.limits.connectionsAtOnce
  app.server.on('drop', () => deps.overload.count('connections'))
  app.get('/healthz', async () => ({ status: 'ok' }))
  app.get('/readyz', async (_request, reply) => {
    if (await deps.database.watch.isReady()) return { status: 'ready' }
    return reply.code(503).send({ status: 'unavailable' })
  })
  // browsers report pages that React had to draw anew; /metrics counts requests by route
  app.post('/redrawn-pages', (_request, reply) => reply.code(204).send())
  // password managers open it (W3C: A Well-Known URL for Changing Passwords)
  app.get('/.well-known/change-password', (_request, reply) => reply.redirect('/dashboard/account', 302))
  metricsRoutes(app, metrics, { demo: config.demo, token: config.metricsToken })
  uploadRoutes(app, config.dataDir)
  // the demo's portfolio links to them
  if (config.demo) sourceFileRoutes(app)
  const limitReads = createLongListLimit({
    limit: deps.limit,
    perHour: config.limits.longListsPerHour,
    demo: config.demo,
  })
  iconRoutes(app, deps.settings)
  openSearchRoute(app, { settings: deps.settings, origin: config.origin })
  leaveRoutes(app, { db, links: deps.leaveLinks })
  stopNoticeRoutes(app, { db, links: deps.stopLinks })
  sitemapRoutes(app, { db, origin: config.origin, hasPortfolio: config.demo, headers, limitReads })
  await app.register(
    withNotFoundRoutes(async (api) => mountApi(api, deps, limitReads)),
    { prefix: '/api' },
  )
  for (const { prefix, plugin } of deps.embedded) await app.register(withNotFoundRoutes(plugin), { prefix })
  if (deps.web) await mountPages(app, deps, deps.web)
  rejectExpectations(app.server, headers)
  return app
}

function headersOf({ origin, identity }: Config): Record<string, string> {
  // pages must keep access to sign-in popups that navigate to other origins
  const popups = identity.mode === 'firebase' || Object.keys(identity.clients).length > 0
  return safetyHeaders({ https: origin.startsWith('https:'), popups })
}

/** Unknown addresses below a prefix get its error format instead of a page. */
function withNotFoundRoutes(plugin: FastifyPluginAsync): FastifyPluginAsync {
  return async (scope, options) => {
    await plugin(scope, options)
    scope.get('/*', (_request, reply) => reply.callNotFound())
    scope.get('/', (_request, reply) => reply.callNotFound())
  }
}

async function rejectLongSegments({ url }: FastifyRequest): Promise<void> {
  if (url.length <= MAX_SEGMENT_LENGTH) return
  const [path = ''] = url.split('?', 1)
  const isTooLong = path.split('/').some((segment) => decodeURIComponent(segment).length > MAX_SEGMENT_LENGTH)
  if (isTooLong) throw new AppError('address_too_long')
}

function mountApi(api: FastifyInstance, deps: AppDeps, limitReads: LongListLimit): void {
  const { config, cards } = deps
  const { currency } = config
  api.addHook('onRequest', rejectLongSegments)
  const bind = createBind(api, {
    ...deps,
    db: deps.database.db,
    origin: config.origin,
    headers: headersOf(config),
    adminSecondFactor: config.identity.adminSecondFactor,
    invalidate: deps.cache.invalidate,
  })
  limitLongLists(api, limitReads)
  configRoutes(bind, deps)
  settingsRoutes(bind, deps)
  const { mailsPerHour } = config.limits
  userRoutes(bind, { ...deps, personalData, origin: config.origin, mailsPerHour })
  addressRoutes(bind)
  catalogueRoutes(bind)
  productRoutes(bind, { currency, dataDir: config.dataDir })
  noticeRoutes(bind, { ...deps, formsPerHour: config.limits.formsPerHour, demo: config.demo })
  importRoutes(bind, {
    currency,
    maxMegabytes: config.limits.importMegabytes,
    worker: mountImportWorker(api, deps),
  })
  cartRoutes(bind, { ...deps, currency, quotesPerHour: config.limits.quotesPerHour, demo: config.demo })
  const rules = {
    currency,
    unpaidOrderLimit: config.limits.unpaidOrders,
    unpaidOrderHours: config.limits.unpaidOrderHours,
    ...(cards ? chargeableMinor(currency) : totalsWithoutCards(currency)),
  }
  const { ordersPerHour } = config.limits
  bindCheckout(bind, { rules, ordersPerHour, settings: deps.settings })
  orderRoutes(bind, {
    ordersPerHour,
    receiptsPerHour: config.limits.receiptsPerHour,
    receipts: deps.receipts,
    settings: deps.settings,
    notes: { demo: config.demo, takesCards: cards !== undefined },
    rules,
  })
  paymentRoutes(bind, {
    cards,
    currency,
    cardAttemptsPerHour: config.limits.cardAttemptsPerHour,
    onStockReturned: () => invalidateStock(deps.cache),
  })
  reviewRoutes(bind, { ...deps, reviewsPerDay: config.limits.reviewsPerDay, origin: config.origin })
  requestRoutes(bind, {
    ...deps,
    formsPerHour: config.limits.formsPerHour,
    demo: config.demo,
    origin: config.origin,
  })
  const { dataDir, storageWarningMegabytes: warnBelowMegabytes } = config
  mailRoutes(bind)
  jobRoutes(bind, deps.jobs)
  auditRoutes(bind, { settings: deps.settings, currency })
  const { cards: cardConfig, mail } = config
  overviewRoutes(bind, {
    settings: deps.settings,
    currency,
    storage: { dataDir, warnBelowMegabytes },
    setup: config.demo
      ? null
      : {
          defaultName: DEFAULT_NAME,
          testPayments: cardConfig.mode === 'stripe' && cardConfig.testing,
          sendsMail: mail.smtpUrl !== undefined,
        },
  })
  findRoutes(bind, { currency })
  const { origin, demo } = config
  const readTitle = async () => `${(await deps.settings.current()).name} API`
  apiDocs(api, { readTitle, origin, demo, headers: headersOf(config) })
}

/** Every response that shows parts: for changes of which the caller does not know the parts. */
export function invalidateStock(cache: Pick<ResponseCache, 'invalidate'>): void {
  cache.invalidate(['products', 'product:*'])
}

function mountImportWorker(api: FastifyInstance, { config, database, cache, log }: AppDeps) {
  const worker = createImportWorker({
    db: database.background,
    currency: config.currency,
    onChanged: () => invalidateStock(cache),
    onFailed: (err, importId) =>
      log.error({ err, importId }, 'imports: the work on an import failed or was interrupted'),
  })
  api.addHook('onClose', () => worker.stop())
  return worker
}

/** The totals of a store without cards: a decimal number on the wire represents them exactly in every currency. */
function totalsWithoutCards(currency: string) {
  return { minMinor: 0, maxMinor: 1000 * maximumMinor(currency) }
}

/** What else of an account is deleted with it. */
export const personalData: PersonalData = {
  lock: lockOrders,
  async anonymise(trx, userId) {
    await rejectNewOrders(trx, userId)
    await anonymiseOrders(trx, userId)
    await emptyNotes(trx, userId)
    await anonymiseReviews(trx, userId)
    await deleteNoticesOf(trx, userId)
    await deleteCart(trx, userId)
  },
}

type Web = NonNullable<AppDeps['web']>

async function mountPages(app: FastifyInstance, deps: AppDeps, web: Web): Promise<void> {
  const { config } = deps
  await registerWeb(app, {
    ...web,
    origin: config.origin,
    client: createInProcessClient(app),
    isParameter: (name) => isListParameter(name) || isFormParameter(name),
    limitRenders: createSemaphore(MAX_RENDERS, {
      max: config.limits.pagesWaiting,
      reject: () => deps.overload.rejection('rendering'),
    }),
    headers: headersOf(config),
    thirdPartyOrigins: { ...identityOrigins(config), stripe: config.cards.mode === 'stripe', hmr: web.dev },
  })
}

function identityOrigins({ identity: { mode, authDomain, methods } }: Config) {
  if (mode === 'embedded') return { captcha: false }
  const captcha = methods.some((method) => method === 'phone' || method === 'phoneFactor')
  return { firebaseAuthDomain: authDomain, captcha }
}

/** Warns once: without TRUST_PROXY all clients behind a proxy share its IP address, and with it the rate limits. */
function warnOfForwarding(app: FastifyInstance, trusted: boolean): void {
  if (trusted) return
  let warned = false
  app.addHook('onRequest', (request, _reply, done) => {
    if (!warned && request.headers['x-forwarded-for'] !== undefined) {
      warned = true
      request.log.warn(
        'X-Forwarded-For was sent, but TRUST_PROXY is off: client IP addresses are those of the connection',
      )
    }
    done()
  })
}
