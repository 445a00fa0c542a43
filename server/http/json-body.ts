import type { FastifyInstance } from 'fastify'
import { AppError } from '#contract/errors.ts'

/**
 * JSON as this store reads it: an empty body counts as absent, `__proto__` is dropped,
 * NUL and lone surrogates (which PostgreSQL cannot store) are refused wherever they stand.
 */
export function readJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('remove', 'remove')
  // what is not JSON is refused by its type
  app.removeAllContentTypeParsers()
  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    const text = decode(body)
    if (text === undefined) return done(new AppError('malformed_json'))
    if (text.trim() === '') return done(null, undefined)
    parse(request, text, (error, value) => {
      if (error) return done(new AppError('malformed_json', { cause: error }))
      if (!isStorable(value))
        return done(
          new AppError('invalid_request', { message: 'Text must not contain NUL or lone surrogates.' }),
        )
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
