import { formatMinor } from '#contract/money.ts'
import { fromProviderAmount } from '#contract/payments/card-amounts.ts'
import type { Db } from '#database/open.ts'
import { inTransaction } from '#database/open.ts'
import type { CardSandboxDeps } from '../deps.ts'
import { updateDispute } from '../disputes/disputes.ts'
import { CardApiError } from '../http/api-error.ts'

const DISPUTES_SHOWN = 20

/** What a bank may decide, and the words of evidence that stand for it. */
const words = {
  win: 'winning_evidence',
  lose: 'losing_evidence',
  escalate: 'escalate_inquiry_evidence',
} as const
export type Verdict = keyof typeof words

/** The disputes that wait for a bank's decision, newest first, and what may be decided on each. */
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

/** Decides as the bank. Nothing happens where it had decided already, or there is no dispute. */
export async function decideDispute(
  { db, now, origin }: CardSandboxDeps,
  id: string,
  verdict: Verdict,
): Promise<void> {
  const call = { at: now(), origin, requestId: null, idempotencyKey: null }
  const evidence = new URLSearchParams({ 'evidence[uncategorized_text]': words[verdict] })
  await inTransaction(db, (trx) => updateDispute({ ...call, db: trx }, id, evidence)).catch(ignoreClosed)
}

export function isVerdict(text: string | undefined): text is Verdict {
  return text !== undefined && Object.hasOwn(words, text)
}

function ignoreClosed(error: unknown): void {
  if (!(error instanceof CardApiError)) throw error
}
