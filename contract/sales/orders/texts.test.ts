import { expect, test } from 'vitest'
import { historyText, orderCounts, timeUntil } from './texts.ts'

test('counts and their nouns agree in number', () => {
  expect([orderCounts(1, 0), orderCounts(4, 1), orderCounts(2, 2)]).toEqual([
    '1 order',
    '4 orders, 1 to pay',
    '2 orders, 2 to pay',
  ])
})

test.each([
  [48 * 60, '48 h'],
  // The order was just placed.
  [48 * 60 - 1, '48 h'],
  [47 * 60 + 29, '47 h'],
  // Rounded down near the end.
  [24 * 60 - 1, '23 h'],
  [119, '1 h'],
  [59, '59 min'],
  [0.2, '1 min'],
  [-30, '1 min'],
])('%d minutes ahead is written as %s', (minutes, words) => {
  const now = Date.parse('2026-11-18T09:00:00Z')
  expect(timeUntil(new Date(now + minutes * 60_000).toISOString(), now)).toBe(words)
})

test.each([
  [{ field: 'status', from: null, to: 'pending' }, 'Placed'],
  [{ field: 'status', from: 'pending', to: 'Shift' }, 'Pending → Shift'],
  [{ field: 'paid', from: 'false', to: 'true' }, 'Paid'],
  [{ field: 'refunded', from: '0', to: '12.5' }, '$12.5 refunded'],
  [{ field: 'refunded', from: '12.5', to: '20' }, '$20 refunded in all'],
  [{ field: 'refunded', from: '20', to: '12.5' }, 'A refund failed, $12.5 refunded in all'],
  [{ field: 'quantity', from: '1', to: null }, 'quantity: 1 → –'],
])('%j is written as %s', (change, words) => {
  expect(historyText(change, (amount) => `$${amount}`)).toBe(words)
})
