import { createHmac, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { leaveTexts as texts } from '#contract/people/requests/newsletter-texts.ts'
import { idPattern } from '#contract/platform/fields.ts'
import type { Db } from '#database/open.ts'
import { sendSmallPage } from '../../platform/http/small-page.ts'
import { removeSubscriber } from './service.ts'

export type LeaveLinks = ReturnType<typeof createLeaveLinks>

const PATH = '/newsletter/leave'
const BODY_LIMIT = 1024

/** The links by which a subscriber leaves the newsletter: signed, and without the address. They work until it is left. */
export function createLeaveLinks({ origin, secret }: { origin: string; secret: string }) {
  const sign = (id: string) => createHmac('sha256', secret).update(`leave:${id}`).digest()
  return {
    linkOf: (id: string) => `${origin}${PATH}?id=${id}&signature=${sign(id).toString('base64url')}`,
    /** The subscriber that the query of a link names; undefined if it was not signed here. */
    read({ id, signature }: { id?: unknown; signature?: unknown }): string | undefined {
      if (typeof id !== 'string' || typeof signature !== 'string' || !idPattern.test(id)) return undefined
      const given = Buffer.from(signature, 'base64url')
      const own = sign(id)
      return given.length === own.length && timingSafeEqual(given, own) ? id : undefined
    },
  }
}

/** Opening the link shows a page, since mail programs open links too; its button, or a POST of a mail program (RFC 8058), leaves. */
export function leaveRoutes(app: FastifyInstance, { db, links }: { db: Db; links: LeaveLinks }): void {
  type Query = { Querystring: { id?: unknown; signature?: unknown } }
  void app.register(async (scope) => {
    // what the body says does not matter
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: BODY_LIMIT }, (_request, _body, done) =>
      done(null),
    )
    scope.get<Query>(PATH, async ({ query }, reply) => {
      if (!links.read(query)) return sendUnknown(reply)
      const button = `<form method="post"><button>${texts.leave}</button></form>`
      return sendSmallPage(reply, { title: texts.title, text: texts.question, more: button })
    })
    scope.post<Query>(PATH, async ({ query }, reply) => {
      const id = links.read(query)
      if (!id) return sendUnknown(reply)
      await removeSubscriber(db, id)
      return sendSmallPage(reply, { title: texts.left, more: HOME })
    })
  })
}

const HOME = `<p><a href="/">${texts.home}</a></p>`

function sendUnknown(reply: FastifyReply): FastifyReply {
  return sendSmallPage(reply.code(404), { title: texts.unknownTitle, text: texts.unknown, more: HOME })
}
