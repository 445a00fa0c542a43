import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { FastifyInstance } from 'fastify'

const FOLDER = import.meta.dirname
const SHARED_STYLES = path.join(import.meta.dirname, '../..', 'small-pages.css')
const SCRIPT = 'text/javascript; charset=utf-8'
const STYLE = 'text/css; charset=utf-8'

/** The frame has an opaque origin, so its requests for its own files are cross-origin. */
export async function serveBrowserFiles(payments: FastifyInstance, origin: string): Promise<void> {
  // not every browser matches 'self' for an opaque origin
  const own = `'self' ${origin}`
  const library = await joinScripts(['card-element.js', 'challenge.js', 'stripe.js'])
  const frame = await joinScripts(['card-input.js', 'card-frame.js'])
  const forFrame = { 'cross-origin-resource-policy': 'cross-origin' }
  serve(payments, '/v1/stripe.js', library, { 'content-type': SCRIPT })
  serve(payments, '/card-frame.js', frame, { 'content-type': SCRIPT, ...forFrame })
  serve(payments, '/card-frame.css', await read('card-frame.css'), { 'content-type': STYLE, ...forFrame })
  serve(payments, '/card-frame.html', await read('card-frame.html'), {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': `default-src 'none'; script-src ${own}; style-src ${own}; connect-src ${own}; form-action 'none'; base-uri 'none'; frame-ancestors 'self'; sandbox allow-scripts allow-forms`,
    'referrer-policy': 'no-referrer',
  })
  const sharedStyles = await readFile(SHARED_STYLES, 'utf8')
  serve(payments, '/control.css', sharedStyles + (await read('control.css')), { 'content-type': STYLE })
  serve(payments, '/challenge.css', await read('challenge.css'), { 'content-type': STYLE })
  serve(payments, '/challenge-page.js', await read('challenge-page.js'), { 'content-type': SCRIPT })
}

/** Joins modules, each given after those that it imports, into one classic script with a private scope. */
export async function joinScripts(names: string[]): Promise<string> {
  const parts = await Promise.all(names.map(read))
  const bare = parts.map((text) =>
    text.replace(/^import [^;]*? from '\.\/[\w-]+\.js'\n/gm, '').replace(/^export /gm, ''),
  )
  return `(() => {\n'use strict'\n${bare.join('\n')}\n})()\n`
}

function read(name: string): Promise<string> {
  return readFile(path.join(FOLDER, name), 'utf8')
}

function serve(scope: FastifyInstance, url: string, body: string, headers: Record<string, string>): void {
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`
  scope.get(url, async (request, reply) => {
    reply.headers({ ...headers, etag, 'cache-control': 'no-cache' })
    if (request.headers['if-none-match'] === etag) return reply.code(304).send()
    return reply.send(body)
  })
}
