import type { FastifyInstance } from 'fastify'
import { stopTexts as texts } from '#contract/catalog/notices/mail-texts.ts'
import type { Db } from '#database/open.ts'
import { createSignedLinks, type SignedLinks, signedLinkRoutes } from '../../platform/http/signed-links.ts'
import { stopNotices } from './notices.ts'

/** The links that end all notices to an address, which they name by its digest: the notice itself is gone with its mail. */
export function createStopLinks(of: { origin: string; secret: string }): SignedLinks {
  return createSignedLinks({ ...of, path: '/notices/stop', purpose: 'stop', subject: /^[0-9a-f]{64}$/ })
}

export function stopNoticeRoutes(app: FastifyInstance, { db, links }: { db: Db; links: SignedLinks }): void {
  signedLinkRoutes(app, {
    links,
    texts: { ...texts, button: texts.stop, done: texts.stopped },
    run: (digest) => stopNotices(db, digest),
  })
}
