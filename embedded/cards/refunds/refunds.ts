import { formatMinor } from '#contract/money.ts'
import type { Db } from '#database/open.ts'
import type { CardIntentRow } from '#database/rows.ts'
import type { CardCall } from '../deps.ts'
import { refuseDisputed } from '../disputes/disputes.ts'
import { recordEvent } from '../events/events.ts'
import { invalidRequest, refusedByState, tooFine } from '../http/api-error.ts'
import { chargeBody, refundBody } from '../http/bodies.ts'
import {
  type Form,
  listPage,
  newCardId,
  readInteger,
  readMetadata,
  refuseUnknown,
  requireText,
} from '../http/form.ts'
import { changeIntent, findIntent } from '../intents/intents.ts'
import { refundsFail } from '../intents/test-cards.ts'

const FAILS_AFTER_MS = 60_000
/** Zero-decimal currencies with amounts in hundredths: refunds must be whole units. https://docs.stripe.com/currencies#special-cases */
const WHOLE_HUNDREDS = ['isk', 'ugx']

/** Refunds `amount`, or the rest; the intent's lock keeps concurrent refunds within the captured amount. */
export async function createRefund(call: CardCall, form: Form) {
  refuseUnknown(form, ['payment_intent', 'amount', 'metadata'])
  const metadata = JSON.stringify(readMetadata(form))
  const intent = await findIntent(call.db, requireText(form, 'payment_intent'), { lock: true })
  if (intent.status !== 'succeeded' || intent.charge_id === null) {
    throw refusedByState(`This PaymentIntent (${intent.id}) does not have a successful charge to refund.`)
  }
  await refuseDisputed(call.db, intent)
  const amount = refundable(intent, readInteger(form, 'amount'))
  const fails = refundsFail(intent.payment_method?.last4)
  const refund = await call.db
    .insertInto('cards.refunds')
    .values({
      id: newCardId('re'),
      intent_id: intent.id,
      amount_minor: amount,
      metadata,
      fails_at: fails ? new Date(call.at.getTime() + FAILS_AFTER_MS) : null,
      created_at: call.at,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  const refunded = await changeIntent(call.db, intent.id, { refunded_minor: intent.refunded_minor + amount })
  await recordEvent(call, 'charge.refunded', chargeBody(refunded))
  return refundBody(refund, intent)
}

export async function failRefunds(call: CardCall): Promise<void> {
  const due = await call.db
    .selectFrom('cards.refunds')
    .select(['id', 'intent_id'])
    .where('fails_at', '<=', call.at)
    .orderBy('id')
    .execute()
  for (const { id, intent_id } of due) {
    const intent = await findIntent(call.db, intent_id, { lock: true })
    const failed = await call.db
      .updateTable('cards.refunds')
      .set({ status: 'failed', fails_at: null })
      .where('id', '=', id)
      .where('fails_at', 'is not', null)
      .returningAll()
      .executeTakeFirst()
    if (!failed) continue
    await changeIntent(call.db, intent.id, { refunded_minor: intent.refunded_minor - failed.amount_minor })
    const body = refundBody(failed, intent)
    await recordEvent(call, 'refund.failed', body)
    await recordEvent(call, 'charge.refund.updated', body)
  }
}

export function listRefunds(db: Db, form: Form) {
  return listPage(form, {
    table: 'cards.refunds',
    url: '/v1/refunds',
    readRows: ({ within, newestFirst, limit }) =>
      db
        .selectFrom('cards.refunds')
        .innerJoin('cards.intents as intent', 'intent.id', 'cards.refunds.intent_id')
        .selectAll('cards.refunds')
        .select(['intent.currency', 'intent.charge_id'])
        .where(within)
        .orderBy(newestFirst)
        .limit(limit)
        .execute(),
    toBody: (row) => refundBody(row, row),
  })
}

function refundable(intent: CardIntentRow, requested: number | undefined): number {
  const left = intent.amount_minor - intent.refunded_minor
  if (left === 0) {
    const message = `Charge ${intent.charge_id} has already been refunded.`
    throw refusedByState(message, { code: 'charge_already_refunded' })
  }
  const amount = requested ?? left
  if (amount < 1) {
    throw invalidRequest('Invalid positive integer', { code: 'parameter_invalid_integer', param: 'amount' })
  }
  if (amount % 100 !== 0 && WHOLE_HUNDREDS.includes(intent.currency)) throw tooFine(intent.currency)
  if (amount > left) {
    const message = `Refund amount (${shown(amount, intent)}) is greater than unrefunded amount on charge (${shown(left, intent)})`
    throw refusedByState(message, { param: 'amount' })
  }
  return amount
}

function shown(minor: number, { currency }: CardIntentRow): string {
  return formatMinor(minor, { currency, locale: 'en-US' })
}
