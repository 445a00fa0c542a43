import type { Updateable } from 'kysely'
import { chargeStepMinor, fromProviderAmount, maximumCharge } from '#contract/platform/card-amounts.ts'
import { minimumCharge } from '#contract/sales/payments/card-minimums.ts'
import type { Tables } from '#database/generated-tables.ts'
import type { Db } from '#database/open.ts'
import type { CardIntentRow } from '#database/rows.ts'
import type { CardContext } from '../deps.ts'
import { recordEvent } from '../events/events.ts'
import { amountTooFine, invalidRequest, invalidState, notFound } from '../http/api-error.ts'
import { formatAmount, intentBody } from '../http/bodies.ts'
import {
  type Form,
  isCardId,
  listPage,
  newCardId,
  randomText,
  readInteger,
  readMetadata,
  readText,
  rejectUnknownFields,
  requireText,
} from '../http/form.ts'

const FIELDS = ['amount', 'currency', 'description', 'metadata', 'payment_method_types', 'receipt_email']

export async function createIntent(context: CardContext, form: Form): Promise<CardIntentRow> {
  rejectUnknownFields(form, FIELDS)
  const { amount, currency } = readAmount(form)
  const types = [...form].filter(([name]) => name.startsWith('payment_method_types'))
  if (types.some(([, type]) => type !== 'card')) {
    throw invalidRequest('This sandbox takes cards only.', { param: 'payment_method_types' })
  }
  const id = newCardId('pi')
  const row = await context.db
    .insertInto('cards.intents')
    .values({
      id,
      client_secret: `${id}_secret_${randomText(25)}`,
      amount_minor: amount,
      currency,
      description: readText(form, 'description', 1000) ?? null,
      receipt_email: readText(form, 'receipt_email', 800) ?? null,
      metadata: JSON.stringify(readMetadata(form)),
      created_at: context.at,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await recordEvent(context, 'payment_intent.created', intentBody(row, context.origin))
  return row
}

/** The intent, or 404 `resource_missing`; `lock` locks its row until the transaction ends. */
export async function requireIntent(db: Db, id: string, { lock = false } = {}): Promise<CardIntentRow> {
  const query = db.selectFrom('cards.intents').selectAll().where('id', '=', id)
  const row = isCardId(id) ? await (lock ? query.forUpdate() : query).executeTakeFirst() : undefined
  if (!row) throw notFound('payment_intent', id, 'intent')
  return row
}

export const NO_CHALLENGE = { challenge_token: null, challenge_expires_at: null }

export async function cancelIntent(context: CardContext, id: string, form: Form): Promise<CardIntentRow> {
  rejectUnknownFields(form, [])
  const intent = await requireIntent(context.db, id, { lock: true })
  if (intent.status === 'succeeded' || intent.status === 'canceled') {
    throw invalidState(
      `You cannot cancel this PaymentIntent because it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be canceled: requires_payment_method, requires_capture, requires_confirmation, requires_action, processing.`,
      { code: 'payment_intent_unexpected_state', payment_intent: intentBody(intent, context.origin) },
    )
  }
  const row = await changeIntent(context.db, id, {
    status: 'canceled',
    canceled_at: context.at,
    ...NO_CHALLENGE,
  })
  await recordEvent(context, 'payment_intent.canceled', intentBody(row, context.origin))
  return row
}

export function listIntents(db: Db, form: Form, origin: string) {
  return listPage(form, {
    table: 'cards.intents',
    url: '/v1/payment_intents',
    query: db.selectFrom('cards.intents').selectAll(),
    toBody: (row) => intentBody(row, origin),
  })
}

/** Changes an intent that the caller has locked; `payment_method` and `last_payment_error` take JSON text. */
export function changeIntent(db: Db, id: string, change: Updateable<Tables['cards.intents']>) {
  return db
    .updateTable('cards.intents')
    .set(change)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

function readAmount(form: Form): { amount: number; currency: string } {
  requireText(form, 'amount')
  const amount = readInteger(form, 'amount') ?? 0
  const currency = requireText(form, 'currency').toLowerCase()
  if (!Intl.supportedValuesOf('currency').includes(currency.toUpperCase())) {
    throw invalidRequest(`Invalid currency: ${currency.slice(0, 10)}.`, { param: 'currency' })
  }
  const minimum = minimumCharge(currency)
  if (amount < minimum) {
    throw invalidRequest(`Amount must be at least ${formatAmount(minimum, currency)} ${currency}`, {
      code: amount < 1 ? 'parameter_invalid_integer' : 'amount_too_small',
      param: 'amount',
    })
  }
  const maximum = maximumCharge(currency)
  if (amount > maximum) {
    throw invalidRequest(`Amount must be no more than ${formatAmount(maximum, currency)} ${currency}`, {
      code: 'amount_too_large',
      param: 'amount',
    })
  }
  if (fromProviderAmount(amount, currency) % chargeStepMinor(currency) !== 0) throw amountTooFine(currency)
  return { amount, currency }
}
