import type { $ZodType, input, output } from 'zod/v4/core'
import type { Permission } from './auth/roles.ts'
import type { ErrorCode } from './errors.ts'

/** Who may call; `signature`: a signed webhook. A permission, or any of several, is that of the caller's role. */
export type Access = 'public' | 'identity-token' | 'signed-in' | 'signature' | PermissionAccess
type PermissionAccess = { permission: Permission | readonly Permission[] }

/**
 * Whose data a request names, and where; the server compares the owner with the caller before the handler runs. `email`: the
 * address of an account. `object`: an id; the route is registered with a function `findObject`, which returns the object.
 * `others`: the permission to name those of any account. `seenBy`: the permission with which another account's object is
 * refused with 403; without it, it does not exist (404).
 */
type Own = {
  by: 'email' | 'object'
  in: 'path' | 'query' | 'body'
  others?: Permission
  seenBy?: Permission
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
/** `file`: the response is a file, not JSON. */
export type Route = { method: Method; path: `/${string}`; list?: true; file?: true }

/** An HTTP endpoint as data, from which routing, documentation and client are derived. A test compares its access with a hand-written table. */
export type Endpoint = Route & {
  summary: string
  access: Access
  own?: Own
  params?: $ZodType
  query?: $ZodType
  body?: $ZodType
  /** A body that is not JSON: media types and size limit in bytes; the handler reads the stream. */
  rawBody?: { types: string[]; limit: number }
  response: $ZodType
  status?: 200 | 201
  /** The response is the same for all callers, so it may be cached; an invalidation of one of its tags ends that. */
  cacheable?: true
  idempotent?: true
  /** Error codes of this endpoint; the documentation adds those that follow from its other fields. */
  errors?: ErrorCode[]
  /** Further members of the problem documents of these codes. */
  problems?: Partial<Record<ErrorCode, $ZodType>>
}

/** Keeps literal types. Without side effects, so that pages which import a schema do not bundle the endpoints beside it. */
/* @__NO_SIDE_EFFECTS__ */
export function defineEndpoint<const E extends Endpoint>(endpoint: E): E {
  return endpoint
}

type Part = 'params' | 'query' | 'body'
type Schemas = { [P in Part]?: $ZodType }
type Input<E extends Schemas, P extends Part> = E[P] extends $ZodType ? input<E[P]> : never

export type EndpointInput<E extends Schemas> = {
  [P in Part & keyof E as Partial<Input<E, P>> extends Input<E, P> ? never : P]: Input<E, P>
} & { [P in Part & keyof E as Partial<Input<E, P>> extends Input<E, P> ? P : never]?: Input<E, P> }

export type EndpointArgs<E extends Schemas> = {
  [P in Part & keyof E]: E[P] extends $ZodType ? output<E[P]> : never
}

export type EndpointResult<E extends Endpoint> = output<E['response']>

/** The parameter names of a path: `/order/:id` gives `['id']`. */
export function pathParams(path: string): string[] {
  return [...path.matchAll(/:(\w+)/g)].map((match) => match[1] ?? '')
}
