import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'

export type ThirdPartyOrigins = {
  firebaseAuthDomain?: string
  captcha: boolean
  stripe: boolean
  hmr: boolean
}

const CAPTCHA = 'https://www.google.com/recaptcha/'
const CAPTCHA_SCRIPTS = [CAPTCHA, 'https://www.gstatic.com/recaptcha/']

/** The store uses none of these; payment is left to the card provider's frame. */
const PERMISSIONS = ['camera', 'microphone', 'geolocation', 'midi', 'usb', 'display-capture']

/** The headers of every response, as far as it has none of its own; one that says nothing about caching is not stored. */
export function safetyHeaders(options: { https: boolean; popups: boolean }): Record<string, string> {
  return {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': options.popups ? 'same-origin-allow-popups' : 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': PERMISSIONS.map((name) => `${name}=()`).join(', '),
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    ...(options.https ? { 'strict-transport-security': 'max-age=31536000' } : {}),
  }
}

export function addSafetyHeaders(app: FastifyInstance, headers: Record<string, string>): void {
  app.addHook('onSend', async (_request, reply) => {
    for (const [name, value] of Object.entries(headers))
      if (!reply.hasHeader(name)) void reply.header(name, value)
  })
}

/** The content security policy of a page. Pictures may come from any http(s) address, since users enter such addresses. */
export function pagePolicy(html: string, origins: ThirdPartyOrigins): string {
  const { firebaseAuthDomain, captcha, stripe, hmr } = origins
  const firebase = firebaseAuthDomain
    ? ['https://identitytoolkit.googleapis.com', 'https://securetoken.googleapis.com']
    : []
  const directives: Record<string, string[]> = {
    'default-src': ["'self'"],
    'script-src': [
      "'self'",
      ...inlineScriptHashes(html),
      ...(firebaseAuthDomain ? ['https://apis.google.com'] : []),
      ...(captcha ? CAPTCHA_SCRIPTS : []),
      ...(stripe ? ['https://js.stripe.com'] : []),
    ],
    'style-src': ["'self'", "'unsafe-inline'"],
    'img-src': ["'self'", 'data:', 'http:', 'https:'],
    'connect-src': [
      "'self'",
      ...firebase,
      ...(stripe ? ['https://api.stripe.com'] : []),
      ...(hmr ? ['ws:'] : []),
    ],
    'frame-src': [
      "'self'",
      ...(firebaseAuthDomain ? [`https://${firebaseAuthDomain}`] : []),
      ...(captcha ? [CAPTCHA] : []),
      ...(stripe ? ['https://js.stripe.com', 'https://hooks.stripe.com'] : []),
    ],
    // Vite's client polls a restarted server from a worker
    ...(hmr ? { 'worker-src': ["'self'", 'blob:'] } : {}),
    'object-src': ["'none'"],
    'base-uri': ["'self'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
  }
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources.join(' ')}`)
    .join('; ')
}

function inlineScriptHashes(html: string): string[] {
  const hashes = new Set<string>()
  for (const [, attributes = '', source = ''] of html.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/g)) {
    if (/\ssrc=/.test(attributes)) continue
    hashes.add(`'sha256-${createHash('sha256').update(source).digest('base64')}'`)
  }
  return [...hashes]
}
