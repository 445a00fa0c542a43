import type { FastifyInstance, FastifyPluginAsync, FastifyRequest } from 'fastify'
import { decodeJwt } from 'jose'
import { deviceHeader } from '#contract/platform/auth/device-header.ts'
import { createAdmin, type IdentityAdmin } from './accounts/admin.ts'
import { cleanUpHourly } from './accounts/clean-up.ts'
import { rememberClient } from './accounts/known-clients.ts'
import { registerDemoPopup } from './federated/demo-popup.ts'
import { registerPopup } from './federated/sign-in-popup.ts'
import { type Call, calls } from './http/calls.ts'
import { httpError, isUnavailable, ToolkitError, toToolkitError } from './http/toolkit-error.ts'
import { checkApiKey, parseToolkitBody } from './http/toolkit-request.ts'
import type { Identity, IdentityDeps } from './identity.ts'
import { registerOutbox } from './mail-actions/outbox.ts'
import { createPasswords } from './password/passwords.ts'
import { createSigningKeys } from './tokens/signing-keys.ts'

const BODY_LIMIT = 64 * 1024
const JWKS_CACHE = 'public, max-age=300'

/** A part of Identity Toolkit's HTTP API, and calls for recovery codes, on PostgreSQL, for the unchanged Firebase SDK. Mount it under `/identity`. */
export function createEmbeddedIdentity(deps: IdentityDeps): {
  plugin: FastifyPluginAsync
  admin: IdentityAdmin
} {
  const identity = { ...deps, keys: createSigningKeys(deps), passwords: createPasswords(deps) }
  return {
    admin: createAdmin(identity),
    async plugin(scope) {
      replaceDefaults(scope)
      scope.addHook('onReady', () => warmUp(scope, identity))
      scope.addHook('onRequest', () => identity.keys.refresh())
      cleanUpHourly(scope, identity)
      for (const call of calls) if (!call.form) registerCall(scope, identity, call)
      await scope.register(async (forms) => {
        forms.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, readForm)
        for (const call of calls) if (call.form) registerCall(forms, identity, call)
      })
      if (deps.demo || Object.keys(deps.clients).length > 0) registerPopup(scope, identity)
      if (!deps.demo) return
      registerDemoPopup(scope, identity)
      registerOutbox(scope, identity)
    },
  }
}

async function warmUp(scope: FastifyInstance, { keys }: Identity): Promise<void> {
  try {
    await keys.all()
  } catch (error) {
    scope.log.warn(error)
  }
}

/** Replaces the server's parsers and error format, and forbids caching. The SDK reads unknown error formats as network failures. */
function replaceDefaults(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('application/json', { parseAs: 'string' }, readJson)
  scope.setErrorHandler((error, request, reply) => {
    const toolkitError = toToolkitError(error)
    if (toolkitError.details.status >= 500 && !isUnavailable(error)) request.log.error(error)
    const { retryAfterSeconds } = toolkitError.details
    if (retryAfterSeconds !== undefined) reply.header('retry-after', retryAfterSeconds)
    return reply.code(toolkitError.details.status).send(toolkitError.body())
  })
  scope.setNotFoundHandler((request, reply) => {
    const [path] = request.url.slice(scope.prefix.length).split('?')
    const allowed = calls.filter((call) => call.path === path).map((call) => call.method)
    if (allowed.length > 0) reply.header('allow', allowed.join(', '))
    const toolkitError = httpError(allowed.length > 0 ? 405 : 404)
    return reply.code(toolkitError.details.status).send(toolkitError.body())
  })
  scope.addHook('onRequest', async (_request, reply) => {
    reply.header('cache-control', 'no-store')
  })
}

function registerCall(scope: FastifyInstance, identity: Identity, { method, path, run, open }: Call): void {
  scope.route({
    method,
    // Fastify reads a single colon as a parameter
    url: path.replaceAll(':', '::'),
    bodyLimit: BODY_LIMIT,
    async onRequest(request) {
      if (!open) checkApiKey(identity.apiKey, request)
    },
    async handler(request, reply) {
      if (open) reply.header('cache-control', JWKS_CACHE)
      const body = parseToolkitBody(request.body)
      if (body.tenantId) throw new ToolkitError('UNSUPPORTED_TENANT_OPERATION')
      const client = { ipAddress: identity.trustedIpAddress(request), device: readDevice(request) }
      const result = await run(identity, { body, ...client })
      const userId = signedInUser(result)
      if (userId !== undefined)
        await rememberClient(identity, identity.db, { userId, client }).catch((err: unknown) =>
          request.log.warn({ err }, 'identity: the client of a sign-in was not remembered'),
        )
      return result
    },
  })
}

function readDevice({ headers }: FastifyRequest): string | undefined {
  const id = headers[deviceHeader]
  return typeof id === 'string' && /^[\w-]{16,128}$/.test(id) ? id : undefined
}

/** The user to whom a response gives tokens, new or refreshed: they are not given before a second factor. */
function signedInUser(result: object): string | undefined {
  if ('refreshToken' in result && 'idToken' in result) return decodeJwt(String(result.idToken)).sub
  return 'refresh_token' in result && 'user_id' in result ? String(result.user_id) : undefined
}

async function readJson(_request: FastifyRequest, text: string): Promise<unknown> {
  if (text.trim() === '') return {}
  try {
    return JSON.parse(text)
  } catch (cause) {
    const problem = cause instanceof Error ? cause.message : ''
    const details = { reason: 'parseError', rpcStatus: 'INVALID_ARGUMENT', cause }
    throw new ToolkitError(`Invalid JSON payload received. ${problem}`, details)
  }
}

async function readForm(_request: FastifyRequest, text: string): Promise<unknown> {
  return Object.fromEntries(new URLSearchParams(text))
}
