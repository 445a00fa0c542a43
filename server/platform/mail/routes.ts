import * as contract from '#contract/platform/mail/failed-mails.ts'
import type { Bind } from '../http/bind-endpoint.ts'
import { listFailedMails, retryFailedMails } from './mail-history.ts'

export function mailRoutes(bind: Bind): void {
  bind(contract.listFailedMails, ({ db, query }) => listFailedMails(db, query))
  bind(contract.retryFailedMails, async ({ db, caller, now }) => ({
    retriedCount: await retryFailedMails(db, { actorId: caller.id, at: now() }),
  }))
}
