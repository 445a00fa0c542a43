import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { FastifyInstance, FastifyReply } from 'fastify'

type PageFile = 'popup.js' | 'callback.js' | 'pages.css'

const SHARED_STYLES = path.join(import.meta.dirname, '../..', 'small-pages.css')

const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

export function sendPage(reply: FastifyReply, html: string): FastifyReply {
  return reply
    .headers({
      'content-security-policy': POLICY,
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    })
    .type('text/html; charset=utf-8')
    .send(html)
}

export function serveFile(scope: FastifyInstance, file: PageFile): void {
  const own = readFileSync(path.join(import.meta.dirname, 'pages', file), 'utf8')
  const content = file === 'pages.css' ? readFileSync(SHARED_STYLES, 'utf8') + own : own
  scope.get(`/${file}`, (_request, reply) =>
    reply
      .headers({ 'cache-control': 'no-cache', 'x-content-type-options': 'nosniff' })
      .type(`text/${file === 'pages.css' ? 'css' : 'javascript'}; charset=utf-8`)
      .send(content),
  )
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`)
}

type Page = { title: string; main: string; script?: PageFile }

export function pageFrame({ title, main, script }: Page): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="/drawings/logo.svg" type="image/svg+xml">
<link rel="stylesheet" href="/identity/pages.css">
${script ? `<script type="module" src="/identity/${script}"></script>\n` : ''}</head>
<body>
<main>
${main}
</main>
</body>
</html>
`
}
