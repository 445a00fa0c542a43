import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '#database/open.ts'
import { deleteOldKeys } from './http/idempotency.ts'
import { deleteOldCounts } from './http/limits.ts'
import { EVERY_HOUR, type Job } from './jobs/jobs.ts'
import { cleanUpMail } from './mail/mail-history.ts'
import { paymentJobs } from './payments/jobs.ts'
import type { CardProvider } from './payments/provider/card-provider.ts'
import { deleteOldDeclines } from './payments/record.ts'
import type { CardRules } from './payments/sync.ts'
import { cleanUpImports } from './products/imports/imports.ts'
import { searchJobs } from './products/search/merge-pending-words.ts'
import { accountJobs } from './users/account-deletion.ts'
import type { IdentityAdmin } from './users/service.ts'
import { deleteEndedSignIns } from './users/sign-ins.ts'
import { deleteVerificationRequests } from './users/verification.ts'

type Deps = {
  db: Db
  cards: CardProvider | undefined
  identityAdmin: IdentityAdmin
  rules: CardRules
  /** Called when orders may have returned units to stock. */
  onStockReturned: () => void
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
    { name: 'clean-up', cron: EVERY_HOUR, run: () => cleanUp(db, now(), { demo }) },
    ...accountJobs({ db, identity: identityAdmin, log, now }),
  ]
}

/** Deletes the rows of all nouns that are no longer needed. */
export async function cleanUp(db: Db, now: Date, { demo }: { demo: boolean }): Promise<void> {
  await deleteOldKeys(db, now)
  await deleteOldDeclines(db, now)
  await deleteOldCounts(db, now)
  await deleteEndedSignIns(db, now)
  await cleanUpImports(db, now)
  await deleteVerificationRequests(db, now)
  await cleanUpMail(db, now, { demo })
}
