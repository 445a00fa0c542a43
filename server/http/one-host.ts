import { randomUUID } from 'node:crypto'
import { type IncomingMessage, type Server, STATUS_CODES } from 'node:http'
import { errorStatus, type Problem } from '#contract/errors.ts'
import { bodyTexts } from '#contract/messages/errors.ts'

/**
 * Refuses a request with two `Host` fields before anything else sees it (RFC 9112 § 3.2): Node passes on the first, a
 * proxy may have gone by the second.
 */
export function requireOneHost(server: Server, headers: Record<string, string>): void {
  const others = server.listeners('request')
  server.removeAllListeners('request')
  server.on('request', (request, response) => {
    if (hasOneHost(request)) {
      for (const listener of others) listener.call(server, request, response)
      return
    }
    const status = errorStatus.invalid_request
    const problem: Problem = {
      type: 'about:blank',
      title: STATUS_CODES[status] ?? 'Error',
      status,
      code: 'invalid_request',
      message: bodyTexts.hostTwice,
      requestId: randomUUID(),
    }
    const own = {
      'content-type': 'application/problem+json',
      'cache-control': 'no-store',
      connection: 'close',
    }
    response.writeHead(status, { ...headers, ...own }).end(JSON.stringify(problem))
  })
}

/** Node answers a request of HTTP/1.1 without one itself. */
function hasOneHost({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts += 1
  }
  return hosts <= 1
}
