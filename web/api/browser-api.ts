import { type ApiRequest, type ApiResponse, createApiClient } from '#contract/api-client.ts'

/** What signs the browser's calls: the session registers one, so that this module knows nothing of sign-in. */
export type TokenSource = {
  /** The access token of now, or null when nobody is signed in. */
  current(): Promise<string | null>
  /** Called once after a 401: a fresh token, or null when the sign-in is over. */
  renew(): Promise<string | null>
}

/** The store could not be reached: no network, or no answer in time. Nothing is known about the call's outcome. */
export class ConnectionError extends Error {
  constructor(cause: unknown) {
    super('The store could not be reached', { cause })
    this.name = 'ConnectionError'
  }
}

const TIMEOUT_MS = 30_000
let source: TokenSource | undefined

/** Registers who signs the calls; `undefined` makes them anonymous again. */
export function setTokenSource(next: TokenSource | undefined): void {
  source = next
}

/** Typed calls over fetch. Throws `ApiError` for a refusal, `ConnectionError` for a lost connection. */
export const browserApi = createApiClient(send)

/** The same calls, never signed: for what the sign-in itself needs. */
export const anonymousApi = createApiClient((request) => answer(request, null))

async function send(request: ApiRequest): Promise<ApiResponse> {
  if (!source) return answer(request, null)
  const signer = source
  const token = await signer.current()
  const response = await answer(request, token)
  if (response.status !== 401 || !token) return response
  const renewed = await signer.renew()
  return renewed ? answer(request, renewed) : response
}

async function answer(request: ApiRequest, token: string | null): Promise<ApiResponse> {
  const headers = token ? { ...request.headers, authorization: `Bearer ${token}` } : request.headers
  try {
    const response = await fetch(request.path, {
      method: request.method,
      headers,
      body: request.body ?? null,
      signal: AbortSignal.any([AbortSignal.timeout(TIMEOUT_MS), ...(request.signal ? [request.signal] : [])]),
    })
    // whole before anything is made of it, so that a connection that breaks is told from an answer
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
