import type { FastifyRequest } from 'fastify'
import * as z from 'zod/v4/core'
import type { Endpoint } from '#contract/endpoint.ts'
import { AppError, type FieldError } from '#contract/errors.ts'
import { normaliseEmail } from '#contract/fields.ts'
import { bodyTexts } from '#contract/messages/errors.ts'
import { isDecodable } from './addresses/malformed-address.ts'
import { isStorable } from './json-body.ts'

export type Input = { params?: unknown; query?: unknown; body?: unknown }

/** Params, query and body as the contract has them. Throws `not_found` for an id that is none, `invalid_request` naming each fault. */
export function readInput(endpoint: Endpoint, request: FastifyRequest): Input {
  const input: Input = {}
  const faults: FieldError[] = []
  for (const part of ['params', 'query', 'body'] as const) {
    const schema = endpoint[part]
    if (!schema) continue
    const given = part === 'body' ? (request.body ?? {}) : request[part]
    if (part === 'query') faults.push(...undecodable(request.url))
    // a body is checked where it is parsed
    if (part !== 'body' && !isStorable(given)) faults.push({ path: part, message: bodyTexts.notStorable })
    const result = z.safeParse(schema, given)
    if (result.success) input[part] = result.data
    else if (part === 'params' && endpoint.path.includes(':id')) throw new AppError('not_found')
    else faults.push(...result.error.issues.map(toFieldError))
  }
  if (faults.length > 0) throw new AppError('invalid_request', { errors: faults })
  return input
}

/** What reads a query decides for itself what such escapes mean, so that one address would have several answers. */
function undecodable(address: string): FieldError[] {
  const query = address.slice(address.indexOf('?') + 1)
  if (isDecodable(query)) return []
  const pairs = query.split('&').filter((pair) => !isDecodable(pair))
  return pairs.map((pair) => ({
    path: pair.split('=', 1)[0] ?? '',
    message: 'Escapes must be UTF-8, such as %C3%A9; a percent sign is %25',
  }))
}

/** The query parameters that an endpoint knows. Throws where its query is no plain object. */
export function queryNames({ method, path, query }: Endpoint): string[] {
  if (!query) return []
  if (query instanceof z.$ZodObject) return Object.keys(query._zod.def.shape)
  throw new Error(`${method} ${path} is cacheable: its query must be a plain object`)
}

function toFieldError(issue: z.$ZodIssue): FieldError {
  return { path: issue.path.join('.'), message: issue.message }
}

/** Ownership by email: what names somebody else's address is refused, in path, query and body alike. */
export function checkOwner(endpoint: Endpoint, input: Input, request: FastifyRequest): void {
  const own = endpoint.own
  if (own?.by !== 'email') return
  const caller = request.caller ?? request.identity
  if (!caller) throw new AppError('unauthenticated')
  if (own.admin === 'any' && request.caller?.role === 'admin') return
  const named = emailIn(own.in === 'path' ? input.params : own.in === 'query' ? input.query : input.body)
  if (named === undefined && own.in === 'query') return
  if (named === undefined || caller.email === null || normaliseEmail(named) !== caller.email)
    throw new AppError('forbidden')
}

function emailIn(part: unknown): string | undefined {
  if (typeof part !== 'object' || part === null || !('email' in part)) return undefined
  return typeof part.email === 'string' ? part.email : undefined
}
