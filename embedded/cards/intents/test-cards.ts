import type { StoredCard } from '#database/column-values.ts'
import { cardError, invalidRequest } from '../http/api-error.ts'
import { type Form, newCardId, readText } from '../http/form.ts'

export type DisputeKind = { reason: 'fraudulent' | 'product_not_received'; isInquiry: boolean }
export type Declined = { kind: 'declined'; code: string; message: string; declineCode?: string }
type Outcome =
  | { kind: 'succeeds'; dispute?: DisputeKind; refundFails?: true }
  | { kind: 'challenge' }
  | Declined
type TestCard = { token: string; brand: string; number: string; outcome: Outcome }

const succeeds: Outcome = { kind: 'succeeds' }
const challenge: Outcome = { kind: 'challenge' }

function declined(code: string, message: string, declineCode?: string): Outcome {
  return { kind: 'declined', code, message, ...(declineCode && { declineCode }) }
}

function disputed(reason: DisputeKind['reason'], isInquiry = false): Outcome {
  return { kind: 'succeeds', dispute: { reason, isInquiry } }
}

function card(token: string, number: string, outcome: Outcome, brand = 'visa'): TestCard {
  return { token: `pm_card_${token}`, number, outcome, brand }
}

const DECLINED = 'Your card was declined.'
const TRY_AGAIN = 'An error occurred while processing your card. Try again in a little bit.'
const WRONG_CVC = "Your card's security code is incorrect."

/** The published test cards that are supported. https://docs.stripe.com/testing */
const cards: TestCard[] = [
  card('visa', '4242424242424242', succeeds),
  card('visa_debit', '4000056655665556', succeeds),
  card('mastercard', '5555555555554444', succeeds, 'mastercard'),
  card('amex', '378282246310005', succeeds, 'amex'),
  card('discover', '6011111111111117', succeeds, 'discover'),
  card('createDispute', '4000000000000259', disputed('fraudulent')),
  card('createDisputeProductNotReceived', '4000000000002685', disputed('product_not_received')),
  card('createDisputeInquiry', '4000000000001976', disputed('fraudulent', true)),
  card('refundFail', '4000000000005126', { kind: 'succeeds', refundFails: true }),
  card('authenticationRequiredOnSetup', '4000002500003155', challenge),
  card('authenticationRequired', '4000002760003184', challenge),
  card('visa_chargeDeclined', '4000000000000002', declined('card_declined', DECLINED, 'generic_decline')),
  card(
    'visa_chargeDeclinedInsufficientFunds',
    '4000000000009995',
    declined('card_declined', 'Your card has insufficient funds.', 'insufficient_funds'),
  ),
  card('visa_chargeDeclinedLostCard', '4000000000009987', declined('card_declined', DECLINED, 'lost_card')),
  card('chargeDeclinedExpiredCard', '4000000000000069', declined('expired_card', 'Your card has expired.')),
  card('chargeDeclinedIncorrectCvc', '4000000000000127', declined('incorrect_cvc', WRONG_CVC)),
  card('chargeDeclinedProcessingError', '4000000000000119', declined('processing_error', TRY_AGAIN)),
]

export function findTestCard(number: string): TestCard | undefined {
  return cards.find((known) => known.number === number)
}

export function refundFails(last4: string): boolean {
  return cards.some(({ number, outcome }) => number.endsWith(last4) && 'refundFails' in outcome)
}

const FIELD = 'payment_method_data[card]'

/** The test card that a form names by token or number, and its outcome. Throws for other cards and invalid fields. */
export function readCard(form: Form, at: Date): { card: StoredCard; outcome: Outcome } {
  const token = readText(form, 'payment_method')
  if (token !== undefined) {
    const known = cards.find((each) => each.token === token)
    if (known) return toStoredCard(known, { month: 12, year: at.getUTCFullYear() + 1 })
    const details = { code: 'resource_missing', param: 'payment_method' }
    throw invalidRequest(`No such PaymentMethod: '${token}'`, details)
  }
  const number = readText(form, `${FIELD}[number]`)?.replace(/[\s-]/g, '')
  if (number === undefined) {
    throw invalidRequest(
      "You cannot confirm this PaymentIntent because it's missing a payment method. You can either update the PaymentIntent with a payment method and then confirm it again, or confirm it again directly with a payment method or ConfirmationToken.",
      { code: 'payment_intent_unexpected_state' },
    )
  }
  validateNumber(number)
  const expiry = readExpiry(form, at)
  const cvc = form.get(`${FIELD}[cvc]`)
  if (cvc && !/^\d{3,4}$/.test(cvc)) {
    throw cardError('invalid_cvc', "Your card's security code is invalid.", { param: 'cvc' })
  }
  const known = findTestCard(number)
  if (known) return toStoredCard(known, expiry)
  throw cardError(
    'card_declined',
    'Your card was declined. Your request was in test mode, but used a non test (live) card. For a list of valid test cards, visit: https://stripe.com/docs/testing.',
    { decline_code: 'test_mode_live_card' },
  )
}

type Expiry = { month: number; year: number }

function toStoredCard({ number, brand, outcome }: TestCard, { month, year }: Expiry) {
  const card = { id: newCardId('pm'), brand, last4: number.slice(-4), exp_month: month, exp_year: year }
  return { card, outcome }
}

function validateNumber(number: string): void {
  const param = 'number'
  if (!/^\d{12,19}$/.test(number)) {
    throw cardError('invalid_number', 'The card number is not a valid credit card number.', { param })
  }
  if (!passesLuhn(number)) throw cardError('incorrect_number', 'Your card number is incorrect.', { param })
}

function readExpiry(form: Form, at: Date): Expiry {
  const month = Number(form.get(`${FIELD}[exp_month]`) ?? Number.NaN)
  if (!Number.isInteger(month) || month < 1 || month > 12) {
    const message = "Your card's expiration month is invalid."
    throw cardError('invalid_expiry_month', message, { param: 'exp_month' })
  }
  const given = Number(form.get(`${FIELD}[exp_year]`) ?? Number.NaN)
  const year = given < 100 ? 2000 + given : given
  // in the past from the second day of the next month (UTC), when its month has ended in every time zone
  const isPast = Date.UTC(year, month, 2) <= at.getTime()
  if (!Number.isInteger(year) || isPast || year > at.getUTCFullYear() + 50) {
    throw cardError('invalid_expiry_year', "Your card's expiration year is invalid.", { param: 'exp_year' })
  }
  return { month, year }
}

export function passesLuhn(number: string): boolean {
  const sum = [...number].reverse().reduce((total, character, index) => {
    const doubled = Number(character) * (index % 2 === 1 ? 2 : 1)
    return total + (doubled > 9 ? doubled - 9 : doubled)
  }, 0)
  return sum % 10 === 0
}
