import { AppError } from '#contract/errors.ts'
import { httpError, serviceFailure, ToolkitError } from './toolkit-error.ts'

/** Whatever was thrown, as the toolkit would answer it. */
export function toToolkitError(error: unknown): ToolkitError {
  if (error instanceof ToolkitError) return error
  if (isTakenAddress(error)) return new ToolkitError('EMAIL_EXISTS', { cause: error })
  const status = statusOf(error)
  if (status >= 500) return serviceFailure(status, error)
  const retryAfterSeconds = error instanceof AppError ? error.retryAfterSeconds : undefined
  return httpError(status, { cause: error, retryAfterSeconds })
}

/** Two calls gave two accounts the same address at once; the database let one through. */
function isTakenAddress(error: unknown): boolean {
  return has(error, 'constraint') && error.constraint === 'users_email_key' && inIdentity(error)
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
