import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/v4/core'
import type { Access, Endpoint, EndpointArgs, EndpointResult } from '#contract/endpoint.ts'
import { AppError } from '#contract/errors.ts'
import { CONNECTIONS, type Db } from '#database/open.ts'
import type { AccessTokens } from '../auth/access-token.ts'
import { authenticate, bearerToken, type Caller } from '../auth/authenticate.ts'
import type { IdentityProvider, VerifiedIdentity } from '../auth/id-token.ts'
import { addTags, type Cacheable } from '../cache/plugin.ts'
import { createResponse } from '../cache/response.ts'
import type { Computed } from '../cache/response-cache.ts'
import type { Invalidation, Tag } from '../cache/tags.ts'
import { storeUrl } from './addresses/store-url.ts'
import { hashBody, isKeyUsed, type KeyedCall, readIdempotencyKey, runOnce } from './idempotency.ts'
import { enforceLimit, type Limit, type LimitRule } from './limits.ts'
import { createLines, type Lines } from './overload/lines.ts'
import { checkOwner, type Input, queryNames, readInput } from './read-input.ts'
import { StreamedFile } from './streamed-file.ts'

type Person<A extends Access> = A extends 'signed-in' | 'admin'
  ? { caller: Caller }
  : A extends 'identity-token'
    ? { identity: VerifiedIdentity; idToken: string }
    : unknown

/** What a handler gets: parsed input, who calls, and the database handle to use (a transaction where one is open). */
type Call<E extends Endpoint> = EndpointArgs<E> &
  Person<E['access']> & {
    db: Db
    request: FastifyRequest
    reply: FastifyReply
    now: () => Date
    /** With `storesKey`: the idempotency key of this call. */
    key?: KeyedCall
    /** Adds cache tags to the response, before their data is read: invalidating one ends the cached response and pages made of it. */
    tags(...tags: Tag[]): void
    /** Invalidates cached responses with these tags once the change is committed. The database tells other instances. */
    invalidate(...tags: Invalidation[]): void
    /** The same where the transaction is `store.publishing_deferred`: then this instance tells the others. Call it before you write. */
    publish(...tags: Invalidation[]): void
  }

type Outcome<E extends Endpoint> = E extends { list: true }
  ? { items: EndpointResult<E>; next: string | null }
  : E extends { file: true }
    ? EndpointResult<E> | StreamedFile
    : EndpointResult<E>

type BindOptions<E extends Endpoint> = {
  perAccount?: LimitRule
  /** Calls that would wait for one another in the database wait in a line of this name before they go there. */
  line?: (input: EndpointArgs<E>) => string
  /** The handler stores the `key` of a call, and replays; without it a call with a key runs in a transaction. */
  storesKey?: true
}

export type Bind = <E extends Endpoint>(
  endpoint: E,
  handler: (call: Call<E>) => Promise<Outcome<E>>,
  options?: BindOptions<E>,
) => void

export type BindDeps = {
  db: Db
  tokens: AccessTokens
  identity: IdentityProvider
  origin: string
  limit: Limit
  now: () => Date
  /** Admins act as such only in a sign-in that passed a second factor. */
  adminSecondStep: boolean
  /** Parses answers with the contract's schema: in tests and development. */
  checkResponses: boolean
  /** Headers every answer carries. */
  headers: Record<string, string>
  invalidate: (tags: ReadonlySet<Invalidation>) => void
  publish: (tags: ReadonlySet<Invalidation>) => void
}

/** Of the pool's connections: the others are left to whoever only reads, whatever orders wait for. */
const MOST_IN_LINES = { each: CONNECTIONS / 2, all: CONNECTIONS * 0.75 }

const ACCESS: readonly Access[] = ['public', 'identity-token', 'signed-in', 'admin', 'signature']

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | null
    identity: VerifiedIdentity | null
  }
}

/**
 * Mounts endpoints on the server as their declarations say: access before anything is read, then input,
 * ownership by email, idempotency, and the one error form. Throws at start for an endpoint without access.
 */
