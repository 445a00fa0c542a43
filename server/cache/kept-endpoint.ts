import type { FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/v4/core'
import type { Endpoint } from '#contract/endpoint.ts'
import { AppError } from '#contract/errors.ts'
import { createAnswer } from './answer.ts'
import type { AnswerCache, Made } from './answer-cache.ts'
import { normalAddress } from './normal-address.ts'
import { replyKept } from './reply-kept.ts'
import type { Tag } from './tags.ts'

/** Shorter answers gain nothing from compression. */
const COMPRESS_FROM = 1024
const JSON_TYPE = 'application/json; charset=utf-8'

/** How the answer to one address is made, and what it has shown by then. */
type Making = { read: (address: string) => Promise<unknown>; shown: ReadonlySet<Tag> }

type Turn = {
  request: FastifyRequest
  reply: FastifyReply
  deps: { cache: AnswerCache; headers: Record<string, string>; origin: string; checkResponses: boolean }
}

/** Answers a call from what is kept, or makes the answer and keeps it; a handler that names no data is not kept. */
export async function answerKept(
  endpoint: Endpoint,
  making: Making,
  { request, reply, deps }: Turn,
): Promise<FastifyReply> {
  const names = queryNames(endpoint)
  const address = normalAddress(request.url, deps.origin, (name) => names.includes(name))
  return replyKept(request, reply, {
    cache: deps.cache,
    kind: 'api',
    address,
    make: () => make(endpoint, making, { address, reply, deps }),
  })
}

async function make(
  endpoint: Endpoint,
  { read, shown }: Making,
  { address, reply, deps }: Omit<Turn, 'request'> & { address: string },
): Promise<Made> {
  try {
    const body = Buffer.from(JSON.stringify(await read(address)))
    if (shown.size === 0 && deps.checkResponses)
      throw new Error(`${endpoint.method} ${endpoint.path} is kept, but does not say what it shows`)
    const own = Object.entries(reply.getHeaders()).map(([name, value]) => [name, String(value)])
    const headers = {
      ...deps.headers,
      'content-type': JSON_TYPE,
      'cache-control': 'no-cache',
      ...Object.fromEntries(own),
    }
    const answer = createAnswer({ status: reply.statusCode, headers, body }, { compressFrom: COMPRESS_FROM })
    return { answer, tags: shown.size > 0 ? shown : undefined }
  } catch (error) {
    // what is not there is shown, too: a page that goes on without it changes once it is
    return { error, tags: error instanceof AppError ? shown : undefined }
  }
}

/** Throws at start for what is not the same for everybody, or has no list of parameters to be known by. */
export function requireKeepable(endpoint: Endpoint): void {
  if (endpoint.access !== 'public' || endpoint.method !== 'GET')
    throw new Error(`${endpoint.method} ${endpoint.path} is not for everybody and cannot be kept`)
  queryNames(endpoint)
}

/** The query parameters that an endpoint knows. */
export function queryNames({ method, path, query }: Endpoint): string[] {
  if (!query) return []
  if (query instanceof z.$ZodObject) return Object.keys(query._zod.def.shape)
  throw new Error(`${method} ${path} is kept: its query must be a plain object`)
}
