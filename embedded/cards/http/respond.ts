import type { FastifyReply, FastifyRequest } from 'fastify'
import { inTransaction } from '#database/open.ts'
import type { CardRouteDeps } from '../deps.ts'
import type { CardCall } from '../events/events.ts'
import { CardApiError } from './api-error.ts'
import { type CardCaller, identifyCaller, requireShop } from './caller.ts'
import { type Form, readForm } from './form.ts'
import { type Answer, answerOnce, requestHash, storeError } from './idempotency.ts'

export type CardRequest = { request: FastifyRequest; caller: CardCaller; form: Form }

/** 401 without a known key. */
export function readRequest(deps: CardRouteDeps, request: FastifyRequest): CardRequest {
  const text = typeof request.body === 'string' ? request.body : (request.url.split('?', 2)[1] ?? '')
  const form = readForm(text)
  return { request, form, caller: identifyCaller(request, form, deps) }
}

/** As `readRequest`, but 403 for a browser. */
export function readShopRequest(deps: CardRouteDeps, request: FastifyRequest): CardRequest {
  const cardRequest = readRequest(deps, request)
  requireShop(cardRequest.caller)
  return cardRequest
}

/** Runs a change in one transaction, once for each idempotency key, and sends the response. */
export async function answerChange(
  { db, now, origin, onChange }: CardRouteDeps,
  { request, reply, caller, form }: CardRequest & { reply: FastifyReply },
  work: (call: CardCall) => Promise<Answer>,
): Promise<FastifyReply> {
  const key = caller === 'shop' ? idempotencyKey(request) : undefined
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
  throw new CardApiError(400, {
    type: 'idempotency_error',
    message: 'Idempotency keys must be 1 to 255 visible characters.',
  })
}
