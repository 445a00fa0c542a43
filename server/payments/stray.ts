import type { PaymentDeps } from './intents.ts'
import { mirrorRefunds } from './mirror-refunds.ts'
import { ignoreRefused } from './refund.ts'

/** Gives a payment back whose order is gone. One refund however often it is asked; the poller repeats a failure. */
export async function refundStray({ db, cards, now }: PaymentDeps, intentId: string): Promise<void> {
  const stray = await db
    .selectFrom('stray_payments')
    .select(['refunded_at', 'currency'])
    .where('intent_id', '=', intentId)
    .executeTakeFirst()
  if (!stray || stray.refunded_at) return
  // refused: nothing is left of it, somebody gave it back by hand
  await cards
    .refundIntent(intentId, { key: `stray:${intentId}`, currency: stray.currency })
    .catch(ignoreRefused)
  await mirrorRefunds({ db, cards, now }, intentId)
  await db
    .updateTable('stray_payments')
    .set({ refunded_at: now() })
    .where('intent_id', '=', intentId)
    .where('refunded_at', 'is', null)
    .execute()
}
