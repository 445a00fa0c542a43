import { expect, test } from 'vitest'
import { exampleLine } from '#tests/support/orders/example-order.ts'
import { leftOfLine, returnableOfLine, worthOfUnits } from './line-refunds.ts'

const line = { quantity: 3, total: 100, refundedUnits: 0, refunded: 0 }

test('units are worth their share, and the last one takes the rest', () => {
  expect([0, 1, 2, 3].map((units) => worthOfUnits(line, units, 'usd'))).toEqual([0, 33.33, 66.66, 100])
  expect(worthOfUnits({ ...line, refundedUnits: 2, refunded: 66.66 }, 1, 'usd')).toBe(33.34)
  expect(worthOfUnits({ ...line, refunded: 90 }, 3, 'usd')).toBe(10)
})

test.each([4, -1, 0.5, Number.NaN])('%d units of three have no worth', (units) => {
  expect(worthOfUnits(line, units, 'usd')).toBeUndefined()
})

test('units of a currency without decimals, and of one whose last decimal cannot be charged', () => {
  expect(worthOfUnits({ ...line, total: 1000 }, 1, 'jpy')).toBe(333)
  expect(worthOfUnits({ ...line, total: 10 }, 1, 'kwd')).toBe(3.33)
})

test('what is left of a line', () => {
  expect(leftOfLine({ ...line, refundedUnits: 1, refunded: 33.33 }, 'usd')).toEqual({
    units: 2,
    amount: 66.67,
  })
})

test('units of refunds that wait for the provider cannot return once more', () => {
  const sent = { ...exampleLine, quantity: 9, cancelled: 1, returned: 2 }
  const refund = (status: 'asked' | 'done', position: number) => ({
    _id: 'r',
    amount: 1,
    pieces: 2,
    reason: null,
    status,
    createdAt: '2026-11-20T09:00:00.000Z',
    lines: [{ position, units: 2, restocked: 2, amount: 1, tax: 0, isAssumed: false }],
  })
  expect(returnableOfLine(sent, { refunds: [] })).toBe(6)
  const refunds = [
    refund('asked', sent.position),
    refund('asked', sent.position + 1),
    refund('done', sent.position),
  ]
  expect(returnableOfLine(sent, { refunds })).toBe(4)
})