export function createBind(app: FastifyInstance, deps: BindDeps): Bind {
  app.decorateRequest('caller', null)
  app.decorateRequest('identity', null)
  const lines = createLines(MOST_IN_LINES)
  return (endpoint, handler, options = {}) => {
    if (!ACCESS.includes(endpoint.access)) {
      throw new Error(`${endpoint.method} ${endpoint.path} does not declare its access`)
    }
    const cacheable = endpoint.cacheable && describeCacheable(endpoint)
    const mount = (scope: FastifyInstance) =>
      scope.route({
        method: endpoint.method,
        url: endpoint.path,
        ...(cacheable ? { config: { cacheable } } : {}),
        ...(endpoint.rawBody ? { bodyLimit: endpoint.rawBody.limit } : {}),
        onRequest: (request) => admit(endpoint, request, deps),
        // before any transaction: a limit counts what fails, too, and never waits for a second connection inside one
        preHandler: (request) => countUse(endpoint, request, { rule: options.perAccount, deps }),
        handler: (request, reply) => answer(endpoint, handler, { request, reply, deps, lines, options }),
      })
    if (endpoint.rawBody)
      void app.register(async (scope) => mount(acceptRaw(scope, endpoint.rawBody?.types ?? [])))
    else mount(app)
  }
}

/** A body that is not JSON reaches the handler as the request's own stream. */
function acceptRaw(scope: FastifyInstance, types: string[]): FastifyInstance {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser(types, (_request, _payload, done) => done(null))
  return scope
}

async function admit(endpoint: Endpoint, request: FastifyRequest, deps: BindDeps): Promise<void> {
  const header = request.headers.authorization
  if (endpoint.access === 'identity-token') {
    request.identity = await deps.identity.verify(bearerToken(header))
  }
  if (endpoint.access === 'signed-in' || endpoint.access === 'admin') {
    request.caller = await authenticate(deps.db, deps.tokens, header, deps)
    if (endpoint.access !== 'admin') return
    if (request.caller.needsSecondStep) throw new AppError('second_step_required')
    if (request.caller.role !== 'admin') throw new AppError('forbidden')
  }
}

async function countUse(
  endpoint: Endpoint,
  { caller, headers }: FastifyRequest,
  { rule, deps }: { rule: LimitRule | undefined; deps: BindDeps },
): Promise<void> {
  if (!rule || !caller) return
  const { method, path } = endpoint
  try {
    await enforceLimit(deps.limit, `${method} ${path}:${caller.id}`, rule)
  } catch (error) {
    // a repeated call whose first response was lost does nothing more
    const key = endpoint.idempotent ? readIdempotencyKey(headers['idempotency-key']) : undefined
    if (key === undefined) throw error
    if (!(await isKeyUsed(deps.db, { userId: caller.id, method, path, key, now: deps.now() }))) throw error
  }
}

type Turn = { request: FastifyRequest; reply: FastifyReply; deps: BindDeps }

async function answer<E extends Endpoint>(
  endpoint: E,
  handler: (call: Call<E>) => Promise<Outcome<E>>,
  {
    request,
    reply,
    deps,
    lines,
    options: { line, storesKey },
  }: Turn & { lines: Lines; options: BindOptions<E> },
): Promise<unknown> {
  const input = readInput(endpoint, request)
  checkOwner(endpoint, input, request)
  const tags = new Set<Tag>()
  const invalidations = { here: new Set<Invalidation>(), published: new Set<Invalidation>() }
  reply.code(endpoint.status ?? 200)
  const run = async ({ db = deps.db, address = request.url, key }: Around = {}) => {
    const call = {
      ...input,
      caller: request.caller,
      identity: request.identity,
      idToken: request.identity ? bearerToken(request.headers.authorization) : undefined,
      db,
      key,
      request,
      reply,
      now: deps.now,
      tags: (...all: Tag[]) => addAll(tags, all),
      invalidate: (...all: Invalidation[]) => addAll(invalidations.here, all),
      publish: (...all: Invalidation[]) => addAll(invalidations.published, all),
    }
    // the declaration decides which of these are set: `admit` has seen to it
    const outcome = await handler(call as unknown as Call<E>)
    return { status: reply.statusCode, body: await toBody(endpoint, outcome, { address, reply, deps }) }
  }
  if (endpoint.cacheable) {
    const read = async (address: string) => (await run({ address })).body
    return reply.sendCacheable((address) => compute(endpoint, () => read(address), { tags, reply, deps }))
  }
  addTags(undefined)
  const key = endpoint.idempotent ? readIdempotencyKey(request.headers['idempotency-key']) : undefined
  const work = () => runKeyed(key, run, { endpoint, input, request, deps, storesKey })
  // parsed by the endpoint's own schemas
  const called = line ? lines(line(input as EndpointArgs<E>), work) : work()
  const result = await called.catch((error: unknown) => {
    // a refusal has changed nothing; of anything else nobody knows whether it was committed
    if (!(error instanceof AppError)) invalidateAll(invalidations, deps)
    throw error
  })
  invalidateAll(invalidations, deps)
  if (result.replayed) void reply.header('idempotent-replayed', 'true')
  if (endpoint.access !== 'public' || endpoint.method !== 'GET')
    void reply.header('cache-control', 'no-store')
  return reply.code(result.status).send(result.body)
}

