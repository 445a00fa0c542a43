import type { LedgerCheck, LedgerDifference } from '#contract/payments/ledger.ts'
import { newId } from '#database/uuid.ts'
import type { PaymentDeps } from '../intents/intents.ts'
import { compareOrders } from './compare-orders.ts'
import { comparePayment } from './compare-payment.ts'
import { readProvider } from './provider-books.ts'

const DAY_MS = 86_400_000
/** Younger than this, a payment may be on its way into the ledger. */
const SETTLING_MS = 10 * 60_000

/**
 * Compares the ledger with the provider's own books, for everything that moved within the last days, and keeps the
 * report. Only payments for orders of this store count: others may share the account. Changes nothing else.
 */
export async function checkLedger(deps: PaymentDeps, { days }: { days: number }): Promise<LedgerCheck> {
  const at = deps.now()
  const until = new Date(at.getTime() - SETTLING_MS)
  const period = { since: new Date(until.getTime() - days * DAY_MS), until }
  const books = await readProvider(deps, period)
  const differences: LedgerDifference[] = []
  for (const intentId of books.intentIds) differences.push(...(await comparePayment(deps, books, intentId)))
  differences.push(...(await compareOrders(deps, { books, period })))
  const counts = {
    payments: books.payments.size,
    refunds: books.refundCount,
    disputes: books.disputeCount,
  }
  await deps.db
    .insertInto('ledger_checks')
    .values({ ...counts, id: newId(), at, ...period, mismatches: JSON.stringify(differences) })
    .execute()
  return {
    at: at.toISOString(),
    since: period.since.toISOString(),
    until: until.toISOString(),
    ...counts,
    differences,
  }
}
