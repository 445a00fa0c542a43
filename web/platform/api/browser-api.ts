import { type ApiRequest, type ApiResponse, createApiClient } from '#contract/api-client.ts'

/** Supplies the access token for calls; the session registers a source, so that this module does not import it. */
export type TokenSource = {
  current(): Promise<string | null>
  /** Called once after a 401: a new token, or null without a signed-in account that has an address. */
  renew(): Promise<string | null>
}

/** No network, no complete response in time, or an aborted call: the call may have succeeded. */
export class ConnectionError extends Error {
  constructor(cause: unknown) {
    super('The store could not be reached', { cause })
    this.name = 'ConnectionError'
  }
}

const TIMEOUT_MS = 30_000
let source: TokenSource | undefined

/** Registers the source of tokens; with `undefined` calls are anonymous. */
export function setTokenSource(next: TokenSource | undefined): void {
  source = next
}

/** Typed calls of `contract/platform/routes`, by fetch. Throws `ApiError`, `ConnectionError` and errors of the token source. */
export const browserApi = createApiClient(send)

/** Sends no token of the session; a caller may pass one in a header. */
export const anonymousApi = createApiClient((request) => sendWithToken(request, null))

async function send(request: ApiRequest): Promise<ApiResponse> {
  if (!source) return sendWithToken(request, null)
  const tokens = source
  const token = await tokens.current()
  const response = await sendWithToken(request, token)
  if (response.status !== 401 || !token) return response
  const renewed = await tokens.renew()
  return renewed ? sendWithToken(request, renewed) : response
}

async function sendWithToken(request: ApiRequest, token: string | null): Promise<ApiResponse> {
  const headers = token ? { ...request.headers, authorization: `Bearer ${token}` } : request.headers
  try {
    const response = await fetch(request.path, {
      method: request.method,
      headers,
      body: request.body ?? null,
      signal: AbortSignal.any([AbortSignal.timeout(TIMEOUT_MS), ...(request.signal ? [request.signal] : [])]),
    })
    // read here, so that a connection lost during the body is a ConnectionError, too
    const body = await response.blob()
    return {
      status: response.status,
      header: (name) => response.headers.get(name),
      text: () => body.text(),
      blob: async () => body,
    }
  } catch (error) {
    throw new ConnectionError(error)
  }
}
