import type { Server } from 'node:http'
import { sendAtOnce } from './answer.ts'
import type { AnswerCache } from './answer-cache.ts'
import { keyOfRequest } from './cache-key.ts'

/**
 * Answers what is kept before the application sees the request: the same bytes and headers that it would send. Only
 * the plainest reading has this way: a kept address in its normal form, and no body.
 */
export function serveKept(server: Server, cache: AnswerCache): void {
  const others = server.listeners('request')
  server.removeAllListeners('request')
  server.on('request', (request, response) => {
    const { method, url } = request
    if ((method === 'GET' || method === 'HEAD') && url !== undefined && !hasBody(request.headers)) {
      if (cache.offer(keyOfRequest(url), (answer) => sendAtOnce(request, response, answer))) return
    }
    for (const listener of others) listener.call(server, request, response)
  })
}

function hasBody(headers: Record<string, unknown>): boolean {
  return headers['transfer-encoding'] !== undefined || headers['content-length'] !== undefined
}
