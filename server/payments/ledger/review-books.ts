import type { LedgerCheck } from '#contract/payments/ledger.ts'
import { mirrorDisputes, unheardDisputes } from '../disputes/mirror-disputes.ts'
import type { PaymentDeps } from '../intents/intents.ts'
import { mirrorRefunds, unheardRefunds } from '../refunds/mirror-refunds.ts'
import { checkLedger } from './check-ledger.ts'

const DAY_MS = 86_400_000
/** Banks send refunds back for about a month; the poll asks for those of its last day only. */
const LATE_DAYS = 35

export type Review = { check: LedgerCheck; failures: { id: string; error: unknown }[] }

/**
 * Takes up what happened to refunds and disputes at the provider and was never heard here, of the last days and a month
 * at least; then compares the books. What cannot be taken up is answered for the log, and stops nothing else.
 */
export async function reviewBooks(deps: PaymentDeps, { days }: { days: number }): Promise<Review> {
  const since = new Date(deps.now().getTime() - Math.max(days, LATE_DAYS) * DAY_MS)
  const failures: Review['failures'] = []
  const mirrorEach = async (ids: string[], mirror: typeof mirrorRefunds) => {
    for (const id of ids) await mirror(deps, id).catch((error: unknown) => void failures.push({ id, error }))
  }
  await mirrorEach(await unheardRefunds(deps, since), mirrorRefunds)
  await mirrorEach(await unheardDisputes(deps, since), mirrorDisputes)
  return { check: await checkLedger(deps, { days }), failures }
}
