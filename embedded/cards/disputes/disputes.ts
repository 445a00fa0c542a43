import type { Updateable } from 'kysely'
import type { Tables } from '#database/generated-tables.ts'
import type { Db } from '#database/open.ts'
import type { CardDisputeRow, CardIntentRow } from '#database/rows.ts'
import { type CardCall, type CardEventType, recordEvent } from '../events/events.ts'
import { invalidRequest, noSuch, refusedByState } from '../http/api-error.ts'
import { type Form, readChoice, readMetadata, readText, refuseUnknown } from '../http/form.ts'
import { isCardId, newCardId } from '../http/ids.ts'
import { listBody, newestFirst, readListForm, withinList } from '../http/lists.ts'
import { changeIntent, findIntent } from '../intents/intents.ts'
import type { DisputeKind } from '../intents/test-cards.ts'
import { type DisputeBody, type Disputed, disputeBody, evidenceFields, isClosed } from './dispute-bodies.ts'

const DAYS_TO_ANSWER = 9
const DAY_MS = 86_400_000
const EVIDENCE_LENGTH = 20_000

/** Opens a dispute of a payment that has just succeeded; an inquiry withdraws no money yet. */
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
  await recordDisputeEvent(call, 'created', row, intent)
  if (!isInquiry) await recordDisputeEvent(call, 'funds_withdrawn', row, intent)
}

/** Throws for a payment that is charged back, or may be: it must not be refunded as well. */
export async function refuseDisputed(db: Db, intent: CardIntentRow): Promise<void> {
  if (!intent.disputed) return
  const claim = await db
    .selectFrom('cards.disputes')
    .select('id')
    .where('intent_id', '=', intent.id)
    .where('status', 'in', ['needs_response', 'under_review', 'lost'])
    .limit(1)
    .executeTakeFirst()
  if (!claim) return
  throw refusedByState(`Charge ${intent.charge_id} has been charged back; cannot issue a refund.`, {
    code: 'charge_disputed',
  })
}

/**
 * Adds evidence and, unless `submit` is false, submits it. The bank decides at once by the text of
 * `uncategorized_text`; the provider's test mode takes a while.
 */
export async function updateDispute(call: CardCall, id: string, form: Form): Promise<DisputeBody> {
  refuseUnknown(form, ['evidence', 'metadata', 'submit'])
  const { row, intent } = await lockDispute(call.db, id)
  refuseClosed(row)
  const evidence = { ...row.evidence, ...readEvidence(form) }
  const metadata = { ...row.metadata, ...readMetadata(form) }
  const isSubmitted =
    readChoice(form, 'submit', ['true', 'false']) !== 'false' && Object.keys(evidence).length > 0
  const isInquiry = row.status.startsWith('warning_')
  const review = isInquiry ? 'warning_under_review' : 'under_review'
  const updated = await changeDispute(call.db, id, {
    evidence: JSON.stringify(evidence),
    metadata: JSON.stringify(metadata),
    ...(isSubmitted ? { status: review, submission_count: row.submission_count + 1 } : {}),
  })
  await recordDisputeEvent(call, 'updated', updated, intent)
  const decided = isSubmitted ? await decide(call, updated, intent) : updated
  return disputeBody(decided, intent, call.at)
}

/** Accepts the dispute: it is lost. */
export async function closeDispute(call: CardCall, id: string, form: Form): Promise<DisputeBody> {
  refuseUnknown(form, [])
  const { row, intent } = await lockDispute(call.db, id)
  refuseClosed(row)
  return disputeBody(await finish(call, row, intent, 'lost'), intent, call.at)
}

async function lockDispute(db: Db, id: string): Promise<{ row: CardDisputeRow; intent: Disputed }> {
  const row = isCardId(id)
    ? await db.selectFrom('cards.disputes').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
    : undefined
  if (!row) throw noSuch('dispute', id, 'dispute')
  return { row, intent: await findIntent(db, row.intent_id) }
}

function refuseClosed(row: CardDisputeRow): void {
  if (isClosed(row)) throw refusedByState('This dispute is already closed', { param: 'dispute' })
}

