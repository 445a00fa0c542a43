import { expect, test } from 'vitest'
import { canDelete, canPay, orderState } from './order-state.ts'

const order = { paid: false, closing: false, expired: false, status: 'pending' } as const

test.each([
  [{}, 'open', true, true, true],
  [{ status: 'Pending' }, 'open', true, true, true],
  [{ status: 'Shift' }, 'shifted', true, false, true],
  [{ expired: true }, 'expired', false, true, true],
  [{ closing: true }, 'cancelling', false, false, false],
  [{ closing: true, expired: true }, 'cancelling', false, false, false],
  [{ paid: true }, 'paid', false, false, false],
  [{ paid: true, status: 'Shift', closing: true }, 'paid', false, false, false],
] as const)('with %j: %s, pay: %s, delete: %s, as admin: %s', (change, state, payable, byBuyer, byAdmin) => {
  const changed = { ...order, ...change }
  expect(orderState(changed)).toBe(state)
  expect(canPay(changed)).toBe(payable)
  expect(canDelete(changed, 'buyer')).toBe(byBuyer)
  expect(canDelete(changed, 'admin')).toBe(byAdmin)
})
