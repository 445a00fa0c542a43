import * as z from 'zod'
import { errorStatus, isErrorCode } from '#contract/errors.ts'
import { safetyHeaders } from '#server/http/security.ts'
import type { WireRequest } from './request.ts'

export type ReceivedResponse = {
  status: number
  headers: Record<string, string | undefined>
  body: Buffer
  cpuMs: number
}

const MAX_CPU_MS = 1000
const SAFETY = Object.keys(safetyHeaders({ https: false, popups: false }))

/** The documented causes of a 503 with `Retry-After`. */
const MAY_BE_AWAY = ['being_changed', 'cards_unavailable', 'payment_unconfirmed', 'removal_unfinished']

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
export function faultOf({ method, url }: WireRequest, answer: ReceivedResponse): string | undefined {
  const { status, headers, cpuMs } = answer
  if (cpuMs > MAX_CPU_MS) return `took ${Math.round(cpuMs)} ms of CPU`
  const missing = SAFETY.filter((name) => headers[name] === undefined)
  if (missing.length > 0) return `${status} without ${missing.join(', ')}`
  if (status >= 500 && !isAway(url, answer)) return `${status} ${answer.body.toString().slice(0, 200)}`
  if (status < 400 || method === 'HEAD') return undefined
  const [path = ''] = url.split('?')
  if (/^\/api(\/|$)/.test(path) || isOfParser(answer)) return problemFault(answer)
  if (/^\/identity(\/|$)/.test(path))
    return shapeFault(answer, toolkitSchema, ({ error }) => error.code === status)
  if (/^\/payments\/v1(\/|$)/.test(path)) return shapeFault(answer, cardSchema, () => true)
  return undefined
}

/** A request that cannot be parsed is refused in the format of the API, before its path is known. */
function isOfParser({ body }: ReceivedResponse): boolean {
  const problem = problemSchema.safeParse(parse(body))
  return (
    problem.success &&
    ['malformed_request', 'headers_too_large', 'expectation_failed'].includes(problem.data.code)
  )
}

function isAway(url: string, { status, headers, body }: ReceivedResponse): boolean {
  if (status !== 503 || headers['retry-after'] === undefined || !url.startsWith('/api/')) return false
  const problem = problemSchema.safeParse(parse(body))
  return problem.success && MAY_BE_AWAY.includes(problem.data.code)
}

function problemFault(answer: ReceivedResponse): string | undefined {
  const type = answer.headers['content-type'] ?? 'none'
  if (!type.startsWith('application/problem+json')) return `${answer.status} as ${type}`
  return shapeFault(
    answer,
    problemSchema,
    ({ code, status }) => status === answer.status && isErrorCode(code) && errorStatus[code] === status,
  )
}

function shapeFault<T>(
  answer: ReceivedResponse,
  schema: z.ZodType<T>,
  fits: (body: T) => boolean,
): string | undefined {
  const parsed = schema.safeParse(parse(answer.body))
  if (parsed.success && fits(parsed.data)) return undefined
  return `${answer.status} in another shape: ${answer.body.toString().slice(0, 200)}`
}

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString())
  } catch {
    return undefined
  }
}
