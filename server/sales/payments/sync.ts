import { type RawBuilder, sql } from 'kysely'
import type Stripe from 'stripe'
import { AppError, type ErrorCode } from '#contract/platform/errors.ts'
import { openChargebackStatuses, openDisputeStatuses } from '#contract/sales/payments/dispute-state.ts'
import type { Db } from '#database/open.ts'
import { type IntentDecision, withdrawnMinor } from './decide.ts'
import type {
  CardProvider,
  ProviderDispute,
  ProviderEvent,
  ProviderIntent,
} from './provider/card-provider.ts'
import {
  closeAttempt,
  findKnownIntent,
  type ProviderRead,
  recordDisputes,
  recordFailedAttempt,
  recordIntent,
  recordOrphanRefunded,
  recordRefunds,
} from './record.ts'

/* Syncs may run at any time and any number of times; they change nothing for an intent that this store did not open. */

export type PaymentDeps = { db: Db; cards: CardProvider; now: () => Date }
export type MaybeCardDeps = Omit<PaymentDeps, 'cards'> & { cards: PaymentDeps['cards'] | undefined }
export type CardRules = { cardAttemptsPerHour: number }

/** Only this function marks an order as paid by card. With `keepUnknown` a payment that the provider does not know is left as it is. */
export async function syncIntent(
  deps: PaymentDeps,
  { intentId, actorId, keepUnknown }: { intentId: string; actorId: string | null; keepUnknown?: boolean },
): Promise<{ decision: IntentDecision; intent: ProviderIntent | undefined }> {
  const known = await findKnownIntent(deps.db, intentId)
  if (!known) return { decision: 'unconfirmed', intent: undefined }
  const intent = await deps.cards.readIntent(intentId)
  if (!intent && keepUnknown) return { decision: 'wait', intent }
  const decision = await recordIntent(deps.db, { known, found: intent, actorId, now: deps.now() })
  if (decision === 'record_orphaned') await refundOrphanedPayment(deps, intentId)
  return { decision, intent }
}

/** Syncs the payment that a browser reports for an order. Throws `cards_unavailable`, and `payment_unproven` unless it pays, or has paid, the order. */
export async function syncReported(
  deps: PaymentDeps,
  { orderId, intentId, actorId }: { orderId: string; intentId: string; actorId: string },
  rules: CardRules,
): Promise<void> {
  const known = await findKnownIntent(deps.db, intentId)
  if (known?.order_id !== orderId) throw new AppError('payment_unproven')
  const { decision, intent } = await syncIntent(deps, { intentId, actorId })
  if (decision === 'record_paid' || decision === 'already_paid') return
  await countLatestFailure(deps, { intent, orderId }, rules).catch(ignore('cards_unavailable'))
  throw new AppError('payment_unproven')
}

/** Counts a declined attempt; once the limit is reached the payment is canceled, to stop card testing. */
async function countFailure(
  deps: PaymentDeps,
  { id, intentId, orderId }: { id: string; intentId: string; orderId: string },
  { cardAttemptsPerHour }: CardRules,
): Promise<void> {
  const failures = await recordFailedAttempt(deps.db, { id, orderId, now: deps.now() })
  if (failures < cardAttemptsPerHour) return
  const intent = await deps.cards.cancelIntent(intentId)
  if (intent?.status === 'succeeded') await syncIntent(deps, { intentId, actorId: null })
  // one that is being charged at this moment stays open: whether it succeeds must still be recorded
  else if (!intent || intent.status === 'canceled') await closeAttempt(deps.db, { intentId, now: deps.now() })
}

/** Counts the latest declined attempt of an intent that was read, in case its event was lost. */
export async function countLatestFailure(
  deps: PaymentDeps,
  { intent, orderId }: { intent: ProviderIntent | undefined; orderId: string },
  rules: CardRules,
): Promise<void> {
  if (!intent?.failedChargeId || intent.status === 'canceled') return
  await countFailure(deps, { id: intent.failedChargeId, intentId: intent.id, orderId }, rules)
}

