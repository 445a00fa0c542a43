import { hash, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { CardIntentRow } from '#database/rows.ts'
import type { CardSandboxDeps } from '../deps.ts'
import { CardApiError, notFound, rateLimited } from './api-error.ts'
import { type Form, requireText } from './form.ts'

/** The key of the request. The secret key has full access, the publishable key access to intents by client secret. */
export type CardCaller = 'secret-key' | 'publishable-key'

const HOUR = 3600
// limits of the sandbox, as the provider has; the store limits declined attempts too (`CARD_ATTEMPTS_PER_HOUR`)
const CONFIRMS_PER_INTENT = { points: 10, seconds: HOUR }
const CONFIRMS_PER_IP_ADDRESS = { points: 60, seconds: HOUR }

/** The caller, by bearer token or else the `key` parameter. 401 without a known key. */
export function identifyCaller(request: FastifyRequest, form: Form, keys: CardSandboxDeps): CardCaller {
  const key = keyOf(request.headers.authorization) ?? form.get('key')
  if (!key) {
    throw unauthenticated(
      "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY'). See https://stripe.com/docs/api#authentication for details, or we can help at https://support.stripe.com/.",
    )
  }
  if (same(key, keys.secretKey)) return 'secret-key'
  if (same(key, keys.publishableKey)) return 'publishable-key'
  throw unauthenticated(`Invalid API Key provided: ${key.slice(0, 8).replace(/[^\w]/g, '*')}****`)
}

export function requireSecretKey(caller: CardCaller): void {
  if (caller === 'secret-key') return
  throw new CardApiError(403, {
    type: 'invalid_request_error',
    code: 'secret_key_required',
    message:
      'This API call cannot be made with a publishable API key. Please use a secret API key. You can find a list of your API keys at https://dashboard.stripe.com/account/apikeys.',
  })
}

/** With the publishable key, a wrong client secret gives 404, as an unknown intent does; none gives 400. */
export function requireClientSecret(caller: CardCaller, form: Form, intent: CardIntentRow): void {
  if (caller === 'secret-key') return
  if (!same(requireText(form, 'client_secret'), intent.client_secret)) {
    throw notFound('payment_intent', intent.id, 'intent')
  }
}

export async function limitConfirms(
  { limit, trustedIpAddress }: CardSandboxDeps,
  request: FastifyRequest,
  intentId: string,
): Promise<void> {
  const ipAddress = trustedIpAddress(request)
  const ofIntent = await limit(`card-confirm:intent:${intentId}`, CONFIRMS_PER_INTENT)
  const ofIpAddress = ipAddress && (await limit(`card-confirm:address:${ipAddress}`, CONFIRMS_PER_IP_ADDRESS))
  const wait = Math.max(ofIntent ?? 0, ofIpAddress || 0)
  if (wait > 0) throw rateLimited(wait)
}

function keyOf(authorization: string | undefined): string | undefined {
  const [scheme = '', value = ''] = (authorization ?? '').split(' ', 2)
  return /^bearer$/i.test(scheme) ? value : undefined
}

function unauthenticated(message: string): CardApiError {
  return new CardApiError(401, { type: 'invalid_request_error', message })
}

function same(one: string, other: string): boolean {
  return timingSafeEqual(hash('sha256', one, 'buffer'), hash('sha256', other, 'buffer'))
}
