import { expect, test } from 'vitest'
import type { OrderLine } from '#contract/sales/orders/lines.ts'
import type { Order } from '#contract/sales/orders/orders.ts'
import { exampleLine, exampleOrder } from '#tests/support/orders/example-order.ts'
import { buyerStates, staffStates } from './line-states.ts'

const formats = { count: String, money: (amount: number) => `$${amount.toFixed(2)}` }
const line: OrderLine = { ...exampleLine, quantity: 2, price: 40, total: 80 }
const unpaid: Partial<Order> = { paid: false, status: 'pending' }

test.each<[string, Partial<Order>, Partial<OrderLine>, string[], string[]]>([
  ['of an unpaid order', unpaid, {}, ['Held for you'], ['Waits for payment 2']],
  [
    'of an expired order',
    { ...unpaid, expired: true },
    { cancelled: 2 },
    ['Not held any more'],
    ['Cancelled 2'],
  ],
  ['of a paid order', {}, {}, ['Being prepared'], ['To send 2']],
  ['of a sent order', {}, { shipped: 2 }, ['On its way'], ['Sent 2']],
  [
    'of which one unit was refunded and cancelled',
    {},
    { refundedUnits: 1, refunded: 40, cancelled: 1 },
    ['Being prepared', '1 refunded, $40.00'],
    ['To send 1', 'Cancelled 1', 'Refunded 1, $40.00'],
  ],
  [
    'of which all units were refunded and cancelled',
    {},
    { refundedUnits: 2, refunded: 80, cancelled: 2 },
    ['2 refunded, $80.00'],
    ['Cancelled 2', 'Refunded 2, $80.00'],
  ],
  [
    'of which all units were refunded, and none came back to stock',
    {},
    { refundedUnits: 2, refunded: 80 },
    ['2 refunded, $80.00'],
    ['Not sent 2', 'Refunded 2, $80.00'],
  ],
  [
    'of which an amount was refunded',
    {},
    { refunded: 12.5 },
    ['Being prepared', '$12.50 refunded'],
    ['To send 2', 'Refunded $12.50'],
  ],
  [
    'of which the whole amount was refunded, and no unit',
    {},
    { refunded: 80 },
    ['$80.00 refunded'],
    ['Not sent 2', 'Refunded $80.00'],
  ],
  [
    'that was sent and of which the whole amount was refunded',
    {},
    { shipped: 2, refunded: 80 },
    ['On its way', '$80.00 refunded'],
    ['Sent 2', 'Refunded $80.00'],
  ],
])('a line %s', (_, orderChanges, changes, forBuyer, forStaff) => {
  const changed = { ...line, ...changes }
  const order: Order = { ...exampleOrder, ...orderChanges, lines: [changed] }
  expect(buyerStates(order, changed, formats).map(({ text }) => text)).toEqual(forBuyer)
  expect(staffStates(order, changed, formats).map(({ text }) => text)).toEqual(forStaff)
})
