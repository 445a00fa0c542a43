import type Stripe from 'stripe'
import type { Db } from '#database/open.ts'
import { noSuch } from '../http/api-error.ts'
import { seconds } from '../http/bodies.ts'
import { type Form, readText } from '../http/form.ts'
import { isCardId, newCardId } from '../http/ids.ts'
import { listBody, newestFirst, readListForm, withinList } from '../http/lists.ts'

export type CardCall = {
  db: Db
  at: Date
  origin: string
  requestId: string | null
  idempotencyKey: string | null
}

/** Recorded events, and whether the store's webhook endpoint subscribes to them. */
const EVENTS = {
  'payment_intent.created': true,
  'payment_intent.requires_action': true,
  'payment_intent.payment_failed': true,
  'payment_intent.succeeded': true,
  'payment_intent.canceled': true,
  'charge.succeeded': false,
  'charge.failed': false,
  'charge.refunded': true,
  'refund.created': false,
  'refund.failed': true,
  'charge.refund.updated': true,
  'charge.dispute.created': true,
  'charge.dispute.updated': true,
  'charge.dispute.funds_withdrawn': true,
  'charge.dispute.funds_reinstated': true,
  'charge.dispute.closed': true,
} satisfies Partial<Record<Stripe.Event.Type, boolean>>

export type CardEventType = keyof typeof EVENTS
export const cardEventTypes = Object.keys(EVENTS)
type EventObject<Type extends CardEventType> = Extract<Stripe.Event, { type: Type }>['data']['object']

/** The members that all events share; the provider's library has no type for them. */
type EventShape = Pick<Stripe.Event, 'id' | 'object' | 'api_version' | 'created' | 'livemode'> &
  Pick<Stripe.Event, 'pending_webhooks' | 'request'> & { type: Stripe.Event.Type; data: { object: unknown } }

export const API_VERSION = '2026-10-28.endive' satisfies Stripe.LatestApiVersion

/** Records an event in the transaction of its change; it is delivered after the commit. */
export async function recordEvent<Type extends CardEventType>(
  call: CardCall,
  type: Type,
  object: EventObject<Type>,
): Promise<void> {
  const id = newCardId('evt')
  const event = {
    id,
    object: 'event' as const,
    api_version: API_VERSION,
    created: seconds(call.at),
    data: { object },
    livemode: false,
    pending_webhooks: EVENTS[type] ? 1 : 0,
    request: { id: call.requestId, idempotency_key: call.idempotencyKey },
    type,
  } satisfies EventShape
  await call.db
    .insertInto('cards.events')
    .values({
      id,
      type,
      body: JSON.stringify(event),
      next_attempt_at: EVENTS[type] ? call.at : null,
      created_at: call.at,
    })
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
  const { limit, ...page } = readListForm(form)
  let query = db.selectFrom('cards.events').select('body').where(withinList('cards.events', page))
  const type = readText(form, 'type')
  if (type !== undefined) query = query.where('type', '=', type)
  const rows = await query
    .orderBy(newestFirst('cards.events'))
    .limit(limit + 1)
    .execute()
  return listBody('/v1/events', { rows, limit }, (row): unknown => JSON.parse(row.body))
}
