type Details = {
  status?: number
  /** Google's canonical name, sent by the toolkit only beside some errors. */
  rpcStatus?: string
  reason?: string
  retryAfterSeconds?: number | undefined
  cause?: unknown
}

export type ToolkitErrorBody = {
  error: {
    code: number
    message: string
    errors: { message: string; reason: string; domain: 'global' }[]
    status?: string
  }
}

/** A refusal in Identity Toolkit's words: `CODE` or `CODE : text for a person`; HTTP 400 unless it says otherwise. */
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

  body(): ToolkitErrorBody {
    return {
      error: {
        code: this.status,
        message: this.message,
        errors: [{ message: this.message, reason: this.reason, domain: 'global' }],
        ...(this.rpcStatus ? { status: this.rpcStatus } : {}),
      },
    }
  }
}

/** Throws the toolkit error `message` unless the claim holds. */
export function check(claim: unknown, message: string): asserts claim {
  if (!claim) throw new ToolkitError(message)
}

const TOO_MANY = 'TOO_MANY_ATTEMPTS_TRY_LATER'

/** Too many calls of one kind from one address, or about one mailbox. */
export function tooManyCalls(retryAfterSeconds: number): ToolkitError {
  const message = `${TOO_MANY} : Too many requests. Try again later.`
  return new ToolkitError(message, { status: 429, rpcStatus: 'RESOURCE_EXHAUSTED', retryAfterSeconds })
}

/** Too many wrong passwords; HTTP 400, as Google answers it. */
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

/** The toolkit's answer to a fault of plain HTTP, such as an unknown path. */
export function httpError(status: number, details: Details = {}): ToolkitError {
  const { message, ...known } = byStatus[status] ?? { message: 'Bad Request' }
  return new ToolkitError(message, { status, ...known, ...details })
}

/**
 * An unexpected failure. The SDK signs a returning visitor out on any error but a network error, and it
 * takes the error's kind from this text: a database that restarts must not end a session.
 */
export function serviceFailure(
  status: number,
  { cause, retryAfterSeconds }: Pick<Details, 'cause' | 'retryAfterSeconds'>,
): ToolkitError {
  const message = 'NETWORK_REQUEST_FAILED : The sign-in service is not available. Try again.'
  const details = { status, reason: 'backendError', rpcStatus: 'INTERNAL' }
  return new ToolkitError(message, { ...details, cause, retryAfterSeconds })
}
