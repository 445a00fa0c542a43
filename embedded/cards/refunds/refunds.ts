import type { Db } from '#database/open.ts'
import type { CardIntentRow } from '#database/rows.ts'
import type { CardContext } from '../deps.ts'
import { rejectChargedBack } from '../disputes/disputes.ts'
import { recordEvent } from '../events/events.ts'
import { amountTooFine, invalidRequest, invalidState } from '../http/api-error.ts'
import { chargeBody, formatAmount, refundBody } from '../http/bodies.ts'
import {
  type Form,
  listPage,
  newCardId,
  readInteger,
  readMetadata,
  rejectUnknownFields,
  requireText,
} from '../http/form.ts'
import { changeIntent, requireIntent } from '../intents/intents.ts'
import { refundFails } from '../intents/test-cards.ts'

const FAILS_AFTER_MS = 60_000
/** Zero-decimal currencies with amounts in hundredths: refunds must be whole units. https://docs.stripe.com/currencies#special-cases */
const WHOLE_HUNDREDS = ['isk', 'ugx']

/** Refunds `amount`, or all that is not refunded yet; the intent's lock keeps the sum within the captured amount. */
export async function createRefund(context: CardContext, form: Form) {
  rejectUnknownFields(form, ['payment_intent', 'amount', 'metadata'])
  const metadata = JSON.stringify(readMetadata(form))
  const intent = await requireIntent(context.db, requireText(form, 'payment_intent'), { lock: true })
  if (intent.status !== 'succeeded' || intent.charge_id === null) {
    throw invalidState(`This PaymentIntent (${intent.id}) does not have a successful charge to refund.`)
  }
  await rejectChargedBack(context.db, intent)
  const amount = checkRefundAmount(intent, readInteger(form, 'amount'))
  const fails = intent.payment_method && refundFails(intent.payment_method.last4)
  const refund = await context.db
    .insertInto('cards.refunds')
    .values({
      id: newCardId('re'),
      intent_id: intent.id,
      amount_minor: amount,
      metadata,
      fails_at: fails ? new Date(context.at.getTime() + FAILS_AFTER_MS) : null,
      created_at: context.at,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  const refunded = await changeIntent(context.db, intent.id, {
    refunded_minor: intent.refunded_minor + amount,
  })
  await recordEvent(context, 'charge.refunded', chargeBody(refunded))
  return refundBody(refund, intent)
}

export async function failDueRefunds(context: CardContext): Promise<void> {
  const due = await context.db
    .selectFrom('cards.refunds')
    .select(['id', 'intent_id'])
    .where('fails_at', '<=', context.at)
    .orderBy('id')
    .execute()
  for (const { id, intent_id } of due) {
    const intent = await requireIntent(context.db, intent_id, { lock: true })
    const failed = await context.db
      .updateTable('cards.refunds')
      .set({ status: 'failed', fails_at: null })
      .where('id', '=', id)
      .where('fails_at', 'is not', null)
      .returningAll()
      .executeTakeFirst()
    if (!failed) continue
    await changeIntent(context.db, intent.id, { refunded_minor: intent.refunded_minor - failed.amount_minor })
    const body = refundBody(failed, intent)
    await recordEvent(context, 'refund.failed', body)
    await recordEvent(context, 'charge.refund.updated', body)
  }
}

export function listRefunds(db: Db, form: Form) {
  return listPage(form, {
    table: 'cards.refunds',
    url: '/v1/refunds',
    query: db
      .selectFrom('cards.refunds')
      .innerJoin('cards.intents as intent', 'intent.id', 'cards.refunds.intent_id')
      .selectAll('cards.refunds')
      .select(['intent.currency', 'intent.charge_id']),
    toBody: (row) => refundBody(row, row),
  })
}

function checkRefundAmount(intent: CardIntentRow, requested: number | undefined): number {
  const refundable = intent.amount_minor - intent.refunded_minor
  if (refundable === 0) {
    const message = `Charge ${intent.charge_id} has already been refunded.`
    throw invalidState(message, { code: 'charge_already_refunded' })
  }
  const amount = requested ?? refundable
  if (amount < 1) {
    throw invalidRequest('Invalid positive integer', { code: 'parameter_invalid_integer', param: 'amount' })
  }
  if (amount % 100 !== 0 && WHOLE_HUNDREDS.includes(intent.currency)) throw amountTooFine(intent.currency)
  if (amount > refundable) {
    const requestedText = formatAmount(amount, intent.currency)
    const refundableText = formatAmount(refundable, intent.currency)
    const message = `Refund amount (${requestedText}) is greater than unrefunded amount on charge (${refundableText})`
    throw invalidState(message, { param: 'amount' })
  }
  return amount
}
