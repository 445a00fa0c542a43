import type { Updateable } from 'kysely'
import type { Tables } from '#database/generated-tables.ts'
import type { Db } from '#database/open.ts'
import type { CardDisputeRow, CardIntentRow } from '#database/rows.ts'
import type { CardContext } from '../deps.ts'
import { type CardEventType, recordEvent } from '../events/events.ts'
import { invalidState, notFound } from '../http/api-error.ts'
import { type ChargedIntent, disputeBody, isClosed, isInquiry } from '../http/bodies.ts'
import { type Form, isCardId, listPage, newCardId, rejectUnknownFields, requireText } from '../http/form.ts'
import { changeIntent, requireIntent } from '../intents/intents.ts'
import type { DisputeKind } from '../intents/test-cards.ts'

const DAYS_TO_RESPOND = 9
const DAY_MS = 86_400_000
const EVIDENCE = 'evidence[uncategorized_text]'
const testVerdicts = new Map<string, 'won' | 'lost'>([
  ['winning_evidence', 'won'],
  ['losing_evidence', 'lost'],
])

export async function openDispute(
  context: CardContext,
  intent: CardIntentRow,
  { reason, isInquiry }: DisputeKind,
): Promise<void> {
  await changeIntent(context.db, intent.id, { disputed: true })
  const row = await context.db
    .insertInto('cards.disputes')
    .values({
      id: newCardId('du'),
      intent_id: intent.id,
      amount_minor: intent.amount_minor,
      reason,
      status: isInquiry ? 'warning_needs_response' : 'needs_response',
      due_by: new Date(context.at.getTime() + DAYS_TO_RESPOND * DAY_MS),
      created_at: context.at,
      ...(isInquiry ? {} : withdrawal(context.at)),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await recordDisputeEvent(context, 'charge.dispute.created', row, intent)
  if (!isInquiry) await recordDisputeEvent(context, 'charge.dispute.funds_withdrawn', row, intent)
}

/** Throws `charge_disputed` if a chargeback is open or lost: a refund would return the money twice. */
export async function rejectChargedBack(db: Db, intent: CardIntentRow): Promise<void> {
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
  throw invalidState(message, { code: 'charge_disputed' })
}

/** Stripe's test evidence, such as `winning_evidence`, closes or escalates a dispute at once; Stripe takes longer. */
export async function updateDispute(context: CardContext, id: string, form: Form) {
  rejectUnknownFields(form, ['evidence'])
  const text = requireText(form, EVIDENCE)
  const { row, intent } = await lockOpenDispute(context.db, id)
  const updated = await changeDispute(context.db, id, {
    evidence: JSON.stringify({ uncategorized_text: text }),
    status: isInquiry(row) ? 'warning_under_review' : 'under_review',
    submission_count: row.submission_count + 1,
  })
  await recordDisputeEvent(context, 'charge.dispute.updated', updated, intent)
  const decided = await applyTestEvidence(context, { row: updated, intent }, text)
  return disputeBody(decided, intent, context.at)
}

export async function closeDispute(context: CardContext, id: string, form: Form) {
  rejectUnknownFields(form, [])
  const locked = await lockOpenDispute(context.db, id)
  return disputeBody(await closeWithVerdict(context, locked, 'lost'), locked.intent, context.at)
}

type Locked = { row: CardDisputeRow; intent: ChargedIntent }

async function lockOpenDispute(db: Db, id: string): Promise<Locked> {
  const query = db.selectFrom('cards.disputes').selectAll().where('id', '=', id)
  const row = isCardId(id) ? await query.forUpdate().executeTakeFirst() : undefined
  if (!row) throw notFound('dispute', id, 'dispute')
  if (isClosed(row)) throw invalidState('This dispute is already closed', { param: 'dispute' })
  return { row, intent: await requireIntent(db, row.intent_id) }
}

async function applyTestEvidence(context: CardContext, locked: Locked, text: string) {
  const { row, intent } = locked
  const verdict = testVerdicts.get(text)
  if (verdict) return closeWithVerdict(context, locked, verdict)
  if (text !== 'escalate_inquiry_evidence' || !isInquiry(row)) return row
  const escalated = await changeDispute(context.db, row.id, {
    status: 'needs_response',
    ...withdrawal(context.at),
  })
  await recordDisputeEvent(context, 'charge.dispute.updated', escalated, intent)
  await recordDisputeEvent(context, 'charge.dispute.funds_withdrawn', escalated, intent)
  return escalated
}

/** An inquiry only ends: it has withdrawn no money. */
async function closeWithVerdict(
  context: CardContext,
  { row, intent }: Locked,
  verdict: 'won' | 'lost',
): Promise<CardDisputeRow> {
  const status = isInquiry(row) ? 'warning_closed' : verdict
  const isReinstated = status === 'won' && row.withdrawn_at !== null
  const closed = await changeDispute(context.db, row.id, {
    status,
    ...(isReinstated ? { reinstatement_id: newCardId('txn'), reinstated_at: context.at } : {}),
  })
  if (isReinstated) await recordDisputeEvent(context, 'charge.dispute.funds_reinstated', closed, intent)
  await recordDisputeEvent(context, 'charge.dispute.closed', closed, intent)
  return closed
}

function withdrawal(at: Date) {
  return { withdrawal_id: newCardId('txn'), withdrawn_at: at }
}

function changeDispute(db: Db, id: string, change: Updateable<Tables['cards.disputes']>) {
  return db
    .updateTable('cards.disputes')
    .set(change)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

async function recordDisputeEvent(
  context: CardContext,
  type: CardEventType,
  row: CardDisputeRow,
  intent: ChargedIntent,
): Promise<void> {
  await recordEvent(context, type, disputeBody(row, intent, context.at))
}

export function listDisputes(db: Db, form: Form, at: Date) {
  return listPage(form, {
    table: 'cards.disputes',
    url: '/v1/disputes',
    query: db
      .selectFrom('cards.disputes')
      .innerJoin('cards.intents as intent', 'intent.id', 'cards.disputes.intent_id')
      .selectAll('cards.disputes')
      .select(['intent.currency', 'intent.charge_id']),
    toBody: (row) => disputeBody(row, row, at),
  })
}
