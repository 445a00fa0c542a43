import { STATUS_CODES } from 'node:http'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { AppError, type ErrorCode, type Problem } from '#contract/platform/errors.ts'
import { errorTexts } from '#contract/platform/texts/errors.ts'
import { pageTexts } from '#contract/platform/texts/pages.ts'
import {
  DatabaseUnavailableError,
  isDatabaseUnavailable,
  isLockTimeout,
  isStorageFull,
  PoolBusyError,
} from '#database/failures/unavailable.ts'
import { hasOwnErrorFormat } from './addresses.ts'
import { sendSmallPage } from './small-page.ts'

const frameworkCodes: Record<string, ErrorCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'body_too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'invalid_request',
  FST_ERR_CTP_INVALID_JSON_BODY: 'malformed_json',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'malformed_json',
}

export const PROBLEM_TYPE = 'application/problem+json'
export const RETRY_DATABASE_SECONDS = 1
const RETRY_LOCKED_SECONDS = 5

declare module 'fastify' {
  interface FastifyRequest {
    errorCode?: ErrorCode
  }
}

/** Sends any error as problem details (RFC 9457), the 503 of a page in HTML. Unexpected ones are logged, and their details not sent. */
export function sendProblem(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const failure = toAppError(error)
  request.errorCode = failure.code
  logFailure(error, failure, request)
  if (failure.retryAfterSeconds !== undefined) void reply.header('retry-after', failure.retryAfterSeconds)
  const range = failure.code === 'range_unsatisfiable' ? contentRange(error) : undefined
  if (range !== undefined) void reply.header('content-range', range)
  void reply.code(failure.status).header('cache-control', 'no-store')
  if (wantsBusyPage(request, failure)) return sendBusyPage(reply, failure)
  return reply.type(PROBLEM_TYPE).serializer(JSON.stringify).send(toProblem(failure, request.id))
}

export function toProblem(failure: AppError, requestId: string): Problem {
  return {
    ...failure.members,
    type: 'about:blank',
    title: STATUS_CODES[failure.status] ?? 'Error',
    status: failure.status,
    code: failure.code,
    message: failure.message === failure.code ? errorTexts[failure.code] : failure.message,
    requestId,
    ...(failure.errors ? { errors: failure.errors } : {}),
  }
}

/** Logs server errors. Those of overload and of a database that does not respond are many: only metrics count them. */
function logFailure(error: unknown, { code, status, cause }: AppError, { log }: FastifyRequest): void {
  const isShed = code === 'overloaded' || error instanceof DatabaseUnavailableError
  if (code === 'internal' || (code === 'database_unavailable' && !isShed)) log.error(error)
  else if (status >= 500 && !isShed) log.warn({ code, err: cause })
}

/** Maps errors of the framework, its plugins, the database and a full disk; any other is `internal`. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error
  const code = isFrameworkError(error) ? frameworkCodes[error.code] : undefined
  if (code) return new AppError(code, { cause: error })
  if (isClientDisconnect(error)) return new AppError('invalid_request', { cause: error })
  if (error instanceof PoolBusyError)
    return new AppError('overloaded', { cause: error, retryAfterSeconds: RETRY_DATABASE_SECONDS })
  if (isDatabaseUnavailable(error))
    return new AppError('database_unavailable', { cause: error, retryAfterSeconds: RETRY_DATABASE_SECONDS })
  if (isLockTimeout(error)) return lockedError(error)
  if (isStorageFull(error)) return new AppError('storage_full', { cause: error })
  const status = statusOfPlugin(error)
  if (status === undefined) return new AppError('internal', { cause: error })
  if (status === 416) return new AppError('range_unsatisfiable', { cause: error })
  // the file server responds with 403 to the address of a folder
  return new AppError(status === 403 || status === 404 ? 'not_found' : 'invalid_request', { cause: error })
}

/** 503 for work that waited too long for another change, usually an import. Nothing was done. */
export function lockedError(cause?: unknown): AppError {
  return new AppError('being_changed', { cause, retryAfterSeconds: RETRY_LOCKED_SECONDS })
}

/** The 4xx status of an error of Fastify or the file server. An error of an HTTP client may carry a status, too, but is `internal`. */
function statusOfPlugin(error: unknown): number | undefined {
  if (!(error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number'))
    return undefined
  const isOfPlugin = 'expose' in error || (isFrameworkError(error) && error.code.startsWith('FST_'))
  return isOfPlugin && error.statusCode >= 400 && error.statusCode < 500 ? error.statusCode : undefined
}

function contentRange(error: unknown): string | undefined {
  const headers: unknown = error instanceof Error ? Reflect.get(error, 'headers') : undefined
  if (typeof headers !== 'object' || headers === null) return undefined
  const range: unknown = Reflect.get(headers, 'Content-Range')
  return typeof range === 'string' ? range : undefined
}

function isClientDisconnect(error: unknown): boolean {
  return isFrameworkError(error) && error.code === 'ECONNRESET' && error.message === 'aborted'
}

function isFrameworkError(error: unknown): error is FastifyError {
  return error instanceof Error && 'code' in error && typeof error.code === 'string'
}

function wantsBusyPage({ method, url, headers }: FastifyRequest, { status }: AppError): boolean {
  const isForBrowser = headers.accept?.includes('text/html') === true && !hasOwnErrorFormat(url)
  return status === 503 && method === 'GET' && isForBrowser
}

function sendBusyPage(reply: FastifyReply, { code }: AppError): FastifyReply {
  const again = `<p><a href="">${pageTexts.tryAgain}</a></p>`
  return sendSmallPage(reply, { title: pageTexts.busyTitle, text: errorTexts[code], more: again })
}
