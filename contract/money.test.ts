import { expect, test } from 'vitest'
import { formatCount } from './money.ts'

test('a count is grouped as its locale groups numbers', () => {
  expect(formatCount(123_456, 'en-US')).toBe('123,456')
  expect(formatCount(123_456, 'de-DE')).toBe('123.456')
})
