import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/v4/core'
import { may, type Permission, permissions } from '#contract/platform/auth/roles.ts'
import type { Access, Endpoint, EndpointArgs, EndpointResult } from '#contract/platform/endpoint.ts'
import { AppError } from '#contract/platform/errors.ts'
import { normaliseEmail } from '#contract/platform/fields.ts'
import { CONNECTIONS, type Db } from '#database/open.ts'
import { enforceLimit, type Limit, type LimitRule } from '../admission/limits.ts'
import { createKeyedQueues, type KeyedQueues } from '../admission/queues.ts'
import type { AccessTokens } from '../auth/access-token.ts'
import { authenticate, bearerToken, type Caller } from '../auth/authenticate.ts'
import type { IdentityProvider, VerifiedIdentity } from '../auth/id-token.ts'
import { addTags, type Cacheable } from '../cache/plugin.ts'
import { createResponse } from '../cache/response.ts'
import type { Computed, Tag } from '../cache/response-cache.ts'
import { StreamedFile } from '../streamed-file.ts'
import { storeUrl } from './addresses.ts'
import {
  createInFlightCalls,
  hashBody,
  type InFlightCalls,
  isKeyUsed,
  type KeyedCall,
  type KeyIdentity,
  readIdempotencyKey,
  runOnce,
} from './idempotency.ts'
import { queryNames, readInput } from './read-input.ts'

type Person<A extends Access> = A extends 'signed-in' | { permission: unknown }
  ? { caller: Caller }
  : A extends 'identity-token'
    ? { identity: VerifiedIdentity; idToken: string }
    : unknown

/** What a handler gets: parsed input, the caller, and the database handle to use (of a transaction where one is open). */
type Call<E extends Endpoint> = EndpointArgs<E> &
  Person<E['access']> & {
    db: Db
    request: FastifyRequest
    reply: FastifyReply
    now: () => Date
    /** The idempotency key of this call, if the handler stores it (`storesKey`). */
    key?: KeyedCall
    /** Adds cache tags to the response, or, if the handler throws an `AppError` after it, to the page that shows the error. */
    tags(...tags: Tag[]): void
    /**
     * Invalidates cached responses of this instance with these tags after the handler; those of others expire within five
     * seconds. A handler names them before its change, so that they are also invalid if its outcome is unknown.
     */
    invalidate(...tags: Tag[]): void
  }

type Outcome<E extends Endpoint> = E extends { list: true }
  ? { items: EndpointResult<E>; next: string | null; count?: number | undefined }
  : E extends { file: true }
    ? EndpointResult<E> | StreamedFile
    : EndpointResult<E>

type Owned = { user_id: string }

/** An endpoint whose calls name an object by its id comes with the function that finds it, regardless of its owner. */
type Findable<E extends Endpoint> =
  | { own?: { by: 'email' } }
  | { own: { by: 'object' }; findObject: (db: Db, call: Call<E>) => Promise<Owned> }

type Found<E> = E extends { findObject: (...call: never[]) => Promise<infer O extends Owned> } ? O : undefined

type Handler<E extends Endpoint> = (call: Call<E> & { object: Found<E> }) => Promise<Outcome<E>>

type AccountLimit = LimitRule & { counter?: string }

type BindOptions<E extends Endpoint> = {
  /** `counter`: the name that endpoints share which count as one. */
  limitPerAccount?: AccountLimit
  /** The queue of calls that lock the same rows: a limited number runs at a time, and waiting ones use no connection. */
  queue?: (input: EndpointArgs<E>) => string
  /** The handler stores the `key` and replays; otherwise a call with a key runs in a transaction here. */
  storesKey?: true
}

export type Bind = <E extends Endpoint & Findable<E>>(
  endpoint: E,
  handler: Handler<E>,
  options?: BindOptions<E>,
) => void

export type BindDeps = {
  db: Db
  tokens: AccessTokens
  identity: IdentityProvider
  origin: string
  limit: Limit
  now: () => Date
  adminSecondFactor: boolean
  checkResponses: boolean
  headers: Record<string, string>
  invalidate: (tags: ReadonlySet<Tag>) => void
}

