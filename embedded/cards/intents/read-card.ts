import type { StoredCard } from '#database/column-values.ts'
import { cardRefused, invalidRequest } from '../http/api-error.ts'
import { type Form, readText } from '../http/form.ts'
import { newCardId } from '../http/ids.ts'
import { findCardByToken, findTestCard, type Outcome, passesLuhn, type TestCard } from './test-cards.ts'

export type ReadCard = { card: StoredCard; outcome: Outcome }

const CARD = 'payment_method_data[card]'

/**
 * The card of a confirmation, reduced to what may be stored, and its outcome. Throws for every number that is not a
 * published test card, before anything of it is stored.
 */
export function readCard(form: Form, at: Date): ReadCard {
  const token = readText(form, 'payment_method')
  if (token !== undefined) return cardOfToken(token, at)
  const number = readText(form, `${CARD}[number]`)?.replace(/[\s-]/g, '')
  if (number === undefined) {
    throw invalidRequest(
      "You cannot confirm this PaymentIntent because it's missing a payment method. You can either update the PaymentIntent with a payment method and then confirm it again, or confirm it again directly with a payment method or ConfirmationToken.",
      { code: 'payment_intent_unexpected_state' },
    )
  }
  refuseBadNumber(number)
  const expiry = readExpiry(form, at)
  refuseBadCvc(form)
  const known = findTestCard(number)
  if (!known) {
    throw cardRefused(
      'card_declined',
      'Your card was declined. Your request was in test mode, but used a non test (live) card. For a list of valid test cards, visit: https://stripe.com/docs/testing.',
      { decline_code: 'test_mode_live_card' },
    )
  }
  return { card: storedCard(known, expiry), outcome: known.outcome }
}

function cardOfToken(token: string, at: Date): ReadCard {
  const known = findCardByToken(token)
  if (!known) {
    throw invalidRequest(`No such PaymentMethod: '${token}'`, {
      code: 'resource_missing',
      param: 'payment_method',
    })
  }
  return {
    card: storedCard(known, { month: 12, year: at.getUTCFullYear() + 1 }),
    outcome: known.outcome,
  }
}

function storedCard(known: TestCard, { month, year }: { month: number; year: number }): StoredCard {
  const last4 = known.number.slice(-4)
  return { id: newCardId('pm'), brand: known.brand, last4, exp_month: month, exp_year: year }
}

function refuseBadNumber(number: string): void {
  if (!/^\d{12,19}$/.test(number)) {
    throw cardRefused('invalid_number', 'The card number is not a valid credit card number.', {
      param: 'number',
    })
  }
  if (!passesLuhn(number)) {
    throw cardRefused('incorrect_number', 'Your card number is incorrect.', { param: 'number' })
  }
}

function readExpiry(form: Form, at: Date): { month: number; year: number } {
  const month = Number(form.get(`${CARD}[exp_month]`) ?? Number.NaN)
  if (!Number.isInteger(month) || month < 1 || month > 12) {
    throw cardRefused('invalid_expiry_month', "Your card's expiration month is invalid.", {
      param: 'exp_month',
    })
  }
  const given = Number(form.get(`${CARD}[exp_year]`) ?? Number.NaN)
  const year = given < 100 ? 2000 + given : given
  // valid until the last day of its month has ended in every time zone
  const isPast = Date.UTC(year, month, 2) <= at.getTime()
  if (!Number.isInteger(year) || isPast || year > at.getUTCFullYear() + 50) {
    throw cardRefused('invalid_expiry_year', "Your card's expiration year is invalid.", { param: 'exp_year' })
  }
  return { month, year }
}

function refuseBadCvc(form: Form): void {
  const cvc = form.get(`${CARD}[cvc]`)
  if (cvc && !/^\d{3,4}$/.test(cvc)) {
    throw cardRefused('invalid_cvc', "Your card's security code is invalid.", { param: 'cvc' })
  }
}
