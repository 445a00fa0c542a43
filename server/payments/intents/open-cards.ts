import type { Db } from '#database/open.ts'

/**
 * What to tell the person who starts a shop without cards that took them before; undefined where nothing is left open.
 * Nobody can be asked about these any more.
 */
export async function openCardsNotice(db: Db): Promise<string | undefined> {
  const { payments } = await db
    .selectFrom('payment_intents')
    .select(({ fn }) => fn.countAll<number>().as('payments'))
    .where('closed_at', 'is', null)
    .where('intent_id', 'is not', null)
    .executeTakeFirstOrThrow()
  const { refunds } = await db
    .selectFrom('refunds')
    .innerJoin('orders', 'orders.id', 'refunds.order_id')
    .innerJoin('payment_intents', 'payment_intents.intent_id', 'orders.transaction_id')
    .select(({ fn }) => fn.countAll<number>().as('refunds'))
    .where('refunds.done_at', 'is', null)
    .where('refunds.failed_at', 'is', null)
    .executeTakeFirstOrThrow()
  if (payments + refunds === 0) return undefined
  return `CARDS=off, but ${payments} payments and ${refunds} refunds by card are still open at the provider: buyers may yet pay there, and nobody here would hear of it. Start once more with cards until they have ended, or end them in the provider's dashboard.`
}
