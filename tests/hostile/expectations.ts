import * as z from 'zod'
import { errorStatus, isErrorCode } from '#contract/platform/errors.ts'
import { safetyHeaders } from '#server/platform/http/security.ts'
import type { WireRequest } from './request.ts'

export type ReceivedResponse = {
  status: number
  headers: Record<string, string | undefined>
  body: Buffer
  cpuMs: number
}

const MAX_CPU_MS = 1000
const SAFETY_HEADERS = Object.keys(safetyHeaders({ https: false, popups: false }))

/** The codes of a 503 that is no fault; it must have `Retry-After`. */
const UNAVAILABLE_CODES = ['being_changed', 'cards_unavailable', 'payment_unconfirmed', 'removal_unfinished']

const problemSchema = z.strictObject({
  type: z.string(),
  title: z.string(),
  status: z.number(),
  code: z.string(),
  message: z.string().min(1),
  requestId: z.uuid(),
  errors: z.array(z.strictObject({ path: z.string(), message: z.string().min(1) })).optional(),
})

const toolkitSchema = z.strictObject({
  error: z.strictObject({
    code: z.number(),
    message: z.string().min(1),
    errors: z.array(z.object({ message: z.string(), reason: z.string(), domain: z.literal('global') })),
    status: z.string().optional(),
  }),
})

const cardSchema = z.strictObject({
  error: z.looseObject({
    type: z.enum(['invalid_request_error', 'card_error', 'idempotency_error', 'api_error']),
    message: z.string().min(1),
  }),
})

/** What is wrong with a response; undefined if nothing is. */
export function findFault({ method, url }: WireRequest, response: ReceivedResponse): string | undefined {
  const { status, headers, cpuMs } = response
  if (cpuMs > MAX_CPU_MS) return `took ${Math.round(cpuMs)} ms of CPU`
  const missing = SAFETY_HEADERS.filter((name) => headers[name] === undefined)
  if (missing.length > 0) return `${status} without ${missing.join(', ')}`
  if (status >= 500 && !isUnavailable(url, response))
    return `${status} ${response.body.toString().slice(0, 200)}`
  if (status < 400 || method === 'HEAD') return undefined
  const [path = ''] = url.split('?')
  if (/^\/api(\/|$)/.test(path) || isParserError(response)) return findProblemFault(response)
  // a page of the popup: an unknown sign-in
  if (path === '/identity/oauth/callback' && status === 400) return undefined
  if (/^\/identity(\/|$)/.test(path))
    return findShapeFault(response, toolkitSchema, ({ error }) => error.code === status)
  if (/^\/payments\/v1(\/|$)/.test(path)) return findShapeFault(response, cardSchema, () => true)
  return undefined
}

/** A request that cannot be parsed is rejected in the format of the API, before its path is known. */
function isParserError({ body }: ReceivedResponse): boolean {
  const problem = problemSchema.safeParse(parse(body))
  return (
    problem.success &&
    ['malformed_request', 'headers_too_large', 'expectation_failed'].includes(problem.data.code)
  )
}

function isUnavailable(url: string, { status, headers, body }: ReceivedResponse): boolean {
  if (status !== 503 || headers['retry-after'] === undefined || !url.startsWith('/api/')) return false
  const problem = problemSchema.safeParse(parse(body))
  return problem.success && UNAVAILABLE_CODES.includes(problem.data.code)
}

function findProblemFault(response: ReceivedResponse): string | undefined {
  const type = response.headers['content-type'] ?? 'none'
  if (!type.startsWith('application/problem+json')) return `${response.status} as ${type}`
  return findShapeFault(
    response,
    problemSchema,
    ({ code, status }) => status === response.status && isErrorCode(code) && errorStatus[code] === status,
  )
}

function findShapeFault<T>(
  response: ReceivedResponse,
  schema: z.ZodType<T>,
  isConsistent: (body: T) => boolean,
): string | undefined {
  const parsed = schema.safeParse(parse(response.body))
  if (parsed.success && isConsistent(parsed.data)) return undefined
  return `${response.status} in another shape: ${response.body.toString().slice(0, 200)}`
}

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString())
  } catch {
    return undefined
  }
}
