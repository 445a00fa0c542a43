import { randomUUID } from 'node:crypto'
import { type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { AppError, type ErrorCode } from '#contract/errors.ts'
import { PROBLEM_TYPE, toProblem } from './problem.ts'

/** Node's reasons why it cannot read a request, in this store's words; all others mean that it is no HTTP. */
const codes: Record<string, ErrorCode> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'body_too_large',
}

/**
 * Answers what never becomes a request, with `headers` and the body of every other error, and closes the connection:
 * where the next request begins is unknown.
 */
export function answerClientError(headers: Record<string, string>) {
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
    socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`, () =>
      socket.destroy(),
    )
  }
}

/** Answers `Expect` of anything but `100-continue` (RFC 9110 § 10.1.1), which Node refuses without a word by itself. */
export function refuseExpectations(server: Server, headers: Record<string, string>): void {
  server.on('checkExpectation', (_request, response) => {
    refuseEarly(response, headers, new AppError('expectation_failed'))
  })
}

/** Answers a request that the application does not see, and closes the connection: its body is not read. */
export function refuseEarly(
  response: ServerResponse,
  headers: Record<string, string>,
  failure: AppError,
): void {
  const own = { 'content-type': PROBLEM_TYPE, 'cache-control': 'no-store', connection: 'close' }
  response
    .writeHead(failure.status, { ...headers, ...own })
    .end(JSON.stringify(toProblem(failure, randomUUID())))
}
