import { createHmac, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { sendSmallPage } from './small-page.ts'

export type SignedLinks = ReturnType<typeof createSignedLinks>

type LinkOptions = {
  origin: string
  path: string
  secret: string
  /** What the link does: one that was signed for something else does not work. */
  purpose: string
  /** What may be signed. Linear, since queries are matched with it. */
  subject: RegExp
}

/** Links in mails that do something for whoever has them, without a time limit: the query names a subject, and is signed. */
export function createSignedLinks({ origin, path, secret, purpose, subject }: LinkOptions) {
  const sign = (id: string) => createHmac('sha256', secret).update(`${purpose}:${id}`).digest()
  return {
    path,
    linkOf: (id: string) => `${origin}${path}?id=${id}&signature=${sign(id).toString('base64url')}`,
    /** The subject that the query of a link names; undefined if it was not signed here. */
    read({ id, signature }: { id?: unknown; signature?: unknown }): string | undefined {
      if (typeof id !== 'string' || typeof signature !== 'string' || !subject.test(id)) return undefined
      const given = Buffer.from(signature, 'base64url')
      const own = sign(id)
      return given.length === own.length && timingSafeEqual(given, own) ? id : undefined
    },
  }
}

type LinkTexts = {
  title: string
  question: string
  button: string
  done: string
  unknownTitle: string
  unknown: string
  home: string
}
type Query = { Querystring: { id?: unknown; signature?: unknown } }

const BODY_LIMIT = 1024

/** Opening the link shows a page, since mail programs open links too; its button, or a POST of a mail program (RFC 8058), does it. */
export function signedLinkRoutes(
  app: FastifyInstance,
  { links, texts, run }: { links: SignedLinks; texts: LinkTexts; run: (id: string) => Promise<unknown> },
): void {
  const home = `<p><a href="/">${texts.home}</a></p>`
  const sendUnknown = (reply: FastifyReply) =>
    sendSmallPage(reply.code(404), { title: texts.unknownTitle, text: texts.unknown, more: home })
  void app.register(async (scope) => {
    // what the body says does not matter
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: BODY_LIMIT }, (_request, _body, done) =>
      done(null),
    )
    scope.get<Query>(links.path, async ({ query }, reply) => {
      if (!links.read(query)) return sendUnknown(reply)
      const button = `<form method="post"><button>${texts.button}</button></form>`
      return sendSmallPage(reply, { title: texts.title, text: texts.question, more: button })
    })
    scope.post<Query>(links.path, async ({ query }, reply) => {
      const id = links.read(query)
      if (!id) return sendUnknown(reply)
      await run(id)
      return sendSmallPage(reply, { title: texts.done, more: home })
    })
  })
}