/** Connections that queued calls may use: the rest stay free for other calls. */
const QUEUE_CONNECTIONS = { each: CONNECTIONS / 2, all: CONNECTIONS * 0.75 }

const ACCESS: readonly Access[] = ['public', 'identity-token', 'signed-in', 'signature']

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | null
    identity: VerifiedIdentity | null
  }
}

/** Registers endpoints as declared: checks access, the account's limit, input, the owner by email, idempotency, then the owner of an object. */
export function createBind(app: FastifyInstance, deps: BindDeps): Bind {
  app.decorateRequest('caller', null)
  app.decorateRequest('identity', null)
  const queues = createKeyedQueues(QUEUE_CONNECTIONS)
  const inFlight = createInFlightCalls()
  return (endpoint, handler, options = {}) => {
    const { method, path, rawBody, own } = endpoint
    if (!isAccess(endpoint.access)) throw new Error(`${method} ${path} does not declare its access`)
    if (endpoint.access === 'signed-in' && path.includes(':') && !own)
      throw new Error(`${method} ${path} does not declare who owns what it names`)
    if (own?.by === 'object' && !('findObject' in endpoint))
      throw new Error(`${method} ${path} has no findObject, so its owner cannot be checked`)
    const mount = (scope: FastifyInstance) =>
      scope.route({
        method,
        url: path,
        ...(endpoint.cacheable ? { config: { cacheable: describeCacheable(endpoint) } } : {}),
        ...(rawBody ? { bodyLimit: rawBody.limit } : {}),
        onRequest: (request) => checkAccess(endpoint, request, deps),
        // before any transaction: failed calls count too, and no transaction waits for a second connection
        preHandler: (request) =>
          enforceAccountLimit(endpoint, request, { rule: options.limitPerAccount, deps, inFlight }),
        handler: (request, reply) =>
          respond({ endpoint, handler, options, deps, queues, inFlight }, { request, reply }),
      })
    if (!rawBody) return void mount(app)
    // the handler reads the stream of the request
    void app.register(async (scope) => {
      scope.removeAllContentTypeParsers()
      scope.addContentTypeParser(rawBody.types, (_request, _payload, done) => done(null))
      mount(scope)
    })
  }
}

function isAccess(access: Access): boolean {
  if (typeof access === 'string') return ACCESS.includes(access)
  const needed = [access?.permission].flat()
  return needed.length > 0 && needed.every((permission) => permissions.includes(permission))
}

/** Throws at start for an endpoint that is not a public GET: its response may depend on the caller. */
function describeCacheable(endpoint: Endpoint): Cacheable {
  if (endpoint.access !== 'public' || endpoint.method !== 'GET')
    throw new Error(`${endpoint.method} ${endpoint.path} is not a public GET and cannot be cached`)
  const names = queryNames(endpoint)
  return { kind: 'api', isKeyParameter: (name) => names.includes(name) }
}

/** Authenticates the caller. The signature of a webhook is checked by its handler, which has the raw body. */
async function checkAccess(endpoint: Endpoint, request: FastifyRequest, deps: BindDeps): Promise<void> {
  const header = request.headers.authorization
  if (endpoint.access === 'identity-token') {
    request.identity = await deps.identity.verify(bearerToken(header))
  }
  if (endpoint.access !== 'signed-in' && typeof endpoint.access === 'string') return
  request.caller = await authenticate(deps.db, deps.tokens, header, deps)
  if (endpoint.access === 'signed-in') return
  if (request.caller.needsSecondFactor) throw new AppError('second_step_required')
  if (!may(request.caller.role, endpoint.access.permission)) throw new AppError('forbidden')
}

async function enforceAccountLimit(
  endpoint: Endpoint,
  request: FastifyRequest,
  { rule, deps, inFlight }: { rule: AccountLimit | undefined; deps: BindDeps; inFlight: InFlightCalls },
): Promise<void> {
  const { caller } = request
  if (!rule || !caller) return
  try {
    const counter = rule.counter ?? `${endpoint.method} ${endpoint.path}`
    await enforceLimit(deps.limit, `${counter}:${caller.id}`, rule)
  } catch (error) {
    // a replay does nothing, so it needs no quota
    const key = readKey(endpoint, request, deps)
    if (!key) throw error
    // the call under way with this key may finish before the database answers
    const isRepeated = inFlight.has(key)
    if (!(await isKeyUsed(deps.db, key)) && !isRepeated && !inFlight.has(key)) throw error
  }
}