export async function syncRefunds(deps: PaymentDeps, intentId: string): Promise<void> {
  const listed = await readList(deps, intentId, deps.cards.listRefunds)
  if (listed) await recordRefunds(deps.db, listed)
}

export async function syncDisputes(deps: PaymentDeps, intentId: string): Promise<void> {
  const listed = await readList(deps, intentId, deps.cards.listDisputes)
  if (listed) await recordDisputes(deps.db, listed)
}

async function readList<Item>(
  { db, now }: PaymentDeps,
  intentId: string,
  list: (intentId: string) => Promise<Item[]>,
): Promise<ProviderRead<Item> | undefined> {
  const known = await findKnownIntent(db, intentId)
  if (!known) return undefined
  // the number is drawn before the list is read, so that an older list has a lower one
  const { rows } = await sql<{ readNumber: number }>`
    select nextval('provider_reads') as "readNumber"`.execute(db)
  const found = await list(intentId)
  return found.length > 0 ? { known, found, readNumber: rows[0]?.readNumber ?? 0, now: now() } : undefined
}

/** Refunds an orphaned payment, except during a chargeback; the minute job retries. Throws `cards_unavailable`. */
export async function refundOrphanedPayment(deps: PaymentDeps, intentId: string): Promise<void> {
  const { db, cards, now } = deps
  const orphan = await db
    .selectFrom('orphaned_payments')
    .select(['refunded_at', 'currency'])
    .where('intent_id', '=', intentId)
    .executeTakeFirst()
  if (!orphan || orphan.refunded_at) return
  // during a chargeback the provider would reject the refund, and repeat that error for the same key for a day;
  // an inquiry is no chargeback: an early refund may keep it from becoming one
  await syncDisputes(deps, intentId)
  const chargeback = await db
    .selectFrom('disputes')
    .select('id')
    .where('intent_id', '=', intentId)
    .where('status', 'in', openChargebackStatuses)
    .executeTakeFirst()
  if (chargeback) return
  // refused, for example, if all is refunded already or a chargeback has just been opened: the ledger decides
  await cards
    // `stray` is an older name of orphaned payments. The key stays, so that a retry repeats the earlier request
    .refundIntent(intentId, { key: `stray:${intentId}`, currency: orphan.currency })
    .catch(ignore('refund_refused'))
  await syncRefunds(deps, intentId)
  const { balance } = await db
    .selectFrom('ledger')
    .select(({ fn }) => fn.sum<number | null>('signed_minor').as('balance'))
    .where('intent_id', '=', intentId)
    .executeTakeFirstOrThrow()
  // not all is refunded, as after a failed refund or during a new chargeback: the job tries again
  if (Number(balance ?? 0) > 0) return
  await recordOrphanRefunded(db, { intentId, now: now() })
}

/** An argument of `catch` that ignores one error code. */
export function ignore(code: ErrorCode): (error: unknown) => void {
  return (error) => {
    if (!(error instanceof AppError && error.code === code)) throw error
  }
}

type EventAction = 'sync_intent' | 'count_failure' | 'sync_refunds' | 'sync_disputes'

export const handledEvents = {
  'payment_intent.succeeded': 'sync_intent',
  'payment_intent.canceled': 'sync_intent',
  'payment_intent.payment_failed': 'count_failure',
  'charge.refunded': 'sync_refunds',
  'charge.refund.updated': 'sync_refunds',
  'refund.created': 'sync_refunds',
  'refund.updated': 'sync_refunds',
  'refund.failed': 'sync_refunds',
  'charge.dispute.created': 'sync_disputes',
  'charge.dispute.updated': 'sync_disputes',
  'charge.dispute.funds_withdrawn': 'sync_disputes',
  'charge.dispute.funds_reinstated': 'sync_disputes',
  'charge.dispute.closed': 'sync_disputes',
} as const satisfies Partial<Record<Stripe.Event.Type, EventAction>>

