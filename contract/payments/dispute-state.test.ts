import { expect, test } from 'vitest'
import { claimsMoney, disputeAddress, disputeStatuses, isOpenDispute, needsAnswer } from './dispute-state.ts'

test('what wants an answer is open; what claims money and has ended is lost', () => {
  for (const status of disputeStatuses) {
    if (needsAnswer({ status })) expect(isOpenDispute({ status }), status).toBe(true)
    if (claimsMoney([{ status }]) && !isOpenDispute({ status })) expect(status).toBe('lost')
  }
  expect(disputeStatuses.filter((status) => needsAnswer({ status }))).toHaveLength(3)
})

test('one claim among settled disputes is enough', () => {
  expect(claimsMoney([{ status: 'won' }, { status: 'under_review' }])).toBe(true)
  expect(claimsMoney([{ status: 'won' }, { status: 'warning_needs_response' }])).toBe(false)
  expect(claimsMoney([])).toBe(false)
})

test('a dispute is answered in the dashboard of the mode that its key is of', () => {
  const at = (mode: string, publishableKey: string | null) => disputeAddress({ mode, publishableKey }, 'du_1')
  expect(at('stripe', 'pk_live_1')).toBe('https://dashboard.stripe.com/disputes/du_1')
  expect(at('stripe', 'pk_test_1')).toBe('https://dashboard.stripe.com/test/disputes/du_1')
  expect(at('sandbox', 'pk_test_1')).toBe('/payments/control#disputes')
  expect(at('off', null)).toBeNull()
})
