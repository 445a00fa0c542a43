import type { IncomingMessage, Server } from 'node:http'
import { AppError } from '#contract/errors.ts'
import { bodyTexts } from '#contract/messages/errors.ts'
import { refuseEarly } from '../client-error.ts'

/**
 * Refuses a request without a `Host` field, or with two, before anything else sees it (RFC 9112 § 3.2): of two Node
 * passes on the first, a proxy may have gone by the second. Node's own refusal of none must be switched off: it says
 * nothing.
 */
export function requireOneHost(server: Server, headers: Record<string, string>): void {
  const others = server.listeners('request')
  server.removeAllListeners('request')
  server.on('request', (request, response) => {
    if (!hasOneHost(request)) {
      const failure = new AppError('invalid_request', { message: bodyTexts.oneHost })
      refuseEarly(response, headers, failure)
      return
    }
    for (const listener of others) listener.call(server, request, response)
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
