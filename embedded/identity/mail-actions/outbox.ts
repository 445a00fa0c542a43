import type { FastifyInstance } from 'fastify'
import { outboxTexts as texts } from '#contract/people/sign-in/identity-texts.ts'
import { isOwnHost } from '#contract/platform/own-host.ts'
import { escapeHtml, pageFrame, sendPage } from '../http/pages.ts'
import { ToolkitError } from '../http/toolkit-error.ts'
import type { Identity, ListedMail } from '../identity.ts'

const FORBIDDEN = { status: 403, rpcStatus: 'PERMISSION_DENIED', reason: 'forbidden' }

/** The mails contain reset links, so requests under foreign host names are rejected (DNS rebinding). */
export function registerOutbox(scope: FastifyInstance, identity: Identity): void {
  scope.get('/outbox', async (request, reply) => {
    if (!isOwnHost(request, identity.origin))
      throw new ToolkitError(`${texts.foreignHost} ${identity.origin}/identity/outbox`, FORBIDDEN)
    const mails = await identity.listMail()
    reply.header('vary', 'accept')
    if (request.headers.accept?.includes('text/html')) return sendPage(reply, outboxPage(mails))
    return mails.map(({ id, to, subject, text, createdAt }) => ({ id, to, subject, text, createdAt }))
  })
}

function outboxPage(mails: ListedMail[]): string {
  const list = mails.length === 0 ? `<p>${escapeHtml(texts.empty)}</p>` : mails.map(renderMail).join('\n')
  return pageFrame({
    title: texts.title,
    main: `<h1>${escapeHtml(texts.title)}</h1>
<p class="quiet">${escapeHtml(texts.intro)} <a href="/identity/outbox">${escapeHtml(texts.reload)}</a></p>
${list}`,
  })
}

function renderMail({ to, subject, text, createdAt }: ListedMail): string {
  const at = createdAt.toISOString()
  return `<article>
<h2>${escapeHtml(subject)}</h2>
<p class="quiet">${escapeHtml(texts.to)} ${escapeHtml(to)} · <time datetime="${at}">${at.slice(0, 16).replace('T', ' ')} UTC</time></p>
<div class="mail">${linkify(text)}</div>
</article>`
}

function linkify(text: string): string {
  return text
    .split(/(https?:\/\/\S+)/)
    .map((part, index) => {
      const safe = escapeHtml(part)
      return index % 2 === 1 ? `<a href="${safe}" rel="noreferrer">${safe}</a>` : safe
    })
    .join('')
}
