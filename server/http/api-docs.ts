import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { api } from '#contract/api.ts'
import { type Endpoint, pathParams } from '#contract/endpoint.ts'
import { createAnswer, replyWith } from '../cache/answer.ts'
import { curlWalk } from './curl-walk.ts'
import { openApiDocument } from './openapi.ts'

const STYLE = `:root{color-scheme:light dark;background:Canvas}body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;overflow-wrap:anywhere}
code,pre{font-family:ui-monospace,monospace;font-size:.9em}pre{overflow-x:auto;padding:1rem;border:1px solid}
table{border-collapse:collapse;width:100%;overflow-wrap:normal}th,td{text-align:left;padding:.4rem .75rem .4rem 0;border-bottom:1px solid;vertical-align:top}
.scroll{overflow-x:auto}`
const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64')

const tokens = {
  public: 'none',
  'identity-token': 'ID token',
  'signed-in': 'access token',
  admin: 'access token of an admin',
  signature: 'none; the provider’s signature',
} as const

type Info = { title: string; origin: string; demo: boolean; headers: Record<string, string> }

/** `/api/openapi.json` for machines and `/api/docs` for people, both made from the contract. */
export function apiDocs(app: FastifyInstance, info: Info): void {
  const finished = (text: string, headers: Record<string, string>) =>
    createAnswer({
      status: 200,
      headers: { ...info.headers, 'cache-control': 'no-cache', ...headers },
      body: Buffer.from(text),
    })
  const document = finished(JSON.stringify(openApiDocument(api, info)), {
    'content-type': 'application/json; charset=utf-8',
  })
  const page = finished(docsPage(info), {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': `default-src 'none'; img-src 'self'; style-src 'sha256-${STYLE_HASH}'; frame-ancestors 'none'`,
  })
  app.get('/openapi.json', (request, reply) => replyWith(request, reply, document))
  app.get('/docs', (request, reply) => replyWith(request, reply, page))
}

function docsPage({ title, origin, demo }: Info): string {
  const rows = Object.entries(api).map(([name, endpoint]) => row(name, endpoint))
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title><link rel="icon" href="/drawings/logo.svg" type="image/svg+xml"><style>${STYLE}</style></head><body><main>
<h1>${escapeHtml(title)}</h1>
<p>Base address: <code>${escapeHtml(origin)}/api</code>. The same as a machine reads it: <a href="/api/openapi.json">OpenAPI 3.1</a>.</p>
<h2>Two tokens</h2>
<p>Signing in happens at the identity provider and yields an <b>ID token</b>: it proves who you are, and only
<code>PUT</code> and <code>DELETE /user/{email}</code> take it. The first answers the store’s own <b>access token</b>, which every other
call takes as <code>Authorization: Bearer …</code>. It lives an hour; trade a fresh ID token for the next one.</p>
<p>Errors are <code>application/problem+json</code> with a stable <code>code</code>; wrong fields are listed in
<code>errors</code>. <code>POST /order</code>, <code>/service</code> and <code>/review</code> take an
<code>Idempotency-Key</code>. Lists answer plain arrays with the next page in the <code>Link</code> header.</p>
${demo ? `<h2>A walk with curl</h2><p>Registers, trades the token, orders the newest part and lists the order.</p><pre tabindex="0" role="region" aria-label="A walk with curl">${escapeHtml(curlWalk(origin))}</pre>` : ''}
<h2>Calls</h2><div class="scroll" tabindex="0" role="region" aria-label="Calls"><table><thead><tr><th scope="col">Call</th><th scope="col">What it does</th><th scope="col">Token</th><th scope="col">Answers</th></tr></thead>
<tbody>${rows.join('\n')}</tbody></table></div>
</main></body></html>`
}

function row(name: string, endpoint: Endpoint): string {
  const path = pathParams(endpoint.path).reduce(
    (text, param) => text.replace(`:${param}`, `{${param}}`),
    endpoint.path,
  )
  const owner = endpoint.own
    ? `; own ${endpoint.own.by === 'email' ? 'address' : 'object'}${endpoint.own.admin === 'any' ? ', or an admin' : ''}`
    : ''
  return `<tr id="${name}"><td><code>${endpoint.method} ${escapeHtml(path)}</code></td><td>${escapeHtml(endpoint.summary)}</td><td>${tokens[endpoint.access]}${owner}</td><td>${endpoint.status ?? 200}</td></tr>`
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
