import path from 'node:path'
import * as z from 'zod'
import { type IdentityMethod, isPopupMethod } from '#contract/platform/auth/identity-methods.ts'
import {
  customProvider,
  externalClients,
  externalVariables,
  isSafeAddress,
  missingOfIncompleteClients,
  missingVariables,
} from '../auth/external-clients.ts'
import { isDecodable } from '../http/addresses.ts'
import { configError } from './config-error.ts'
import {
  count,
  flag,
  hops,
  isCurrency,
  isLocale,
  isTimeZone,
  methodList,
  noColon,
  percent,
  port,
  seconds,
  secret,
  serviceAccountFile,
  siteAddress,
  smsBody,
  stripeKey,
  webhookSecrets,
} from './config-values.ts'
import { addEnvFile } from './environment.ts'

const demoShop = { phone: '+1 555 014 2280', address: '12 Foundry Lane, Unit 4' }
const emptyShop = { phone: '', address: '' }

const limitDefaults = {
  demo: { unpaidOrders: 100, reviewsPerDay: 100 },
  production: { unpaidOrders: 10, reviewsPerDay: 5 },
}

/** What a shop is called until somebody names it. */
export const DEFAULT_NAME = 'Partsline'

const environment = z.object({
  PORT: port.default(3000),
  HOST: z.string().default('127.0.0.1'),
  DATA_DIR: z.string().optional(),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  STORE_MODE: z.enum(['demo', 'production']).default('demo'),
  STORE_NAME: z.string().min(1).max(80).default(DEFAULT_NAME),
  STORE_ADDRESS: z.string().max(300).optional(),
  STORE_TAX_ID: z.string().max(60).default(''),
  STORE_PHONE: z.string().min(3).max(40).optional(),
  STORE_LOCALE: z.string().refine(isLocale, 'is not a locale such as en-US').default('en-US'),
  STORE_TIME_ZONE: z.string().refine(isTimeZone, 'is not a time zone like Europe/Paris').default('UTC'),
  CURRENCY: z
    .string()
    .toLowerCase()
    .refine(isCurrency, 'is not an ISO 4217 currency such as usd')
    .default('usd'),
  PUBLIC_URL: siteAddress.optional(),
  IDENTITY: z.enum(['embedded', 'firebase']).default('embedded'),
  IDENTITY_METHODS: methodList.optional(),
  IDENTITY_EMAIL_PRIVACY: flag.default(true),
  IDENTITY_API_KEY: noColon.default('partsline-embedded'),
  ...externalVariables,
  FIREBASE_PROJECT_ID: z.string().min(1).optional(),
  FIREBASE_API_KEY: noColon.optional(),
  FIREBASE_AUTH_DOMAIN: noColon.optional(),
  FIREBASE_SERVICE_ACCOUNT: serviceAccountFile.optional(),
  CARDS: z.enum(['sandbox', 'stripe', 'off']).default('sandbox'),
  STRIPE_SECRET_KEY: stripeKey('sk', 'rk').optional(),
  STRIPE_PUBLISHABLE_KEY: stripeKey('pk').optional(),
  STRIPE_WEBHOOK_SECRET: webhookSecrets.optional(),
  ACCESS_TOKEN_SECRET: secret.optional(),
  METRICS_TOKEN: secret.optional(),
  IDENTITY_ENCRYPTION_SECRET: secret.optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  SMS_URL: z
    .url({ protocol: /^https?$/ })
    .refine(isSafeAddress, 'is an https address, or http on this machine')
    .refine((url) => {
      const { username, password } = URL.parse(url) ?? { username: '', password: '' }
      return isDecodable(username + password)
    }, 'must have %25 for a % in user or password')
    .optional(),
  SMS_TOKEN: z.string().min(1).optional(),
  SMS_BODY: smsBody.default('{"to":"{to}","text":"{text}"}'),
  MAIL_FROM: z.string().optional(),
  TAX_RATE: percent.default(0),
  UNPAID_ORDER_HOURS: z.coerce.number().positive().max(8760).default(48),
  ADMIN_MFA: z.enum(['optional', 'required']).default('optional'),
  PASSWORD_MIN_LENGTH: z.coerce.number().int().min(6).max(200).default(6),
  TRUST_PROXY: hops.optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  UNPAID_ORDER_LIMIT: count.optional(),
  REVIEWS_PER_DAY: count.optional(),
  ORDERS_PER_HOUR: count.default(1000),
  RECEIPTS_PER_HOUR: count.default(30),
  FORMS_PER_HOUR: count.default(60),
  LONG_LISTS_PER_HOUR: count.default(1000),
  QUOTES_PER_HOUR: count.default(1000),
  SIGN_UPS_PER_HOUR: count.default(100),
  SIGN_IN_FAILURES_PER_HOUR: count.default(100),
  MAILS_PER_HOUR: count.default(20),
  SMS_PER_HOUR: count.default(10),
  CARD_ATTEMPTS_PER_HOUR: count.default(10),
  IMPORT_MEGABYTES: count.default(1000),
  STORAGE_WARNING_MEGABYTES: z.coerce.number().int().min(0).max(1_000_000_000).default(1000),
  REQUESTS_AT_ONCE: count.default(256),
  CONNECTIONS_AT_ONCE: count.default(4096),
  BODY_MEGABYTES_AT_ONCE: count.default(16),
  PAGES_WAITING: count.default(32),
  PASSWORDS_WAITING: count.default(32),
  DATABASE_CONNECT_SECONDS: seconds.default(3),
  DATABASE_ANSWER_SECONDS: seconds.default(7),
})

