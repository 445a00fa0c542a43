import { expect, test } from 'vitest'
import { requestHash } from './idempotency.ts'

const CARD = 'payment_method_data[card]'

function hashOf(number: string, cvc: string, month = '12'): string {
  const form = new URLSearchParams([
    [`${CARD}[number]`, number],
    [`${CARD}[cvc]`, cvc],
    [`${CARD}[exp_month]`, month],
  ])
  return requestHash('/payments/v1/payment_intents/pi_1/confirm', form)
}

test('the last four digits and the expiry month of a card change the hash of a request, other digits and its code do not', () => {
  expect(hashOf('4242424242424242', '123')).toBe(hashOf('5555555555554242', '999'))
  expect(hashOf('4242424242424242', '123')).not.toBe(hashOf('4000000000000002', '123'))
  expect(hashOf('4242424242424242', '123')).not.toBe(hashOf('4242424242424242', '123', '11'))
})
