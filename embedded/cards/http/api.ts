import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '#contract/errors.ts'
import { isDatabaseUnavailable } from '#database/failures/unavailable.ts'
import { inTransaction } from '#database/open.ts'
import type { CardIntentRow } from '#database/rows.ts'
import { injectFaults } from '../control/faults.ts'
import type { CardCall, CardRouteDeps } from '../deps.ts'
import { closeDispute, listDisputes, updateDispute } from '../disputes/disputes.ts'
import { API_VERSION } from '../events/events.ts'
import { confirmIntent } from '../intents/confirm.ts'
import { cancelIntent, createIntent, findIntent, listIntents } from '../intents/intents.ts'
import { createRefund, listRefunds } from '../refunds/refunds.ts'
import { CardApiError, invalidRequest } from './api-error.ts'
import { intentBody, publicIntentBody, storedErrorBody } from './bodies.ts'
import {
  type CardCaller,
  identifyCaller,
  limitCardAttempt,
  requireClientSecret,
  requireStore,
} from './caller.ts'
import { acceptForms, type Form, newCardId, readForm } from './form.ts'
import { type Answer, answerOnce, requestHash, storeError } from './idempotency.ts'

const BODY_LIMIT = 16_384
const RETRY_SECONDS = 2

type WithId = { Params: { id: string } }
type CardRequest = { request: FastifyRequest; caller: CardCaller; form: Form }

export function cardApi(deps: CardRouteDeps) {
  const { db, origin, now } = deps
  return async (api: FastifyInstance): Promise<void> => {
    installConventions(api)
    injectFaults(api, db)

    change('/payment_intents', async (call, form) => intentBody(await createIntent(call, form), origin))
    change('/payment_intents/:id/cancel', async (call, form, id) =>
      intentBody(await cancelIntent(call, id, form), origin),
    )
    change('/refunds', createRefund)
    change('/disputes/:id', (call, form, id) => updateDispute(call, id, form))
    change('/disputes/:id/close', (call, form, id) => closeDispute(call, id, form))
    confirmRoute(api, deps)

    api.get('/payment_intents', (request) => listIntents(db, readStoreRequest(deps, request).form, origin))
    api.get('/refunds', (request) => listRefunds(db, readStoreRequest(deps, request).form))
    api.get('/disputes', (request) => listDisputes(db, readStoreRequest(deps, request).form, now()))
    api.get<WithId>('/payment_intents/:id', async (request) => {
      const { caller, form } = readRequest(deps, request)
      const intent = await findIntent(db, request.params.id)
      requireClientSecret(caller, form, intent)
      return bodyFor(caller, intent, origin)
    })

    function change(url: string, work: (call: CardCall, form: Form, id: string) => Promise<unknown>): void {
      api.post<WithId>(url, (request, reply) => {
        const { caller, form } = readStoreRequest(deps, request)
        return answerChange(deps, { request, reply, caller, form }, async (call) => ({
          status: 200,
          text: JSON.stringify(await work(call, form, request.params.id)),
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
    requireClientSecret(caller, form, await findIntent(db, id))
    await limitCardAttempt(deps, request, id)
    return answerChange(deps, { ...cardRequest, reply }, async (call) => {
      const intent = await confirmIntent(call, id, form)
      const body = bodyFor(caller, intent, origin)
      const declined = intent.last_payment_error
      if (!declined) return { status: 200, text: JSON.stringify(body) }
      const error = { ...storedErrorBody(declined, intent.created_at), payment_intent: body }
      return { status: 402, text: JSON.stringify({ error }) }
    })
  })
}

function bodyFor(caller: CardCaller, intent: CardIntentRow, origin: string) {
  return caller === 'store' ? intentBody(intent, origin) : publicIntentBody(intent, origin)
}

function readRequest(deps: CardRouteDeps, request: FastifyRequest): CardRequest {
  const text = typeof request.body === 'string' ? request.body : (request.url.split('?', 2)[1] ?? '')
  const form = readForm(text)
  return { request, form, caller: identifyCaller(request, form, deps) }
}

function readStoreRequest(deps: CardRouteDeps, request: FastifyRequest): CardRequest {
  const cardRequest = readRequest(deps, request)
  requireStore(cardRequest.caller)
  return cardRequest
}

async function answerChange(
  { db, now, origin, onChange }: CardRouteDeps,
  { request, reply, caller, form }: CardRequest & { reply: FastifyReply },
  work: (call: CardCall) => Promise<Answer>,
): Promise<FastifyReply> {
  const key = caller === 'store' ? idempotencyKey(request) : undefined
  const requestId = String(reply.getHeader('request-id'))
  const at = now()
  const keyed = key && { key, hash: requestHash(request.url, form), requestId, at }
  const answer = await inTransaction(db, (trx) => {
    const call: CardCall = { db: trx, at, origin, requestId, idempotencyKey: key ?? null }
    return keyed ? answerOnce(trx, keyed, () => work(call)) : work(call)
  }).catch(async (error: unknown) => {
    if (keyed && error instanceof CardApiError && error.isStored) await storeError(db, keyed, error)
    throw error
  })
  onChange()
  if (key !== undefined) reply.header('idempotency-key', key)
  if (answer.replayOf !== undefined) {
    reply.header('idempotent-replayed', 'true').header('original-request', answer.replayOf)
  }
  return reply.code(answer.status).type('application/json').send(answer.text)
}

function idempotencyKey(request: FastifyRequest): string | undefined {
  const key = request.headers['idempotency-key']
  if (key === undefined) return undefined
  if (typeof key === 'string' && /^[\x20-\x7e]{1,255}$/.test(key)) return key
  const message = 'Idempotency keys must be 1 to 255 visible characters.'
  throw new CardApiError(400, { type: 'idempotency_error', message })
}

function installConventions(api: FastifyInstance): void {
  acceptForms(api, BODY_LIMIT)
  api.addHook('onRequest', async (request, reply) => {
    reply.header('request-id', newCardId('req'))
    reply.header('cache-control', 'no-cache, no-store')
    reply.header('stripe-version', readVersion(request))
  })
  api.setNotFoundHandler(answerUnknown)
  // the store's pages have a catch-all GET route, which must not answer here
  for (const url of ['/', '/*']) api.get(url, (_request, reply) => reply.callNotFound())
}

export function answerUnknown(request: FastifyRequest, reply: FastifyReply): FastifyReply {
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

/** Sends an error in the provider's form. */
export function answerError(
  error: FastifyError | CardApiError,
  request: FastifyRequest,
  reply: FastifyReply,
) {
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
  if (error.statusCode === undefined || error.statusCode >= 500) return undefined
  return invalidRequest(
    'Invalid request (check that your POST content type is application/x-www-form-urlencoded). If you have any questions, we can help at https://support.stripe.com/.',
  )
}
