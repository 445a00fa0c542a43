import type { FastifyBaseLogger } from 'fastify'
import { PgBoss } from 'pg-boss'
import type { Database } from '#database/open.ts'
import { syncAndCheckLedger } from '../payments/ledger-check.ts'
import { runMinuteJob } from '../payments/minute-job.ts'
import type { CardProvider } from '../payments/provider/card-provider.ts'
import type { CardRules } from '../payments/sync.ts'
import { mergePendingWords } from '../products/imports/apply.ts'
import { removeDeletedIdentities } from '../users/account-deletion.ts'
import type { IdentityAdmin } from '../users/service.ts'
import { cleanUp } from './clean-up.ts'

export type Jobs = { stop(): Promise<void> }
type Deps = {
  database: Database
  cards: CardProvider | undefined
  identityAdmin: IdentityAdmin
  rules: CardRules
  demo: boolean
  now: () => Date
  logger: FastifyBaseLogger
}

/** The run of an instance that died is given up after `heartbeatSeconds`, not after a quarter of an hour. */
const QUEUE = { retryLimit: 0, deleteAfterSeconds: 3600, heartbeatSeconds: 30 }
const EVERY_MINUTE = '* * * * *'
const EVERY_HOUR = '17 * * * *'
const EVERY_NIGHT = '40 3 * * *'
const MOST_LOGGED = 10
/** The nightly check covers several days, so that a missed night loses nothing. */
const LEDGER_DAYS = 7

/** One of several instances runs each job at a time. A job that runs twice does no harm. */
export async function startJobs(deps: Deps): Promise<Jobs> {
  const { database, cards, identityAdmin, rules, demo, now, logger } = deps
  const boss = new PgBoss({ ...database.connection, schema: 'jobs', max: 3 })
  boss.on('error', (error) => logger.warn({ err: error }, 'jobs: the queue cannot be reached'))
  await boss.start()
  // `stately`: one run waits at most, so that an outage of the provider is not followed by sixty runs in a row
  const repeat = async (name: string, cron: string, work: () => Promise<void>) => {
    await boss.createQueue(name, { policy: 'stately', ...QUEUE })
    await boss.updateQueue(name, QUEUE)
    await boss.schedule(name, cron)
    await boss.work(name, { pollingIntervalSeconds: 5 }, () =>
      work().catch((error: unknown) => {
        // the queue does not log errors
        logger.error({ err: error }, `jobs: ${name} failed`)
        throw error
      }),
    )
  }
  await repeat('reconcile-payments', EVERY_MINUTE, async () => {
    logFailures(logger, await runMinuteJob({ db: database.background, cards, now }, rules))
  })
  await repeat('check-ledger', EVERY_NIGHT, async () => {
    if (!cards) return
    const { check, failures } = await syncAndCheckLedger(
      { db: database.background, cards, now },
      { days: LEDGER_DAYS },
    )
    logFailures(logger, failures)
    const { differences } = check
    if (differences.length > 0) logger.error({ differences }, 'payments: the ledger and the provider differ')
  })
  await repeat('index-words', EVERY_MINUTE, () => mergePendingWords(database.background))
  await repeat('clean-up', EVERY_HOUR, () => cleanUp(database.background, now(), { demo }))
  await repeat('remove-identities', EVERY_HOUR, () =>
    removeDeletedIdentities({ db: database.background, identity: identityAdmin, log: logger, now }),
  )
  return { stop: () => boss.stop({ graceful: true, timeout: 5000 }) }
}

function logFailures(
  logger: FastifyBaseLogger,
  failures: { task?: string; id: string; error: unknown }[],
): void {
  for (const { error, ...failed } of failures.slice(0, MOST_LOGGED))
    logger.warn({ ...failed, err: error }, 'payments: will be tried again')
  const more = failures.length - MOST_LOGGED
  if (more > 0) logger.warn(`payments: ${more} more will be tried again`)
}
