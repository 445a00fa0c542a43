import type { Mutation } from './mutation.ts'

/** A mutation that no pattern finds. `find` occurs once in its file and is replaced by `put`. */
export type Listed = { kind: Mutation['kind']; file: string; find: string; put?: string }

type Change = [find: string, put?: string]
const changesOf = (kind: Mutation['kind'], file: string, changes: Change[]): Listed[] =>
  changes.map(([find, put = '']) => ({ kind, file, find, put }))

/** Access checks in another form than `if (…) throw new AppError(…)` and `check(…)`. */
const authorization: Listed[] = [
  ...changesOf('authorization', 'server/http/bind-endpoint.ts', [
    ["if (endpoint.access !== 'admin') return", 'return'],
    ['  checkEmailOwner(endpoint, input, request)\n'],
    ['    checkObjectOwner<E>(endpoint, object, caller)\n'],
    [" && own.admin === 'any') return", ') return'],
    ["isAdmin && own.admin === 'own' ?", 'isAdmin ?'],
  ]),
  ...changesOf('authorization', 'server/http/bind-endpoint.ts', [
    [
      "if (own.admin === 'any' && request.caller?.role === 'admin') return",
      "if (own.admin === 'any') return",
    ],
    ["if (own.admin === 'any' && request", 'if (request'],
  ]),
  ...changesOf('authorization', 'server/auth/authenticate.ts', [
    ["role: needsSecondFactor ? 'user' : user.role", 'role: user.role'],
    ["user.role === 'admin' && adminSecondFactor && !user.second_factor", 'false'],
    [' and sign_ins.ended_at is null'],
    [' and sign_ins.id = sign_in'],
  ]),
  ...changesOf('authorization', 'server/auth/access-token.ts', [
    ['iss: z.literal(origin)', 'iss: z.string()'],
    ['aud: z.literal(', 'aud: z.string() ?? z.literal('],
    ['exp: Math.min(now + LIFETIME_SECONDS, seconds(identityExpiresAt))', 'exp: now + LIFETIME_SECONDS'],
  ]),
  ...changesOf('authorization', 'server/auth/id-token.ts', [
    ['issuer: settings.issuer,'],
    ['audience: settings.projectId,'],
    ['currentDate: settings.now(),', 'currentDate: new Date(0),'],
  ]),
  ...changesOf('authorization', 'server/orders/order-view.ts', [[' || order.deleted_at']]),
  ...changesOf('authorization', 'server/orders/routes.ts', [['{ userId: caller.id }', '{}']]),
  ...changesOf('authorization', 'server/payments/intents.ts', [[".where('user_id', '=', caller.id)"]]),
  ...changesOf('authorization', 'server/payments/routes.ts', [
    ["!byAdmin || query.returnStock === 'true'", "query.returnStock === 'true'"],
    ["const byAdmin = caller.role === 'admin'", 'const byAdmin = true'],
  ]),
  ...changesOf('authorization', 'server/payments/provider/stripe.ts', [
    ['parseEvent(verifyEvent([webhookSecret].flat(), read))', 'parseEvent(JSON.parse(String(rawBody)))'],
  ]),
  ...changesOf('authorization', 'server/users/sign-ins.ts', [
    [".selectAll()\n    .where('user_id', '=', caller.id)", '.selectAll()'],
  ]),
  ...changesOf('authorization', 'server/users/service.ts', [
    [".where('disabled_at', 'is', null)\n    .executeTakeFirst()", '.executeTakeFirst()'],
    [".where('disabled_at', 'is', null)\n    .where('id', '<>', user.id)", ".where('id', '<>', user.id)"],
    [".where('id', '<>', user.id)\n    .limit(1)", '.limit(1)'],
  ]),
  ...changesOf('authorization', 'server/metrics/routes.ts', [
    ['return demo && isFromThisMachine(request)', 'return demo'],
    ['return demo && isFromThisMachine', 'return isFromThisMachine'],
  ]),
  ...changesOf('authorization', 'embedded/identity/http/toolkit-request.ts', [
    ['if (!key) {', 'if (false) {'],
    ['if (key !== apiKey) {', 'if (false) {'],
  ]),
  ...changesOf('authorization', 'embedded/identity/plugin.ts', [
    ['if (!open) checkApiKey(identity.apiKey, request)'],
    ['if (!deps.demo) return\n'],
  ]),
  ...changesOf('authorization', 'embedded/identity/federated/external-providers.ts', [
    ['row.nonce_hash !== digest(nonce) || '],
    [' || row.expires_at <= at'],
    [' || (providerId !== undefined && row.provider_id !== providerId)'],
  ]),
  ...changesOf('authorization', 'embedded/identity/federated/sign-in-with-idp.ts', [
    ['if (owner && !profile.emailVerified) return { conflict: owner.id }'],
    ['if (owner && !owner.email_verified) await removeUnverifiedAccess(identity, trx, owner.id)'],
    ["if (await findLinked(trx, external)) return 'FEDERATED_USER_ID_ALREADY_LINKED'"],
    ["if (owner && owner.id !== userId) return 'EMAIL_EXISTS'"],
  ]),
  ...changesOf('authorization', 'embedded/identity/mail-actions/apply-oob-code.ts', [
    ['if (!user.email_verified) await removeUnverifiedAccess(identity, trx, user.id)'],
    [
      'await endSignIns(identity, trx, { userId: user.id })\n    await deleteAttempts',
      'await deleteAttempts',
    ],
  ]),
  ...changesOf('authorization', 'embedded/identity/mail-actions/sign-in-with-email-link.ts', [
    ['if (!owner.email_verified) await removeUnverifiedAccess(identity, trx, owner.id)'],
  ]),
  ...changesOf('authorization', 'embedded/identity/password/sign-in.ts', [
    ['check(isRight && found, wrongPassword)', 'check(found, wrongPassword)'],
    [
      'check(account?.user.password_hash === found.password_hash, wrongPassword)',
      'check(account, wrongPassword)',
    ],
    ['await countAttempt(identity, { subject: email, ipAddress })'],
  ]),
  ...changesOf('authorization', 'embedded/identity/mfa/mfa-sign-in.ts', [
    [".where('expires_at', '>', identity.now())"],
    ['await countAttempt(identity, attempt)'],
  ]),
  ...changesOf('authorization', 'embedded/identity/mfa/second-factors.ts', [
    ["check(age <= RECENT_SIGN_IN_SECONDS, 'CREDENTIAL_TOO_OLD_LOGIN_AGAIN')\n"],
  ]),
  ...changesOf('authorization', 'embedded/identity/phone/sign-in-with-phone.ts', [
    [' && row.phone_number === phoneNumber'],
    [' && row.expires_at > at'],
  ]),
  ...changesOf('authorization', 'embedded/cards/http/caller.ts', [
    ["if (caller === 'secret-key') return\n  throw", 'return\n  throw'],
    ["if (caller === 'secret-key') return\n  if (!same", 'return\n  if (!same'],
    ["if (same(key, keys.secretKey)) return 'secret-key'", "return 'secret-key'"],
    ["if (same(key, keys.publishableKey)) return 'publishable-key'", "return 'publishable-key'"],
  ]),
  ...changesOf('authorization', 'embedded/cards/control/control.ts', [
    ['!isOwnHost(request, own) || (changes', '(changes'],
    ['!(isOwnSite && isOwnOrigin)', '!isOwnOrigin'],
    ['!(isOwnSite && isOwnOrigin)', '!isOwnSite'],
  ]),
  ...changesOf('authorization', 'embedded/cards/intents/confirm.ts', [
    [".where('challenge_expires_at', '>', at)"],
  ]),
  ...changesOf('authorization', 'embedded/cards/http/api.ts', [['await limitConfirms(deps, request, id)']]),
]