/** Shorter responses gain nothing from compression. */
const COMPRESS_FROM = 1024

async function compute(
  endpoint: Endpoint,
  read: () => Promise<unknown>,
  { tags, reply, deps }: { tags: ReadonlySet<Tag>; reply: FastifyReply; deps: BindDeps },
): Promise<Computed> {
  try {
    const body = Buffer.from(JSON.stringify(await read()))
    if (tags.size === 0 && deps.checkResponses)
      throw new Error(`${endpoint.method} ${endpoint.path} is cacheable, but has no cache tags`)
    const own = Object.entries(reply.getHeaders()).map(([name, value]) => [name, String(value)])
    const headers = {
      ...deps.headers,
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-cache',
      ...Object.fromEntries(own),
    }
    const response = createResponse(
      { status: reply.statusCode, headers, body },
      { compressFrom: COMPRESS_FROM },
    )
    return { response, tags: tags.size > 0 ? tags : undefined }
  } catch (error) {
    // that something does not exist is shown, too: a page that goes on without it changes once it does
    return { error, tags: error instanceof AppError ? tags : undefined }
  }
}

/** Throws at start for an endpoint that is not the same for everybody, or whose query has no list of parameters. */
function describeCacheable(endpoint: Endpoint): Cacheable {
  if (endpoint.access !== 'public' || endpoint.method !== 'GET')
    throw new Error(`${endpoint.method} ${endpoint.path} is not for everybody and cannot be cached`)
  const names = queryNames(endpoint)
  return { kind: 'api', knows: (name) => names.includes(name) }
}

type Invalidations = { here: Set<Invalidation>; published: Set<Invalidation> }

/** On this instance at once, on the others as soon as the message arrives. */
function invalidateAll({ here, published }: Invalidations, { invalidate, publish }: BindDeps): void {
  const tags = new Set([...here, ...published])
  if (tags.size > 0) invalidate(tags)
  if (published.size > 0) publish(published)
}

function addAll<T>(set: Set<T>, tags: T[]): void {
  for (const tag of tags) set.add(tag)
}

/** What a handler runs in. */
type Around = { db?: Db; address?: string; key?: KeyedCall }
type Run = (around?: Around) => Promise<{ status: number; body: unknown }>

async function runKeyed(
  key: string | undefined,
  run: Run,
  {
    endpoint,
    input,
    request,
    deps,
    storesKey,
  }: Omit<Turn, 'reply'> & { endpoint: Endpoint; input: Input; storesKey: true | undefined },
): Promise<{ status: number; body: unknown; replayed: boolean }> {
  if (key === undefined || !request.caller) return { ...(await run()), replayed: false }
  const { method, path } = endpoint
  const identity = { userId: request.caller.id, method, path, key, now: deps.now() }
  const call = { ...identity, bodyHash: hashBody(input.body) }
  if (storesKey) return { ...(await run({ key: call })), replayed: false }
  return runOnce(deps.db, call, (db) => run({ db }))
}

async function toBody(
  endpoint: Endpoint,
  outcome: unknown,
  { address, reply, deps }: { address: string; reply: FastifyReply; deps: BindDeps },
): Promise<unknown> {
  if (outcome instanceof StreamedFile) return outcome.open(reply)
  let body = outcome
  if (endpoint.list) {
    const page = outcome as { items: unknown; next: string | null }
    if (page.next) void reply.header('link', nextLink(address, page.next, deps.origin))
    body = page.items
  }
  if (deps.checkResponses) body = z.parse(endpoint.response, body)
  return body instanceof File ? sendFile(body, reply) : body
}

/** Saved by its name: never opened as a page of this origin. */
async function sendFile(file: File, reply: FastifyReply): Promise<Buffer> {
  void reply.type(file.type).header('content-disposition', `attachment; filename="${file.name}"`)
  return Buffer.from(await file.arrayBuffer())
}

function nextLink(address: string, cursor: string, origin: string): string {
  const url = storeUrl(address, origin)
  url.searchParams.set('after', cursor)
  return `<${url.href}>; rel="next"`
}
