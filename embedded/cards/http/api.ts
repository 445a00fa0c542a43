import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '#contract/platform/errors.ts'
import { isDatabaseUnavailable } from '#database/failures/unavailable.ts'
import { inTransaction } from '#database/open.ts'
import type { CardIntentRow } from '#database/rows.ts'
import { injectFaults } from '../control/faults.ts'
import type { CardContext, CardRouteDeps } from '../deps.ts'
import { closeDispute, listDisputes, updateDispute } from '../disputes/disputes.ts'
import { API_VERSION } from '../events/events.ts'
import { confirmIntent } from '../intents/confirm.ts'
import { cancelIntent, createIntent, listIntents, requireIntent } from '../intents/intents.ts'
import { createRefund, listRefunds } from '../refunds/refunds.ts'
import { CardApiError, invalidRequest } from './api-error.ts'
import { intentBody, publicIntentBody, storedErrorBody } from './bodies.ts'
import {
  type CardCaller,
  identifyCaller,
  limitConfirms,
  requireClientSecret,
  requireSecretKey,
} from './caller.ts'
import { acceptForms, type Form, newCardId, readForm } from './form.ts'
import { type CardResponse, requestHash, runOnce, storeError } from './idempotency.ts'

const BODY_LIMIT = 16_384
const RETRY_SECONDS = 2

type WithId = { Params: { id: string } }
type CardRequest = { request: FastifyRequest; caller: CardCaller; form: Form }

export function cardApi(deps: CardRouteDeps) {
  const { db, origin, now } = deps
  return async (api: FastifyInstance): Promise<void> => {
    registerHeadersAndFallback(api)
    injectFaults(api, deps)

    postRoute('/payment_intents', async (context, form) =>
      intentBody(await createIntent(context, form), origin),
    )
    postRoute('/payment_intents/:id/cancel', async (context, form, id) =>
      intentBody(await cancelIntent(context, id, form), origin),
    )
    postRoute('/refunds', createRefund)
    postRoute('/disputes/:id', (context, form, id) => updateDispute(context, id, form))
    postRoute('/disputes/:id/close', (context, form, id) => closeDispute(context, id, form))
    confirmRoute(api, deps)

    api.get('/payment_intents', (request) =>
      listIntents(db, readSecretKeyRequest(deps, request).form, origin),
    )
    api.get('/refunds', (request) => listRefunds(db, readSecretKeyRequest(deps, request).form))
    api.get('/disputes', (request) => listDisputes(db, readSecretKeyRequest(deps, request).form, now()))
    api.get<WithId>('/payment_intents/:id', async (request) => {
      const { caller, form } = readRequest(deps, request)
      const intent = await requireIntent(db, request.params.id)
      requireClientSecret(caller, form, intent)
      return bodyFor(caller, intent, origin)
    })

    function postRoute(
      url: string,
      work: (context: CardContext, form: Form, id: string) => Promise<unknown>,
    ): void {
      api.post<WithId>(url, (request, reply) => {
        const { caller, form } = readSecretKeyRequest(deps, request)
        return handleChange(deps, { request, reply, caller, form }, async (context) => ({
          status: 200,
          text: JSON.stringify(await work(context, form, request.params.id)),
        }))
      })
    }
  }
}

/** The card frame has an opaque origin, so every origin may read this response. */
function confirmRoute(api: FastifyInstance, deps: CardRouteDeps): void {
  const { db, origin } = deps
  const onRequest = async (_request: FastifyRequest, reply: FastifyReply) => {
    reply.header('access-control-allow-origin', '*')
  }
  api.post<WithId>('/payment_intents/:id/confirm', { onRequest }, async (request, reply) => {
    const cardRequest = readRequest(deps, request)
    const { caller, form } = cardRequest
    const { id } = request.params
    requireClientSecret(caller, form, await requireIntent(db, id))
    await limitConfirms(deps, request, id)
    return handleChange(deps, { ...cardRequest, reply }, async (context) => {
      const intent = await confirmIntent(context, id, form)
      const body = bodyFor(caller, intent, origin)
      const declined = intent.last_payment_error
      if (!declined) return { status: 200, text: JSON.stringify(body) }
      const error = { ...storedErrorBody(declined, intent.created_at), payment_intent: body }
      return { status: 402, text: JSON.stringify({ error }) }
    })
  })
}

function bodyFor(caller: CardCaller, intent: CardIntentRow, origin: string) {
  return caller === 'secret-key' ? intentBody(intent, origin) : publicIntentBody(intent, origin)
}

