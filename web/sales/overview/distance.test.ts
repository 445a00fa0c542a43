import { expect, test } from 'vitest'
import { distanceText } from './distance.ts'

const now = Date.parse('2026-11-28T12:00:00.000Z')
const text = (at: string, locale = 'en-US') => distanceText(at, { now, locale })

test.each([
  ['2026-11-28T12:50:59.999Z', 'in 50 minutes'],
  ['2026-11-28T11:00:00.001Z', '59 minutes ago'],
  ['2026-11-28T11:00:00.000Z', '1 hour ago'],
  ['2026-11-26T12:00:00.001Z', '47 hours ago'],
  ['2026-11-26T12:00:00.000Z', '2 days ago'],
  ['2026-12-04T11:59:59.000Z', 'in 5 days'],
])('%s is %s', (at, expected) => expect(text(at)).toBe(expected))

test('a time that has just passed is in no minutes', () => {
  expect(text('2026-11-28T11:59:59.999Z')).toMatch(/^(0 minutes ago|in 0 minutes)$/)
  expect(text('2026-11-28T11:00:00.000Z', 'de-DE')).toBe('vor 1 Stunde')
})
