import { formatMinor } from '#contract/money.ts'
import { fromProviderAmount } from '#contract/payments/card-amounts.ts'
import { type Db, inTransaction } from '#database/open.ts'
import type { CardSandboxDeps } from '../deps.ts'
import { updateDispute } from '../disputes/disputes.ts'
import { CardApiError } from '../http/api-error.ts'

const DISPUTES_SHOWN = 20

/** Decisions of a bank, and the evidence that causes each in the provider's test mode. */
const evidenceTexts = {
  win: 'winning_evidence',
  lose: 'losing_evidence',
  escalate: 'escalate_inquiry_evidence',
} as const
export type Verdict = keyof typeof evidenceTexts

export async function openDisputes(db: Db) {
  const rows = await db
    .selectFrom('cards.disputes')
    .innerJoin('cards.intents as intent', 'intent.id', 'cards.disputes.intent_id')
    .select(['cards.disputes.id', 'cards.disputes.intent_id', 'cards.disputes.status'])
    .select(['cards.disputes.amount_minor', 'intent.currency'])
    .where('cards.disputes.status', 'not in', ['won', 'lost', 'warning_closed'])
    .orderBy('cards.disputes.created_at', 'desc')
    .orderBy('cards.disputes.id')
    .limit(DISPUTES_SHOWN)
    .execute()
  return rows.map(({ id, intent_id: intentId, status, amount_minor: amount, currency }) => ({
    id,
    intentId,
    status,
    amount: formatMinor(fromProviderAmount(amount, currency), { currency, locale: 'en-US' }),
    verdicts: status.startsWith('warning_') ? (['win', 'escalate'] as const) : (['win', 'lose'] as const),
  }))
}

/** Decides as the bank. Does nothing for a closed or unknown dispute. */
export async function decideDispute(
  { db, now, origin }: CardSandboxDeps,
  id: string,
  verdict: Verdict,
): Promise<void> {
  const call = { at: now(), origin, requestId: null, idempotencyKey: null }
  const evidence = new URLSearchParams({ 'evidence[uncategorized_text]': evidenceTexts[verdict] })
  try {
    await inTransaction(db, (trx) => updateDispute({ ...call, db: trx }, id, evidence))
  } catch (error) {
    if (!(error instanceof CardApiError)) throw error
  }
}

export function isVerdict(text: string | undefined): text is Verdict {
  return text !== undefined && Object.hasOwn(evidenceTexts, text)
}
