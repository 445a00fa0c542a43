import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { CardIntentRow } from '#database/rows.ts'
import { disturbCalls } from '../control/disturb-calls.ts'
import type { CardRouteDeps } from '../deps.ts'
import { closeDispute, findDispute, listDisputes, updateDispute } from '../disputes/disputes.ts'
import { type CardCall, findEvent, listEvents } from '../events/events.ts'
import { chargeBody, findCharge } from '../intents/charges.ts'
import { confirmIntent } from '../intents/confirm.ts'
import { cancelIntent, createIntent, findIntent, listIntents } from '../intents/intents.ts'
import { createRefund, findRefund, listRefunds } from '../refunds/refunds.ts'
import { installConventions } from './api-answers.ts'
import { intentBody, publicIntentBody, storedErrorBody } from './bodies.ts'
import { type CardCaller, requireClientSecret } from './caller.ts'
import { type Form, readExpand } from './form.ts'
import type { Answer } from './idempotency.ts'
import { limitCardAttempt } from './limits.ts'
import { answerChange, readRequest, readShopRequest } from './respond.ts'

type WithId = { Params: { id: string } }

/** The REST interface, mounted under `/payments/v1`. */
export function cardApi(deps: CardRouteDeps) {
  return async (api: FastifyInstance): Promise<void> => {
    installConventions(api)
    disturbCalls(api, deps.db)
    intentRoutes(api, deps)
    confirmRoute(api, deps)
    chargeRoutes(api, deps)
    refundRoutes(api, deps)
    disputeRoutes(api, deps)
    eventRoutes(api, deps)
  }
}

function intentRoutes(api: FastifyInstance, deps: CardRouteDeps): void {
  const { db, origin } = deps

  api.post('/payment_intents', (request, reply) =>
    shopChange(deps, { request, reply }, async (call, form) =>
      intentBody(await createIntent(call, form), origin),
    ),
  )

  api.get('/payment_intents', (request) => listIntents(db, readShopRequest(deps, request).form, origin))

  api.get<WithId>('/payment_intents/:id', async (request) => {
    const { caller, form } = readRequest(deps, request)
    const intent = await findIntent(db, request.params.id)
    requireClientSecret(caller, form, intent)
    const isWhole = readExpand(form, caller === 'shop' ? ['latest_charge'] : []).length > 0
    const body = bodyFor(caller, intent, origin)
    return isWhole && intent.charge_id ? { ...body, latest_charge: chargeBody(intent) } : body
  })

  api.post<WithId>('/payment_intents/:id/cancel', (request, reply) =>
    shopChange(deps, { request, reply }, async (call, form) =>
      intentBody(await cancelIntent(call, request.params.id, form), origin),
    ),
  )
}

/** The card frame has an opaque origin, so every origin may read this response. */
function confirmRoute(api: FastifyInstance, deps: CardRouteDeps): void {
  const { db, origin } = deps
  const onRequest = async (_request: FastifyRequest, reply: FastifyReply) => {
    reply.header('access-control-allow-origin', '*')
  }

  api.post<WithId>('/payment_intents/:id/confirm', { onRequest }, async (request, reply) => {
    const cardRequest = readRequest(deps, request)
    const { id } = request.params
    requireClientSecret(cardRequest.caller, cardRequest.form, await findIntent(db, id))
    await limitCardAttempt(deps, request, id)
    return answerChange(deps, { ...cardRequest, reply }, async (call) => {
      const intent = await confirmIntent(call, id, cardRequest.form)
      return confirmation(intent, bodyFor(cardRequest.caller, intent, origin))
    })
  })
}

function refundRoutes(api: FastifyInstance, deps: CardRouteDeps): void {
  api.post('/refunds', (request, reply) => shopChange(deps, { request, reply }, createRefund))

  api.get('/refunds', (request) => listRefunds(deps.db, readShopRequest(deps, request).form))

  api.get<WithId>('/refunds/:id', (request) => {
    readShopRequest(deps, request)
    return findRefund(deps.db, request.params.id)
  })
}

function disputeRoutes(api: FastifyInstance, deps: CardRouteDeps): void {
  const { db, now } = deps

  api.get('/disputes', (request) => listDisputes(db, readShopRequest(deps, request).form, now()))

  api.get<WithId>('/disputes/:id', (request) => {
    readShopRequest(deps, request)
    return findDispute(db, request.params.id, now())
  })

  api.post<WithId>('/disputes/:id', (request, reply) =>
    shopChange(deps, { request, reply }, (call, form) => updateDispute(call, request.params.id, form)),
  )

  api.post<WithId>('/disputes/:id/close', (request, reply) =>
    shopChange(deps, { request, reply }, (call, form) => closeDispute(call, request.params.id, form)),
  )
}

function chargeRoutes(api: FastifyInstance, deps: CardRouteDeps): void {
  api.get<WithId>('/charges/:id', (request) => {
    readShopRequest(deps, request)
    return findCharge(deps.db, request.params.id)
  })
}

function eventRoutes(api: FastifyInstance, deps: CardRouteDeps): void {
  api.get('/events', (request) => listEvents(deps.db, readShopRequest(deps, request).form))

  api.get<WithId>('/events/:id', (request) => {
    readShopRequest(deps, request)
    return findEvent(deps.db, request.params.id)
  })
}

/** Runs a change that requires the secret key, and sends the result of `work`. */
async function shopChange(
  deps: CardRouteDeps,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  work: (call: CardCall, form: Form) => Promise<unknown>,
): Promise<FastifyReply> {
  const cardRequest = readShopRequest(deps, request)
  return answerChange(deps, { ...cardRequest, reply }, async (call) => ({
    status: 200,
    text: JSON.stringify(await work(call, cardRequest.form)),
  }))
}

function bodyFor(caller: CardCaller, intent: CardIntentRow, origin: string) {
  return caller === 'shop' ? intentBody(intent, origin) : publicIntentBody(intent, origin)
}

function confirmation(intent: CardIntentRow, body: unknown): Answer {
  if (!intent.last_payment_error) return { status: 200, text: JSON.stringify(body) }
  const error = { ...storedErrorBody(intent.last_payment_error, intent.created_at), payment_intent: body }
  return { status: 402, text: JSON.stringify({ error }) }
}
