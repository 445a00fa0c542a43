import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { api } from '#contract/api.ts'
import { createResponse, sendResponse } from '../../cache/response.ts'
import { openApiDocument } from './openapi.ts'
import { docsPage } from './page.ts'
import { STYLE } from './style.ts'

const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64')

type Info = { title: string; origin: string; demo: boolean; headers: Record<string, string> }

/** `/api/openapi.json` for machines and `/api/docs` for people, both made from the contract. */
export function apiDocs(app: FastifyInstance, info: Info): void {
  const finished = (text: string, headers: Record<string, string>) =>
    createResponse({
      status: 200,
      headers: { ...info.headers, 'cache-control': 'no-cache', ...headers },
      body: Buffer.from(text),
    })
  const describe = once(() => openApiDocument(api, info))
  const json = once(() =>
    finished(JSON.stringify(describe()), { 'content-type': 'application/json; charset=utf-8' }),
  )
  const page = once(() =>
    finished(docsPage({ ...info, document: describe(), api }), {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': `default-src 'none'; img-src 'self'; style-src 'sha256-${STYLE_HASH}'; frame-ancestors 'none'`,
    }),
  )
  app.get('/openapi.json', (request, reply) => sendResponse(request, reply, { response: json() }))
  app.get('/docs', (request, reply) => sendResponse(request, reply, { response: page() }))
}

/** Made when it is first asked for: a start does not wait for it. */
function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}
