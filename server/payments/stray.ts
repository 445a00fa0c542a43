import type { Db } from '#database/open.ts'
import type { CardProvider } from './card-provider.ts'

type Deps = { db: Db; cards: Pick<CardProvider, 'refundIntent'>; now: () => Date }

/** Gives a payment back whose order is gone. One refund however often it is asked; the poller repeats a failure. */
export async function refundStray({ db, cards, now }: Deps, intentId: string): Promise<void> {
  const stray = await db
    .selectFrom('stray_payments')
    .select('refunded_at')
    .where('intent_id', '=', intentId)
    .executeTakeFirst()
  if (!stray || stray.refunded_at) return
  await cards.refundIntent(intentId, `stray:${intentId}`)
  await db
    .updateTable('stray_payments')
    .set({ refunded_at: now() })
    .where('intent_id', '=', intentId)
    .where('refunded_at', 'is', null)
    .execute()
}