/** The key of a call and what it belongs to: the account, the method and the address, without its query. */
function readKey(
  { method, path, idempotent }: Endpoint,
  { caller, headers, params }: FastifyRequest,
  { now }: BindDeps,
): KeyIdentity | undefined {
  const key = idempotent && caller ? readIdempotencyKey(headers['idempotency-key']) : undefined
  if (key === undefined || !caller) return undefined
  const named = new Map(Object.entries(params ?? {}))
  const address = path.replace(/:(\w+)/g, (_, name) => encodeURIComponent(String(named.get(name))))
  return { userId: caller.id, method, path: address, key, now: now() }
}

type Bound<E extends Endpoint> = {
  endpoint: E
  handler: Handler<E>
  options: BindOptions<E>
  deps: BindDeps
  queues: KeyedQueues
  inFlight: InFlightCalls
}
type Result = { status: number; body: unknown; replayed?: boolean }
/** What differs between a plain call, one in a transaction, and one that computes a cached response. */
type Context = { db?: Db; address?: string; key?: KeyedCall }

async function respond<E extends Endpoint & Findable<E>>(
  { endpoint, handler, options, deps, queues, inFlight }: Bound<E>,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
): Promise<unknown> {
  const input = readInput(endpoint, request)
  checkEmailOwner(endpoint, input, request)
  const tags = new Set<Tag>()
  const invalidated = new Set<Tag>()
  const { caller, identity } = request
  const idToken = identity ? bearerToken(request.headers.authorization) : undefined
  const person = { caller, identity, idToken }
  if (!hasPersonOf<E['access']>(endpoint.access, person)) throw new AppError('unauthenticated')
  reply.code(endpoint.status ?? 200)
  const run = async ({ db = deps.db, address = request.url, key }: Context = {}): Promise<Result> => {
    const tools = {
      db,
      key,
      request,
      reply,
      now: deps.now,
      tags: (...all: Tag[]) => addAll(tags, all),
      invalidate: (...all: Tag[]) => addAll(invalidated, all),
    }
    const call = Object.assign(tools, input, person)
    const object = 'findObject' in endpoint ? await endpoint.findObject(db, call) : undefined
    checkObjectOwner<E>(endpoint, object, caller)
    const outcome = await handler(Object.assign(call, { object }))
    return { status: reply.statusCode, body: await toBody(endpoint, outcome, { address, reply, deps }) }
  }
  if (endpoint.cacheable)
    return reply.sendCacheable((address) => compute(endpoint, () => run({ address }), { tags, reply, deps }))
  addTags(undefined)

  const applyInvalidations = () => {
    if (invalidated.size > 0) deps.invalidate(invalidated)
  }
  const perform = async (work: () => Promise<Result>): Promise<Result> => {
    const result = await (options.queue ? queues(options.queue(input), work) : work())
    applyInvalidations()
    return result
  }
  const performOnce = (key: KeyIdentity): Promise<Result> => {
    const call = { ...key, bodyHash: hashBody('body' in input ? input.body : undefined) }
    const work = () => (options.storesKey ? run({ key: call }) : runOnce(deps.db, call, (db) => run({ db })))
    return inFlight.run(call, () => perform(work))
  }
  try {
    const key = readKey(endpoint, request, deps)
    const result = await (key ? performOnce(key) : perform(run))
    if (result.replayed) void reply.header('idempotent-replayed', 'true')
    if (endpoint.access !== 'public' || endpoint.method !== 'GET')
      void reply.header('cache-control', 'no-store')
    return reply.code(result.status).send(result.body)
  } catch (error) {
    // an AppError has changed nothing that is cached; after any other error the change may have been committed
    if (!(error instanceof AppError)) applyInvalidations()
    throw error
  }
}

type AnyPerson = { caller: Caller | null; identity: VerifiedIdentity | null; idToken: string | undefined }

