import { AppError, errorStatus } from '#contract/errors.ts'
import { isStorageFull } from '#database/failures/storage-full.ts'
import { isDatabaseUnavailable } from '#database/failures/unavailable.ts'
import { httpError, serviceFailure, ToolkitError } from '../http/toolkit-error.ts'

const RETRY_SECONDS = 2

/** Two calls gave two accounts the same thing at once; the database let one through. */
const takenBy = new Map<unknown, string>([
  ['users_email_key', 'EMAIL_EXISTS'],
  ['users_phone_number_key', 'PHONE_NUMBER_EXISTS'],
])

/** Whatever was thrown, as the toolkit would answer it. */
export function toToolkitError(error: unknown): ToolkitError {
  if (error instanceof ToolkitError) return error
  const taken = has(error, 'constraint') && inIdentity(error) && takenBy.get(error.constraint)
  if (taken) return new ToolkitError(taken, { cause: error })
  if (isRefusal(error)) return serviceFailure(503, { cause: error, retryAfterSeconds: RETRY_SECONDS })
  const status = isStorageFull(error) ? errorStatus.storage_full : statusOf(error)
  if (status >= 500) return serviceFailure(status, { cause: error })
  const retryAfterSeconds = error instanceof AppError ? error.retryAfterSeconds : undefined
  return httpError(status, { cause: error, retryAfterSeconds })
}

/** Too much is asked of the store, or its database does not answer: no fault, and in great numbers. */
export function isRefusal(error: unknown): boolean {
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
