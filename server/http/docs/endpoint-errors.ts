import type { Access, Endpoint } from '#contract/endpoint.ts'
import { type ErrorCode, errorStatus } from '#contract/errors.ts'

const everyEndpoint: ErrorCode[] = ['internal', 'database_unavailable', 'overloaded']

export const otherErrors: ErrorCode[] = [
  'malformed_request',
  'request_timeout',
  'expectation_failed',
  'headers_too_large',
  'range_unsatisfiable',
]

const byAccess: Record<Access, ErrorCode[]> = {
  public: [],
  'identity-token': ['unauthenticated', 'account_disabled', 'identity_unavailable'],
  'signed-in': ['unauthenticated', 'account_disabled'],
  admin: ['unauthenticated', 'account_disabled', 'forbidden', 'second_step_required'],
  signature: ['webhook_signature'],
}

/** Every error code an endpoint may answer with, by status: those it declares, and those its declarations imply. */
export function errorsOf(endpoint: Endpoint): ErrorCode[] {
  const codes = new Set([
    ...everyEndpoint,
    ...byAccess[endpoint.access],
    ...ownerErrors(endpoint),
    ...inputErrors(endpoint),
    ...(endpoint.errors ?? []),
  ])
  return [...codes].sort((a, b) => errorStatus[a] - errorStatus[b])
}

function ownerErrors({ own }: Endpoint): ErrorCode[] {
  if (!own) return []
  if (own.by === 'email') return ['forbidden']
  return own.in === 'path' && own.admin === 'own' ? ['not_found', 'forbidden'] : ['not_found']
}

function inputErrors({ access, list, method, path, query, rawBody, idempotent }: Endpoint): ErrorCode[] {
  const codes: ErrorCode[] = []
  if (path.includes(':')) codes.push('address_too_long')
  if (path.includes(':id')) codes.push('not_found')
  if (path.includes(':email') || query) codes.push('invalid_request')
  // a body is read before anything is known of it, also where the endpoint wants none
  if (method !== 'GET') codes.push('invalid_request', 'body_too_large', 'unsupported_media_type')
  if (method !== 'GET' && !rawBody) codes.push('malformed_json')
  if (method !== 'GET') codes.push('being_changed', 'storage_full')
  if (idempotent) codes.push('idempotency_conflict')
  if (list && access === 'public') codes.push('too_many_requests')
  return codes
}
