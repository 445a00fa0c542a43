export type CardErrorBody = {
  type: 'invalid_request_error' | 'card_error' | 'idempotency_error' | 'api_error'
  message: string
  code?: string
  doc_url?: string
  decline_code?: string
  param?: string
  payment_intent?: unknown
}

export class CardApiError extends Error {
  readonly status: number
  readonly body: CardErrorBody
  readonly retryAfterSeconds: number | undefined
  /** True for an error caused by stored state: it is stored under the idempotency key, if any, and sent to repeats. */
  isStored = false

  constructor(status: number, body: CardErrorBody, retryAfterSeconds?: number) {
    super(body.message)
    this.name = 'CardApiError'
    this.status = status
    this.body = body.code ? { ...body, doc_url: docUrl(body.code) } : body
    this.retryAfterSeconds = retryAfterSeconds
  }
}

export function docUrl(code: string): string {
  return `https://stripe.com/docs/error-codes/${code.replaceAll('_', '-')}`
}

export function invalidRequest(message: string, more: Partial<CardErrorBody> = {}): CardApiError {
  return new CardApiError(400, { type: 'invalid_request_error', message, ...more })
}

export function amountTooFine(currency: string): CardApiError {
  const message = `Invalid amount. ${currency.toUpperCase()} is not charged in such fractions.`
  return invalidRequest(message, { code: 'invalid_charge_amount', param: 'amount' })
}

export function invalidState(message: string, more: Partial<CardErrorBody> = {}): CardApiError {
  return Object.assign(invalidRequest(message, more), { isStored: true })
}

export function notFound(noun: 'payment_intent' | 'dispute', id: string, param: string): CardApiError {
  const message = `No such ${noun}: '${id}'`
  return new CardApiError(404, { type: 'invalid_request_error', code: 'resource_missing', message, param })
}

/** For an invalid card, or one that is no test card; a declined test card is stored instead of thrown. */
export function cardError(code: string, message: string, more: Partial<CardErrorBody> = {}): CardApiError {
  return new CardApiError(402, { type: 'card_error', code, message, ...more })
}

export function rateLimited(retryAfterSeconds: number): CardApiError {
  const message = 'Request rate limit exceeded.'
  const body = { type: 'invalid_request_error', code: 'rate_limit', message } as const
  return new CardApiError(429, body, retryAfterSeconds)
}
