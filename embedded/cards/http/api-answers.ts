import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '#contract/errors.ts'
import { isDatabaseUnavailable } from '#database/failures/unavailable.ts'
import { API_VERSION } from '../events/events.ts'
import { CardApiError, invalidRequest } from './api-error.ts'
import { newCardId } from './ids.ts'

const BODY_LIMIT = 16_384
const RETRY_SECONDS = 2

/** Installs form parsing, the provider's headers and its error format. */
export function installConventions(api: FastifyInstance): void {
  api.removeAllContentTypeParsers()
  api.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: BODY_LIMIT },
    (_request, body, done) => done(null, body),
  )
  api.addHook('onRequest', async (request, reply) => {
    reply.header('request-id', newCardId('req'))
    reply.header('cache-control', 'no-cache, no-store')
    reply.header('stripe-version', readVersion(request))
  })
  api.setErrorHandler(answerError)
  api.setNotFoundHandler(answerUnknown)
  // the store's pages have a catch-all GET route, which must not answer here
  for (const url of ['/', '/*']) api.get(url, (_request, reply) => reply.callNotFound())
}

export function answerUnknown(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  reply.header('request-id', newCardId('req'))
  const path = request.originalUrl.split('?', 1)[0]?.replace(/^\/payments/, '')
  const body = {
    type: 'invalid_request_error',
    message: `Unrecognized request URL (${request.method}: ${path}). Please see https://stripe.com/docs or we can help at https://support.stripe.com/.`,
  }
  return reply.code(404).send({ error: body })
}

function readVersion(request: FastifyRequest): string {
  const version = request.headers['stripe-version'] ?? API_VERSION
  if (typeof version === 'string' && /^\d{4}-\d{2}-\d{2}(\.[a-z]+)?$/.test(version)) return version
  throw invalidRequest('Invalid Stripe API version')
}

function answerError(error: FastifyError | CardApiError, request: FastifyRequest, reply: FastifyReply) {
  const known = error instanceof CardApiError ? error : (unavailable(error) ?? badRequest(error))
  if (!known) {
    request.log.error(error)
    const body = { type: 'api_error', message: 'An unknown error occurred' }
    return reply.code(500).send({ error: body })
  }
  if (known.status === 401) reply.header('www-authenticate', 'Bearer realm="Stripe"')
  if (known.retryAfterSeconds !== undefined) reply.header('retry-after', String(known.retryAfterSeconds))
  return reply.code(known.status).send({ error: known.body })
}

function unavailable(error: Error): CardApiError | undefined {
  const isOverload = error instanceof AppError && error.code === 'overloaded'
  if (!isOverload && !isDatabaseUnavailable(error)) return undefined
  const body = { type: 'api_error' as const, message: 'The service is not available. Please try again.' }
  return new CardApiError(503, body, RETRY_SECONDS)
}

function badRequest(error: FastifyError): CardApiError | undefined {
  if (error.statusCode === undefined || error.statusCode >= 500) return undefined
  return invalidRequest(
    'Invalid request (check that your POST content type is application/x-www-form-urlencoded). If you have any questions, we can help at https://support.stripe.com/.',
  )
}
