import { createHash } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import { textLanguage } from '#contract/platform/texts/layout.ts'

const STYLE =
  ':root{color-scheme:light dark}body{margin:15vh auto;max-width:32rem;padding:0 16px;font:1.125rem/1.5 system-ui,sans-serif}h1{line-height:1.15}button{font:inherit;padding:.5em 1em}'
const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64')
const POLICY = `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; form-action 'self'; frame-ancestors 'none'`

/** Sends a page that needs neither the build of the pages nor a script. Its texts are HTML of the store's own. */
export function sendSmallPage(
  reply: FastifyReply,
  { title, text, more = '' }: { title: string; text?: string; more?: string },
): FastifyReply {
  const html = `<!doctype html><html lang="${textLanguage}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>${title}</title><style>${STYLE}</style></head><body><main><h1>${title}</h1>${text ? `<p>${text}</p>` : ''}${more}</main></body></html>`
  return reply
    .headers({ 'content-security-policy': POLICY, 'referrer-policy': 'no-referrer' })
    .type('text/html; charset=utf-8')
    .send(html)
}
