import type { Api } from './api.ts'
import type { Endpoint, EndpointInput, EndpointResult } from './platform/endpoint.ts'
import { type ErrorCode, type FieldError, isErrorCode, type Problem } from './platform/errors.ts'
import { routes } from './platform/routes.ts'

/** A request for the transport; `path` begins with `/api`. */
export type ApiRequest = {
  method: string
  path: string
  headers: Record<string, string>
  body?: string | Blob
  signal?: AbortSignal
}
/** A response of the transport; `header` is case-insensitive. */
export type ApiResponse = {
  status: number
  header(name: string): string | null
  text(): Promise<string>
  blob?(): Promise<Blob>
}
export type Send = (request: ApiRequest) => Promise<ApiResponse>

/** `count`: of the whole list, if asked (`MAX_COUNT` of `list-sort.ts`). */
type Page<T> = { items: T; next: string | null; count?: number | undefined }

/** An error response of the store; `code` is `internal` for a body without a known code. */
export class ApiError extends Error {
  readonly status: number
  readonly code: ErrorCode
  readonly errors: FieldError[]
  readonly requestId: string | undefined
  /** The whole problem document: an endpoint may declare further members (`problems`). */
  readonly problem: Readonly<Record<string, unknown>>

  constructor(status: number, problem: Partial<Problem>) {
    super(problem.message ?? `HTTP ${status}`)
    this.name = 'ApiError'
    this.status = status
    this.code = isErrorCode(problem.code) ? problem.code : 'internal'
    this.errors = problem.errors ?? []
    this.requestId = problem.requestId
    this.problem = problem
  }
}

/** Recognises errors of any copy of this module: the built pages bundle their own. */
export function isApiError(error: unknown): error is ApiError {
  return error instanceof Error && error.name === 'ApiError' && 'status' in error && 'code' in error
}

type Options = {
  headers?: Record<string, string>
  rawBody?: Blob
  idempotencyKey?: string
  signal?: AbortSignal
}
type Result<E extends Endpoint> = E extends { list: true } ? Page<EndpointResult<E>> : EndpointResult<E>
type Call<E extends Endpoint> =
  Partial<EndpointInput<E>> extends EndpointInput<E>
    ? (input?: EndpointInput<E>, options?: Options) => Promise<Result<E>>
    : (input: EndpointInput<E>, options?: Options) => Promise<Result<E>>

export type ApiClient = { [Name in keyof Api]: Call<Api[Name]> }

type LooseInput = { params?: Record<string, unknown>; query?: Record<string, unknown>; body?: unknown }

/** Typed calls over a transport; they reject with `ApiError` for an error response. Uses `routes` only, so that the browser bundles no schema. */
export function createApiClient(send: Send): ApiClient {
  const calls = Object.entries(routes).map(([name, route]) => [
    name,
    async (input: LooseInput = {}, options: Options = {}) => {
      const response = await send(toRequest(route, input, options))
      if ('file' in route && response.status < 400) return toFile(response)
      const body = parse(await response.text())
      if (response.status >= 400) throw new ApiError(response.status, isRecord(body) ? body : {})
      return 'list' in route ? { items: body, ...pageOf(response) } : body
    },
  ])
  return Object.fromEntries(calls)
}

function toRequest(route: { method: string; path: string }, input: LooseInput, options: Options): ApiRequest {
  const path = route.path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(input.params?.[name])),
  )
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(input.query ?? {})) {
    if (value !== undefined && value !== null) query.set(name, String(value))
  }
  const headers: Record<string, string> = { accept: 'application/json', ...options.headers }
  if (options.idempotencyKey) headers['idempotency-key'] = options.idempotencyKey
  const request: ApiRequest = {
    method: route.method,
    path: `/api${path}${query.size ? `?${query}` : ''}`,
    headers,
  }
  if (options.signal) request.signal = options.signal
  if (options.rawBody) {
    headers['content-type'] = options.rawBody.type
    request.body = options.rawBody
  } else if (input.body !== undefined) {
    headers['content-type'] = 'application/json'
    request.body = JSON.stringify(input.body)
  }
  return request
}

async function toFile(response: ApiResponse): Promise<File> {
  if (!response.blob) throw new TypeError('This transport cannot fetch files')
  const name = /filename="([^"]+)"/.exec(response.header('content-disposition') ?? '')?.[1]
  return new File([await response.blob()], name ?? 'file', { type: response.header('content-type') ?? '' })
}

function pageOf(response: ApiResponse) {
  const count = response.header('total-count')
  return { next: nextCursor(response.header('link')), ...(count !== null && { count: Number(count) }) }
}

function nextCursor(link: string | null): string | null {
  const target = /<([^<>]+)>;\s*rel="next"/.exec(link ?? '')?.[1]
  return target ? new URL(target, 'http://store').searchParams.get('after') : null
}

function parse(text: string): unknown {
  try {
    return text ? JSON.parse(text) : undefined
  } catch {
    return undefined
  }
}

function isRecord(value: unknown): value is Partial<Problem> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
