import type { OrderEvents } from '#database/generated-tables.ts'
import type { Db } from '#database/open.ts'

export type OrderEventKind = OrderEvents['kind']

/** One change of an order. `actorId` is null when the store itself made it; `before` and `after` are texts or null. */
export type NewOrderEvent = {
  orderId: string
  at: Date
  actorId: string | null
  before: string | null
  after: string | null
} & (
  | { kind: Exclude<OrderEventKind, 'dispute' | 'refunded'> }
  /** `refundId` names the refund where exactly one caused the change. */
  | { kind: 'refunded'; refundId: string | null }
  | { kind: 'dispute'; disputeId: string }
)

/** Appends an event to an order's history; pass the transaction that makes the change. A mail may follow from it. */
export async function addOrderEvent(trx: Db, event: NewOrderEvent): Promise<void> {
  await trx
    .insertInto('order_events')
    .values({
      order_id: event.orderId,
      at: event.at,
      actor_id: event.actorId,
      kind: event.kind,
      before: event.before,
      after: event.after,
      refund_id: event.kind === 'refunded' ? event.refundId : null,
      dispute_id: event.kind === 'dispute' ? event.disputeId : null,
      // no mail tells of a deletion
      mailed_at: event.kind === 'deleted' ? event.at : null,
    })
    .execute()
}
