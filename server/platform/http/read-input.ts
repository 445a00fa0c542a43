import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as z from 'zod/v4/core'
import type { Endpoint, EndpointArgs } from '#contract/platform/endpoint.ts'
import { AppError, type FieldError } from '#contract/platform/errors.ts'
import { bodyTexts } from '#contract/platform/texts/errors.ts'
import { isDecodable } from './addresses.ts'

/** Parses JSON bodies. Rejects other types, deep nesting, and NUL and lone surrogates, which PostgreSQL cannot store. */
export function readJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('remove', 'remove')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    const text = decode(body)
    if (text === undefined) return done(new AppError('malformed_json'))
    if (text.trim() === '') return done(null, undefined)
    if (!isShallow(text)) return done(new AppError('invalid_request', { message: bodyTexts.tooDeep }))
    parse(request, text, (error, value) => {
      if (error) return done(new AppError('malformed_json', { cause: error }))
      // valid UTF-8 and JSON contain such characters as escapes only
      if (text.includes('\\u') && !isStorable(value))
        return done(new AppError('invalid_request', { message: bodyTexts.notStorable }))
      done(null, value)
    })
  })
}

function decode(body: Buffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body)
  } catch {
    return undefined
  }
}

/** More than any endpoint needs; parsing deeply nested JSON takes many times the memory of its bytes. */
const MAX_DEPTH = 32

function isShallow(text: string): boolean {
  let depth = 0
  let isQuoted = false
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at]
    if (isQuoted) {
      if (character === '\\') at += 1
      else if (character === '"') isQuoted = false
    } else if (character === '"') isQuoted = true
    else if (character === '[' || character === '{') {
      depth += 1
      if (depth > MAX_DEPTH) return false
    } else if (character === ']' || character === '}') depth -= 1
  }
  return true
}

function isStorable(value: unknown): boolean {
  const pending: unknown[] = [value]
  while (pending.length > 0) {
    const next = pending.pop()
    if (typeof next === 'string' && (next.includes('\0') || !next.isWellFormed())) return false
    if (typeof next === 'object' && next !== null) {
      for (const [key, item] of Object.entries(next)) pending.push(key, item)
    }
  }
  return true
}

/** Parses params, query and body. Throws `not_found` for a malformed id, `invalid_request` with every invalid field. */
export function readInput<E extends Endpoint>(endpoint: E, request: FastifyRequest): EndpointArgs<E> {
  const input: { params?: unknown; query?: unknown; body?: unknown } = {}
  const errors: FieldError[] = []
  for (const part of ['params', 'query', 'body'] as const) {
    const schema = endpoint[part]
    if (!schema) continue
    const given = part === 'body' ? (request.body ?? {}) : request[part]
    if (part === 'query') errors.push(...undecodable(request.url))
    if (part !== 'body' && !isStorable(given)) errors.push({ path: part, message: bodyTexts.notStorable })
    const result = z.safeParse(schema, given)
    if (result.success) input[part] = result.data
    else if (part === 'params' && endpoint.path.includes(':id')) throw new AppError('not_found')
    else errors.push(...result.error.issues.map(({ path, message }) => ({ path: path.join('.'), message })))
  }
  if (errors.length > 0) throw new AppError('invalid_request', { errors })
  // parsed by the schemas of the endpoint
  return input as EndpointArgs<E>
}

/** Parsers differ on escapes that are not UTF-8: without this check one address could have several responses. */
function undecodable(address: string): FieldError[] {
  const query = address.slice(address.indexOf('?') + 1)
  if (isDecodable(query)) return []
  const pairs = query.split('&').filter((pair) => !isDecodable(pair))
  return pairs.map((pair) => ({
    path: pair.split('=', 1)[0] ?? '',
    message: 'Escapes must be UTF-8, such as %C3%A9; a percent sign is %25',
  }))
}

export function queryNames({ method, path, query }: Endpoint): string[] {
  if (!query) return []
  if (query instanceof z.$ZodObject) return Object.keys(query._zod.def.shape)
  throw new Error(`${method} ${path} is cacheable: its query must be a plain object`)
}

/** Reads a raw body. Throws `body_too_large` as soon as it exceeds `limit` bytes. */
export async function readBody(stream: Readable, limit: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of stream) {
    const bytes = Buffer.from(chunk)
    size += bytes.length
    if (size > limit) throw new AppError('body_too_large')
    chunks.push(bytes)
  }
  return Buffer.concat(chunks)
}
