import { expect, test } from 'vitest'
import type { Order } from '#contract/sales/orders/orders.ts'
import { exampleOrder } from '#tests/support/orders/example-order.ts'
import { stepsOf } from './order-steps.ts'

const now = Date.parse('2026-11-20T10:00:00Z')
const at = '2026-11-20T09:30:00.000Z'
const event = (field: string, to: string | null) => ({ at, field, from: null, to })
const unpaid: Partial<Order> = {
  paid: false,
  settlement: null,
  status: 'pending',
  expiresAt: '2026-11-22T09:00:00.000Z',
}
const steps = (changes: Partial<Order>, takesCards = true) =>
  stepsOf({ ...exampleOrder, ...changes }, { takesCards, now }).map(({ label, state }) => `${label} ${state}`)
const step = (changes: Partial<Order>, index: number, takesCards = true) =>
  stepsOf({ ...exampleOrder, ...changes }, { takesCards, now })[index]

test.each<[string, Partial<Order>, string[]]>([
  ['an unpaid order', unpaid, ['Placed done', 'Pay next', 'Delivery later']],
  ['a paid order', { status: 'pending' }, ['Placed done', 'Paid done', 'Delivery next']],
  [
    'a paid order to be picked up',
    { status: 'pending', delivery: { ...exampleOrder.delivery, method: 'pickup' } },
    ['Placed done', 'Paid done', 'Pick-up next'],
  ],
  [
    'a sent order',
    { status: 'Shift', history: [event('status', 'Shift')] },
    ['Placed done', 'Paid done', 'On its way done'],
  ],
  [
    'an order sent before it is paid',
    { ...unpaid, status: 'Shift' },
    ['Placed done', 'Pay next', 'On its way done'],
  ],
  ['an expired order', { ...unpaid, expired: true }, ['Placed done', 'Not paid in time ended']],
  ['an order that is being removed', { ...unpaid, closing: true }, ['Placed done', 'Being removed ended']],
  [
    'a refunded order',
    { status: 'pending', refunded: exampleOrder.total },
    ['Placed done', 'Paid done', 'Nothing to send ended'],
  ],
])('%s', (_, changes, expected) => {
  expect(steps(changes)).toEqual(expected)
})

test('an unpaid order says how long its parts are held, or that it is paid on collection', () => {
  expect(step(unpaid, 1)).toMatchObject({
    until: unpaid.expiresAt,
    text: 'We hold your parts for 47 h.',
  })
  expect(step(unpaid, 1, false)?.text).toBe('Pay on collection.')
})

test.each([
  ['pickup', 'At the shop. You pay there.'],
  ['agreed', 'As agreed with the shop.'],
] as const)('nothing waits for the payment of an order that is paid on collection: %s', (method, text) => {
  const order = { ...unpaid, delivery: { ...exampleOrder.delivery, method } }
  expect(step(order, 2)?.text).toBe('Once it is paid.')
  expect(step(order, 2, false)?.text).toBe(text)
})

test('a step that is done says when, and how it was paid', () => {
  const history = [event('paid', 'true'), { ...event('status', 'Shift'), at: '2026-11-21T09:00:00.000Z' }]
  expect(step({ history, status: 'Shift' }, 1)).toMatchObject({ at, text: 'By card' })
  expect(step({ history, settlement: 'counter' }, 1)).toMatchObject({ text: 'At the counter' })
  expect(step({ history, status: 'Shift' }, 2)).toMatchObject({ at: '2026-11-21T09:00:00.000Z' })
})
