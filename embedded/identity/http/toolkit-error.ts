type Details = {
  status?: number
  /** Google's canonical status name, which the toolkit sends with some errors only. */
  rpcStatus?: string
  reason?: string
  retryAfterSeconds?: number | undefined
  cause?: unknown
}

/** An error in Identity Toolkit's format: the message is `CODE` or `CODE : text`; HTTP 400 by default. */
export class ToolkitError extends Error {
  readonly status: number
  readonly rpcStatus: string | undefined
  readonly reason: string
  readonly retryAfterSeconds: number | undefined

  constructor(message: string, details: Details = {}) {
    super(message, { cause: details.cause })
    this.name = 'ToolkitError'
    this.status = details.status ?? 400
    this.rpcStatus = details.rpcStatus
    this.reason = details.reason ?? 'invalid'
    this.retryAfterSeconds = details.retryAfterSeconds
  }

  body() {
    return {
      error: {
        code: this.status,
        message: this.message,
        errors: [{ message: this.message, reason: this.reason, domain: 'global' }],
        status: this.rpcStatus,
      },
    }
  }
}

/** Throws the toolkit error `message` unless the condition holds. */
export function check(condition: unknown, message: string): asserts condition {
  if (!condition) throw new ToolkitError(message)
}

const TOO_MANY = 'TOO_MANY_ATTEMPTS_TRY_LATER'

export function tooManyCalls(retryAfterSeconds: number): ToolkitError {
  const message = `${TOO_MANY} : Too many requests. Try again later.`
  return new ToolkitError(message, { status: 429, rpcStatus: 'RESOURCE_EXHAUSTED', retryAfterSeconds })
}

/** Too many wrong passwords; HTTP 400, as Google does. */
export function tooManyFailures(retryAfterSeconds: number): ToolkitError {
  const message = `${TOO_MANY} : Access to this account has been temporarily disabled due to many failed login attempts. You can immediately restore it by resetting your password or you can try again later.`
  return new ToolkitError(message, { retryAfterSeconds })
}

const byStatus: Record<number, Details & { message: string }> = {
  404: { message: 'Not Found', reason: 'notFound', rpcStatus: 'NOT_FOUND' },
  405: { message: 'Method Not Allowed', reason: 'httpMethodNotAllowed', rpcStatus: 'UNIMPLEMENTED' },
  413: {
    message: 'Request payload size exceeds the limit.',
    reason: 'uploadTooLarge',
    rpcStatus: 'INVALID_ARGUMENT',
  },
  415: { message: 'Unsupported content type', reason: 'parseError', rpcStatus: 'INVALID_ARGUMENT' },
  429: {
    message: `${TOO_MANY} : Too many requests. Try again later.`,
    reason: 'rateLimitExceeded',
    rpcStatus: 'RESOURCE_EXHAUSTED',
  },
}

export function httpError(status: number, details: Details = {}): ToolkitError {
  const { message, ...known } = byStatus[status] ?? { message: 'Bad Request' }
  return new ToolkitError(message, { status, ...known, ...details })
}

/**
 * An unexpected failure. The SDK signs users out on any error but a network error, which it recognises by this text: a
 * restarting database must not end sessions.
 */
export function serviceFailure(
  status: number,
  { cause, retryAfterSeconds }: Pick<Details, 'cause' | 'retryAfterSeconds'>,
): ToolkitError {
  const message = 'NETWORK_REQUEST_FAILED : The sign-in service is not available. Try again.'
  const details = { status, reason: 'backendError', rpcStatus: 'INTERNAL' }
  return new ToolkitError(message, { ...details, cause, retryAfterSeconds })
}
