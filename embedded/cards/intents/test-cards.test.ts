import { expect, test } from 'vitest'
import { demoCards } from '#contract/sales/payments/texts.ts'
import { findTestCard } from './test-cards.ts'

test('each card that the payment page lists has the outcome that the page says', () => {
  const outcomes = demoCards.map(({ number, outcome }) => [
    outcome,
    findTestCard(number.replaceAll(' ', ''))?.outcome,
  ])
  expect(Object.fromEntries(outcomes)).toEqual({
    'is accepted': { kind: 'succeeds' },
    'asks your bank first': { kind: 'challenge' },
    'is declined': expect.objectContaining({ code: 'card_declined', declineCode: 'generic_decline' }),
    'has insufficient funds': expect.objectContaining({ declineCode: 'insufficient_funds' }),
    'has expired': expect.objectContaining({ code: 'expired_card' }),
    'has another security code': expect.objectContaining({ code: 'incorrect_cvc' }),
    'is accepted, then disputed': { kind: 'succeeds', dispute: { reason: 'fraudulent', isInquiry: false } },
  })
})
