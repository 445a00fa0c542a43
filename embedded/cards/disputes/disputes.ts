import type { Db } from '#database/open.ts'
import type { CardDisputeRow, CardIntentRow } from '#database/rows.ts'
import { type CardCall, type CardEventType, recordEvent } from '../events/events.ts'
import { invalidRequest, noSuch, refusedByState } from '../http/api-error.ts'
import { type Form, readChoice, readMetadata, readText, refuseUnknown } from '../http/form.ts'
import { isCardId, newCardId } from '../http/ids.ts'
import { changeIntent, findIntent } from '../intents/intents.ts'
import type { DisputeKind } from '../intents/test-cards.ts'
import { type DisputeBody, type Disputed, disputeBody, evidenceFields, isClosed } from './dispute-bodies.ts'

const DAYS_TO_ANSWER = 9
const DAY_MS = 86_400_000
const EVIDENCE_LENGTH = 20_000

/** The cardholder's bank disputes a payment that has just succeeded; an inquiry takes no money yet. */
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
  await tell(call, 'created', row, intent)
  if (!isInquiry) await tell(call, 'funds_withdrawn', row, intent)
}

/** While a bank claims a payment back, and after it got it, the shop cannot give it back once more. */
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
 * Adds evidence and, unless `submit` is false, hands it in. The bank of the test cards decides at once, by the
 * words of `uncategorized_text`, as the provider's test mode does after a while.
 */
export async function updateDispute(call: CardCall, id: string, form: Form): Promise<DisputeBody> {
  refuseUnknown(form, ['evidence', 'metadata', 'submit'])
  const { row, intent } = await lockDispute(call.db, id)
  refuseClosed(row)
  const evidence = { ...row.evidence, ...readEvidence(form) }
  const metadata = { ...row.metadata, ...readMetadata(form) }
  const isHandedIn = readChoice(form, 'submit', ['true', 'false']) !== 'false' && hasEvidence(evidence)
  const isInquiry = row.status.startsWith('warning_')
  const review = isInquiry ? 'warning_under_review' : 'under_review'
  const updated = await changeDispute(call.db, id, {
    evidence: JSON.stringify(evidence),
    metadata: JSON.stringify(metadata),
    ...(isHandedIn ? { status: review, submission_count: row.submission_count + 1 } : {}),
  })
  await tell(call, 'updated', updated, intent)
  const decided = isHandedIn ? await decide(call, updated, intent) : updated
  return disputeBody(decided, intent, call.at)
}

/** Gives in: the dispute is lost. */
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

function hasEvidence(evidence: Record<string, string>): boolean {
  return Object.keys(evidence).length > 0
}

async function decide(call: CardCall, row: CardDisputeRow, intent: Disputed): Promise<CardDisputeRow> {
  const words = row.evidence.uncategorized_text
  const isInquiry = row.status.startsWith('warning_')
  if (words === 'winning_evidence') return finish(call, row, intent, isInquiry ? 'warning_closed' : 'won')
  if (words === 'losing_evidence') return finish(call, row, intent, isInquiry ? 'warning_closed' : 'lost')
  if (words !== 'escalate_inquiry_evidence' || !isInquiry) return row
  const escalated = await changeDispute(call.db, row.id, { status: 'needs_response', ...withdrawal(call.at) })
  await tell(call, 'updated', escalated, intent)
  await tell(call, 'funds_withdrawn', escalated, intent)
  return escalated
}

async function finish(
  call: CardCall,
  row: CardDisputeRow,
  intent: Disputed,
  status: 'won' | 'lost' | 'warning_closed',
): Promise<CardDisputeRow> {
  const comesBack = status === 'won' && row.withdrawn_at !== null
  const closed = await changeDispute(call.db, row.id, {
    status,
    ...(comesBack ? { reinstatement_id: newCardId('txn'), reinstated_at: call.at } : {}),
  })
  if (comesBack) await tell(call, 'funds_reinstated', closed, intent)
  await tell(call, 'closed', closed, intent)
  return closed
}

function withdrawal(at: Date) {
  return { withdrawal_id: newCardId('txn'), withdrawn_at: at }
}

type DisputeChange = Partial<Omit<CardDisputeRow, 'id' | 'evidence' | 'metadata'>> & {
  evidence?: string
  metadata?: string
}

/** Changes a locked dispute; evidence and metadata are given as JSON text. */
function changeDispute(db: Db, id: string, change: DisputeChange): Promise<CardDisputeRow> {
  return db
    .updateTable('cards.disputes')
    .set(change)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

type Told<Type> = Type extends `charge.dispute.${infer What}` ? What : never

async function tell(
  call: CardCall,
  what: Told<CardEventType>,
  row: CardDisputeRow,
  intent: Disputed,
): Promise<void> {
  await recordEvent(call, `charge.dispute.${what}`, disputeBody(row, intent, call.at))
}
