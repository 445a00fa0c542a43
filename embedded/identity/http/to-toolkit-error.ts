import { AppError, errorStatus } from '#contract/errors.ts'
import { isStorageFull } from '#database/failures/storage-full.ts'
import { isDatabaseUnavailable } from '#database/failures/unavailable.ts'
import { httpError, serviceFailure, ToolkitError } from './toolkit-error.ts'

const RETRY_SECONDS = 2

const conflicts = new Map<unknown, string>([
  ['users_email_key', 'EMAIL_EXISTS'],
  ['users_phone_number_key', 'PHONE_NUMBER_EXISTS'],
])

/** Maps any thrown value to the toolkit's error format. */
export function toToolkitError(error: unknown): ToolkitError {
  if (error instanceof ToolkitError) return error
  const conflict = has(error, 'constraint') && inIdentity(error) && conflicts.get(error.constraint)
  if (conflict) return new ToolkitError(conflict, { cause: error })
  if (isUnavailable(error)) return serviceFailure(503, { cause: error, retryAfterSeconds: RETRY_SECONDS })
  const status = isStorageFull(error) ? errorStatus.storage_full : statusOf(error)
  if (status >= 500) return serviceFailure(status, { cause: error })
  const retryAfterSeconds = error instanceof AppError ? error.retryAfterSeconds : undefined
  return httpError(status, { cause: error, retryAfterSeconds })
}

/** Overload, or an unavailable database: expected, and too frequent to be logged. */
export function isUnavailable(error: unknown): boolean {
  return isDatabaseUnavailable(error) || (error instanceof AppError && error.code === 'overloaded')
}

function inIdentity(error: object): boolean {
  return has(error, 'schema') && error.schema === 'identity'
}

/** Fastify's errors carry `statusCode`, the store's own `status`; anything else is unexpected. */
function statusOf(error: unknown): number {
  const status = error instanceof AppError ? error.status : has(error, 'statusCode') && error.statusCode
  return typeof status === 'number' && status >= 400 && status < 600 ? status : 500
}

function has<K extends string>(value: unknown, key: K): value is Record<K, unknown> {
  return typeof value === 'object' && value !== null && key in value
}
