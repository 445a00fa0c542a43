import type { FastifyInstance } from 'fastify'
import { AppError } from '#contract/errors.ts'
import { bodyTexts } from '#contract/messages/errors.ts'

/**
 * JSON as this store reads it: an empty body counts as absent, `__proto__` is dropped,
 * NUL and lone surrogates (which PostgreSQL cannot store) are refused wherever they stand, and so is deep nesting.
 */
export function readJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('remove', 'remove')
  // what is not JSON is refused by its type
  app.removeAllContentTypeParsers()
  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    const text = decode(body)
    if (text === undefined) return done(new AppError('malformed_json'))
    if (text.trim() === '') return done(null, undefined)
    if (!isShallow(text)) return done(new AppError('invalid_request', { message: bodyTexts.tooDeep }))
    parse(request, text, (error, value) => {
      if (error) return done(new AppError('malformed_json', { cause: error }))
      // what UTF-8 and JSON cannot hold themselves is written as an escape
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

/** No call takes more than a list of texts in an object; what is deeper costs many times its bytes to read. */
const MOST_DEPTH = 32

/** Whether JSON is nested no deeper than any call needs; of what is no JSON it may say either. */
function isShallow(text: string): boolean {
  let depth = 0
  let isQuoted = false
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at]
    if (isQuoted) {
      if (sign === '\\') at += 1
      else if (sign === '"') isQuoted = false
    } else if (sign === '"') isQuoted = true
    else if (sign === '[' || sign === '{') {
      depth += 1
      if (depth > MOST_DEPTH) return false
    } else if (sign === ']' || sign === '}') depth -= 1
  }
  return true
}

/** True when no text in the value, however deep, holds NUL or a lone surrogate. */
export function isStorable(value: unknown): boolean {
  const open: unknown[] = [value]
  while (open.length > 0) {
    const next = open.pop()
    if (typeof next === 'string' && (next.includes('\0') || !next.isWellFormed())) return false
    if (typeof next === 'object' && next !== null) {
      for (const [key, item] of Object.entries(next)) open.push(key, item)
    }
  }
  return true
}
