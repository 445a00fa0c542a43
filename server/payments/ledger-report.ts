import * as z from 'zod/mini'
import { overviewTexts as texts } from '#contract/messages/overview.ts'
import { formatPrice } from '#contract/money.ts'
import { type LedgerCheck, type LedgerDifference, ledgerDifferenceSchema } from '#contract/payments/ledger.ts'
import type { Db } from '#database/open.ts'
import { checkLedger } from './ledger-check.ts'
import {
  findMissedDisputes,
  findMissedPayments,
  findMissedRefunds,
  type PaymentDeps,
  syncDisputes,
  syncIntent,
  syncRefunds,
} from './sync.ts'

const DAY_MS = 86_400_000
/** Banks return refunds for about a month; the minute job reads those of the last day only. */
const LATE_DAYS = 35

export type LedgerReport = { check: LedgerCheck; failures: { id: string; error: unknown }[] }

/**
 * Syncs payments, refunds and disputes whose events were lost, of the last days and at least a month; then compares the
 * ledger. Failures are collected and stop nothing.
 */
export async function syncAndCheckLedger(
  deps: PaymentDeps,
  { days }: { days: number },
): Promise<LedgerReport> {
  const since = new Date(deps.now().getTime() - Math.max(days, LATE_DAYS) * DAY_MS)
  const failures: LedgerReport['failures'] = []
  const syncEach = async (ids: string[], sync: (deps: PaymentDeps, id: string) => Promise<unknown>) => {
    for (const id of ids) await sync(deps, id).catch((error: unknown) => void failures.push({ id, error }))
  }
  await syncEach(await findMissedPayments(deps, since), (_deps, intentId) =>
    syncIntent(deps, { intentId, actorId: null }),
  )
  await syncEach(await findMissedRefunds(deps, since), syncRefunds)
  await syncEach(await findMissedDisputes(deps, since), syncDisputes)
  return { check: await checkLedger(deps, { days }), failures }
}

/** The report as text for a terminal. */
export function describeReport({ check, failures }: LedgerReport, locale: string): string {
  const { since, until, payments, refunds, disputes, differences } = check
  return [
    `From ${since} to ${until}: ${payments} payments, ${refunds} refunds and ${disputes} disputes at the provider.`,
    ...failures.map(({ id, error }) => `  ${id} could not be synced: ${error}`),
    ...differences.map((difference) => describe(difference, locale)),
    differences.length === 0 ? 'The ledger agrees.' : `They differ ${differences.length} times.`,
  ].join('\n')
}

function describe(difference: LedgerDifference, locale: string): string {
  const { kind, id, orderId, otherOrderId, currency, providerCurrency, store, provider } = difference
  const amount = (value: number | null, of: string) =>
    value === null ? 'nothing' : formatPrice(value, { currency: of, locale })
  const orders = [orderId ?? 'unknown', ...(otherOrderId ? [texts.alsoNamed, otherOrderId] : [])].join(' ')
  const amounts = `in the store ${amount(store, currency)}, at the provider ${amount(provider, providerCurrency ?? currency)}`
  return `  ${texts.differences[kind]}, ${id}, order ${orders}: ${amounts}`
}

/** The newest report, or null before the first one. */
export async function lastLedgerCheck(db: Db): Promise<LedgerCheck | null> {
  const row = await db
    .selectFrom('ledger_checks')
    .selectAll()
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!row) return null
  const { at, since, until, payments, refunds, disputes } = row
  const differences = z.parse(z.array(ledgerDifferenceSchema), row.mismatches)
  const times = { at: at.toISOString(), since: since.toISOString(), until: until.toISOString() }
  return { ...times, payments, refunds, disputes, differences }
}
