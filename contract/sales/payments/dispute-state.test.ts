import { expect, test } from 'vitest'
import {
  disputeAddress,
  disputeStatuses,
  isChargedBack,
  isOpenDispute,
  needsAnswer,
} from './dispute-state.ts'

test('disputes that need an answer are open; a closed chargeback is lost', () => {
  for (const status of disputeStatuses) {
    if (needsAnswer({ status })) expect(isOpenDispute({ status }), status).toBe(true)
    if (isChargedBack([{ status }]) && !isOpenDispute({ status })) expect(status).toBe('lost')
  }
  expect(disputeStatuses.filter((status) => needsAnswer({ status }))).toHaveLength(3)
})

test('one dispute that withdraws money makes the payment charged back', () => {
  expect(isChargedBack([{ status: 'won' }, { status: 'under_review' }])).toBe(true)
  expect(isChargedBack([{ status: 'won' }, { status: 'warning_needs_response' }])).toBe(false)
  expect(isChargedBack([])).toBe(false)
})

test('the link to a dispute depends on the provider mode, and for Stripe on whether the key is a test key', () => {
  const addressFor = (mode: string, publishableKey: string | null) =>
    disputeAddress({ mode, publishableKey }, 'du_1')
  expect(addressFor('stripe', 'pk_live_1')).toBe('https://dashboard.stripe.com/disputes/du_1')
  expect(addressFor('stripe', 'pk_test_1')).toBe('https://dashboard.stripe.com/test/disputes/du_1')
  expect(addressFor('sandbox', 'pk_test_1')).toBe('/payments/control#disputes')
  expect(addressFor('off', null)).toBeNull()
})
