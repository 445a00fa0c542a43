import type { Db } from '#database/open.ts'
import { noSuch } from './api-error.ts'
import { seconds } from './bodies.ts'
import { type Form, readText } from './form.ts'
import { isCardId, newCardId } from './ids.ts'
import { listBody, newestFirst, readListForm, withinList } from './lists.ts'

/** What every operation knows of the request it serves; `db` is the transaction around it. */
export type CardCall = {
  db: Db
  at: Date
  /** The store's own origin, where the challenge page lies. */
  origin: string
  requestId: string | null
  idempotencyKey: string | null
}

export type CardEventType =
  | 'payment_intent.created'
  | 'payment_intent.requires_action'
  | 'payment_intent.payment_failed'
  | 'payment_intent.succeeded'
  | 'payment_intent.canceled'
  | 'charge.refunded'
  | 'charge.refund.updated'
  | 'refund.failed'
  | 'charge.dispute.created'
  | 'charge.dispute.updated'
  | 'charge.dispute.funds_withdrawn'
  | 'charge.dispute.funds_reinstated'
  | 'charge.dispute.closed'

/** The version of the provider's API that this sandbox speaks. */
export const API_VERSION = '2026-10-28.endive'

/** Writes an event beside the change it tells of, in the same transaction; delivery follows the commit. */
export async function recordEvent(call: CardCall, type: CardEventType, object: unknown): Promise<void> {
  const id = newCardId('evt')
  const body = JSON.stringify({
    id,
    object: 'event',
    api_version: API_VERSION,
    created: seconds(call.at),
    data: { object },
    livemode: false,
    pending_webhooks: 1,
    request: { id: call.requestId, idempotency_key: call.idempotencyKey },
    type,
  })
  await call.db
    .insertInto('cards.events')
    .values({ id, type, body, next_attempt_at: call.at, created_at: call.at })
    .execute()
}

/** The stored text of one event; 404 `resource_missing` for an unknown id. */
export async function findEvent(db: Db, id: string): Promise<unknown> {
  if (!isCardId(id)) throw noSuch('event', id, 'id')
  const row = await db.selectFrom('cards.events').select('body').where('id', '=', id).executeTakeFirst()
  if (!row) throw noSuch('event', id, 'id')
  return JSON.parse(row.body)
}

/** Newest first, at most 100; `type` filters, `starting_after` continues after an event's id. */
export async function listEvents(db: Db, form: Form) {
  const asked = readListForm(form)
  const { limit } = asked
  let query = db.selectFrom('cards.events').select('body').where(withinList('cards.events', asked))
  const type = readText(form, 'type')
  if (type !== undefined) query = query.where('type', '=', type)
  const rows = await query
    .orderBy(newestFirst('cards.events'))
    .limit(limit + 1)
    .execute()
  return listBody('/v1/events', { rows, limit }, (row): unknown => JSON.parse(row.body))
}
