import type { Db } from '#database/open.ts'
import type { PaymentDeps } from '../intents/intents.ts'
import type { Period } from '../provider/card-lists.ts'
import type { CardIntent } from '../provider/card-provider.ts'

export type Books = {
  intentIds: string[]
  payments: Map<string, CardIntent>
  /** Payments that succeeded and that this store did not open: somebody else's, or lost here. */
  foreign: CardIntent[]
  /** Payments of which something went back within the period. */
  refunded: Set<string>
  refundCount: number
  /** Payments of which banks opened a dispute within the period. */
  disputed: Set<string>
  disputeCount: number
}

/** What moved within a period at the provider, or by the ledger, of payments that this store opened. */
export async function readProvider({ db, cards }: PaymentDeps, period: Period): Promise<Books> {
  const paid = (await cards.listIntents(period)).filter(({ status }) => status === 'succeeded')
  const refunds = await cards.listRefundsWithin(period)
  const disputes = await cards.listDisputesWithin(period)
  const disputed = new Set(disputes.flatMap(({ intentId }) => intentId ?? []))
  const entered = await entriesWithin(db, period)
  const moved = [
    ...paid.map(({ id }) => id),
    ...refunds.map(({ intentId }) => intentId),
    ...disputed,
    ...entered,
  ]
  const intentIds = await ownIntents(db, [...new Set(moved)])
  const own = new Set(intentIds)
  return {
    intentIds,
    payments: new Map(paid.filter(({ id }) => own.has(id)).map((intent) => [intent.id, intent])),
    foreign: paid.filter(({ id }) => !own.has(id)),
    refunded: new Set(refunds.map(({ intentId }) => intentId)),
    refundCount: refunds.filter(({ intentId }) => own.has(intentId)).length,
    disputed,
    disputeCount: disputes.filter(({ intentId }) => intentId !== null && own.has(intentId)).length,
  }
}

async function entriesWithin(db: Db, { since, until }: Period): Promise<string[]> {
  const rows = await db
    .selectFrom('ledger')
    .select('intent_id')
    .distinct()
    .where('at', '>=', since)
    .where('at', '<', until)
    .execute()
  return rows.map((row) => row.intent_id)
}

/** Of these payments those that this store opened; what was taken at the counter is nobody else's affair. */
async function ownIntents(db: Db, ids: string[]): Promise<string[]> {
  const own: string[] = []
  for (let from = 0; from < ids.length; from += 1000) {
    const rows = await db
      .selectFrom('payment_intents')
      .select('intent_id')
      .where('intent_id', 'in', ids.slice(from, from + 1000))
      .execute()
    own.push(...rows.flatMap((row) => row.intent_id ?? []))
  }
  return own
}
