import type { StoredCard, StoredCardError } from '#database/column-values.ts'
import type { CardIntentRow } from '#database/rows.ts'
import type { CardContext } from '../deps.ts'
import { openDispute } from '../disputes/disputes.ts'
import { recordEvent } from '../events/events.ts'
import { invalidState } from '../http/api-error.ts'
import { intentBody } from '../http/bodies.ts'
import { type Form, newCardId, randomText, rejectUnknownFields } from '../http/form.ts'
import { changeIntent, NO_CHALLENGE, requireIntent } from './intents.ts'
import { type Declined, readCard } from './test-cards.ts'

const CHALLENGE_MINUTES = 10

/**
 * A declined test card throws nothing, so that `last_payment_error` and an event are stored; the route returns 402. The
 * intent stays open for another card. An invalid card, or one that is no test card, throws, and nothing is stored.
 */
export async function confirmIntent(context: CardContext, id: string, form: Form): Promise<CardIntentRow> {
  rejectUnknownFields(form, ['client_secret', 'payment_method', 'payment_method_data'])
  const intent = await requireIntent(context.db, id, { lock: true })
  rejectUnlessOpen(context, intent)
  const { card, outcome } = readCard(form, context.at)
  if (outcome.kind === 'declined') return failIntent(context, id, declineOf(card, outcome))
  if (outcome.kind === 'challenge') return challengeIntent(context, id, card)
  const paid = await succeedIntent(context, id, JSON.stringify(card))
  if (outcome.dispute) await openDispute(context, paid, outcome.dispute)
  return paid
}

export function findChallenge({ db, at }: Pick<CardContext, 'db' | 'at'>, token: string) {
  return db
    .selectFrom('cards.intents')
    .selectAll()
    .where('challenge_token', '=', token)
    .where('challenge_expires_at', '>', at)
    .$if(db.isTransaction, (query) => query.forUpdate())
    .executeTakeFirst()
}

export async function completeChallenge(context: CardContext, token: string, passed: boolean) {
  const intent = await findChallenge(context, token)
  if (!intent?.payment_method) return false
  if (passed) await succeedIntent(context, intent.id)
  else await failIntent(context, intent.id, authenticationFailure(intent.payment_method))
  return true
}

function rejectUnlessOpen(context: CardContext, intent: CardIntentRow): void {
  if (intent.status !== 'succeeded' && intent.status !== 'canceled') return
  const message =
    intent.status === 'succeeded'
      ? 'You cannot confirm this PaymentIntent because it has already succeeded after being previously confirmed.'
      : 'You cannot confirm this PaymentIntent because it has a status of canceled. Only a PaymentIntent with one of the following statuses may be confirmed: requires_confirmation, requires_action.'
  throw invalidState(message, {
    code: 'payment_intent_unexpected_state',
    payment_intent: intentBody(intent, context.origin),
  })
}

async function succeedIntent(context: CardContext, id: string, card?: string): Promise<CardIntentRow> {
  const row = await changeIntent(context.db, id, {
    ...NO_CHALLENGE,
    ...(card && { payment_method: card }),
    status: 'succeeded',
    last_payment_error: null,
    charge_id: newCardId('ch'),
    charged_at: context.at,
  })
  await recordEvent(context, 'payment_intent.succeeded', intentBody(row, context.origin))
  return row
}

async function challengeIntent(context: CardContext, id: string, card: StoredCard): Promise<CardIntentRow> {
  const row = await changeIntent(context.db, id, {
    status: 'requires_action',
    payment_method: JSON.stringify(card),
    last_payment_error: null,
    challenge_token: randomText(40),
    challenge_expires_at: new Date(context.at.getTime() + CHALLENGE_MINUTES * 60_000),
  })
  await recordEvent(context, 'payment_intent.requires_action', intentBody(row, context.origin))
  return row
}

async function failIntent(context: CardContext, id: string, error: StoredCardError): Promise<CardIntentRow> {
  const row = await changeIntent(context.db, id, {
    ...NO_CHALLENGE,
    status: 'requires_payment_method',
    payment_method: null,
    last_payment_error: JSON.stringify(error),
  })
  await recordEvent(context, 'payment_intent.payment_failed', intentBody(row, context.origin))
  return row
}

function declineOf(card: StoredCard, declined: Declined): StoredCardError {
  return {
    type: 'card_error',
    code: declined.code,
    ...(declined.declineCode && { decline_code: declined.declineCode }),
    message: declined.message,
    charge: newCardId('ch'),
    card,
  }
}

function authenticationFailure(card: StoredCard): StoredCardError {
  return {
    type: 'invalid_request_error',
    code: 'payment_intent_authentication_failure',
    message:
      'The provided PaymentMethod has failed authentication. You can provide payment_method_data or a new PaymentMethod to attempt to fulfill this PaymentIntent again.',
    card,
  }
}
