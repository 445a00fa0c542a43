import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '#database/open.ts'
import { cleanUpImports } from './catalog/imports/imports.ts'
import { deleteOldNotices, type NoticeShop, noticeJobs } from './catalog/notices/notices.ts'
import { searchJobs } from './catalog/search/merge-pending-words.ts'
import { deleteOldSignIns } from './people/sign-in/sign-ins.ts'
import { accountJobs } from './people/users/account-deletion.ts'
import type { IdentityAdmin } from './people/users/service.ts'
import { deleteVerificationRequests } from './people/users/verification.ts'
import { deleteOldCounts } from './platform/admission/limits.ts'
import { deleteOldKeys } from './platform/http/idempotency.ts'
import { EVERY_HOUR, type Job } from './platform/jobs/jobs.ts'
import { cleanUpMail } from './platform/mail/mail-history.ts'
import { deleteOldCarts } from './sales/cart/cart.ts'
import { fillSellers } from './sales/orders/seller.ts'
import { paymentJobs } from './sales/payments/jobs.ts'
import type { CardProvider } from './sales/payments/provider/card-provider.ts'
import { deleteOldDeclines } from './sales/payments/record.ts'
import type { CardRules } from './sales/payments/sync.ts'

type Deps = {
  db: Db
  cards: CardProvider | undefined
  identityAdmin: IdentityAdmin
  rules: CardRules
  /** Called when orders may have returned units to stock. */
  onStockReturned: () => void
  readShop: () => Promise<NoticeShop>
  demo: boolean
  now: () => Date
  log: FastifyBaseLogger
}

/** The jobs of all nouns. */
export function backgroundJobs(deps: Deps): Job[] {
  const { db, identityAdmin, demo, log, now } = deps
  return [
    ...paymentJobs(deps),
    ...searchJobs(db),
    ...noticeJobs(db, deps.readShop),
    { name: 'clean-up', cron: EVERY_HOUR, run: () => cleanUp(db, now(), { demo }) },
    ...accountJobs({ db, identity: identityAdmin, log, now }),
  ]
}

/** Deletes the rows of all nouns that are no longer needed, and completes those of earlier versions. */
export async function cleanUp(db: Db, now: Date, { demo }: { demo: boolean }): Promise<void> {
  await deleteOldKeys(db, now)
  await deleteOldDeclines(db, now)
  await deleteOldCounts(db, now)
  await deleteOldSignIns(db, now)
  await cleanUpImports(db, now)
  await deleteVerificationRequests(db, now)
  await cleanUpMail(db, now, { demo })
  await deleteOldCarts(db, now)
  await deleteOldNotices(db, now)
  // of instances of an earlier version that ran beside this one
  await fillSellers(db)
}