function readEvidence(form: Form): Record<string, string> {
  const unknown = [...form.keys()].find(
    (name) => name.startsWith('evidence[') && !evidenceFields.some((field) => name === `evidence[${field}]`),
  )
  if (unknown !== undefined) {
    throw invalidRequest(`Received unknown parameter: ${unknown}`, {
      code: 'parameter_unknown',
      param: unknown,
    })
  }
  return Object.fromEntries(
    evidenceFields.flatMap((field) => {
      const text = readText(form, `evidence[${field}]`, EVIDENCE_LENGTH)
      return text === undefined ? [] : [[field, text]]
    }),
  )
}

async function decide(call: CardCall, row: CardDisputeRow, intent: Disputed): Promise<CardDisputeRow> {
  const text = row.evidence.uncategorized_text
  const isInquiry = row.status.startsWith('warning_')
  if (text === 'winning_evidence') return finish(call, row, intent, isInquiry ? 'warning_closed' : 'won')
  if (text === 'losing_evidence') return finish(call, row, intent, isInquiry ? 'warning_closed' : 'lost')
  if (text !== 'escalate_inquiry_evidence' || !isInquiry) return row
  const escalated = await changeDispute(call.db, row.id, { status: 'needs_response', ...withdrawal(call.at) })
  await recordDisputeEvent(call, 'updated', escalated, intent)
  await recordDisputeEvent(call, 'funds_withdrawn', escalated, intent)
  return escalated
}

async function finish(
  call: CardCall,
  row: CardDisputeRow,
  intent: Disputed,
  status: 'won' | 'lost' | 'warning_closed',
): Promise<CardDisputeRow> {
  const isReinstated = status === 'won' && row.withdrawn_at !== null
  const closed = await changeDispute(call.db, row.id, {
    status,
    ...(isReinstated ? { reinstatement_id: newCardId('txn'), reinstated_at: call.at } : {}),
  })
  if (isReinstated) await recordDisputeEvent(call, 'funds_reinstated', closed, intent)
  await recordDisputeEvent(call, 'closed', closed, intent)
  return closed
}

function withdrawal(at: Date) {
  return { withdrawal_id: newCardId('txn'), withdrawn_at: at }
}

type DisputeChange = Updateable<Tables['cards.disputes']>

/** Changes a locked dispute; evidence and metadata are given as JSON text. */
function changeDispute(db: Db, id: string, change: DisputeChange): Promise<CardDisputeRow> {
  return db
    .updateTable('cards.disputes')
    .set(change)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

type SuffixOf<Type> = Type extends `charge.dispute.${infer Suffix}` ? Suffix : never

async function recordDisputeEvent(
  call: CardCall,
  suffix: SuffixOf<CardEventType>,
  row: CardDisputeRow,
  intent: Disputed,
): Promise<void> {
  await recordEvent(call, `charge.dispute.${suffix}`, disputeBody(row, intent, call.at))
}

/** One dispute, or 404 `resource_missing`. */
export async function findDispute(db: Db, id: string, at: Date): Promise<DisputeBody> {
  const row = isCardId(id)
    ? await disputes(db).where('cards.disputes.id', '=', id).executeTakeFirst()
    : undefined
  if (!row) throw noSuch('dispute', id, 'dispute')
  return disputeBody(row, row, at)
}

/** Newest first, optionally of one `charge` or `payment_intent`. */
export async function listDisputes(db: Db, form: Form, at: Date) {
  const { limit, ...page } = readListForm(form)
  let query = disputes(db).where(withinList('cards.disputes', page))
  const intentId = readText(form, 'payment_intent')
  const charge = readText(form, 'charge')
  if (intentId !== undefined) query = query.where('cards.disputes.intent_id', '=', intentId)
  if (charge !== undefined) query = query.where('intent.charge_id', '=', charge)
  const rows = await query
    .orderBy(newestFirst('cards.disputes'))
    .limit(limit + 1)
    .execute()
  return listBody('/v1/disputes', { rows, limit }, (row) => disputeBody(row, row, at))
}

function disputes(db: Db) {
  return db
    .selectFrom('cards.disputes')
    .innerJoin('cards.intents as intent', 'intent.id', 'cards.disputes.intent_id')
    .selectAll('cards.disputes')
    .select(['intent.currency', 'intent.charge_id'])
}
