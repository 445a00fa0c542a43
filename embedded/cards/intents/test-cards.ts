export type DisputeKind = { reason: 'fraudulent' | 'product_not_received'; isInquiry: boolean }

export type Outcome =
  | { kind: 'succeeds'; dispute?: DisputeKind }
  | { kind: 'challenge' }
  | { kind: 'declined'; code: string; declineCode?: string; message: string }

export type TestCard = { brand: string; number: string; outcome: Outcome }

const succeeds: Outcome = { kind: 'succeeds' }
const challenge: Outcome = { kind: 'challenge' }

function declined(code: string, message: string, declineCode?: string): Outcome {
  return { kind: 'declined', code, message, ...(declineCode && { declineCode }) }
}

function disputed(reason: DisputeKind['reason'], isInquiry = false): Outcome {
  return { kind: 'succeeds', dispute: { reason, isInquiry } }
}

const DECLINED = 'Your card was declined.'

/** The published test cards that are supported, by token. */
const cards: Record<string, TestCard> = {
  pm_card_visa: { brand: 'visa', number: '4242424242424242', outcome: succeeds },
  pm_card_visa_debit: { brand: 'visa', number: '4000056655665556', outcome: succeeds },
  pm_card_mastercard: { brand: 'mastercard', number: '5555555555554444', outcome: succeeds },
  pm_card_amex: { brand: 'amex', number: '378282246310005', outcome: succeeds },
  pm_card_discover: { brand: 'discover', number: '6011111111111117', outcome: succeeds },
  pm_card_createDispute: { brand: 'visa', number: '4000000000000259', outcome: disputed('fraudulent') },
  pm_card_createDisputeProductNotReceived: {
    brand: 'visa',
    number: '4000000000002685',
    outcome: disputed('product_not_received'),
  },
  pm_card_createDisputeInquiry: {
    brand: 'visa',
    number: '4000000000001976',
    outcome: disputed('fraudulent', true),
  },
  pm_card_refundFail: { brand: 'visa', number: '4000000000005126', outcome: succeeds },
  pm_card_authenticationRequiredOnSetup: { brand: 'visa', number: '4000002500003155', outcome: challenge },
  pm_card_authenticationRequired: { brand: 'visa', number: '4000002760003184', outcome: challenge },
  pm_card_visa_chargeDeclined: {
    brand: 'visa',
    number: '4000000000000002',
    outcome: declined('card_declined', DECLINED, 'generic_decline'),
  },
  pm_card_visa_chargeDeclinedInsufficientFunds: {
    brand: 'visa',
    number: '4000000000009995',
    outcome: declined('card_declined', 'Your card has insufficient funds.', 'insufficient_funds'),
  },
  pm_card_visa_chargeDeclinedLostCard: {
    brand: 'visa',
    number: '4000000000009987',
    outcome: declined('card_declined', DECLINED, 'lost_card'),
  },
  pm_card_chargeDeclinedExpiredCard: {
    brand: 'visa',
    number: '4000000000000069',
    outcome: declined('expired_card', 'Your card has expired.'),
  },
  pm_card_chargeDeclinedIncorrectCvc: {
    brand: 'visa',
    number: '4000000000000127',
    outcome: declined('incorrect_cvc', "Your card's security code is incorrect."),
  },
  pm_card_chargeDeclinedProcessingError: {
    brand: 'visa',
    number: '4000000000000119',
    outcome: declined(
      'processing_error',
      'An error occurred while processing your card. Try again in a little bit.',
    ),
  },
}

const byNumber = new Map(Object.values(cards).map((card) => [card.number, card]))

export function findTestCard(number: string): TestCard | undefined {
  return byNumber.get(number)
}

/** Whether refunds to this card fail after a while. */
export function refundsFail(last4: string | undefined): boolean {
  return last4 === '5126'
}

export function findCardByToken(token: string): TestCard | undefined {
  return Object.hasOwn(cards, token) ? cards[token] : undefined
}

/** The check digit of ISO/IEC 7812. */
export function passesLuhn(number: string): boolean {
  const sum = [...number].reverse().reduce((total, character, index) => {
    const digit = Number(character)
    const doubled = digit * 2 > 9 ? digit * 2 - 9 : digit * 2
    return total + (index % 2 === 1 ? doubled : digit)
  }, 0)
  return sum % 10 === 0
}
