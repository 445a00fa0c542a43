import { randomUUID } from 'node:crypto'
import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { AppError, type ErrorCode } from '#contract/platform/errors.ts'
import { bodyTexts } from '#contract/platform/texts/errors.ts'
import { PROBLEM_TYPE, toProblem } from './problem.ts'

/* Errors that are sent before a route runs. Node answers most of them without a body, and accepts two Host fields. */

const codes: Record<string, ErrorCode> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'body_too_large',
}

/** A handler that sends problem details for bytes that are no valid request, or arrive too late, and closes the connection. */
export function sendClientError(headers: Record<string, string>) {
  return ({ code }: NodeJS.ErrnoException, socket: Socket): void => {
    if (code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
    const failure = new AppError(codes[code ?? ''] ?? 'malformed_request')
    const body = JSON.stringify(toProblem(failure, randomUUID()))
    const lines = Object.entries({
      ...headers,
      'content-type': PROBLEM_TYPE,
      'content-length': Buffer.byteLength(body),
      'cache-control': 'no-store',
      date: new Date().toUTCString(),
      connection: 'close',
    }).map(([name, value]) => `${name}: ${value}\r\n`)
    const { status } = failure
    const head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n`
    socket.end(head + body, () => socket.destroy())
  }
}

/** Rejects `Expect` of anything but `100-continue` (RFC 9110 § 10.1.1). */
export function rejectExpectations(server: Server, headers: Record<string, string>): void {
  server.on('checkExpectation', (_request, response) =>
    rejectEarly(response, headers, new AppError('expectation_failed')),
  )
}

/** Rejects requests with several `Host` fields, and of HTTP/1.1 without one (RFC 9112 § 3.2): a proxy may have routed by another host. */
export function requireOneHost(app: FastifyInstance, headers: Record<string, string>): void {
  app.addHook('onRequest', ({ raw }, reply, done) => {
    if (hasOneHost(raw)) return done()
    reply.hijack()
    rejectEarly(reply.raw, headers, new AppError('invalid_request', { message: bodyTexts.oneHost }))
  })
}

/** Host is optional in HTTP/1.0. A plain loop is used because this runs for every request. */
function hasOneHost({ rawHeaders, httpVersion }: IncomingMessage): boolean {
  let hosts = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts += 1
  }
  return hosts === 1 || (hosts === 0 && httpVersion === '1.0')
}

/** Closes the connection, because the body of the request is not read. */
function rejectEarly(response: ServerResponse, headers: Record<string, string>, failure: AppError): void {
  const own = { 'content-type': PROBLEM_TYPE, 'cache-control': 'no-store', connection: 'close' }
  response
    .writeHead(failure.status, { ...headers, ...own })
    .end(JSON.stringify(toProblem(failure, randomUUID())))
}