type Environment = z.infer<typeof environment>
export type Config = ReturnType<typeof toConfig>

/** All variables; `.env.example` explains each. */
export const VARIABLES = Object.keys(environment.shape)

/** Adds the variables of `.env` beside package.json, and returns a line for each that is not known (`addEnvFile`). Throws `ConfigError`. */
export function loadEnvironment(): string[] {
  return addEnvFile(path.join(import.meta.dirname, '../../../.env'), process.env, VARIABLES)
}

/** Reads and checks the environment. An empty variable counts as absent. Throws `ConfigError`. */
export function readConfig(env: Record<string, string | undefined> = process.env): Config {
  const given = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value !== ''),
  )
  const result = environment.safeParse(given)
  if (!result.success) {
    throw configError(result.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`))
  }
  const { data } = result
  const faults = [
    ...missingProviderVariables(data),
    ...cardFaults(data),
    ...methodFaults(data),
    ...productionFaults(data),
  ]
  if (faults.length > 0) throw configError(faults)
  return toConfig(data)
}

function missingProviderVariables(env: Environment): string[] {
  const required: (keyof Environment)[] = []
  if (env.IDENTITY === 'firebase')
    required.push('FIREBASE_PROJECT_ID', 'FIREBASE_API_KEY', 'FIREBASE_AUTH_DOMAIN')
  if (env.CARDS === 'stripe')
    required.push('STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET')
  return required.filter((name) => !env[name]).map((name) => `${name} is missing`)
}

/** Rejects live and test keys together, live keys in a demo, and keys of a provider that is not in use. */
function cardFaults(env: Environment): string[] {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_PUBLISHABLE_KEY: publishableKey } = env
  if (env.CARDS !== 'stripe') {
    const names = ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'] as const
    return names.filter((name) => env[name]).map((name) => `${name} is set, but CARDS is not stripe`)
  }
  const live = [secretKey, publishableKey].filter((key) => key && isLive(key))
  if (secretKey && publishableKey && live.length === 1)
    return ['STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY: one is a live key, the other a test key']
  if (isDemo(env) && live.length > 0)
    return ['the Stripe keys are live, but STORE_MODE is demo, which says that payments are tests']
  return []
}

function isLive(key: string): boolean {
  return key.split('_')[1] === 'live'
}

const defaultMethods: IdentityMethod[] = ['password', 'google']

function methodFaults(env: Environment): string[] {
  if (env.IDENTITY !== 'embedded') return []
  const faults = missingOfIncompleteClients(env).map((name) => `${name} is missing`)
  const named = env.IDENTITY_METHODS ?? []
  if (isDemo(env) && env.IDENTITY_METHODS && !named.includes('password'))
    faults.push('IDENTITY_METHODS needs password in a demo: its demo accounts sign in with one')
  const working = workingMethods(env)
  if (env.ADMIN_MFA === 'required' && !working.includes('totp') && !working.includes('phoneFactor'))
    faults.push('IDENTITY_METHODS needs totp, or phoneFactor with SMS_URL: ADMIN_MFA requires one of staff')
  // a demo has demo accounts instead
  for (const method of isDemo(env) ? [] : named.filter(isPopupMethod)) {
    const missing = missingVariables(env, method).filter((name) => !faults.includes(`${name} is missing`))
    faults.push(...missing.map((name) => `${name} is missing (IDENTITY_METHODS names ${method})`))
  }
  return faults
}

function workingMethods(env: Environment): IdentityMethod[] {
  const chosen = env.IDENTITY_METHODS ?? defaultMethods
  // configured in Firebase's console
  if (env.IDENTITY === 'firebase') return chosen
  return chosen.filter((method) => {
    if (isDemo(env)) return true
    if (method === 'phone' || method === 'phoneFactor') return env.SMS_URL !== undefined
    return !isPopupMethod(method) || missingVariables(env, method).length === 0
  })
}

function isDemo(env: Environment): boolean {
  return env.STORE_MODE === 'demo'
}

function productionFaults(env: Environment): string[] {
  if (env.STORE_MODE !== 'production') return []
  const faults: string[] = []
  if (!env.DATABASE_URL && !env.DATA_DIR)
    faults.push('DATABASE_URL is missing (or DATA_DIR, for the embedded database)')
  if (!env.PUBLIC_URL) faults.push('PUBLIC_URL is missing')
  else if (!isSafeAddress(env.PUBLIC_URL))
    faults.push('PUBLIC_URL must begin with https: passwords and tokens would be sent unencrypted')
  if (env.CARDS === 'sandbox') faults.push('CARDS must be stripe or off')
  if (env.IDENTITY === 'embedded' && !env.SMTP_URL)
    faults.push('SMTP_URL is missing (the embedded sign-in sends mail)')
  if (!env.MAIL_FROM && (env.IDENTITY === 'embedded' || env.SMTP_URL))
    faults.push('MAIL_FROM is missing (the sender of the mails, an address of the shop)')
  if (env.TRUST_PROXY === undefined)
    faults.push('TRUST_PROXY is missing (true behind a proxy, false without one)')
  return faults
}

function toConfig(env: Environment) {
  const limits = limitDefaults[env.STORE_MODE]
  const sample = isDemo(env) ? demoShop : emptyShop
  const origin = env.PUBLIC_URL ?? `http://localhost:${env.PORT}`
  return {
    port: env.PORT,
    host: env.HOST,
    origin,
    dataDir: env.DATA_DIR ?? './data',
    databaseUrl: env.DATABASE_URL,
    storageWarningMegabytes: env.STORAGE_WARNING_MEGABYTES,
    demo: isDemo(env),
    logLevel: env.LOG_LEVEL,
    trustProxy: env.TRUST_PROXY ?? 0,
    accessTokenSecret: env.ACCESS_TOKEN_SECRET,
    metricsToken: env.METRICS_TOKEN,
    mail: { smtpUrl: env.SMTP_URL, from: env.MAIL_FROM ?? 'Partsline <store@localhost>' },
    sms: env.SMS_URL ? { url: env.SMS_URL, token: env.SMS_TOKEN, body: env.SMS_BODY } : undefined,
    currency: env.CURRENCY,
    /** What holds until somebody saves a setting; readers ask `StoreSettings`. */
    shop: {
      name: env.STORE_NAME,
      phone: env.STORE_PHONE ?? sample.phone,
      address: env.STORE_ADDRESS ?? sample.address,
      taxId: env.STORE_TAX_ID,
      /** Hundredths of a percent. */
      taxRate: env.TAX_RATE,
      locale: env.STORE_LOCALE,
      timeZone: env.STORE_TIME_ZONE,
    },
    identity: { ...toIdentity(env, origin), adminSecondFactor: env.ADMIN_MFA === 'required' },
    cards: toCards(env),
    limits: {
      unpaidOrders: env.UNPAID_ORDER_LIMIT ?? limits.unpaidOrders,
      unpaidOrderHours: env.UNPAID_ORDER_HOURS,
      reviewsPerDay: env.REVIEWS_PER_DAY ?? limits.reviewsPerDay,
      ordersPerHour: env.ORDERS_PER_HOUR,
      receiptsPerHour: env.RECEIPTS_PER_HOUR,
      formsPerHour: env.FORMS_PER_HOUR,
      longListsPerHour: env.LONG_LISTS_PER_HOUR,
      quotesPerHour: env.QUOTES_PER_HOUR,
      signUpsPerHour: env.SIGN_UPS_PER_HOUR,
      signInFailuresPerHour: env.SIGN_IN_FAILURES_PER_HOUR,
      mailsPerHour: env.MAILS_PER_HOUR,
      smsPerHour: env.SMS_PER_HOUR,
      cardAttemptsPerHour: env.CARD_ATTEMPTS_PER_HOUR,
      importMegabytes: env.IMPORT_MEGABYTES,
      passwordMinLength: env.PASSWORD_MIN_LENGTH,
      requestsAtOnce: env.REQUESTS_AT_ONCE,
      connectionsAtOnce: env.CONNECTIONS_AT_ONCE,
      bodyMegabytesAtOnce: env.BODY_MEGABYTES_AT_ONCE,
      pagesWaiting: env.PAGES_WAITING,
      passwordsWaiting: env.PASSWORDS_WAITING,
    },
    databaseTimeouts: {
      connectMs: env.DATABASE_CONNECT_SECONDS * 1000,
      statementMs: env.DATABASE_ANSWER_SECONDS * 1000,
    },
  }
}

function toIdentity(env: Environment, origin: string) {
  if (env.IDENTITY === 'embedded') {
    const { hostname } = new URL(origin)
    return {
      mode: 'embedded' as const,
      methods: workingMethods(env),
      custom: customProvider(env),
      clients: externalClients(env),
      apiKey: env.IDENTITY_API_KEY,
      encryptionSecret: env.IDENTITY_ENCRYPTION_SECRET,
      emailPrivacy: env.IDENTITY_EMAIL_PRIVACY,
      authDomain: hostname,
      projectId: 'partsline',
      authorizedDomains: [...new Set([hostname, ...(isDemo(env) ? ['localhost', '127.0.0.1'] : [])])],
    }
  }
  return {
    mode: 'firebase' as const,
    methods: workingMethods(env),
    custom: customProvider(env),
    apiKey: env.FIREBASE_API_KEY ?? '',
    authDomain: env.FIREBASE_AUTH_DOMAIN ?? '',
    projectId: env.FIREBASE_PROJECT_ID ?? '',
    serviceAccount: env.FIREBASE_SERVICE_ACCOUNT,
  }
}

function toCards(env: Environment) {
  if (env.CARDS !== 'stripe') return { mode: env.CARDS }
  return {
    mode: env.CARDS,
    secretKey: env.STRIPE_SECRET_KEY ?? '',
    publishableKey: env.STRIPE_PUBLISHABLE_KEY ?? '',
    webhookSecret: env.STRIPE_WEBHOOK_SECRET ?? [],
    testing: !isLive(env.STRIPE_SECRET_KEY ?? ''),
  }
}
