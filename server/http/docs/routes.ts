import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { createResponse, sendResponse } from '../../cache/response.ts'
import { openApiDocument } from './openapi.ts'
import { docsPage } from './page.ts'
import { STYLE } from './style.ts'

const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64')
const PAGE_POLICY = `default-src 'none'; img-src 'self'; style-src 'sha256-${STYLE_HASH}'; frame-ancestors 'none'`

type Info = { title: string; origin: string; demo: boolean; headers: Record<string, string> }

export function apiDocs(app: FastifyInstance, info: Info): void {
  const render = () => {
    const document = openApiDocument(info)
    const create = (text: string, headers: Record<string, string>) =>
      createResponse({
        status: 200,
        headers: { ...info.headers, 'cache-control': 'no-cache', ...headers },
        body: Buffer.from(text),
      })
    return {
      json: create(JSON.stringify(document), { 'content-type': 'application/json; charset=utf-8' }),
      page: create(docsPage(document, info), {
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': PAGE_POLICY,
      }),
    }
  }
  let rendered: ReturnType<typeof render> | undefined
  const responses = () => {
    rendered ??= render()
    return rendered
  }
  app.get('/openapi.json', (request, reply) => sendResponse(request, reply, { response: responses().json }))
  app.get('/docs', (request, reply) => sendResponse(request, reply, { response: responses().page }))
}
