import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { CardApiError, invalidRequest } from './api-error.ts'
import { API_VERSION } from './events.ts'
import { newCardId } from './ids.ts'

const BODY_LIMIT = 16_384

/** What every answer of the interface has in common: form bodies in, the provider's headers and errors out. */
export function installAnswers(api: FastifyInstance): void {
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
  api.setNotFoundHandler((request, reply) => {
    reply.header('request-id', newCardId('req'))
    const path = request.url.split('?', 1)[0]?.replace(/^\/payments/, '')
    const body = {
      type: 'invalid_request_error',
      message: `Unrecognized request URL (${request.method}: ${path}). Please see https://stripe.com/docs or we can help at https://support.stripe.com/.`,
    }
    return reply.code(404).send({ error: body })
  })
  // where pages of the store take every other GET
  for (const url of ['/', '/*']) api.get(url, (_request, reply) => reply.callNotFound())
}

function readVersion(request: FastifyRequest): string {
  const version = request.headers['stripe-version'] ?? API_VERSION
  if (typeof version === 'string' && /^\d{4}-\d{2}-\d{2}(\.[a-z]+)?$/.test(version)) return version
  throw invalidRequest('Invalid Stripe API version')
}

function answerError(error: FastifyError | CardApiError, request: FastifyRequest, reply: FastifyReply) {
  const known = error instanceof CardApiError ? error : readableFault(error)
  if (!known) {
    request.log.error(error)
    const body = { type: 'api_error', message: 'An unknown error occurred' }
    return reply.code(500).send({ error: body })
  }
  if (known.status === 401) reply.header('www-authenticate', 'Bearer realm="Stripe"')
  if (known.retryAfterSeconds !== undefined) reply.header('retry-after', String(known.retryAfterSeconds))
  return reply.code(known.status).send({ error: known.body })
}

/** A body the server could not take: too long, or no form. */
function readableFault(error: FastifyError): CardApiError | undefined {
  if (error.statusCode === undefined || error.statusCode >= 500) return undefined
  return invalidRequest(
    'Invalid request (check that your POST content type is application/x-www-form-urlencoded). If you have any questions, we can help at https://support.stripe.com/.',
  )
}
