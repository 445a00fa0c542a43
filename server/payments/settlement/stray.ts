import { sql } from 'kysely'
import { openDisputeStatuses } from '#contract/payments/dispute-state.ts'
import type { Db } from '#database/open.ts'
import { mirrorDisputes } from '../disputes/mirror-disputes.ts'
import type { PaymentDeps } from '../intents/intents.ts'
import { ledgerBalance } from '../ledger/ledger.ts'
import { mirrorRefunds } from '../refunds/mirror-refunds.ts'
import { ignoreRefused } from '../refunds/refund.ts'

/** Gives a payment back whose order is gone. One refund however often it is asked; the poller repeats a failure. */
export async function refundStray({ db, cards, now }: PaymentDeps, intentId: string): Promise<void> {
  const stray = await db
    .selectFrom('orphaned_payments')
    .select(['refunded_at', 'currency'])
    .where('intent_id', '=', intentId)
    .executeTakeFirst()
  if (!stray || stray.refunded_at) return
  // asked while a bank claims it, the provider would say no, and repeat that to the same key for a day
  await mirrorDisputes({ db, cards, now }, intentId)
  if (await isClaimed(db, intentId)) return
  // refused: nothing is left of it, or a bank has claimed it just now; the books below say which
  await cards
    .refundIntent(intentId, { key: `stray:${intentId}`, currency: stray.currency })
    .catch(ignoreRefused)
  await mirrorRefunds({ db, cards, now }, intentId)
  // a claim that the shop wins brings the money back, and then it is the buyer's
  if ((await ledgerBalance(db, intentId)) > 0) return
  await db
    .updateTable('orphaned_payments')
    .set({ refunded_at: now() })
    .where('intent_id', '=', intentId)
    .where('refunded_at', 'is', null)
    .execute()
}

/** Payments that were to be given back and are not, in no order: some that cannot be must not hold up the others. */
export async function unrefundedStrays(db: Db, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('orphaned_payments')
    .select('intent_id')
    .where('refunded_at', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('disputes')
            .select('id')
            .whereRef('disputes.intent_id', '=', 'orphaned_payments.intent_id')
            .where('status', 'in', openDisputeStatuses),
        ),
      ),
    )
    .orderBy(sql`random()`)
    .limit(limit)
    .execute()
  return rows.map((row) => row.intent_id)
}

async function isClaimed(db: Db, intentId: string): Promise<boolean> {
  const claim = await db
    .selectFrom('disputes')
    .select('id')
    .where('intent_id', '=', intentId)
    .where('status', 'in', openDisputeStatuses)
    .limit(1)
    .executeTakeFirst()
  return claim !== undefined
}
