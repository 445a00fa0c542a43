import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AppError } from '#contract/errors.ts'
import { errorTexts } from '#contract/messages/errors.ts'
import { textLanguage } from '#contract/messages/layout.ts'
import { pageTexts } from '#contract/messages/pages.ts'
import { isOfPrefix } from '../addresses/malformed-address.ts'

/** As plain as a page can be: it is sent in great numbers by a store that has no time. */
const STYLE =
  ':root{color-scheme:light dark}body{margin:15vh auto;max-width:32rem;padding:0 16px;font:1.125rem/1.5 system-ui,sans-serif}h1{line-height:1.15}'
const POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; frame-ancestors 'none'`

/** Whether a browser asks for a page that the store is too busy to render; programs get a problem document. */
export function wantsBusyPage({ method, url, headers }: FastifyRequest, { status }: AppError): boolean {
  const isForPeople = headers.accept?.includes('text/html') === true && !isOfPrefix(url)
  return status === 503 && method === 'GET' && isForPeople
}

/** Says in HTML what a problem document would say, with a link to try again. */
export function sendBusyPage(reply: FastifyReply, { code, status }: AppError): FastifyReply {
  const html = `<!doctype html><html lang="${textLanguage}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${pageTexts.busyTitle}</title><style>${STYLE}</style></head><body><main><h1>${pageTexts.busyTitle}</h1><p>${errorTexts[code]}</p><p><a href="">${pageTexts.tryAgain}</a></p></main></body></html>`
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .header('content-security-policy', POLICY)
    .type('text/html; charset=utf-8')
    .send(html)
}
