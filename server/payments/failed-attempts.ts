import type { Db } from '#database/open.ts'

const FAILED_ATTEMPT = 'payment_intent.payment_failed'
const HOUR_MS = 3_600_000

/**
 * Records a declined attempt once for each `id`, that of its charge or, without one, of its event. Resolves to the
 * number within the last hour.
 */
export async function recordFailedAttempt(
  db: Db,
  { id, orderId, now }: { id: string; orderId: string; now: Date },
): Promise<number> {
  await db
    .insertInto('card_events')
    .values({ id, type: FAILED_ATTEMPT, order_id: orderId, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return countFailedAttempts(db, { orderId, now })
}

/** Declined attempts to pay an order within the last hour. */
export async function countFailedAttempts(
  db: Db,
  { orderId, now }: { orderId: string; now: Date },
): Promise<number> {
  const { count } = await db
    .selectFrom('card_events')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('order_id', '=', orderId)
    .where('type', '=', FAILED_ATTEMPT)
    .where('created_at', '>', new Date(now.getTime() - HOUR_MS))
    .executeTakeFirstOrThrow()
  return count
}