/** Handles a signed event about a payment of this store: counts a declined attempt; for the other `handledEvents` records what the provider then returns. */
export async function handleEvent(deps: PaymentDeps, event: ProviderEvent, rules: CardRules): Promise<void> {
  const { id, intentId, failedChargeId } = event
  const known = intentId ? await findKnownIntent(deps.db, intentId) : undefined
  if (!known || !intentId) return
  const [, action] = Object.entries(handledEvents).find(([type]) => type === event.type) ?? []
  if (action === 'sync_intent') await syncIntent(deps, { intentId, actorId: null })
  if (action === 'sync_refunds') await syncRefunds(deps, intentId)
  if (action === 'sync_disputes') await syncDisputes(deps, intentId)
  if (action === 'count_failure') {
    await countFailure(deps, { id: failedChargeId ?? id, intentId, orderId: known.order_id }, rules)
  }
}

const DAY_MS = 86_400_000
const DISPUTE_LOOKBACK_MS = 30 * DAY_MS

/** Payments of this store, created since then, that succeeded and are not in the ledger. Reads one list of the provider. */
export async function findMissedPayments({ db, cards, now }: PaymentDeps, since: Date): Promise<string[]> {
  const intents = await cards.listIntents({ since, until: now() })
  const paid = intents.filter(({ status }) => status === 'succeeded').map(({ id }) => id)
  return idsOf(
    db,
    sql`select intent_id as id from payment_intents where intent_id = any (${paid}::text[])
      and not exists (select from ledger where ledger.intent_id = payment_intents.intent_id)`,
  )
}

/** Payments with a refund, made since then, that is not in the ledger, or not as failed. Reads one list of the provider. */
export async function findMissedRefunds({ db, cards, now }: PaymentDeps, since: Date): Promise<string[]> {
  const refunds = await cards.listRefundsWithin({ since, until: now() })
  return idsOf(
    db,
    sql`select distinct intent_id as id from payment_intents
      join unnest(
        ${refunds.map(({ intentId }) => intentId)}::text[],
        ${refunds.map(({ providerId }) => providerId)}::text[],
        ${refunds.map(({ hasFailed }) => (hasFailed ? 'refund_failed' : 'refund'))}::text[]
      ) as listed (intent_id, refund_id, kind) using (intent_id)
      where not exists (
        select from ledger where ledger.refund_id = listed.refund_id and ledger.kind = listed.kind
      ) order by id`,
  )
}

export async function idsOf(db: Db, query: RawBuilder<{ id: string }>): Promise<string[]> {
  const { rows } = await query.execute(db)
  return rows.map(({ id }) => id)
}

/** Payments with disputes since then, or since the oldest open one, that differ from the store's. Reads one list. */
export async function findMissedDisputes(
  { db, cards, now }: PaymentDeps,
  lookBack = new Date(now().getTime() - DISPUTE_LOOKBACK_MS),
): Promise<string[]> {
  const oldest = await db
    .selectFrom('disputes')
    .select('created_at')
    .where('status', 'in', openDisputeStatuses)
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst()
  const since = oldest && oldest.created_at < lookBack ? oldest.created_at : lookBack
  // a day later than now: the provider's clock may be ahead of this one
  const until = new Date(now().getTime() + DAY_MS)
  const listed = await cards.listDisputesWithin({ since, until })
  const rows = await db.selectFrom('disputes').selectAll().where('created_at', '>=', since).execute()
  const known = new Map(
    rows.map((row) => [row.id, [row.status, row.withdrawn_minor, row.evidence_due_at?.getTime()].join()]),
  )
  const missed = listed.filter((dispute) => known.get(dispute.id) !== comparisonKey(dispute))
  return [...new Set(missed.flatMap(({ intentId }) => intentId ?? []))]
}

function comparisonKey(dispute: ProviderDispute): string {
  return [dispute.status, withdrawnMinor(dispute), dispute.evidenceDueAt?.getTime()].join()
}
