import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { AppError } from '#contract/errors.ts'
import { bodyTexts } from '#contract/messages/errors.ts'
import { refuseEarly } from '../client-error.ts'

/**
 * Refuses a request without a `Host` field, or with two, before any other hook (RFC 9112 § 3.2): of two Node passes on the
 * first, a proxy may have gone by the second. Node's own refusal must be switched off, because it has no body.
 */
export function requireOneHost(app: FastifyInstance, headers: Record<string, string>): void {
  app.addHook('onRequest', ({ raw }, reply, done) => {
    if (hasOneHost(raw)) return done()
    reply.hijack()
    refuseEarly(reply.raw, headers, new AppError('invalid_request', { message: bodyTexts.oneHost }))
  })
}

/** HTTP/1.0 has no such field. */
function hasOneHost({ rawHeaders, httpVersion }: IncomingMessage): boolean {
  let hosts = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts += 1
  }
  return hosts === 1 || (hosts === 0 && httpVersion === '1.0')
}
