export const errorStatus = {
  invalid_request: 400,
  malformed_json: 400,
  malformed_request: 400,
  quantity_missing: 400,
  below_minimum: 400,
  above_available: 400,
  appointment_mismatch: 400,
  lines_required: 400,
  webhook_signature: 400,
  unauthenticated: 401,
  account_disabled: 401,
  payment_unproven: 402,
  forbidden: 403,
  second_step_required: 403,
  sign_in_too_old: 403,
  not_found: 404,
  request_timeout: 408,
  price_changed: 409,
  amount_too_small: 409,
  amount_too_large: 409,
  stock_changed: 409,
  insufficient_stock: 409,
  part_for_sale: 409,
  cart_changed: 409,
  cart_full: 409,
  lines_changed: 409,
  cart_ordered: 409,
  address_limit: 409,
  already_paid: 409,
  order_shifted: 409,
  shift_refunded: 409,
  shift_disputed: 409,
  order_closing: 409,
  order_expired: 409,
  open_orders: 409,
  refund_changed: 409,
  refund_too_large: 409,
  refund_refused: 409,
  too_many_pieces: 409,
  order_unpaid: 409,
  order_disputed: 409,
  open_dispute: 409,
  category_in_use: 409,
  category_too_deep: 409,
  type_in_use: 409,
  attribute_in_use: 409,
  catalogue_changed: 409,
  import_busy: 409,
  import_not_last: 409,
  import_not_ready: 409,
  import_offset: 409,
  import_outdated: 409,
  job_waiting: 409,
  email_unverified: 409,
  last_admin: 409,
  own_account: 409,
  own_role: 409,
  body_too_large: 413,
  address_too_long: 414,
  unsupported_media_type: 415,
  range_unsatisfiable: 416,
  expectation_failed: 417,
  image_unreadable: 422,
  idempotency_conflict: 422,
  too_many_requests: 429,
  unpaid_order_limit: 429,
  review_limit: 429,
  card_attempts: 429,
  headers_too_large: 431,
  internal: 500,
  cards_unavailable: 503,
  payment_unconfirmed: 503,
  removal_unfinished: 503,
  identity_unavailable: 503,
  database_unavailable: 503,
  being_changed: 503,
  storage_full: 507,
  overloaded: 503,
  receipts_busy: 503,
} as const

export type ErrorCode = keyof typeof errorStatus

export type FieldError = { path: string; message: string }

/** Problem details (RFC 9457). */
export type Problem = {
  type: string
  title: string
  status: number
  code: ErrorCode
  message: string
  requestId: string
  errors?: FieldError[]
}

type Details = {
  message?: string
  errors?: FieldError[]
  members?: Record<string, unknown>
  retryAfterSeconds?: number
  cause?: unknown
}

/**
 * An expected failure: `code` determines the status, and the message unless one is given; `errors` names invalid fields,
 * `members` are further members of the problem document, as the endpoint declares them (`problems`).
 */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly errors: FieldError[] | undefined
  readonly members: Record<string, unknown> | undefined
  readonly retryAfterSeconds: number | undefined

  constructor(code: ErrorCode, details: Details = {}) {
    super(details.message ?? code, { cause: details.cause })
    this.name = 'AppError'
    this.code = code
    this.errors = details.errors
    this.members = details.members
    this.retryAfterSeconds = details.retryAfterSeconds
  }

  get status(): number {
    return errorStatus[this.code]
  }
}

export function isErrorCode(value: unknown): value is ErrorCode {
  return typeof value === 'string' && Object.hasOwn(errorStatus, value)
}