/** Conditions in SQL text, and state checks in other forms. */
const conditions: Listed[] = [
  ...changesOf('condition', 'database/migrations/0005_order_events.sql', [
    [' and p.archived_at is null and p.available', ' and p.available'],
    [' and p.available >= p_quantity\n', '\n'],
    ['and p.minimum_order <= p_quantity and p.price', 'and p.price'],
    [' and p.price_minor = any (p_prices)'],
    [' or account.deleted_at is not null'],
    ['account.unpaid_orders >= p_unpaid_limit', 'false'],
    [' for no key update;', ';'],
    ['\n      and keys.created_at >= p_keys_since'],
  ]),
  ...changesOf('condition', 'server/orders/write-order.ts', [
    ['if (order.status === status) return'],
    ["'Shift' ? expiresAt", "'' ? expiresAt"],
  ]),
  ...changesOf('condition', 'server/orders/states.ts', [['if (isErrorCode(cell)) throw new AppError(cell)']]),
  ...changesOf('condition', 'server/orders/write-order.ts', [
    ["if (to === 'stays') return false"],
    ["if (to === 'stays') return\n", '\n'],
    ['.forUpdate()'],
  ]),
  ...changesOf('condition', 'server/payments/decide.ts', [
    ['if (row.state === state && row.providerId === providerId) continue'],
    ['!hasFailed && row.providerId === null && quantity > 0', '!hasFailed && quantity > 0'],
    ['Math.min(row.quantity, order.quantity - returned)', 'row.quantity'],
    ['found.orderId === known.order_id &&\n'],
    ['found.amountMinor === known.amount_minor &&\n'],
    ['found.amountReceivedMinor === known.amount_minor &&\n'],
    [' &&\n    found.currency === known.currency'],
  ]),
  ...changesOf('condition', 'server/payments/record.ts', [
    [".where('created_at', '>', new Date(now.getTime() - HOUR_MS))"],
  ]),
  ...changesOf('condition', 'server/payments/sync.ts', [
    ['if (failures < cardAttemptsPerHour) return', 'return'],
    ['if (!orphan || orphan.refunded_at) return', 'if (!orphan) return'],
    ['if (chargeback) return'],
    ['if (Number(balance ?? 0) > 0) return'],
  ]),
  ...changesOf('condition', 'server/http/idempotency.ts', [
    ['where idempotency_keys.created_at < $9'],
    [' and created_at >= $5', ' and $5::timestamptz is not null'],
    ['if (rows.length === 0) throw lockedError()'],
    ['if (first) return toReplay(first)'],
  ]),
  ...changesOf('condition', 'server/http/limits.ts', [
    ['if ((await countUse(db, { key, start })) <= points) return undefined', 'return undefined'],
    [
      'case when rate_limits.window_start = excluded.window_start then rate_limits.count else 0 end',
      'rate_limits.count',
    ],
  ]),
  ...changesOf('condition', 'server/reviews/service.ts', [
    ['|| today.written < limits.reviewsPerDay) return', '|| true) return'],
    [".where('hidden_at', 'is', null)\n    .where('product_id'", ".where('product_id'"],
    [".where('archived_at', 'is', null)"],
  ]),
  ...changesOf('condition', 'server/products/imports/apply.ts', [
    [' and products.xmin = prepared.version'],
    ['if (written < changed) throw new CatalogueChanged()'],
    ['if (changed.length > 0) throw new CatalogueChanged()'],
    [' and not is_kept'],
    [' and is_kept and archived_at is null', ' and is_kept'],
  ]),
  ...changesOf('condition', 'server/products/imports/work.ts', [
    ['if (row.state === state) await step(trx, row)', 'await step(trx, row)'],
    ['if (retries === MAX_RETRIES) return', 'if (retries === MAX_RETRIES) break'],
  ]),
  ...changesOf('condition', 'server/products/imports/imports.ts', [['.skipLocked()']]),
  ...changesOf('condition', 'server/mail/outbox.ts', [
    [".where('sent_at', 'is', null)\n    .where('channel'", ".where('channel'"],
    [
      ".where('attempts', '=', attempts)\n    .where('sent_at', 'is', null)",
      ".where('attempts', '=', attempts)",
    ],
    [".where('attempts', '=', attempts)\n    .where", '.where'],
    [".where('next_attempt_at', '<=', sql<Date>`now()`)"],
    ['.where(hasNotExpired)'],
  ]),
  ...changesOf('condition', 'embedded/identity/password/sign-in.ts', [
    ['where a.retry_at <=', 'where now() is not null or a.retry_at <='],
  ]),
  ...changesOf('condition', 'embedded/cards/intents/intents.ts', [
    ["if (intent.status === 'succeeded' || intent.status === 'canceled') {", 'if (false) {'],
  ]),
  ...changesOf('condition', 'embedded/cards/intents/confirm.ts', [['  rejectUnlessOpen(context, intent)\n']]),
  ...changesOf('condition', 'embedded/cards/refunds/refunds.ts', [
    ["if (intent.status !== 'succeeded' || intent.charge_id === null) {", 'if (false) {'],
    ['await rejectChargedBack(context.db, intent)'],
    ['if (amount > refundable) {', 'if (false) {'],
    ['if (refundable === 0) {', 'if (false) {'],
    [".where('fails_at', '<=', context.at)"],
  ]),
  ...changesOf('condition', 'embedded/cards/disputes/disputes.ts', [
    ["if (isClosed(row)) throw invalidState('This dispute is already closed', { param: 'dispute' })"],
  ]),
  ...changesOf('condition', 'embedded/cards/http/idempotency.ts', [
    ['first.request_hash !== request_hash || '],
    [".onConflict((on) => on.column('key').doNothing())\n    .returning('key')", ".returning('key')"],
  ]),
  ...changesOf('condition', 'embedded/cards/events/delivery.ts', [[".where('next_attempt_at', '<=', at)"]]),
]

export const listed: Listed[] = [...authorization, ...conditions]