/** Whether `checkAccess` has set what handlers with this access get. */
function hasPersonOf<A extends Access>(access: A, person: AnyPerson): person is AnyPerson & Person<A> {
  if (access === 'identity-token') return person.identity !== null
  return person.caller !== null || access === 'public' || access === 'signature'
}

/** Throws `forbidden` unless the email address at `own.in` is the caller's, `unauthenticated` without a caller. A query may have none, and a caller with the permission `others` any. */
function checkEmailOwner(
  { own }: Endpoint,
  input: { params?: unknown; query?: unknown; body?: unknown },
  request: FastifyRequest,
): void {
  if (own?.by !== 'email') return
  const caller = request.caller ?? request.identity
  if (!caller) throw new AppError('unauthenticated')
  if (own.others && request.caller && may(request.caller.role, own.others)) return
  const email = emailIn(input[own.in === 'path' ? 'params' : own.in])
  if (email === undefined && own.in === 'query') return
  if (email === undefined || caller.email === null || normaliseEmail(email) !== caller.email)
    throw new AppError('forbidden')
}

function emailIn(part: unknown): string | undefined {
  if (typeof part !== 'object' || part === null || !('email' in part)) return undefined
  return typeof part.email === 'string' ? part.email : undefined
}

/** Throws `not_found` or `forbidden` for an object of another account, as the endpoint's `own` declares. */
function checkObjectOwner<E extends Endpoint>(
  { own }: Endpoint,
  object: Owned | undefined,
  caller: Caller | null,
): asserts object is Found<E> {
  if (own?.by !== 'object' || (object && object.user_id === caller?.id)) return
  const has = (permission: Permission | undefined) =>
    caller !== null && permission !== undefined && may(caller.role, permission)
  if (has(own.others)) return
  throw new AppError(has(own.seenBy) ? 'forbidden' : 'not_found')
}

function addAll<T>(set: Set<T>, values: T[]): void {
  for (const value of values) set.add(value)
}

/** Shorter responses gain nothing from compression. */
const COMPRESS_FROM_BYTES = 1024

async function compute(
  { method, path }: Endpoint,
  run: () => Promise<Result>,
  { tags, reply, deps }: { tags: ReadonlySet<Tag>; reply: FastifyReply; deps: BindDeps },
): Promise<Computed> {
  try {
    const body = Buffer.from(JSON.stringify((await run()).body))
    if (tags.size === 0 && deps.checkResponses)
      throw new Error(`${method} ${path} is cacheable, but has no cache tags`)
    const own = Object.entries(reply.getHeaders()).map(([name, value]) => [name, String(value)])
    const headers = {
      ...deps.headers,
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-cache',
      ...Object.fromEntries(own),
    }
    const rendered = { status: reply.statusCode, headers, body }
    const response = createResponse(rendered, { compressFrom: COMPRESS_FROM_BYTES })
    return { response, tags: tags.size > 0 ? tags : undefined }
  } catch (error) {
    // a page that shows the error, such as that a part does not exist, is invalidated by the same tags
    return { error, tags: error instanceof AppError ? tags : undefined }
  }
}

function isListPage(outcome: unknown): outcome is { items: unknown; next: string | null; count?: number } {
  return typeof outcome === 'object' && outcome !== null && 'items' in outcome && 'next' in outcome
}

async function toBody(
  endpoint: Endpoint,
  outcome: unknown,
  { address, reply, deps }: { address: string; reply: FastifyReply; deps: BindDeps },
): Promise<unknown> {
  if (outcome instanceof StreamedFile) return outcome.open(reply)
  let body = outcome
  if (endpoint.list && isListPage(outcome)) {
    if (outcome.next) {
      const url = storeUrl(address, deps.origin)
      url.searchParams.set('after', outcome.next)
      void reply.header('link', `<${url.href}>; rel="next"`)
    }
    if (outcome.count !== undefined) void reply.header('total-count', outcome.count)
    body = outcome.items
  }
  if (deps.checkResponses) body = z.parse(endpoint.response, body)
  if (!(body instanceof File)) return body
  // an attachment is never opened as a page of this origin
  void reply.type(body.type).header('content-disposition', `attachment; filename="${body.name}"`)
  return Buffer.from(await body.arrayBuffer())
}
