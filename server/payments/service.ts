import * as z from 'zod/mini'
import { type LedgerCheck, ledgerDifferenceSchema } from '#contract/payments/ledger.ts'
import type { Db } from '#database/open.ts'

export { openCardsNotice } from './intents/open-cards.ts'

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
