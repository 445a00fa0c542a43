import { readdirSync } from 'node:fs'
import path from 'node:path'

const api = (...names: string[]) => names.map((name) => `tests/api/${name}.test.ts`)

const identity = api(
  'identity/identity-attacks',
  'identity/identity-model',
  'identity/identity-takeover',
  'identity/identity-races',
  'identity/identity-sessions',
  'identity/identity-codes',
  'identity/identity-sign-up',
  'identity/identity-http',
  'identity/identity-mail-codes',
  'identity/identity-email-link',
  'identity/identity-address-change',
  'identity/federated/identity-google',
  'identity/federated/identity-linking',
  'identity/identity-sign-in-methods',
  'identity/factors/identity-phone',
  'identity/factors/identity-mfa-totp',
  'identity/factors/identity-mfa-phone',
  'identity/factors/identity-recovery-codes',
  'identity/federated/identity-demo-accounts',
  'identity/federated/identity-oauth',
  'identity/federated/identity-openid',
  'identity/identity-clean-up',
  'identity/identity-keys',
  'identity/identity-methods',
  'identity/identity-strain',
)
const cards = api(
  'cards/card-intents',
  'cards/card-refunds',
  'cards/card-disputes',
  'cards/card-idempotency',
  'cards/card-safety',
  'cards/card-challenge',
  'cards/card-control',
  'cards/card-events',
  'payments/card-nonsense',
  'cards/card-states',
)
const orders = api(
  'orders/orders',
  'orders/order-states',
  'orders/order-keys',
  'orders/stock',
  'payments/refunds',
  'payments/disputes',
  'orders/place-order',
  'orders/interleavings',
  'orders/order-interleavings',
  'users/account-deletion',
  'http/authorization',
  'payments/payments',
)
const payments = api(
  'payments/payments',
  'payments/payment-proof',
  'payments/refunds',
  'payments/disputes',
  'payments/unknown-payments',
  'payments/provider-unavailable',
  'payments/ledger-differences',
  'payments/payment-faults',
  'payments/unusual-outcomes',
  'http/authorization',
  'orders/interleavings',
  'orders/order-states',
  'orders/order-interleavings',
)
const imports = api(
  'imports/imports',
  'imports/import-apply',
  'imports/import-prepared',
  'imports/import-concurrency',
  'imports/import-command',
)

/** The tests that should fail after a change of a file, or of any file of a folder; the likeliest first. */
const testsByPath: Record<string, string[]> = {
  server: api('http/authorization', 'users/accounts', 'users/tokens', 'users/users'),
  'server/auth': [
    ...api('users/tokens', 'users/accounts', 'http/authorization', 'users/sign-ins'),
    'server/auth/id-token.test.ts',
  ],
  'server/auth/authenticate.ts': api(
    'users/tokens',
    'http/authorization',
    'users/sign-ins',
    'users/account-deletion',
    'users/admin-second-factor',
  ),
  'server/http': api('http/authorization', 'http/bad-input', 'requests/forms', 'http/odd-addresses'),
  'server/http/bind-endpoint.ts': api('users/admin-second-factor', 'http/authorization'),
  'server/http/idempotency.ts': api('orders/order-keys', 'orders/orders', 'http/guards', 'reviews/reviews'),
  'server/http/limits.ts': api(
    'http/guards',
    'requests/forms',
    'orders/orders',
    'reviews/reviews',
    'orders/receipts',
  ),
  'server/jobs': api(
    'jobs/failed-jobs',
    'http/guards',
    'products/export',
    'users/sign-ins',
    'users/unnamed-sign-ins',
  ),
  'server/mail': [
    'server/mail/outbox.test.ts',
    'server/mail/sms-gateway.test.ts',
    ...api('orders/order-mails', 'mail/mail-outage'),
  ],
  'server/metrics': api('http/metrics'),
  'server/orders': orders,
  'server/payments': payments,
  'server/products': [
    ...api('products/products', 'orders/stock', 'orders/orders', 'products/pictures'),
    'server/products/service.test.ts',
  ],
  'server/products/imports': imports,
  'server/reviews': api('reviews/reviews', 'reviews/review-score', 'users/account-deletion', 'http/guards'),
  'server/users': api(
    'users/users',
    'users/account-deletion',
    'users/account-deletion-second-factor',
    'users/ended-sign-ins',
    'users/accounts',
    'users/tokens',
    'users/sign-ins',
    'users/unnamed-sign-ins',
    'http/authorization',
  ),
  'embedded/cards': cards,
  'embedded/identity': identity,
  database: api('http/database-rules'),
  'database/migrations/0005_order_events.sql': orders,
}

/** API tests whose names share a word with the file's name, then those that `testsByPath` lists for its longest path. */
export function testsOf(file: string): string[] {
  const longest = Object.keys(testsByPath)
    .filter((key) => file === key || file.startsWith(`${key}/`))
    .sort((one, other) => other.length - one.length)[0]
  if (!longest) throw new Error(`tests-of.ts names no tests for ${file}`)
  return [...new Set([...findTestsNamedAlike(file), ...(testsByPath[longest] ?? [])])]
}

/** For embedded/identity/mfa/mfa-sign-in.ts identity-mfa-totp.test.ts is one, since both names have the word "mfa". */
function findTestsNamedAlike(file: string): string[] {
  const words = (file.split('/').at(-1) ?? '').replace('.ts', '').split('-')
  // "service" and "sign" are in names of many files
  const fileWords = new Set(words.filter((word) => word.length > 2 && word !== 'service' && word !== 'sign'))
  const kindOf = (name: string) => /^(identity|card)-/.exec(name)?.[1] ?? 'server'
  const kind = file.startsWith('embedded/identity')
    ? 'identity'
    : file.startsWith('embedded/cards')
      ? 'card'
      : 'server'
  const score = (name: string) =>
    path.posix
      .basename(name)
      .replace('.test.ts', '')
      .split('-')
      .filter((word) => fileWords.has(word)).length
  return readdirSync(new URL('../api', import.meta.url), { recursive: true, encoding: 'utf8' })
    .map((name) => name.split(path.sep).join('/'))
    .filter(
      (name) =>
        kindOf(path.posix.basename(name)) === kind &&
        score(name) > 0 &&
        // these take long: only those that `testsByPath` lists are run
        !/sdk|oracle|model|interleavings/.test(name),
    )
    .sort((one, other) => score(other) - score(one))
    .map((name) => `tests/api/${name}`)
}
