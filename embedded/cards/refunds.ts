import { formatMinor } from '#contract/money.ts'
import type { CardIntentRow } from '#database/cards-schema.ts'
import type { Db } from '#database/open.ts'
import { invalidRequest, noSuch } from './api-error.ts'
import { chargeBody, refundBody } from './bodies.ts'
import { type CardCall, recordEvent } from './events.ts'
import {
  type Form,
  readChoice,
  readInteger,
  readMetadata,
  readText,
  refuseUnknown,
  requireText,
} from './form.ts'
import { isCardId, newCardId } from './ids.ts'
import { changeIntent, lockIntent } from './intents.ts'
import { listBody, readListForm } from './lists.ts'

const REASONS = ['duplicate', 'fraudulent', 'requested_by_customer']

/** Gives money back: `amount`, or what is left; never more than was captured, however many ask at once. */
export async function createRefund(call: CardCall, form: Form) {
  refuseUnknown(form, ['payment_intent', 'amount', 'reason', 'metadata'])
  const reason = readChoice(form, 'reason', REASONS) ?? null
  const metadata = JSON.stringify(readMetadata(form))
  const intent = await lockIntent(call.db, requireText(form, 'payment_intent'))
  if (intent.status !== 'succeeded' || intent.charge_id === null) {
    throw invalidRequest(`This PaymentIntent (${intent.id}) does not have a successful charge to refund.`)
  }
  const amount = refundable(intent, readInteger(form, 'amount'))
  const refund = await call.db
    .insertInto('cards.refunds')
    .values({
      id: newCardId('re'),
      intent_id: intent.id,
      amount_minor: amount,
      reason,
      metadata,
      created_at: call.at,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  const refunded = await changeIntent(call.db, intent.id, { refunded_minor: intent.refunded_minor + amount })
  await recordEvent(call, 'charge.refunded', chargeBody(refunded))
  return refundBody(refund, { currency: intent.currency, charge: intent.charge_id })
}

/** One refund, or 404 `resource_missing`. */
export async function findRefund(db: Db, id: string) {
  if (!isCardId(id)) throw noSuch('refund', id, 'id')
  const row = await db
    .selectFrom('cards.refunds as refund')
    .innerJoin('cards.intents as intent', 'intent.id', 'refund.intent_id')
    .selectAll('refund')
    .select(['intent.currency', 'intent.charge_id'])
    .where('refund.id', '=', id)
    .executeTakeFirst()
  if (!row) throw noSuch('refund', id, 'id')
  const { currency, charge_id, ...refund } = row
  return refundBody(refund, { currency, charge: charge_id ?? '' })
}

/** Newest first; of one `payment_intent`, where one is named. */
export async function listRefunds(db: Db, form: Form) {
  let query = db
    .selectFrom('cards.refunds as refund')
    .innerJoin('cards.intents as intent', 'intent.id', 'refund.intent_id')
    .selectAll('refund')
    .select(['intent.currency', 'intent.charge_id'])
    .orderBy('refund.created_at', 'desc')
    .orderBy('refund.id', 'desc')
  const intentId = readText(form, 'payment_intent')
  if (intentId !== undefined) query = query.where('refund.intent_id', '=', intentId)
  const { limit, after, since, until } = readListForm(form)
  if (since) query = query.where('refund.created_at', '>=', since)
  if (until) query = query.where('refund.created_at', '<', until)
  if (after !== undefined) {
    query = query.where((is) =>
      is(
        is.refTuple('refund.created_at', 'refund.id'),
        '<',
        is
          .selectFrom('cards.refunds')
          .select(['created_at', 'id'])
          .where('id', '=', after)
          .$asTuple('created_at', 'id'),
      ),
    )
  }
  const rows = await query.limit(limit + 1).execute()
  return listBody('/v1/refunds', { rows, limit }, ({ currency, charge_id, ...refund }) =>
    refundBody(refund, { currency, charge: charge_id ?? '' }),
  )
}

function refundable(intent: CardIntentRow, asked: number | undefined): number {
  const left = intent.amount_minor - intent.refunded_minor
  if (left === 0) {
    throw invalidRequest(`Charge ${intent.charge_id} has already been refunded.`, {
      code: 'charge_already_refunded',
    })
  }
  const amount = asked ?? left
  if (amount < 1) {
    throw invalidRequest('Invalid positive integer', { code: 'parameter_invalid_integer', param: 'amount' })
  }
  if (amount > left) {
    throw invalidRequest(
      `Refund amount (${shown(amount, intent)}) is greater than unrefunded amount on charge (${shown(left, intent)})`,
      { param: 'amount' },
    )
  }
  return amount
}

function shown(minor: number, { currency }: CardIntentRow): string {
  return formatMinor(minor, { currency, locale: 'en-US' })
}
