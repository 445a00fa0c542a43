import { AppError, errorStatus } from '#contract/platform/errors.ts'
import { isDatabaseUnavailable, isStorageFull } from '#database/failures/unavailable.ts'

type Details = {
  status?: number
  rpcStatus?: string
  reason?: string
  retryAfterSeconds?: number | undefined
  cause?: unknown
}

const RETRY_SECONDS = 2

/** An error in Identity Toolkit's format. The message is `CODE`, `CODE : text` or a text; HTTP 400 by default. */
export class ToolkitError extends Error {
  readonly details: Details & { status: number }

  constructor(message: string, { cause, ...details }: Details = {}) {
    super(message, { cause })
    this.name = 'ToolkitError'
    this.details = { status: 400, reason: 'invalid', ...details }
  }

  body() {
    const { message } = this
    const { status: code, reason, rpcStatus: status } = this.details
    return { error: { code, message, errors: [{ message, reason, domain: 'global' }], status } }
  }
}

/** Throws the toolkit error `message` unless the condition holds. */
export function check(condition: unknown, message: string): asserts condition {
  if (!condition) throw new ToolkitError(message)
}

const TOO_MANY = 'TOO_MANY_ATTEMPTS_TRY_LATER'
const TOO_MANY_CALLS = `${TOO_MANY} : Too many requests. Try again later.`

export function tooManyCalls(retryAfterSeconds: number): ToolkitError {
  const details = { status: 429, rpcStatus: 'RESOURCE_EXHAUSTED', retryAfterSeconds }
  return new ToolkitError(TOO_MANY_CALLS, details)
}

export function tooManyFailures(retryAfterSeconds: number): ToolkitError {
  const message = `${TOO_MANY} : Access to this account has been temporarily disabled due to many failed login attempts. You can immediately restore it by resetting your password or you can try again later.`
  return new ToolkitError(message, { retryAfterSeconds })
}

const byStatus: Record<number, [message: string, reason: string, rpcStatus: string]> = {
  404: ['Not Found', 'notFound', 'NOT_FOUND'],
  405: ['Method Not Allowed', 'httpMethodNotAllowed', 'UNIMPLEMENTED'],
  413: ['Request payload size exceeds the limit.', 'uploadTooLarge', 'INVALID_ARGUMENT'],
  415: ['Unsupported content type', 'parseError', 'INVALID_ARGUMENT'],
  429: [TOO_MANY_CALLS, 'rateLimitExceeded', 'RESOURCE_EXHAUSTED'],
}

export function httpError(status: number, details: Details = {}): ToolkitError {
  const known = byStatus[status]
  if (!known) return new ToolkitError('Bad Request', { status, ...details })
  const [message, reason, rpcStatus] = known
  return new ToolkitError(message, { status, reason, rpcStatus, ...details })
}

const conflicts = new Map<unknown, string>([
  ['users_email_key', 'EMAIL_EXISTS'],
  ['users_phone_number_key', 'PHONE_NUMBER_EXISTS'],
])

export function toToolkitError(cause: unknown): ToolkitError {
  if (cause instanceof ToolkitError) return cause
  const isIdentityTable = has(cause, 'schema') && cause.schema === 'identity'
  const conflict = isIdentityTable && has(cause, 'constraint') && conflicts.get(cause.constraint)
  if (conflict) return new ToolkitError(conflict, { cause })
  if (isUnavailable(cause)) return serviceFailure(503, { cause, retryAfterSeconds: RETRY_SECONDS })
  const status = isStorageFull(cause) ? errorStatus.storage_full : statusOf(cause)
  if (status >= 500) return serviceFailure(status, { cause })
  const retryAfterSeconds = cause instanceof AppError ? cause.retryAfterSeconds : undefined
  return httpError(status, { cause, retryAfterSeconds })
}

export function isUnavailable(error: unknown): boolean {
  return isDatabaseUnavailable(error) || (error instanceof AppError && error.code === 'overloaded')
}

/** When a page loads, the SDK signs users out on all errors but a network error, which it recognises by this code. */
function serviceFailure(status: number, details: Details): ToolkitError {
  const message = 'NETWORK_REQUEST_FAILED : The sign-in service is not available. Try again.'
  return new ToolkitError(message, { status, reason: 'backendError', rpcStatus: 'INTERNAL', ...details })
}

function statusOf(error: unknown): number {
  const status = error instanceof AppError ? error.status : has(error, 'statusCode') && error.statusCode
  return typeof status === 'number' && status >= 400 && status < 600 ? status : 500
}

function has<K extends string>(value: unknown, key: K): value is Record<K, unknown> {
  return typeof value === 'object' && value !== null && key in value
}
