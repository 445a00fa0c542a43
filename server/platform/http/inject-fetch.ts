import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'
import { type ApiClient, createApiClient } from '#contract/api-client.ts'

type Inject = (request: InjectOptions) => Promise<LightMyRequestResponse>

/** `fetch` to this process without a socket. `prefix` precedes the path. An aborted call rejects; its request goes on. */
export function createInjectFetch(inject: Inject, prefix = ''): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init)
    const { pathname, search } = new URL(request.url)
    const payload = Buffer.from(await request.arrayBuffer())
    const options: InjectOptions = {
      method: request.method,
      url: `${prefix}${pathname}${search}`,
      headers: Object.fromEntries(request.headers),
      ...(payload.length > 0 ? { payload } : {}),
    }
    const response = await untilAborted(inject(options), request.signal)
    const headers = new Headers()
    for (const [name, value] of Object.entries(response.headers)) headers.set(name, String(value))
    const isEmpty = response.statusCode === 204 || response.statusCode === 304
    return new Response(isEmpty ? null : new Uint8Array(response.rawPayload), {
      status: response.statusCode,
      headers,
    })
  }
}

export function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  const abort = () => reject(signal.reason)
  if (signal.aborted) abort()
  signal.addEventListener('abort', abort, { once: true })
  return Promise.race([work, aborted]).finally(() => signal.removeEventListener('abort', abort))
}

export function createInProcessClient(app: FastifyInstance): ApiClient {
  return createApiClient(async ({ method, path, headers, body }) => {
    const response = await app.inject({
      method,
      url: path,
      headers,
      ...(typeof body === 'string' ? { payload: body } : {}),
    })
    return {
      status: response.statusCode,
      header: (name) => {
        const value = response.headers[name.toLowerCase()]
        return value === undefined ? null : String(value)
      },
      text: async () => response.payload,
    }
  })
}
