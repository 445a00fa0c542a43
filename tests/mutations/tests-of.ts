import { readdirSync } from 'node:fs'

const api = (...names: string[]) => names.map((name) => `tests/api/${name}.test.ts`)

const identity = api(
  ...['identity-attacks', 'identity-model', 'identity-takeover', 'identity-races', 'identity-sessions'],
  ...['identity-codes', 'identity-sign-up', 'identity-http', 'identity-mail-codes', 'identity-email-link'],
  ...['identity-address-change', 'identity-google', 'identity-linking', 'identity-ways', 'identity-phone'],
  ...[
    'identity-mfa-totp',
    'identity-mfa-phone',
    'identity-recovery-codes',
    'identity-practice',
    'identity-oauth',
  ],
  ...['identity-openid', 'identity-sweep', 'identity-keys', 'identity-methods', 'identity-strain'],
)
const cards = api(
  ...['card-intents', 'card-refunds', 'card-disputes', 'card-idempotency', 'card-safety', 'card-challenge'],
  ...['card-control', 'card-events', 'card-nonsense', 'card-states'],
)
const orders = api(
  ...[
    'orders',
    'order-states',
    'order-keys',
    'stock',
    'refunds',
    'disputes',
    'orders-together',
    'interleavings',
  ],
  ...['order-interleavings', 'leaving', 'authorization', 'payments'],
)
const payments = api(
  ...[
    'payments',
    'payment-proof',
    'refunds',
    'disputes',
    'unknown-payments',
    'provider-away',
    'ledger-differences',
  ],
  ...['payment-faults', 'authorization', 'interleavings', 'order-states', 'order-interleavings'],
)
const imports = api('imports', 'import-switch', 'import-ready', 'import-crowd', 'import-command')

/** Which tests should notice what is taken out of a file, or of any file of a folder; the likeliest first. */
const noticing: Record<string, string[]> = {
  server: api('authorization', 'accounts', 'tokens', 'users'),
  'server/auth': [...api('tokens', 'accounts', 'authorization', 'sign-ins'), 'server/auth/id-token.test.ts'],
  'server/auth/authenticate.ts': api('tokens', 'authorization', 'sign-ins', 'leaving', 'admin-second-step'),
  'server/http': api('authorization', 'bad-input', 'forms', 'odd-addresses'),
  'server/http/bind-endpoint.ts': api('admin-second-step', 'authorization'),
  'server/http/idempotency.ts': api('order-keys', 'orders', 'guards', 'reviews'),
  'server/http/limits.ts': api('guards', 'forms', 'orders', 'reviews', 'receipts'),
  'server/jobs': api('guards', 'export', 'sign-ins', 'unnamed-sign-ins'),
  'server/mail': ['server/mail/outbox.test.ts', 'server/mail/sms-gateway.test.ts', ...api('order-mails')],
  'server/metrics': api('metrics'),
  'server/orders': orders,
  'server/payments': payments,
  'server/products': [...api('products', 'stock', 'orders', 'pictures'), 'server/products/change.test.ts'],
  'server/products/imports': imports,
  'server/reviews': api('reviews', 'leaving', 'guards'),
  'server/users': api(
    'users',
    'leaving',
    'leaving-second-factor',
    'ended-sign-ins',
    'accounts',
    'tokens',
    'sign-ins',
    'unnamed-sign-ins',
    'authorization',
  ),
  'embedded/cards': cards,
  'embedded/identity': identity,
  database: api('database-rules'),
}

/** The tests of the most exact place that is listed; tests that bear the file's name come first. */
export function testsOf(file: string): string[] {
  const place = Object.keys(noticing)
    .filter((key) => file === key || file.startsWith(`${key}/`))
    .sort((one, other) => other.length - one.length)[0]
  if (!place) throw new Error(`tests-of.ts names no tests for ${file}`)
  return [...new Set([...namedAlike(file), ...(noticing[place] ?? [])])]
}

/** embedded/identity/mfa-sign-in.ts: tests/api/identity-mfa-totp.test.ts, since both have "mfa". */
function namedAlike(file: string): string[] {
  const words = (file.split('/').at(-1) ?? '').replace('.ts', '').split('-')
  const own = new Set(words.filter((word) => word.length > 2 && word !== 'service' && word !== 'sign'))
  const kindOf = (name: string) => /^(identity|card)-/.exec(name)?.[1] ?? 'server'
  const kind = file.startsWith('embedded/identity')
    ? 'identity'
    : file.startsWith('embedded/cards')
      ? 'card'
      : 'server'
  const score = (name: string) =>
    name
      .replace('.test.ts', '')
      .split('-')
      .filter((word) => own.has(word)).length
  return readdirSync(new URL('../api', import.meta.url))
    .filter(
      (name) => kindOf(name) === kind && score(name) > 0 && !/sdk|oracle|model|interleavings/.test(name),
    )
    .sort((one, other) => score(other) - score(one))
    .map((name) => `tests/api/${name}`)
}