function readRequest(deps: CardRouteDeps, request: FastifyRequest): CardRequest {
  const text = typeof request.body === 'string' ? request.body : (request.url.split('?', 2)[1] ?? '')
  const form = readForm(text)
  return { request, form, caller: identifyCaller(request, form, deps) }
}

function readSecretKeyRequest(deps: CardRouteDeps, request: FastifyRequest): CardRequest {
  const cardRequest = readRequest(deps, request)
  requireSecretKey(cardRequest.caller)
  return cardRequest
}

async function handleChange(
  { db, now, origin, onChange }: CardRouteDeps,
  { request, reply, caller, form }: CardRequest & { reply: FastifyReply },
  work: (context: CardContext) => Promise<CardResponse>,
): Promise<FastifyReply> {
  const key = caller === 'secret-key' ? idempotencyKey(request) : undefined
  const requestId = String(reply.getHeader('request-id'))
  const at = now()
  const requestColumns = { request_id: requestId, created_at: at }
  const keyed = key && { key, request_hash: requestHash(request.url, form), ...requestColumns }
  const response = await inTransaction(db, (trx) => {
    const context: CardContext = { db: trx, at, origin, requestId, idempotencyKey: key ?? null }
    return keyed ? runOnce(trx, keyed, () => work(context)) : work(context)
  }).catch(async (error: unknown) => {
    if (keyed && error instanceof CardApiError && error.isStored) await storeError(db, keyed, error)
    throw error
  })
  onChange()
  if (key !== undefined) reply.header('idempotency-key', key)
  if (response.replayOf !== undefined) {
    reply.header('idempotent-replayed', 'true').header('original-request', response.replayOf)
  }
  return reply.code(response.status).type('application/json').send(response.text)
}

function idempotencyKey(request: FastifyRequest): string | undefined {
  const key = request.headers['idempotency-key']
  if (key === undefined) return undefined
  if (typeof key === 'string' && /^[\x20-\x7e]{1,255}$/.test(key)) return key
  const message = 'Idempotency keys must be 1 to 255 printable ASCII characters.'
  throw new CardApiError(400, { type: 'idempotency_error', message })
}

function registerHeadersAndFallback(api: FastifyInstance): void {
  acceptForms(api, BODY_LIMIT)
  api.addHook('onRequest', async (request, reply) => {
    reply.header('request-id', newCardId('req'))
    reply.header('cache-control', 'no-cache, no-store')
    reply.header('stripe-version', readVersion(request))
  })
  api.setNotFoundHandler(sendNotFound)
  // the store's pages have a catch-all GET route, which must not match here
  for (const url of ['/', '/*']) api.get(url, (_request, reply) => reply.callNotFound())
}

export function sendNotFound(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  reply.header('request-id', newCardId('req'))
  const path = request.originalUrl.split('?', 1)[0]?.replace(/^\/payments/, '')
  const message = `Unrecognized request URL (${request.method}: ${path}). Please see https://stripe.com/docs or we can help at https://support.stripe.com/.`
  return reply.code(404).send({ error: { type: 'invalid_request_error', message } })
}

function readVersion(request: FastifyRequest): string {
  const version = request.headers['stripe-version'] ?? API_VERSION
  if (typeof version === 'string' && /^\d{4}-\d{2}-\d{2}(\.[a-z]+)?$/.test(version)) return version
  throw invalidRequest('Invalid Stripe API version')
}

/** Sends an error in the provider's format. */
export function sendError(error: FastifyError | CardApiError, request: FastifyRequest, reply: FastifyReply) {
  const known = toCardError(error)
  if (!known) {
    request.log.error(error)
    const body = { type: 'api_error', message: 'An unknown error occurred' }
    return reply.code(500).send({ error: body })
  }
  if (known.status === 401) reply.header('www-authenticate', 'Bearer realm="Stripe"')
  if (known.retryAfterSeconds !== undefined) reply.header('retry-after', String(known.retryAfterSeconds))
  return reply.code(known.status).send({ error: known.body })
}

function toCardError(error: FastifyError | CardApiError): CardApiError | undefined {
  if (error instanceof CardApiError) return error
  const isOverload = error instanceof AppError && error.code === 'overloaded'
  if (isOverload || isDatabaseUnavailable(error)) {
    const message = 'The service is not available. Please try again.'
    return new CardApiError(503, { type: 'api_error', message }, RETRY_SECONDS)
  }
  // the store's parser of JSON reads bodies of other types than forms, and throws its own errors
  const status = error instanceof AppError ? error.status : error.statusCode
  if (status === undefined || status >= 500) return undefined
  return invalidRequest(
    'Invalid request (check that your POST content type is application/x-www-form-urlencoded). If you have any questions, we can help at https://support.stripe.com/.',
  )
}
