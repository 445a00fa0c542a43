import type { FastifyInstance } from 'fastify'
import { leaveTexts as texts } from '#contract/people/requests/newsletter-texts.ts'
import { idPattern } from '#contract/platform/fields.ts'
import type { Db } from '#database/open.ts'
import { createSignedLinks, type SignedLinks, signedLinkRoutes } from '../../platform/http/signed-links.ts'
import { removeSubscriber } from './service.ts'

/** The links by which a subscriber leaves the newsletter: without the address. They work until it is left. */
export function createLeaveLinks(of: { origin: string; secret: string }): SignedLinks {
  return createSignedLinks({ ...of, path: '/newsletter/leave', purpose: 'leave', subject: idPattern })
}

export function leaveRoutes(app: FastifyInstance, { db, links }: { db: Db; links: SignedLinks }): void {
  signedLinkRoutes(app, {
    links,
    texts: { ...texts, button: texts.leave, done: texts.left },
    run: (id) => removeSubscriber(db, id),
  })
}
