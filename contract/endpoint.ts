import type { $ZodType, input, output } from 'zod/v4/core'
import type { ErrorCode } from './errors.ts'

/** Who may call: `signature` means the request proves itself (a signed webhook). */
export type Access = 'public' | 'identity-token' | 'signed-in' | 'admin' | 'signature'

/**
 * What belongs to the caller, where it is named, and whether an admin may name anybody's; what is `private` does not
 * exist for admins either.
 */
type Own = { by: 'email' | 'object'; in: 'path' | 'query' | 'body'; admin: 'any' | 'own' | 'private' }

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
/** `file`: the answer is a file by its name, not JSON. */
export type Route = { method: Method; path: `/${string}`; list?: true; file?: true }

/** One HTTP call as plain data: the server mounts it, the documentation describes it, the client calls it. */
export type Endpoint = Route & {
  summary: string
  access: Access
  own?: Own
  params?: $ZodType
  query?: $ZodType
  body?: $ZodType
  /** A body that is not JSON: its media types and size limit in bytes; the handler reads the stream. */
  rawBody?: { types: string[]; limit: number }
  response: $ZodType
  /** Answer of a success; 200 unless told. */
  status?: 200 | 201
  /** Answer of a repeat that finds everything done, where it differs. */
  repeatStatus?: 200
  /** Public and the same for everybody: the response is cached until one of its cache tags is invalidated. */
  cacheable?: true
  /** Takes an `Idempotency-Key`. */
  idempotent?: true
  /** Error codes of this endpoint alone; those that follow from its other fields are added in the documentation. */
  errors?: ErrorCode[]
}

/**
 * Keeps the literal types of an endpoint. Without side effects, so that a page which imports a schema does not load
 * the endpoints beside it.
 */
/* @__NO_SIDE_EFFECTS__ */
export function defineEndpoint<const E extends Endpoint>(endpoint: E): E {
  return endpoint
}

type Part = 'params' | 'query' | 'body'
type Side = { [P in Part]?: $ZodType }
type Given<E extends Side, P extends Part> = E[P] extends $ZodType ? input<E[P]> : never

/** What a caller passes; a part that may be empty may be left out. */
export type EndpointInput<E extends Side> = {
  [P in Part & keyof E as Partial<Given<E, P>> extends Given<E, P> ? never : P]: Given<E, P>
} & { [P in Part & keyof E as Partial<Given<E, P>> extends Given<E, P> ? P : never]?: Given<E, P> }

/** What a handler receives after validation. */
export type EndpointArgs<E extends Side> = {
  [P in Part & keyof E]: E[P] extends $ZodType ? output<E[P]> : never
}

/** What the wire carries back. */
export type EndpointResult<E extends Endpoint> = output<E['response']>

/** The paths' parameter names, in order: `/order/:id` gives `['id']`. */
export function pathParams(path: string): string[] {
  return [...path.matchAll(/:(\w+)/g)].map((match) => match[1] ?? '')
}
