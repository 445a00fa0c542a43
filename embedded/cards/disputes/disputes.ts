import type { Updateable } from 'kysely'
import type { Tables } from '#database/generated-tables.ts'
import type { Db } from '#database/open.ts'
import type { CardDisputeRow, CardIntentRow } from '#database/rows.ts'
import type { CardCall } from '../deps.ts'
import { type CardEventType, recordEvent } from '../events/events.ts'
import { noSuch, refusedByState } from '../http/api-error.ts'
import { type Charged, disputeBody, isClosed } from '../http/bodies.ts'
import { type Form, isCardId, listPage, newCardId, refuseUnknown, requireText } from '../http/form.ts'
import { changeIntent, findIntent } from '../intents/intents.ts'
import type { DisputeKind } from '../intents/test-cards.ts'

const DAYS_TO_ANSWER = 9
const DAY_MS = 86_400_000
const EVIDENCE = 'evidence[uncategorized_text]'

type DisputeBody = ReturnType<typeof disputeBody>

export async function openDispute(
  call: CardCall,
  intent: CardIntentRow,
  { reason, isInquiry }: DisputeKind,
): Promise<void> {
  await changeIntent(call.db, intent.id, { disputed: true })
  const row = await call.db
    .insertInto('cards.disputes')
    .values({
      id: newCardId('du'),
      intent_id: intent.id,
      amount_minor: intent.amount_minor,
      reason,
      status: isInquiry ? 'warning_needs_response' : 'needs_response',
      due_by: new Date(call.at.getTime() + DAYS_TO_ANSWER * DAY_MS),
      created_at: call.at,
      ...(isInquiry ? {} : withdrawal(call.at)),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await recordDisputeEvent(call, 'charge.dispute.created', row, intent)
  if (!isInquiry) await recordDisputeEvent(call, 'charge.dispute.funds_withdrawn', row, intent)
}

/** Throws for a payment that is charged back, or may be: it must not be refunded as well. */
export async function refuseDisputed(db: Db, intent: CardIntentRow): Promise<void> {
  if (!intent.disputed) return
  const dispute = await db
    .selectFrom('cards.disputes')
    .select('id')
    .where('intent_id', '=', intent.id)
    .where('status', 'in', ['needs_response', 'under_review', 'lost'])
    .limit(1)
    .executeTakeFirst()
  if (!dispute) return
  const message = `Charge ${intent.charge_id} has been charged back; cannot issue a refund.`
  throw refusedByState(message, { code: 'charge_disputed' })
}

/** The bank decides at once by the text of the evidence; the provider's test mode takes a while. */
export async function updateDispute(call: CardCall, id: string, form: Form): Promise<DisputeBody> {
  refuseUnknown(form, ['evidence'])
  const text = requireText(form, EVIDENCE)
  const { row, intent } = await lockOpen(call.db, id)
  const isInquiry = row.status.startsWith('warning_')
  const updated = await changeDispute(call.db, id, {
    evidence: JSON.stringify({ uncategorized_text: text }),
    status: isInquiry ? 'warning_under_review' : 'under_review',
    submission_count: row.submission_count + 1,
  })
  await recordDisputeEvent(call, 'charge.dispute.updated', updated, intent)
  const decided = await decide(call, { row: updated, intent }, text)
  return disputeBody(decided, intent, call.at)
}

export async function closeDispute(call: CardCall, id: string, form: Form): Promise<DisputeBody> {
  refuseUnknown(form, [])
  const { row, intent } = await lockOpen(call.db, id)
  const lost = await finish(call, { row, intent }, 'lost')
  return disputeBody(lost, intent, call.at)
}

type Locked = { row: CardDisputeRow; intent: Charged }

async function lockOpen(db: Db, id: string): Promise<Locked> {
  const query = db.selectFrom('cards.disputes').selectAll().where('id', '=', id)
  const row = isCardId(id) ? await query.forUpdate().executeTakeFirst() : undefined
  if (!row) throw noSuch('dispute', id, 'dispute')
  if (isClosed(row)) throw refusedByState('This dispute is already closed', { param: 'dispute' })
  return { row, intent: await findIntent(db, row.intent_id) }
}

async function decide(call: CardCall, locked: Locked, text: string): Promise<CardDisputeRow> {
  const { row, intent } = locked
  const isInquiry = row.status.startsWith('warning_')
  if (text === 'winning_evidence') return finish(call, locked, isInquiry ? 'warning_closed' : 'won')
  if (text === 'losing_evidence') return finish(call, locked, isInquiry ? 'warning_closed' : 'lost')
  if (text !== 'escalate_inquiry_evidence' || !isInquiry) return row
  const escalated = await changeDispute(call.db, row.id, { status: 'needs_response', ...withdrawal(call.at) })
  await recordDisputeEvent(call, 'charge.dispute.updated', escalated, intent)
  await recordDisputeEvent(call, 'charge.dispute.funds_withdrawn', escalated, intent)
  return escalated
}

async function finish(
  call: CardCall,
  { row, intent }: Locked,
  status: 'won' | 'lost' | 'warning_closed',
): Promise<CardDisputeRow> {
  const isReinstated = status === 'won' && row.withdrawn_at !== null
  const closed = await changeDispute(call.db, row.id, {
    status,
    ...(isReinstated ? { reinstatement_id: newCardId('txn'), reinstated_at: call.at } : {}),
  })
  if (isReinstated) await recordDisputeEvent(call, 'charge.dispute.funds_reinstated', closed, intent)
  await recordDisputeEvent(call, 'charge.dispute.closed', closed, intent)
  return closed
}

function withdrawal(at: Date) {
  return { withdrawal_id: newCardId('txn'), withdrawn_at: at }
}

function changeDispute(
  db: Db,
  id: string,
  change: Updateable<Tables['cards.disputes']>,
): Promise<CardDisputeRow> {
  return db
    .updateTable('cards.disputes')
    .set(change)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

async function recordDisputeEvent(
  call: CardCall,
  type: CardEventType,
  row: CardDisputeRow,
  intent: Charged,
): Promise<void> {
  await recordEvent(call, type, disputeBody(row, intent, call.at))
}

export function listDisputes(db: Db, form: Form, at: Date) {
  return listPage(form, {
    table: 'cards.disputes',
    url: '/v1/disputes',
    readRows: ({ within, newestFirst, limit }) =>
      db
        .selectFrom('cards.disputes')
        .innerJoin('cards.intents as intent', 'intent.id', 'cards.disputes.intent_id')
        .selectAll('cards.disputes')
        .select(['intent.currency', 'intent.charge_id'])
        .where(within)
        .orderBy(newestFirst)
        .limit(limit)
        .execute(),
    toBody: (row) => disputeBody(row, row, at),
  })
}
