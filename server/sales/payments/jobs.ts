import type { FastifyBaseLogger } from 'fastify'
import { EVERY_MINUTE, EVERY_NIGHT, type Job } from '../../platform/jobs/jobs.ts'
import { syncAndCheckLedger } from './ledger-check.ts'
import { reconcilePayments } from './reconciliation-job.ts'
import type { CardRules, MaybeCardDeps } from './sync.ts'

type Deps = MaybeCardDeps & {
  rules: CardRules
  /** Called when orders may have returned units to stock. */
  onStockReturned: () => void
  log: FastifyBaseLogger
}

const MAX_LOGGED = 10
/** The nightly comparison covers several days, so that a missed night loses nothing. The sync before it covers 35. */
const COMPARED_DAYS = 7

export function paymentJobs({ db, cards, rules, onStockReturned, now, log }: Deps): Job[] {
  return [
    {
      name: 'reconcile-payments',
      cron: EVERY_MINUTE,
      async run() {
        const failures = await reconcilePayments({ db, cards, now }, rules).finally(onStockReturned)
        throwFailures(log, failures)
      },
    },
    {
      name: 'check-ledger',
      cron: EVERY_NIGHT,
      async run() {
        if (!cards) return
        const checking = syncAndCheckLedger({ db, cards, now }, { days: COMPARED_DAYS })
        const { check, failures } = await checking.finally(onStockReturned)
        const { differences } = check
        if (differences.length > 0) log.error({ differences }, 'payments: the ledger and the provider differ')
        throwFailures(log, failures)
      },
    },
  ]
}

/** Logs what failed, and throws, so that the job counts as failed. What succeeded stays done. */
function throwFailures(
  log: FastifyBaseLogger,
  failures: { task?: string; id: string; error: unknown }[],
): void {
  if (failures.length === 0) return
  const first = failures.slice(0, MAX_LOGGED)
  for (const { error, ...failed } of first)
    log.warn({ ...failed, err: error }, 'payments: will be tried again')
  const more = failures.length - first.length
  if (more > 0) log.warn(`payments: ${more} more will be tried again`)
  const described = first.map(({ task = 'payment', id, error }) => `${task} ${id}: ${describeError(error)}`)
  throw new Error(`${failures.length} will be tried again: ${described.join('; ')}`)
}

function describeError(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
