import { STATUS_CODES } from 'node:http'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { AppError, type ErrorCode, type Problem } from '#contract/errors.ts'
import { errorTexts } from '#contract/messages/errors.ts'
import { isLockedOut } from '#database/failures/lock-waits.ts'
import { isStorageFull } from '#database/failures/storage-full.ts'
import {
  DatabaseUnavailableError,
  isDatabaseUnavailable,
  PoolBusyError,
} from '#database/failures/unavailable.ts'
import { sendBusyPage, wantsBusyPage } from './overload/busy-page.ts'

/** Fastify's own refusals in this store's words. */
const frameworkCodes: Record<string, ErrorCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'body_too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'invalid_request',
  FST_ERR_CTP_INVALID_JSON_BODY: 'malformed_json',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'malformed_json',
}

export const PROBLEM_TYPE = 'application/problem+json'

/** A folder is as little a page as a missing file. */
const MISSING = [403, 404]

/** After a refusal because the database is unavailable or busy: it may be back at the next try. */
export const RETRY_DATABASE_SECONDS = 1
const RETRY_CHANGED_SECONDS = 5

declare module 'fastify' {
  interface FastifyRequest {
    /** Why it was refused, or failed. */
    refusal?: ErrorCode
  }
}

/** Sends any failure as an RFC 9457 document; an unexpected one is logged with its request id and tells nothing. */
export function sendProblem(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const failure = toAppError(error)
  request.refusal = failure.code
  if (isLogged(error, failure)) request.log.error(error)
  else if (failure.status >= 500 && !isFlood(error, failure))
    request.log.warn({ code: failure.code, err: failure.cause })
  if (failure.retryAfterSeconds !== undefined) void reply.header('retry-after', failure.retryAfterSeconds)
  const length = failure.code === 'range_unsatisfiable' ? lengthOfFile(error) : undefined
  if (length !== undefined) void reply.header('content-range', length)
  if (wantsBusyPage(request, failure)) return sendBusyPage(reply, failure)
  return reply
    .code(failure.status)
    .header('cache-control', 'no-store')
    .type(PROBLEM_TYPE)
    .serializer(JSON.stringify)
    .send(toProblem(failure, request.id))
}

/** The document about a failure. */
export function toProblem(failure: AppError, requestId: string): Problem {
  return {
    type: 'about:blank',
    title: STATUS_CODES[failure.status] ?? 'Error',
    status: failure.status,
    code: failure.code,
    message: failure.message === failure.code ? errorTexts[failure.code] : failure.message,
    requestId,
    ...(failure.errors ? { errors: failure.errors } : {}),
  }
}

function isLogged(error: unknown, { code }: AppError): boolean {
  return (
    code === 'internal' || (code === 'database_unavailable' && !(error instanceof DatabaseUnavailableError))
  )
}

/** Refused at once, and in great numbers: whoever refuses says so once, and metrics count. */
function isFlood(error: unknown, { code }: AppError): boolean {
  return code === 'overloaded' || error instanceof DatabaseUnavailableError
}

/** What is told of any failure. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error
  const code = isFrameworkError(error) ? frameworkCodes[error.code] : undefined
  if (code) return new AppError(code, { cause: error })
  if (isHungUp(error)) return new AppError('invalid_request', { cause: error })
  if (error instanceof PoolBusyError)
    return new AppError('overloaded', { cause: error, retryAfterSeconds: RETRY_DATABASE_SECONDS })
  if (isDatabaseUnavailable(error))
    return new AppError('database_unavailable', { cause: error, retryAfterSeconds: RETRY_DATABASE_SECONDS })
  if (isLockedOut(error)) return beingChanged(error)
  if (isStorageFull(error)) return new AppError('storage_full', { cause: error })
  const status = refusedStatus(error)
  if (status === 416) return new AppError('range_unsatisfiable', { cause: error })
  if (status !== undefined)
    return new AppError(MISSING.includes(status) ? 'not_found' : 'invalid_request', { cause: error })
  return new AppError('internal', { cause: error })
}

/** What was asked for waits for somebody who changes it, an import most likely; nothing of it was done. */
export function beingChanged(cause?: unknown): AppError {
  return new AppError('being_changed', { cause, retryAfterSeconds: RETRY_CHANGED_SECONDS })
}

/**
 * The 4xx of the framework or a plugin, such as the file server's for an impossible range. Both mark their errors;
 * a provider's refusal of us carries a status, too, but is our fault.
 */
function refusedStatus(error: unknown): number | undefined {
  if (!(error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number'))
    return undefined
  const isTheirs = 'expose' in error || (isFrameworkError(error) && error.code.startsWith('FST_'))
  return isTheirs && error.statusCode >= 400 && error.statusCode < 500 ? error.statusCode : undefined
}

/** `Content-Range` as the file server writes it where the file has no such range. */
function lengthOfFile(error: unknown): string | undefined {
  const headers: unknown = error instanceof Error ? Reflect.get(error, 'headers') : undefined
  if (typeof headers !== 'object' || headers === null) return undefined
  const range: unknown = Reflect.get(headers, 'Content-Range')
  return typeof range === 'string' ? range : undefined
}

/** The client hung up while it was still sending. */
function isHungUp(error: unknown): boolean {
  return isFrameworkError(error) && error.code === 'ECONNRESET' && error.message === 'aborted'
}

function isFrameworkError(error: unknown): error is FastifyError {
  return error instanceof Error && 'code' in error && typeof error.code === 'string'
}
